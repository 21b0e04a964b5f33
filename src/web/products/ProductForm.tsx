import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ChevronLeft, ChevronRight, Save } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm, useFormState, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS, type FieldName, STEP_LIST } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import { ApiError } from '../api/client.ts';
import { eraseDraft } from '../api/drafts.ts';
import { useAccount, useMay } from '../auth/account.tsx';
import { Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LocalDraft } from './LocalDraft.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { useSaveProduct } from './product.queries.ts';
import { type FormValues, productResolver, toFormValues, toPayload } from './product.values.ts';
import { StepFields } from './StepFields.tsx';
import { StepTabs } from './StepTabs.tsx';

const LAST = STEP_LIST.length - 1;
type Saving = ProductStatus | null;

interface Props {
  product: Product | null;
  initialStep: number;
}

/** The eleven-step form of a product. */
export function ProductForm({ product, initialStep }: Props) {
  const navigate = useNavigate();
  const toast = useToast();
  const account = useAccount();
  const mayWrite = useMay('write');
  const save = useSaveProduct();
  const id = product?.id ?? null;

  const [step, setStep] = useState(initialStep);
  const [saving, setSaving] = useState<Saving>(null);
  const [stale, setStale] = useState<ProductStatus | null>(null);
  const [byFile, setByFile] = useState(product?.has_formula_attachment ?? false);
  const revision = useRef(product?.revision ?? 0);
  // One key for one new product: sending it twice never makes two.
  const creationKey = useRef(crypto.randomUUID());
  const heading = useRef<HTMLHeadingElement>(null);
  const leaving = useRef(false);

  const hasFormula = product?.has_formula_attachment ?? false;
  const resolver = useMemo(() => productResolver({ validated: true, hasFormula }), [hasFormula]);
  const form = useForm<FormValues>({ defaultValues: toFormValues(product), mode: 'onChange', resolver });
  const busy = saving !== null;

  const goTo = (next: number): void => {
    setStep(next);
    requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    });
  };

  const goToField = (name: FieldName): void => {
    const field = FIELDS.find((one) => one.name === name);
    if (field) setStep(field.step);
    // The field is there once its step is.
    setTimeout(() => form.setFocus(name), 50);
  };

  const next = async (): Promise<void> => {
    const names = (STEP_LIST[step]?.fields ?? []).map((field) => field.name as FieldName);
    if (await form.trigger(names, { shouldFocus: true })) goTo(step + 1);
  };

  /** What the server refused, said where it belongs. Nothing typed is touched. */
  const showRefusal = (error: unknown, status: ProductStatus): void => {
    // The sign-in page says that the session is over, and what was typed is kept.
    if (error instanceof ApiError && error.status === 401) return;
    if (error instanceof ApiError && error.status === 412) {
      setStale(status);
      return;
    }
    const faults = error instanceof ApiError ? error.faults : [];
    const known = faults.flatMap((fault) => {
      const field = FIELDS.find((one) => one.name === fault.loc.at(-1));
      return field ? [{ field, message: fault.msg }] : [];
    });
    if (faults.length > 0) {
      for (const { field, message } of known) form.setError(field.name, { type: 'server', message });
      toast({ severity: 'error', message: 'Merci de corriger les champs en erreur.' });
      const first = known.sort((a, b) => a.field.step - b.field.step)[0];
      if (first) goToField(first.field.name);
      return;
    }
    const fallback =
      status === 'VALIDATED'
        ? 'Une erreur est survenue lors de la création du DIP.'
        : 'Une erreur est survenue lors de la sauvegarde du DIP.';
    const said = error instanceof ApiError && error.status > 0 ? error.message : null;
    toast({ severity: 'error', message: said ?? `${fallback} Rien n’est perdu : réessayez.` });
  };

  const send = async (status: ProductStatus, { force = false } = {}): Promise<boolean> => {
    setSaving(status);
    setStale(null);
    try {
      const saved = await save({
        id,
        payload: toPayload(form.getValues(), status),
        revision: force ? null : revision.current,
        creationKey: creationKey.current,
      });
      revision.current = saved.revision;
      creationKey.current = crypto.randomUUID();
      eraseDraft(account.id, id);
      const validated = status === 'VALIDATED';
      form.reset(validated && id === null ? toFormValues(null) : toFormValues(saved));
      toast({
        severity: 'success',
        message: validated ? 'Le DIP a été créé avec succès !' : 'Le DIP a été sauvegardé avec succès !',
      });
      if (validated) goTo(0);
      else if (id === null) {
        // From now on this is that product: saving again does not make another.
        leaving.current = true;
        navigate(`/products/${saved.id}/edit`, { replace: true, state: { step } });
      }
      return true;
    } catch (error) {
      showRefusal(error, status);
      return false;
    } finally {
      setSaving(null);
    }
  };

  const finish = async (): Promise<void> => {
    const names = (STEP_LIST[step]?.fields ?? []).map((field) => field.name as FieldName);
    if (await form.trigger(names, { shouldFocus: true })) await send('VALIDATED');
  };

  const goToStep = useRef(goTo);
  goToStep.current = goTo;
  const saveDraft = useRef(() => send('DRAFT'));
  saveDraft.current = () => send('DRAFT');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
        event.preventDefault();
        const next = step + (event.key === 'ArrowRight' ? 1 : -1);
        if (next >= 0 && next <= LAST && !busy) goToStep.current(next);
        return;
      }
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (mayWrite && !busy) void saveDraft.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [mayWrite, busy, step]);

  const title = STEP_LIST[step]?.title ?? '';
  return (
    <FormProvider {...form}>
      <Page title="Nouveau DIP" subtitle={<Crumbs />}>
        <LeaveGuard
          busy={busy}
          passing={leaving}
          onSave={() => send('DRAFT')}
          onAbandon={() => eraseDraft(account.id, id)}
        />
        {!mayWrite && (
          <Alert severity="info" sx={{ mb: 2 }}>
            Vous consultez cette fiche en lecture seule : votre rôle ne permet pas de la modifier.
          </Alert>
        )}
        {product?.status === 'VALIDATED' && mayWrite && (
          <Alert severity="info" sx={{ mb: 2 }}>
            Ce produit est validé. « Sauvegarder » le remet en brouillon ; « Terminer », à la dernière étape, le valide
            de nouveau. Les documents déjà validés ne changent pas.
          </Alert>
        )}
        {mayWrite && <LocalDraft productId={id} revision={product?.revision ?? 0} />}
        <ProgressBar hasFormula={hasFormula} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: '270px minmax(0, 1fr)' },
            gap: { xs: 2, md: 3 },
          }}
        >
          <StepTabs step={step} hasFormula={hasFormula} onSelect={goTo} />
          <Card
            component="form"
            role="tabpanel"
            id="step-panel"
            aria-labelledby={`step-tab-${step}`}
            noValidate
            onSubmit={(event) => event.preventDefault()}
            sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}
          >
            <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ mb: 2.5, outline: 'none' }}>
              <Typography component="span" color="textSecondary" sx={{ fontSize: 'inherit' }}>
                {step + 1}.{' '}
              </Typography>
              {title}
            </Typography>
            <ErrorSummary onGo={goToField} />
            <StepFields
              step={step}
              productId={id}
              disabled={busy || !mayWrite}
              byFile={byFile}
              hasFormula={hasFormula}
              onByFile={setByFile}
            />
            <Stack
              direction="row"
              sx={{
                mt: 3,
                pt: 2.5,
                borderTop: 1,
                borderColor: 'divider',
                gap: 1.5,
                flexWrap: 'wrap',
                alignItems: 'center',
              }}
            >
              {mayWrite && (
                <Button
                  variant="outlined"
                  startIcon={<Save size={18} />}
                  disabled={busy}
                  onClick={() => void send('DRAFT')}
                  title="Ctrl+S"
                >
                  {saving === 'DRAFT' ? 'Sauvegarde...' : 'Sauvegarder'}
                </Button>
              )}
              <Box sx={{ flexGrow: 1, flexBasis: { xs: '100%', sm: 'auto' } }} />
              <Button
                startIcon={<ChevronLeft size={18} />}
                disabled={step === 0 || busy}
                onClick={() => goTo(step - 1)}
              >
                Retour
              </Button>
              {step < LAST ? (
                <Button
                  variant="contained"
                  endIcon={<ChevronRight size={18} />}
                  disabled={busy}
                  onClick={() => (mayWrite ? void next() : goTo(step + 1))}
                >
                  Suivant
                </Button>
              ) : (
                mayWrite && (
                  <Button variant="contained" disabled={busy} onClick={() => void finish()}>
                    {saving === 'VALIDATED' ? 'Création en cours...' : 'Terminer'}
                  </Button>
                )
              )}
            </Stack>
          </Card>
        </Box>
        <ConflictDialog
          open={stale !== null}
          onReload={() => window.location.reload()}
          onForce={() => stale && void send(stale, { force: true })}
          onClose={() => setStale(null)}
        />
      </Page>
    </FormProvider>
  );
}

/** Produits › the commercial name › the reference of the formula, as they are being typed. */
function Crumbs() {
  const { defaultValues } = useFormState<FormValues>();
  const [name, reference] = useWatch<FormValues, ['nom_commercial', 'ref_formule']>({
    name: ['nom_commercial', 'ref_formule'],
  });
  return (
    <Breadcrumbs component="span" aria-label="Fil d'Ariane">
      <MuiLink component={Link} to="/products" underline="hover">
        Produits
      </MuiLink>
      <span>{name || defaultValues?.nom_commercial || 'Nouveau DIP'}</span>
      {reference && <span>{reference}</span>}
    </Breadcrumbs>
  );
}
