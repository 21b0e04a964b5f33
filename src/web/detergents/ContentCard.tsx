import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { type ContentLabel, isOverPhosphorus } from '#shared/detergents/content.ts';
import type { Detergent } from '#shared/detergents/detergent.contract.ts';
import { isForConsumers } from '#shared/detergents/detergent.fields.ts';
import { printNumber } from '#shared/fields/number.ts';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { useCopy } from '../ui/useCopy.ts';
import { ToCheck } from './ToCheck.tsx';

/** The contents that the label names, the words to print once a person has read them, and the phosphorus of a dose. */
export function ContentCard({ label, record }: { label: ContentLabel; record: Detergent }) {
  const { familles, texte, phosphore, a_verifier } = label;
  const isConsumer = isForConsumers(record);
  return (
    <SourcedCard
      title="Contenu de l’étiquette"
      source="Règlement (CE) n° 648/2004, article 11 §3, annexes VI bis et VII, partie A"
    >
      {!isConsumer && (
        <Typography color="textSecondary">
          Le produit n’est pas vendu au consommateur : le contenu n’est pas dû sur son étiquette.
        </Typography>
      )}
      {texte && <Typography sx={{ overflowWrap: 'anywhere' }}>{texte}</Typography>}
      {texte && isConsumer && <CopyText text={texte} record={record} />}
      <ToCheck reasons={a_verifier} />
      {familles.length > 0 && (
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Classe</TableCell>
              <TableCell align="right">%</TableCell>
              <TableCell>D’où</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {familles.map(({ classe, percent, sources }) => (
              <TableRow key={classe}>
                <TableCell>{classe}</TableCell>
                <TableCell align="right">{percent === null ? '?' : printNumber(percent)}</TableCell>
                <TableCell>
                  {sources
                    .map(({ name, percent: part }) => `${name}${part === null ? '' : ` (${printNumber(part)} %)`}`)
                    .join(', ')}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {phosphore && (
        <Typography color={isOverPhosphorus(phosphore) ? 'error' : 'textPrimary'}>
          {`Phosphore : ${printNumber(phosphore.phosphore_g)} g par dose ; limite : moins de ${printNumber(phosphore.limite_g)} g.`}
        </Typography>
      )}
    </SourcedCard>
  );
}

/** The words go out once a person has read them, on this very composition. */
function CopyText({ text, record }: { text: string; record: Detergent }) {
  const { id } = useProduct();
  const write = useCopy();
  const mayWrite = useMay('write');
  const isOther = record.sur_une_autre_composition.includes('contenu');
  const isRead = record.contenu_relu !== null && !isOther;
  const way = `/products/${id}${PART_PATHS.detergent}`;
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<Copy size={16} />}
        disabled={!isRead}
        onClick={() => write(text, 'Le texte est copié.')}
      >
        Copier le texte
      </Button>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
        {isRead ? (
          record.contenu_relu
        ) : mayWrite ? (
          <>
            {isOther ? 'Relu sur une autre composition : ' : 'Il se copie une fois relu : '}
            <MuiLink component={Link} to={way} state={{ field: 'contenu_relu' }}>
              dire par qui
            </MuiLink>
          </>
        ) : isOther ? (
          'Relu sur une autre composition.'
        ) : (
          'Il se copie une fois relu.'
        )}
      </Typography>
    </Box>
  );
}
