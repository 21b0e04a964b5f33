import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { createGeneration, type Generation, getGeneration } from '#shared/generations/generation.contract.ts';
import { getProduct, type ProductSummary } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Template } from '#shared/templates/template.contract.ts';
import { ApiError, call } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { ChooseProduct } from './ChooseProduct.tsx';
import { ChooseTemplate } from './ChooseTemplate.tsx';
import { DocumentStep } from './DocumentStep.tsx';
import { GeneratedDocument } from './GeneratedDocument.tsx';
import { GenerationHistory } from './GenerationHistory.tsx';
import { documentUrl } from './generation.actions.ts';

const STEPS = ['Modèle', 'Produit', 'Génération'];

/** Template, product, document: the three steps of a generation, and what was made lately. */
export function GenerationPage() {
  const [params] = useSearchParams();
  const id = params.get('generation');
  const productId = params.get('product');
  return (
    <Page title="Génération de document DIP">
      {id ? <Resume key={id} id={id} /> : productId ? <WithProduct key={productId} id={productId} /> : <Wizard />}
      <GenerationHistory />
    </Page>
  );
}

/** A draft made earlier, to be finalised. */
function Resume({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(queryOf(getGeneration, { params: { id } }));
  if (isPending) return <Loading />;
  if (error && !data)
    return (
      <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
    );
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, mb: 4 }}>
      <GeneratedDocument
        generation={data.data}
        onChange={() => void refetch()}
        onAnother={() => navigate('/generation')}
      />
    </Card>
  );
}

/** The wizard, come to from a product: only the template is left to choose. */
function WithProduct({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(queryOf(getProduct, { params: { id } }));
  if (isPending) return <Loading />;
  if (error && !data)
    return (
      <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
    );
  return <Wizard given={data.data} />;
}

function Wizard({ given = null }: { given?: ProductSummary | null }) {
  const toast = useToast();
  const refresh = useRefresh();
  const mayWrite = useMay('write');
  const [step, setStep] = useState(0);
  const [template, setTemplate] = useState<Template | null>(null);
  const [product, setProduct] = useState<ProductSummary | null>(given);
  const [generation, setGeneration] = useState<Generation | null>(null);
  const [generating, setGenerating] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // One key for one document: a repeated click never makes two.
  const key = useRef(crypto.randomUUID());
  const panel = useRef<HTMLDivElement>(null);

  /** Another template or another product is another document. */
  const startOver = (): void => {
    setGeneration(null);
    setError(null);
    key.current = crypto.randomUUID();
  };

  const generate = async (): Promise<void> => {
    if (!template || !product) return;
    const mine = key.current;
    setGenerating(true);
    setError(null);
    try {
      const made = await call(createGeneration, {
        body: { template_id: template.id, product_id: product.id },
        headers: { 'Idempotency-Key': key.current },
      });
      // Another template, or another product, was chosen meanwhile: this document is in the list.
      if (key.current === mine) setGeneration(made);
      const href = documentUrl(made);
      toast({
        severity: 'success',
        message: "Document généré : cliquez pour l'ouvrir.",
        ...(href ? { action: { label: 'Ouvrir', href } } : {}),
      });
      await refresh('generations', 'dashboard');
    } catch (problem) {
      if (key.current === mine) setError(problem instanceof ApiError ? problem.message : null);
      toast({ severity: 'error', message: 'Erreur lors de la génération.' });
    } finally {
      setGenerating(false);
    }
  };

  /** The next step is where the keyboard goes on. */
  const goTo = (next: number): void => {
    setStep(next);
    requestAnimationFrame(() => panel.current?.focus());
  };

  const ready = [template !== null, product !== null][step] ?? false;
  if (!mayWrite) return <ReadOnlyNote what="les documents" />;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, mb: 4 }}>
      <Stepper activeStep={step} sx={{ mb: 3 }}>
        {STEPS.map((label) => (
          <Step key={label}>
            <StepLabel>{label}</StepLabel>
          </Step>
        ))}
      </Stepper>
      <Box ref={panel} tabIndex={-1} role="group" aria-label={STEPS[step]} sx={{ outline: 'none' }}>
        {step === 0 && given && (
          <Typography sx={{ mb: 2 }}>
            Choisissez le modèle à remplir avec la fiche <strong>{productLabel(given)}</strong>.
          </Typography>
        )}
        {step === 0 && (
          <ChooseTemplate
            selected={template}
            onSelect={(chosen) => {
              if (chosen.id !== template?.id) startOver();
              setTemplate(chosen);
              if (given) goTo(2);
            }}
          />
        )}
        {step === 1 && (
          <ChooseProduct
            selected={product}
            onSelect={(chosen) => {
              if (chosen?.id !== product?.id) startOver();
              setProduct(chosen);
            }}
          />
        )}
        {step === 2 && template && product && (
          <DocumentStep
            template={template}
            product={product}
            generation={generation}
            generating={generating}
            error={error}
            onGenerate={() => void generate()}
            onChange={setGeneration}
            onAnother={startOver}
          />
        )}
      </Box>
      <WizardButtons step={step} ready={ready} onGo={goTo} />
    </Card>
  );
}

interface ButtonsProps {
  step: number;
  ready: boolean;
  onGo: (step: number) => void;
}

function WizardButtons({ step, ready, onGo }: ButtonsProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        mt: 3,
        pt: 2.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Button startIcon={<ChevronLeft size={18} />} disabled={step === 0} onClick={() => onGo(step - 1)}>
        Précédent
      </Button>
      {step < 2 && (
        <Button
          variant="contained"
          endIcon={<ChevronRight size={18} />}
          disabled={!ready}
          onClick={() => onGo(step + 1)}
        >
          Suivant
        </Button>
      )}
    </Box>
  );
}
