import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Pencil, Trash2 } from 'lucide-react';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import type { Lot } from '#shared/lots/lot.contract.ts';
import { FirstRows } from '../ui/FirstRows.tsx';

interface Props {
  lots: readonly Lot[];
  mayWrite: boolean;
  onEdit: (lot: Lot) => void;
  onRemove: (lot: Lot) => void;
}

const day = (value: string | null): string => (value ? printDay(value) : '–');

/** The lots in a table; on a narrow screen one below the other. */
export function LotRows({ lots, ...acts }: Props) {
  const isNarrow = useMediaQuery('(max-width: 899.95px)', { noSsr: true });
  return (
    <FirstRows rows={lots}>
      {(shown) => (isNarrow ? <Lines lots={shown} {...acts} /> : <Rows lots={shown} {...acts} />)}
    </FirstRows>
  );
}

function Rows({ lots, mayWrite, onEdit, onRemove }: Props) {
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label="Lots">
        <TableHead>
          <TableRow>
            <TableCell>Numéro</TableCell>
            <TableCell>Fabriqué le</TableCell>
            <TableCell>Première mise</TableCell>
            <TableCell>Dernière mise</TableCell>
            <TableCell align="right">Quantité</TableCell>
            {mayWrite && <TableCell align="right">Actions</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {lots.map((lot) => (
            <TableRow key={lot.id}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {lot.numero}
              </TableCell>
              <TableCell>{day(lot.fabrique_le)}</TableCell>
              <TableCell>{day(lot.premiere_mise)}</TableCell>
              <TableCell>{day(lot.derniere_mise)}</TableCell>
              <TableCell align="right">{lot.quantite === null ? '–' : printNumber(lot.quantite)}</TableCell>
              {mayWrite && (
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  <Acts lot={lot} onEdit={onEdit} onRemove={onRemove} />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Lines({ lots, mayWrite, onEdit, onRemove }: Props) {
  return (
    <List dense disablePadding aria-label="Lots">
      {lots.map((lot) => (
        <ListItem key={lot.id} divider disableGutters sx={{ gap: 1 }}>
          <ListItemText
            primary={lot.numero}
            secondary={[
              lot.fabrique_le && `fabriqué le ${printDay(lot.fabrique_le)}`,
              lot.premiere_mise && `sur le marché le ${printDay(lot.premiere_mise)}`,
              lot.derniere_mise && `jusqu’au ${printDay(lot.derniere_mise)}`,
              lot.quantite !== null && counted(lot.quantite, 'unité'),
            ]
              .filter(Boolean)
              .join(', ')}
            slotProps={{ primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } } }}
          />
          {mayWrite && <Acts lot={lot} onEdit={onEdit} onRemove={onRemove} />}
        </ListItem>
      ))}
    </List>
  );
}

const Acts = ({ lot, onEdit, onRemove }: Pick<Props, 'onEdit' | 'onRemove'> & { lot: Lot }) => (
  <>
    <IconButton size="small" aria-label={`Modifier le lot ${lot.numero}`} onClick={() => onEdit(lot)}>
      <Pencil size={17} />
    </IconButton>
    <IconButton size="small" aria-label={`Mettre le lot ${lot.numero} à la corbeille`} onClick={() => onRemove(lot)}>
      <Trash2 size={17} />
    </IconButton>
  </>
);
