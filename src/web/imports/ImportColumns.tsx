import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { counted } from '#shared/fields/counted.ts';
import type { ImportColumn, SheetImport } from '#shared/imports/import.contract.ts';
import { FIELDS, type FieldName, getField } from '#shared/products/product.fields.ts';
import type { Saying } from './ImportPage.tsx';

interface Props {
  file: SheetImport;
  onSay: (said: Saying) => void;
}

const isAsked = ({ field, also }: ImportColumn): boolean => field === null && also.length > 0;

/** What each column of a file is: proposed by its name, said by a person. */
export function ImportColumns({ file: { columns }, onSay }: Props) {
  const asked = columns.filter(isAsked).length;
  const taken = columns.filter(({ field }) => field !== null).length;
  /** No two columns are the same field: the other one is left. */
  const choose = (at: number, field: string | null): void =>
    onSay((file) => ({
      columns: file.columns.map((column, index) => ({
        header: column.header,
        field: (index === at
          ? field
          : field !== null && column.field === field
            ? null
            : column.field) as FieldName | null,
      })),
    }));
  return (
    <Card component="section" aria-label="Colonnes du fichier" sx={{ p: 2.5 }}>
      <Typography variant="h2">Colonnes</Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }} role="status">
        {[
          `${counted(taken, 'colonne importée', 'colonnes importées')} sur ${columns.length}`,
          ...(asked > 0 ? [`${counted(asked, 'demande', 'demandent')} votre réponse`] : []),
        ].join(' ; ')}
        .
      </Typography>
      <Box component="ul" aria-label="Colonnes du fichier" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {columns.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
          <Box component="li" key={at} sx={ROW}>
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {column.header || `Colonne ${at + 1}`}
              </Typography>
              <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
                {column.samples.join(' · ')}
              </Typography>
            </Box>
            <FieldChoice
              column={column}
              label={column.header ? `Champ de la colonne « ${column.header} »` : `Champ de la colonne ${at + 1}`}
              onChoose={(field) => choose(at, field)}
            />
            <Box sx={{ fontSize: '0.88rem', color: 'text.secondary' }}>
              {isAsked(column) && (
                <Chip size="small" color="warning" variant="outlined" label="À dire" sx={{ mr: 1 }} />
              )}
              {column.why}
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

/** Its name, what it is, and why: side by side, one below the other on a telephone. */
const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 260px minmax(0, 1fr)' },
  columnGap: 2,
  rowGap: 0.5,
  alignItems: 'start',
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
} as const;

function FieldChoice({
  column: { field, also },
  label,
  onChoose,
}: {
  column: ImportColumn;
  label: string;
  onChoose: (field: string | null) => void;
}) {
  const first = also.filter((name) => name !== field);
  const others = FIELDS.filter(({ name }) => !first.includes(name));
  return (
    <TextField
      select
      size="small"
      fullWidth
      hiddenLabel
      value={field ?? ''}
      onChange={(event) => onChoose(event.target.value || null)}
      slotProps={{
        select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } },
      }}
    >
      <MenuItem value="">Ne pas importer</MenuItem>
      {first.map((name) => (
        <MenuItem key={name} value={name} sx={{ fontWeight: 600 }}>
          {getField(name as FieldName).label}
        </MenuItem>
      ))}
      {others.map(({ name, label }) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
