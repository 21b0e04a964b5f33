import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { BatchPlan } from '#shared/batches/batch.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printValue } from '#shared/fields/field.text.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import { shortened } from '#shared/fields/text.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import { FirstRows } from '../ui/FirstRows.tsx';

/** What work on many products would do, and what it would leave. */
export function BatchPlanView({ plan, verb }: { plan: BatchPlan; verb: string }) {
  const { total, changes, skipped } = plan;
  const validated = new Set(changes.filter((one) => one.validated).map(({ id }) => id)).size;
  const hasFields = changes.some(({ field }) => field !== null);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {total === 0 ? 'Aucun produit ne changerait.' : `${counted(total, 'produit')} ${verb}.`}
      </Typography>
      {validated > 0 && (
        <Alert severity="warning">
          {`${counted(validated, 'produit validé change', 'produits validés changent')} : le statut reste, et la fiche devient « modifiée depuis sa validation ».`}
        </Alert>
      )}
      {changes.length > 0 && hasFields && (
        <FirstRows rows={changes}>
          {(shown) => (
            <Box sx={{ overflowX: 'auto' }}>
              <Table size="small" aria-label="Ce qui changerait">
                <TableHead>
                  <TableRow>
                    <TableCell>Produit</TableCell>
                    <TableCell>Champ</TableCell>
                    <TableCell>Avant</TableCell>
                    <TableCell>Après</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {shown.map(({ id, label, field, from, to }) => (
                    <TableRow key={`${id} ${field}`}>
                      <TableCell sx={{ overflowWrap: 'anywhere' }}>{label}</TableCell>
                      <TableCell>{FIELD_BY_NAME.get(field ?? '')?.label ?? 'Tout'}</TableCell>
                      <TableCell sx={{ overflowWrap: 'anywhere' }}>{said(field, from)}</TableCell>
                      <TableCell sx={{ overflowWrap: 'anywhere' }}>
                        {field === null && to === null ? 'à la corbeille' : said(field, to)}
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </Box>
          )}
        </FirstRows>
      )}
      {changes.length > 0 && !hasFields && (
        <FirstRows rows={changes}>
          {(shown) => (
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {shown.map(({ id, label }) => (
                <li key={id}>{label}</li>
              ))}
            </Box>
          )}
        </FirstRows>
      )}
      {skipped.length > 0 && (
        <Box>
          <Typography sx={{ fontWeight: 600, mb: 0.5 }}>
            {counted(skipped.length, 'reste tel quel', 'restent tels quels')}
          </Typography>
          <FirstRows rows={skipped}>
            {(shown) => (
              <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary' }}>
                {shown.map(({ id, label, reason }) => (
                  <li key={`${id} ${reason}`}>{`${label} : ${reason}`}</li>
                ))}
              </Box>
            )}
          </FirstRows>
        </Box>
      )}
    </Box>
  );
}

const LENGTH = 160;

function said(field: string | null, value: FieldValue): string {
  const known = FIELD_BY_NAME.get(field ?? '');
  const text = known ? printValue(known, value) : String(value ?? '');
  if (text === '') return '(vide)';
  return shortened(text, LENGTH);
}
