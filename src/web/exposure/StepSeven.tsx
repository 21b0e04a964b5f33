import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { type FormEvent, useState } from 'react';
import type { Exposure } from '#shared/exposure/margins.ts';
import { stepSevenOf } from '#shared/exposure/step.seven.ts';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { isFilled } from '#shared/fields/field.ts';
import { getProduct, updateProduct } from '#shared/products/product.contract.ts';
import { FIELD_BY_NAME, FIELDS } from '#shared/products/product.fields.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

/** Offers the numbers of the exposure to the fields of steps 6 and 7 that are still empty. */
export function StepSeven({
  exposure,
}: {
  exposure: Parameters<typeof stepSevenOf>[0] & Pick<Exposure, 'population'>;
}) {
  const product = useProduct();
  const mayWrite = useMay('write');
  const [isOpen, setIsOpen] = useState(false);
  const offered = stepSevenOf(exposure)
    .map(({ field, value }) => ({ field: FIELD_BY_NAME.get(field), value }))
    .flatMap(({ field, value }) => (field && product[field.name] !== value ? [{ field, value }] : []));
  const empty = offered.filter(({ field }) => !isFilled(product[field.name]));
  if (!mayWrite || empty.length === 0) return null;
  const said = empty.map(({ field, value }) => `${field.label.toLowerCase()} ${printValueWithUnit(field, value)}`);
  return (
    <>
      <Alert
        severity="info"
        action={
          <Button color="inherit" size="small" onClick={() => setIsOpen(true)}>
            Compléter la fiche
          </Button>
        }
      >
        {`Les étapes 6 et 7 de la fiche peuvent reprendre ces chiffres : ${said.join(', ')}.`}
      </Alert>
      {isOpen && <FillDialog offered={offered} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface FillProps {
  offered: readonly { field: (typeof FIELDS)[number]; value: number }[];
  onClose: () => void;
}

function FillDialog({ offered, onClose }: FillProps) {
  const product = useProduct();
  const { act, busy } = useAction();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const ticked = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      offered.flatMap(({ field, value }) => (ticked.has(field.name) ? [[field.name, value]] : [])),
    );
    const done = await act(
      async () => {
        // Over what it is now: somebody may have saved since this page was read.
        const now = await call(getProduct, { params: { id: product.id } });
        const all = Object.fromEntries(FIELDS.map(({ name }) => [name, now[name]]));
        return call(updateProduct, {
          params: { id: product.id },
          body: { ...all, ...values, status: 'DRAFT' },
          headers: { 'If-Match': `"${now.revision}"` },
        });
      },
      { done: 'La fiche est complétée.', refresh: ['products', 'dashboard'] },
    );
    if (done) onClose();
  };
  return (
    <FormDialog onClose={onClose} aria-labelledby="fill-title" maxWidth="sm" busy={busy} native onSubmit={submit}>
      <DialogTitle id="fill-title">Compléter les étapes 6 et 7</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Ce qui est déjà saisi n’est remplacé que si vous le cochez.
          {product.status === 'VALIDATED' && ' La fiche, validée, repassera en brouillon.'}
        </DialogContentText>
        <Stack sx={{ pt: 1 }}>
          {offered.map(({ field, value }) => {
            const now = product[field.name];
            return (
              <FormControlLabel
                key={field.name}
                control={<Checkbox name={field.name} defaultChecked={!isFilled(now)} />}
                label={`${field.label} : ${printValueWithUnit(field, value)}${isFilled(now) ? ` (aujourd’hui ${printValueWithUnit(field, now)})` : ''}`}
              />
            );
          })}
        </Stack>
      </DialogContent>
      <DialogButtons submit="Compléter" busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}
