import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface Props {
  /** The columns of a file, each with what it is taken for. */
  columns: readonly { header: string; field: string | null }[];
  fields: readonly { name: string; label: string }[];
  disabled: boolean;
  /** What all columns are taken for, after one was chosen: no two for the same. */
  onChange: (fields: (string | null)[]) => void;
}

/** Which column of a file is which. */
export function ColumnPicker({ columns, fields, disabled, onChange }: Props) {
  const choose = (index: number, field: string | null): void =>
    onChange(
      columns.map((column, at) =>
        at === index ? field : field !== null && column.field === field ? null : column.field,
      ),
    );
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))', pt: 0.5 }}>
      {columns.map(({ header, field }, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
          key={index}
          select
          size="small"
          label={header || `Colonne ${index + 1}`}
          value={field ?? ''}
          disabled={disabled}
          onChange={(event) => choose(index, event.target.value || null)}
        >
          <MenuItem value="">Ne pas importer</MenuItem>
          {fields.map(({ name, label }) => (
            <MenuItem key={name} value={name}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  );
}
