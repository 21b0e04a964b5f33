import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { BadgeCheck, Eye, FileText, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { printInstant } from '#shared/fields/date.ts';
import { type Generation, sendGeneration } from '#shared/generations/generation.contract.ts';
import { isSealed } from '#shared/generations/generation.state.ts';
import { productName } from '#shared/products/product.label.ts';
import { DriveMark } from '../drive/DriveMark.tsx';
import { TWO_LINES } from '../ui/lines.ts';
import { TwoLines } from '../ui/TwoLines.tsx';
import type { Fold } from '../ui/useFolded.ts';
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

/** Which product a document is of. */
export const productOf = ({ product }: Generation): string => productName(product);

/** What stays in sight of a document: its state, and what can be done with it. */
export const PINNED_RIGHT = [
  { field: 'status', width: 130 },
  { field: 'actions', width: 166 },
] as const;

const twoLines: Pick<GridColDef<Generation>, 'display' | 'renderCell'> = {
  display: 'flex',
  renderCell: ({ value }) => <TwoLines title={String(value ?? '')}>{value}</TwoLines>,
};

const ONE_LINE = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The way to read a document here, in a tab of its own if wanted. */
function DocumentLink({ generation }: { generation: Generation }) {
  const kind = generation.product.nom_produit;
  const name = productOf(generation);
  return (
    <MuiLink
      component={Link}
      to={`/dips/${generation.id}`}
      color="textPrimary"
      underline="hover"
      onClick={(event) => event.stopPropagation()}
      title={productOf(generation)}
      sx={{ ...TWO_LINES, fontWeight: 600, minWidth: 0 }}
    >
      {kind && kind !== name ? (
        <>
          <Box component="span" sx={ONE_LINE}>
            {kind}
          </Box>
          <Typography component="span" color="textSecondary" sx={{ ...ONE_LINE, fontSize: '0.8rem' }}>
            {name}
          </Typography>
        </>
      ) : (
        name
      )}
    </MuiLink>
  );
}

/** A document on a telephone. */
export function GenerationCard({ generation, actions }: { generation: Generation; actions: ReactNode }) {
  const { product, template, initiated_at } = generation;
  return (
    <>
      <DocumentLink generation={generation} />
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
        {[product.nom_client, `${template.name} v${template.version}`, printInstant(initiated_at)]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 0.5, flexWrap: 'wrap' }}>
        <StatusChip generation={generation} />
        <DriveMark sent={generation} name={generation.file_name} send={sendGeneration} />
        <Box sx={{ flexGrow: 1 }} />
        {actions}
      </Box>
    </>
  );
}

/** What folds where the window is narrow: which product, its state and what can be done stay in sight. */
export const FOLDS: readonly Fold[] = [
  { below: 1240, fields: ['marque'] },
  { below: 1120, fields: ['modele'] },
  { below: 1060, fields: ['client'] },
];

/** The columns that the history and the whole list share. */
export const GENERATION_COLUMNS: GridColDef<Generation>[] = [
  { field: 'initiated_at', headerName: 'Date', width: 138, valueFormatter: (value: string) => printInstant(value) },
  {
    field: 'client',
    headerName: 'Client',
    minWidth: 110,
    flex: 110,
    sortable: false,
    valueGetter: (_, row) => row.product.nom_client,
    ...twoLines,
  },
  {
    field: 'marque',
    headerName: 'Marque',
    minWidth: 90,
    flex: 90,
    sortable: false,
    valueGetter: (_, row) => row.product.marque,
    ...twoLines,
  },
  {
    field: 'produit',
    headerName: 'Produit',
    minWidth: 150,
    flex: 170,
    sortable: false,
    display: 'flex',
    valueGetter: (_, row) => productOf(row),
    renderCell: ({ row }) => <DocumentLink generation={row} />,
  },
  {
    field: 'modele',
    headerName: 'Modèle',
    minWidth: 110,
    flex: 110,
    sortable: false,
    ...twoLines,
    valueGetter: (_, row) => `${row.template.name} v${row.template.version}`,
  },
  {
    ...PINNED_RIGHT[0],
    headerName: 'Statut',
    renderCell: ({ row }) => (
      <Stack direction="row" sx={{ height: '100%', alignItems: 'center', gap: 0.5 }}>
        <StatusChip generation={row} />
        <DriveMark sent={row} name={row.file_name} send={sendGeneration} />
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
  const name = productOf(generation);
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
