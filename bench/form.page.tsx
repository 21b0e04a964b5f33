/** What `bench/form.ts` opens: the form with every field of the eleven steps at once, or one plain `useState`. */
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useForm } from 'react-hook-form';
import { progressOf, type StepProgress, stepProgressOf } from '#shared/fields/record.ts';
import { FIELDS, STEP_LIST } from '#shared/products/product.fields.ts';
import { isRequired } from '#shared/products/product.status.ts';
import { queryClient } from '../src/web/api/query.ts';
import { productForm } from '../src/web/products/product.record.ts';
import { StepFields } from '../src/web/products/StepFields.tsx';
import { ProgressBar } from '../src/web/records/ProgressBar.tsx';
import type { Texts } from '../src/web/records/record.ts';
import { StepTabs } from '../src/web/records/StepTabs.tsx';
import { theme } from '../src/web/theme.ts';

const percentOf = (texts: Texts): number => progressOf(FIELDS, productForm.toValues(texts));
const faulty = (texts: Texts) => productForm.unreadable(texts, {});
const stepsOf = (texts: Texts): StepProgress[] => {
  const values = productForm.toValues(texts);
  return STEP_LIST.map((_, step) =>
    stepProgressOf(
      FIELDS.filter((field) => field.step === step),
      values,
    ),
  );
};

function Whole() {
  const resolver = useMemo(
    () =>
      productForm.resolver({
        isRequired: (field) => isRequired(field, { validated: true, hasFormula: false }),
        kept: {},
      }),
    [],
  );
  const form = useForm<Texts>({ defaultValues: productForm.toTexts(null), mode: 'onChange', resolver });
  return (
    <FormProvider {...form}>
      <ProgressBar percentOf={percentOf} />
      <StepTabs steps={STEP_LIST} step={0} progressOf={stepsOf} faulty={faulty} onSelect={() => undefined} />
      {STEP_LIST.map(({ key }, step) => (
        <StepFields
          key={key}
          kind="cosmetique"
          step={step}
          productId={null}
          disabled={false}
          byFile={false}
          hasFormula={false}
          inTable={false}
          onByFile={() => undefined}
          ensureProduct={async () => null}
        />
      ))}
    </FormProvider>
  );
}

function Plain() {
  const [text, setText] = useState('');
  return <input id="field-nom_client" value={text} onChange={(event) => setText(event.target.value)} />;
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        {window.location.hash === '#plain' ? <Plain /> : <Whole />}
      </QueryClientProvider>
    </ThemeProvider>,
  );
