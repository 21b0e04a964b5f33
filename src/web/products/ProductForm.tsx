import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { getProduct, type Product } from '#shared/products/product.contract.ts';
import { FIELDS, FORMULA_KEY, getField, isFieldName, STEP_LIST } from '#shared/products/product.fields.ts';
import { isRequired, type ProductStatus } from '#shared/products/product.schema.ts';
import { ApiError, call, faultsByField } from '../api/client.ts';
import { eraseDraft } from '../api/drafts.ts';
import { StepFiles } from '../attachments/Attachments.tsx';
import { useAccount, useMay } from '../auth/account.tsx';
import { ConflictDialog } from '../records/ConflictDialog.tsx';
import { ErrorSummary } from '../records/ErrorSummary.tsx';
import { LeaveGuard } from '../records/LeaveGuard.tsx';
import { LocalCopy } from '../records/LocalCopy.tsx';
import { ProgressBar } from '../records/ProgressBar.tsx';
import { keptTexts } from '../records/record.form.ts';
import type { Texts } from '../records/record.ts';
import { AutosaveNote, ConflictNote } from '../records/SavingNotes.tsx';
import { StepButtons } from '../records/StepButtons.tsx';
import { StepTabs } from '../records/StepTabs.tsx';
import { UnreadNote } from '../records/UnreadNote.tsx';
import { useRecordSaving } from '../records/useRecordSaving.ts';
import { useStepKeys } from '../records/useStepKeys.ts';
import { Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { ProductCrumbs } from './ProductCrumbs.tsx';
import { useSaveProduct } from './product.queries.ts';
import { PRODUCT_WORDS, percentOf, productForm, productKind, stepsOf } from './product.record.ts';
import { StepFields } from './StepFields.tsx';

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
    () =>
      productForm.resolver({
        isRequired: (field) => isRequired(field, { validated: true, hasFormula }),
        kept: keptTexts(product),
      }),
    [hasFormula, product],
  );
  const form = useForm<Texts>({ defaultValues: productForm.toTexts(product), mode: 'onChange', resolver });
  const { create, update } = useSaveProduct();
  const read = useMemo(() => ({ percent: percentOf(hasFormula), steps: stepsOf(hasFormula) }), [hasFormula]);

  const goTo = (next: number): void => {
    saving.saveItself();
    setStep(next);
    requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    });
  };

  const goToField = (name: string): void => {
    if (!isFieldName(name)) return;
    setStep(getField(name).step);
    // The field is there once its step is.
    setTimeout(() => form.setFocus(name), 50);
  };

  const isStepRight = (): Promise<boolean> =>
    form.trigger(STEP_LIST[step]?.fields.map(({ name }) => name) ?? [], { shouldFocus: true });

  /** What the server refused, said where it belongs. Nothing typed is touched. */
  const showRefusal = (error: unknown, status: ProductStatus): void => {
    // The sign-in page says that the session is over, and what was typed is kept.
    if (error instanceof ApiError && error.status === 401) return;
    const faults = faultsByField(error);
    if (Object.keys(faults).length > 0) {
      const wrong = FIELDS.filter(({ name }) => faults[name] !== undefined);
      for (const { name } of wrong) form.setError(name, { type: 'server', message: faults[name] ?? '' });
      toast({ severity: 'error', message: 'Merci de corriger les champs en erreur.' });
      if (wrong[0]) goToField(wrong[0].name);
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

  const saving = useRecordSaving<Product, ProductStatus>({
    kind: productKind,
    form,
    held: product,
    mayWrite,
    create,
    update,
    read: (one) => call(getProduct, { params: { id: one } }),
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

  const save = (): void => {
    if (mayWrite && !busy) void saving.save('DRAFT');
  };
  const next = async (): Promise<void> => {
    if (!mayWrite || (await isStepRight())) goTo(step + 1);
  };
  const finish = async (): Promise<void> => {
    if (await isStepRight()) await saving.save('VALIDATED');
  };
  useStepKeys({
    onStep: (by) => {
      if (STEP_LIST[step + by]) goTo(step + by);
    },
    onSave: save,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived under the new address, unsaved work is guarded again
  useEffect(() => {
    leaving.current = false;
  }, [id]);

  const { title = '', key = '' } = STEP_LIST[step] ?? {};
  return (
    <FormProvider {...form}>
      <Page title="Nouveau DIP" subtitle={<ProductCrumbs />}>
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
        {product && <UnreadNote form={productForm} held={product} onGo={goToField} />}
        {saving.conflict && (
          <ConflictNote conflict={saving.conflict} words={PRODUCT_WORDS} onChoose={() => saving.setAsking(true)} />
        )}
        {mayWrite && <LocalCopy name={productKind.copyOf(id)} saving={saving} abandoned={abandoned} />}
        <ProgressBar percentOf={read.percent} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: '265px minmax(0, 1fr)', lg: '300px minmax(0, 1fr)' },
            gap: { xs: 2, md: 3 },
          }}
        >
          <StepTabs steps={STEP_LIST} step={step} progressOf={read.steps} onSelect={goTo} />
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
            <ErrorSummary fields={FIELDS} steps={STEP_LIST} onGo={goToField} />
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
            <StepButtons
              step={step}
              last={LAST}
              mayWrite={mayWrite}
              busy={busy}
              words={{
                save: saving.saving === 'DRAFT' ? 'Sauvegarde...' : 'Sauvegarder',
                finish: saving.saving === 'VALIDATED' ? 'Création en cours...' : 'Terminer',
              }}
              note={<AutosaveNote note={saving.note} />}
              onSave={save}
              onBack={() => goTo(step - 1)}
              onNext={() => void next()}
              onFinish={() => void finish()}
            />
          </Card>
        </Box>
        {saving.conflict && (
          <ConflictDialog
            conflict={saving.conflict}
            steps={STEP_LIST}
            words={PRODUCT_WORDS}
            undoes={saving.undoes}
            open={saving.asking}
            onSettle={saving.settle}
            onClose={() => saving.setAsking(false)}
          />
        )}
      </Page>
    </FormProvider>
  );
}
