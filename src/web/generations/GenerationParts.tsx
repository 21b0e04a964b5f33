import Chip from '@mui/material/Chip';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { GridColDef } from '@mui/x-data-grid';
import { BadgeCheck, Eye, FileText, Trash2, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { printInstant } from '#shared/fields/date.ts';
import { type Generation, isSealed } from '#shared/generations/generation.contract.ts';
import { DriveMark } from './DriveMark.tsx';
import { wordLink } from './generation.actions.ts';

export function StatusChip({ generation }: { generation: Generation }) {
  const sealed = isSealed(generation);
  return (
    <Chip
      size="small"
      color={sealed ? 'success' : 'default'}
      variant={sealed ? 'filled' : 'outlined'}
      label={sealed ? 'VALIDÉ' : 'BROUILLON'}
      sx={{ fontWeight: 600 }}
    />
  );
}

export const productName = ({ product }: Generation): string =>
  product.nom_produit ?? product.nom_commercial ?? 'Produit sans nom';

/** The columns that the history and the whole list share. */
export const GENERATION_COLUMNS: GridColDef<Generation>[] = [
  { field: 'initiated_at', headerName: 'Date', width: 150, valueFormatter: (value: string) => printInstant(value) },
  {
    field: 'client',
    headerName: 'Client',
    width: 160,
    sortable: false,
    valueGetter: (_, row) => row.product.nom_client,
  },
  { field: 'marque', headerName: 'Marque', width: 140, sortable: false, valueGetter: (_, row) => row.product.marque },
  {
    field: 'produit',
    headerName: 'Produit',
    minWidth: 180,
    flex: 1,
    sortable: false,
    valueGetter: (_, row) => productName(row),
  },
  {
    field: 'modele',
    headerName: 'Modèle',
    width: 170,
    sortable: false,
    valueGetter: (_, row) => `${row.template.name} v${row.template.version}`,
  },
  {
    field: 'status',
    headerName: 'Statut',
    width: 160,
    renderCell: ({ row }) => (
      <Stack direction="row" sx={{ height: '100%', alignItems: 'center', gap: 0.5 }}>
        <StatusChip generation={row} />
        <DriveMark generation={row} />
      </Stack>
    ),
  },
];

interface ActionsProps {
  generation: Generation;
  busy: boolean;
  mayWrite: boolean;
  /** Absent where the list does not offer it. */
  onValidate?: () => void;
  onRemove: () => void;
}

export function GenerationActionsCell({ generation, busy, mayWrite, onValidate, onRemove }: ActionsProps) {
  const sealed = isSealed(generation);
  const name = productName(generation);
  const word = sealed ? 'Télécharger le Word scellé' : 'Ouvrir le document Word';
  return (
    <Stack direction="row" sx={{ height: '100%', alignItems: 'center' }} onClick={(event) => event.stopPropagation()}>
      {generation.drive_file_url && (
        <Tooltip title="Voir le document">
          <IconButton
            size="small"
            aria-label={`Voir le document : ${name}`}
            component={Link}
            to={`/dips/${generation.id}`}
          >
            <Eye size={17} />
          </IconButton>
        </Tooltip>
      )}
      {generation.drive_file_url && (
        <Tooltip title={word}>
          <IconButton size="small" aria-label={`${word} : ${name}`} component="a" {...wordLink(generation)}>
            <FileText size={17} />
          </IconButton>
        </Tooltip>
      )}
      {!sealed && mayWrite && (
        <Tooltip title="Finaliser : déposer le Word complété">
          <IconButton
            size="small"
            aria-label={`Finaliser : ${name}`}
            component={Link}
            to={`/generation?generation=${generation.id}`}
          >
            <Upload size={17} />
          </IconButton>
        </Tooltip>
      )}
      {!sealed && mayWrite && onValidate && (
        <Tooltip title="Valider tel quel et faire le PDF">
          <span>
            <IconButton size="small" aria-label={`Valider : ${name}`} disabled={busy} onClick={onValidate}>
              {busy ? <CircularProgress size={17} /> : <BadgeCheck size={17} />}
            </IconButton>
          </span>
        </Tooltip>
      )}
      {mayWrite && (
        <Tooltip title="Supprimer">
          <span>
            <IconButton
              size="small"
              aria-label={`Supprimer la génération : ${name}`}
              disabled={busy}
              onClick={onRemove}
            >
              <Trash2 size={17} />
            </IconButton>
          </span>
        </Tooltip>
      )}
    </Stack>
  );
}
