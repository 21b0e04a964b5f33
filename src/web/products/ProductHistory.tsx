import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { capital } from '#shared/fields/capital.ts';
import { counted } from '#shared/fields/counted.ts';
import { printTime } from '#shared/fields/date.ts';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import {
  type Change,
  FILE_CHANGE,
  getProduct,
  listRevisions,
  type Product,
  type Revision,
  updateProduct,
} from '#shared/products/product.contract.ts';
import { FIELD_BY_NAME, FIELDS } from '#shared/products/product.fields.ts';
import { historyOf, type Sitting, valuesAt } from '#shared/products/product.history.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { TextDifference } from '../ui/TextDifference.tsx';
import { useProduct } from './useProduct.ts';

const longDay = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const printLongDay = (day: string): string => capital(longDay.format(new Date(day)));
/** The field that a formula in lines writes. */
const FORMULA_FIELD = 'ingredients';
const TEXT_AGAIN =
  ' La formule sera de nouveau ce texte, et le tableau attendra : ses lignes sont gardées, et se reprennent depuis l’onglet « Formule ».';

/** Days shown before one asks for more. */
const DAYS_SHOWN = 5;

/** What somebody is about to put back: one field, or all of a version. */
interface Restoring {
  text: string;
  values: (product: Product) => Partial<Product>;
}

/** The history of a product: by day, who changed what, to the word; each change, and each version, can be put back. */
export function ProductHistory() {
  const product = useProduct();
  const { id } = product;
  const isTable = product.formula_mode === 'table';
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [restoring, setRestoring] = useState<Restoring | null>(null);
  const [count, setCount] = useState(DAYS_SHOWN);
  const [apart, setApart] = useState(false);
  const { data, error, isPending, refetch } = useQuery(queryOf(listRevisions, { params: { id } }));
  if (isPending) return <Loading />;
  if (error && !data)
    return (
      <LoadError message="L’historique n’a pas pu être chargé." detail={error.message} onRetry={() => void refetch()} />
    );
  const revisions: readonly Revision[] = data.data;
  const days = historyOf(revisions, apart ? 0 : undefined);

  const restore = async ({ values }: Restoring): Promise<void> => {
    await act(
      async () => {
        // Over what it is now: somebody may have saved since this page was read.
        const now = await call(getProduct, { params: { id } });
        const all = Object.fromEntries(FIELDS.map(({ name }) => [name, now[name]]));
        await call(updateProduct, {
          params: { id },
          body: { ...all, ...values(now), status: 'DRAFT' },
          headers: { 'If-Match': `"${now.revision}"` },
        });
      },
      { done: 'La fiche a été restaurée.', refresh: ['products', 'dashboard'] },
    );
    setRestoring(null);
  };

  return (
    <>
      <FormControlLabel
        // A small switch stands on the line of what is under it.
        sx={{ ml: '-4px', mb: 1.5 }}
        control={<Switch size="small" checked={apart} onChange={(_, on) => setApart(on)} />}
        label="Montrer chaque enregistrement"
      />
      {days.slice(0, count).map(({ day, sittings }) => (
        <Box component="section" key={day} aria-label={printLongDay(day)} sx={{ mb: 3 }}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {printLongDay(day)}
          </Typography>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {sittings.map((sitting) => (
              <SittingCard
                key={`${sitting.to}${sitting.changes[0]?.field}`}
                sitting={sitting}
                isLatest={sitting.revision === product.revision}
                mayRestore={mayWrite}
                onRestoreField={(change) =>
                  setRestoring({
                    text: `« ${change.label} » reprendra sa valeur d’avant : ${printChange(change, change.from) || 'vide'}.${change.field === FORMULA_FIELD && isTable ? TEXT_AGAIN : ''}`,
                    values: () => ({ [change.field]: change.from }),
                  })
                }
                onRestoreVersion={() =>
                  setRestoring({
                    text: `Tous les champs reprendront les valeurs de la version ${sitting.revision}. Les fichiers joints${isTable ? ' et la formule en tableau restent ce qu’ils sont' : ' restent ce qu’ils sont'}.`,
                    values: (now) => {
                      const all = valuesAt(
                        Object.fromEntries(FIELDS.map(({ name }) => [name, now[name]])),
                        revisions,
                        sitting.revision,
                      );
                      return isTable ? { ...all, [FORMULA_FIELD]: now[FORMULA_FIELD] } : all;
                    },
                  })
                }
              />
            ))}
          </Box>
        </Box>
      ))}
      {days.length > count && (
        <Button onClick={() => setCount(count + 4 * DAYS_SHOWN)}>Voir les jours précédents</Button>
      )}
      <ConfirmDialog
        open={restoring !== null}
        title="Restaurer ?"
        text={`${restoring?.text ?? ''}${product.status === 'VALIDATED' ? ' La fiche validée repassera en brouillon.' : ''} L’historique garde la version actuelle.`}
        confirmLabel="Restaurer"
        busy={busy}
        onCancel={() => setRestoring(null)}
        onConfirm={() => restoring && void restore(restoring)}
      />
    </>
  );
}

interface SittingProps {
  sitting: Sitting;
  isLatest: boolean;
  mayRestore: boolean;
  onRestoreField: (change: Change) => void;
  onRestoreVersion: () => void;
}

function SittingCard({ sitting, isLatest, mayRestore, onRestoreField, onRestoreVersion }: SittingProps) {
  const nameOf = usePersonName();
  const { by, from, to, revision, changes } = sitting;
  const [start, end] = [printTime(from), printTime(to)];
  return (
    <Card sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ flexGrow: 1 }}>
          <strong>{nameOf(by)}</strong>
          <Typography component="span" color="textSecondary">
            {start === end ? `, à ${end}` : `, de ${start} à ${end}`}, version {revision}
            {changes.length > 0 ? `, ${counted(changes.length, 'changement')}` : ''}
          </Typography>
        </Typography>
        {mayRestore && !isLatest && (
          <Button size="small" startIcon={<Undo2 size={16} />} onClick={onRestoreVersion}>
            Restaurer cette version
          </Button>
        )}
      </Box>
      {changes.length === 0 && (
        <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
          Enregistré sans changement.
        </Typography>
      )}
      <FirstRows rows={changes}>
        {(shown) =>
          shown.map((change) => (
            <Box key={`${change.field}${change.to}`} sx={{ mt: 1.25, display: 'flex', gap: 1, alignItems: 'start' }}>
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
                  {change.label}
                </Typography>
                <Typography component="div" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '90ch' }}>
                  <TextDifference
                    before={printChange(change, change.from)}
                    after={printChange(change, change.to)}
                    gone="vidé"
                  />
                </Typography>
              </Box>
              {mayRestore && change.from !== null && FIELD_BY_NAME.has(change.field) && (
                <Button
                  size="small"
                  color="inherit"
                  aria-label={`Restaurer la valeur d’avant : ${change.label}`}
                  onClick={() => onRestoreField(change)}
                  sx={{ flexShrink: 0 }}
                >
                  Restaurer
                </Button>
              )}
            </Box>
          ))
        }
      </FirstRows>
    </Card>
  );
}

function printChange({ field: name }: Change, value: string | number | null): string {
  const field = FIELD_BY_NAME.get(name);
  return field && !name.startsWith(FILE_CHANGE) ? printValueWithUnit(field, value) : String(value ?? '');
}
