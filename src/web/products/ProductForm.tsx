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
import { FIELDS, type FieldName, FORMULA_KEY, STEP_LIST } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import { ApiError } from '../api/client.ts';
import { eraseDraft } from '../api/drafts.ts';
import { StepFiles } from '../attachments/Attachments.tsx';
import { useAccount, useMay } from '../auth/account.tsx';
import { Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LocalDraft } from './LocalDraft.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { type FormValues, keptTexts, productResolver, toFormValues } from './product.values.ts';
import { AutosaveNote, ConflictNote } from './SavingNotes.tsx';
import { StepFields } from './StepFields.tsx';
import { StepTabs } from './StepTabs.tsx';
import { UnreadNote } from './UnreadNote.tsx';
import { useProductSaving } from './useProductSaving.ts';

const LAST = STEP_LIST.length - 1;

interface Props {
  product: Product | null;
  initialStep: number;
  /** The product now exists, under this id. */
  onCreated: (id: string) => void;
}

/** The eleven-step form of a product. */
export function ProductForm({ product, initialStep, onCreated }: Props) {
  const navigate = useNavigate();
  const toast = useToast();
  const account = useAccount();
  const mayWrite = useMay('write');
  const id = product?.id ?? null;

  const [step, setStep] = useState(initialStep);
  const [byFile, setByFile] = useState(product?.has_formula_attachment ?? false);
  const heading = useRef<HTMLHeadingElement>(null);
  const leaving = useRef(false);
  /** The person chose to lose what is not saved: no copy is kept of it. */
  const abandoned = useRef(false);

  const hasFormula = product?.has_formula_attachment ?? false;
  const resolver = useMemo(
    () => productResolver({ validated: true, hasFormula }, keptTexts(product)),
    [hasFormula, product],
  );
  const form = useForm<FormValues>({ defaultValues: toFormValues(product), mode: 'onChange', resolver });

  const goTo = (next: number): void => {
    void saving.saveByItself();
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

  /** From now on this is that product: saving again does not make another. */
  const goOn = (created: string): void => {
    leaving.current = true;
    onCreated(created);
    navigate(`/products/${created}/edit`, { replace: true });
  };

  const saving = useProductSaving({
    form,
    product,
    mayWrite,
    onSaved: (saved, status) => {
      const validated = status === 'VALIDATED';
      toast({
        severity: 'success',
        message: validated ? 'Le DIP a été créé avec succès !' : 'Le DIP a été sauvegardé avec succès !',
      });
      if (validated) {
        goTo(0);
        // What was typed during the save belongs to that product, not to the next one.
        if (id === null && saving.isSaved()) saving.startAnew();
        else if (id === null) goOn(saved.id);
      } else if (id === null) {
        goOn(saved.id);
      }
    },
    onRefused: showRefusal,
    onMerged: ({ updated_by }) =>
      toast({
        severity: 'info',
        message: `${updated_by ?? 'Quelqu’un'} a modifié cette fiche entre-temps : ses changements sont maintenant à côté des vôtres.`,
      }),
  });
  const busy = saving.saving !== null;

  const finish = async (): Promise<void> => {
    const names = (STEP_LIST[step]?.fields ?? []).map((field) => field.name as FieldName);
    if (await form.trigger(names, { shouldFocus: true })) await saving.save('VALIDATED');
  };

  const goToStep = useRef(goTo);
  goToStep.current = goTo;
  const saveDraft = useRef(() => saving.save('DRAFT'));
  saveDraft.current = () => saving.save('DRAFT');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
        event.preventDefault();
        const next = step + (event.key === 'ArrowRight' ? 1 : -1);
        if (next >= 0 && next <= LAST) goToStep.current(next);
        return;
      }
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (mayWrite && !busy) void saveDraft.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [mayWrite, busy, step]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived under the new address, unsaved work is guarded again
  useEffect(() => {
    leaving.current = false;
  }, [id]);

  const { title = '', key = '' } = STEP_LIST[step] ?? {};
  return (
    <FormProvider {...form}>
      <Page title="Nouveau DIP" subtitle={<Crumbs />}>
        <LeaveGuard
          busy={busy}
          passing={leaving}
          onSave={() => saving.save('DRAFT')}
          onAbandon={() => {
            abandoned.current = true;
            eraseDraft(account.id, id);
          }}
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
        {product && <UnreadNote product={product} onGo={goToField} />}
        {saving.conflict && <ConflictNote conflict={saving.conflict} onChoose={() => saving.setAsking(true)} />}
        {mayWrite && <LocalDraft productId={id} saving={saving} abandoned={abandoned} />}
        <ProgressBar hasFormula={hasFormula} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: '265px minmax(0, 1fr)', lg: '300px minmax(0, 1fr)' },
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
              disabled={!mayWrite}
              byFile={byFile}
              hasFormula={hasFormula}
              onByFile={setByFile}
            />
            {(key !== FORMULA_KEY || (id !== null && byFile)) && (
              <StepFiles productId={id} fieldKey={key} disabled={!mayWrite} />
            )}
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
                  onClick={() => void saving.save('DRAFT')}
                  title="Ctrl+S"
                >
                  {saving.saving === 'DRAFT' ? 'Sauvegarde...' : 'Sauvegarder'}
                </Button>
              )}
              <AutosaveNote autosave={saving.autosave} />
              <Box sx={{ flexGrow: 1, flexBasis: { xs: '100%', sm: 'auto' } }} />
              <Button startIcon={<ChevronLeft size={18} />} disabled={step === 0} onClick={() => goTo(step - 1)}>
                Retour
              </Button>
              {step < LAST ? (
                <Button
                  variant="contained"
                  endIcon={<ChevronRight size={18} />}
                  onClick={() => (mayWrite ? void next() : goTo(step + 1))}
                >
                  Suivant
                </Button>
              ) : (
                mayWrite && (
                  <Button variant="contained" disabled={busy} onClick={() => void finish()}>
                    {saving.saving === 'VALIDATED' ? 'Création en cours...' : 'Terminer'}
                  </Button>
                )
              )}
            </Stack>
          </Card>
        </Box>
        {saving.conflict && (
          <ConflictDialog
            conflict={saving.conflict}
            validates={saving.validates()}
            open={saving.asking}
            onSettle={(theirs) => void saving.settle(theirs)}
            onClose={() => saving.setAsking(false)}
          />
        )}
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
