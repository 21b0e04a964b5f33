import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { GridColDef } from '@mui/x-data-grid';
import { Copy, Eye, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { kindOf } from '#shared/fields/field.ts';
import type { ProductSummary } from '#shared/products/product.contract.ts';
import { GRID_FIELDS } from '#shared/products/product.fields.ts';
import { sayCounts } from '../findings/finding.counts.ts';
import { TwoLines } from '../ui/TwoLines.tsx';
import { NameLink } from './ProductCard.tsx';

/** Widths that let all columns stand beside each other on a screen of 1440 px: a long text takes two lines. */
const WIDTHS: Record<string, number> = {
  nom_client: 78,
  marque: 68,
  gamme: 70,
  nom_commercial: 112,
  fournisseur: 80,
  ref_formule: 90,
  ref_produit: 72,
  date_mise_marche: 88,
  resp_mise_marche: 90,
};

const FIELD_COLUMNS: GridColDef<ProductSummary>[] = GRID_FIELDS.map((field) => ({
  field: field.name,
  headerName: field.grid ?? field.label,
  minWidth: WIDTHS[field.name] ?? 92,
  flex: WIDTHS[field.name] ?? 92,
  display: 'flex',
  valueFormatter: (value: string | null) => printValue(field, value),
  renderCell: ({ row, formattedValue }) =>
    field.name === 'nom_commercial' ? (
      <NameLink row={row} />
    ) : (
      <TwoLines title={String(formattedValue ?? '')} isWord={kindOf(field) === 'date'}>
        {formattedValue}
      </TwoLines>
    ),
}));

/** How many findings stop a file, and how many are to be looked at. */
function FindingCounts({ findings }: Pick<ProductSummary, 'findings'>) {
  if (!findings) return <>…</>;
  return (
    <Box component="span" title={sayCounts(findings)} sx={{ display: 'flex', gap: 0.5 }}>
      {findings.rouge > 0 && (
        <Chip size="small" color="error" label={findings.rouge} aria-label={counted(findings.rouge, 'bloquante')} />
      )}
      {findings.orange > 0 && (
        <Chip
          size="small"
          color="warning"
          variant="outlined"
          label={findings.orange}
          aria-label={`${findings.orange} à regarder`}
        />
      )}
    </Box>
  );
}

interface ColumnOptions {
  mayWrite: boolean;
  onDuplicate: (row: ProductSummary) => void;
  onRemove: (row: ProductSummary) => void;
}

/** The columns of the list, and what may be done with a row: the same ones as long as they say the same. */
export function useColumns({ mayWrite, onDuplicate, onRemove }: ColumnOptions) {
  const navigate = useNavigate();
  const actionsOf = useCallback(
    (row: ProductSummary) => {
      const offered: [title: string, Icon: LucideIcon, onClick: () => void][] = [
        mayWrite
          ? ['Modifier', Pencil, () => navigate(`/products/${row.id}/edit`)]
          : ['Consulter', Eye, () => navigate(`/products/${row.id}`)],
      ];
      if (mayWrite)
        offered.push(['Dupliquer', Copy, () => onDuplicate(row)], ['Supprimer', Trash2, () => onRemove(row)]);
      return (
        <Box onClick={(event) => event.stopPropagation()} sx={{ flexShrink: 0 }}>
          {offered.map(([title, Icon, onClick]) => (
            <Tooltip key={title} title={title}>
              <IconButton size="small" aria-label={`${title} ${row.nom_commercial ?? 'ce produit'}`} onClick={onClick}>
                <Icon size={17} />
              </IconButton>
            </Tooltip>
          ))}
        </Box>
      );
    },
    [mayWrite, navigate, onDuplicate, onRemove],
  );

  const columns = useMemo<GridColDef<ProductSummary>[]>(
    () => [
      ...FIELD_COLUMNS.slice(0, -1),
      {
        field: 'progression',
        headerName: 'Progression',
        minWidth: 84,
        flex: 80,
        type: 'number',
        valueFormatter: (value: number | null) => (value === null || value === undefined ? '-' : `${value}\u00a0%`),
      },
      ...FIELD_COLUMNS.slice(-1),
      {
        field: 'control_covered',
        headerName: 'Points',
        minWidth: 62,
        flex: 56,
        type: 'number',
        sortable: false,
        valueFormatter: (value: number | null, row: ProductSummary) =>
          value === null || value === undefined ? '…' : `${value}\u00a0/\u00a0${row.control_total}`,
      },
      {
        field: 'findings',
        headerName: 'Remarques',
        minWidth: 76,
        flex: 76,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => <FindingCounts findings={row.findings} />,
      },
      {
        headerName: 'Actions',
        ...ACTIONS,
        sortable: false,
        filterable: false,
        display: 'flex',
        renderCell: ({ row }) => actionsOf(row),
      },
    ],
    [actionsOf],
  );

  return { actionsOf, columns };
}

export const ACTIONS = { field: 'actions', width: 108 };
