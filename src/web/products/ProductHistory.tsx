import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { printInstant } from '#shared/fields/date.ts';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { listRevisions, type Revision } from '#shared/products/product.contract.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { useProduct } from './useProduct.ts';

/** Every save of a product: who, when, and what it changed, from what to what. */
export function ProductHistory() {
  const { id } = useProduct();
  const { data, error, isPending, refetch } = useQuery(queryOf(listRevisions, { params: { id } }));
  if (isPending) return <Loading />;
  if (error)
    return (
      <LoadError message="L’historique n’a pas pu être chargé." detail={error.message} onRetry={() => void refetch()} />
    );
  return data.data.map((revision) => (
    <Accordion
      key={revision.revision}
      disableGutters
      variant="outlined"
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ChevronDown size={18} />}>
        <Typography>
          Version {revision.revision}, {printInstant(revision.at)}
          <Typography component="span" color="textSecondary">
            {' '}
            – {revision.by ?? 'inconnu'}, {countOf(revision)}
          </Typography>
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {revision.changes.map((change) => (
          <Box key={change.field} sx={{ mb: 1.25 }}>
            <Typography sx={{ fontSize: '0.9rem', fontWeight: 600 }}>{change.label}</Typography>
            <Typography component="del" color="textSecondary" sx={{ display: 'block', whiteSpace: 'pre-line' }}>
              {printChange(change.field, change.from)}
            </Typography>
            <Typography component="ins" sx={{ display: 'block', textDecoration: 'none', whiteSpace: 'pre-line' }}>
              {printChange(change.field, change.to) || 'Vide'}
            </Typography>
          </Box>
        ))}
      </AccordionDetails>
    </Accordion>
  ));
}

function countOf({ changes }: Revision): string {
  if (changes.length === 0) return 'aucun changement';
  return changes.length === 1 ? 'un changement' : `${changes.length} changements`;
}

function printChange(name: string, value: string | number | null): string {
  const field = FIELD_BY_NAME.get(name);
  return field ? printValueWithUnit(field, value) : String(value ?? '');
}
