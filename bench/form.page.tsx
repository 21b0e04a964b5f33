/** What `bench/form.ts` opens: the form with every field of the eleven steps at once, or one plain `useState`. */
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useForm } from 'react-hook-form';
import { STEP_LIST } from '#shared/products/product.fields.ts';
import { queryClient } from '../src/web/api/query.ts';
import { ProgressBar } from '../src/web/products/ProgressBar.tsx';
import { type FormValues, productResolver, toFormValues } from '../src/web/products/product.values.ts';
import { StepFields } from '../src/web/products/StepFields.tsx';
import { StepTabs } from '../src/web/products/StepTabs.tsx';
import { theme } from '../src/web/theme.ts';

function Whole() {
  const resolver = useMemo(() => productResolver({ validated: true, hasFormula: false }, {}), []);
  const form = useForm<FormValues>({ defaultValues: toFormValues(null), mode: 'onChange', resolver });
  return (
    <FormProvider {...form}>
      <ProgressBar hasFormula={false} />
      <StepTabs step={0} hasFormula={false} onSelect={() => undefined} />
      {STEP_LIST.map(({ key }, step) => (
        <StepFields
          key={key}
          step={step}
          productId={null}
          disabled={false}
          byFile={false}
          hasFormula={false}
          onByFile={() => undefined}
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
