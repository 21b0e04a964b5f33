import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { PRODUCT_KIND_NAMES, PRODUCT_KINDS } from '#shared/contract/product.kinds.ts';
import { isDay } from '#shared/fields/date.ts';
import { FINDING_CODE_NAMES, FINDING_CODES } from '#shared/findings/finding.ts';
import { PRODUCT_MARKS } from '#shared/products/product.contract.ts';
import { REPEATED_FIELDS, type RepeatedFieldName } from '#shared/products/product.fields.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { DAYS, type FilterProps, PRODUCT_FILTERS, REVIEWS } from './product.filters.ts';
import { ValueFilter } from './ValueFilter.tsx';

interface Props extends FilterProps {
  /** What it opens below; `null` while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** Every filter of the list, to be chosen. */
export function ProductFilterPanel({ filters, onChange, anchor, onClose }: Props) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Filtres', sx: { p: 2.5, width: 380, maxWidth: '94vw' } } }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="h3" component="h2">
          Filtrer les produits
        </Typography>
        {REPEATED_FIELDS.map(({ name, grid, label }) => (
          <ValueFilter
            key={name}
            field={name as RepeatedFieldName}
            label={grid ?? label}
            value={filters[name] ?? ''}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        {DAYS.map((field) => (
          <DayInput
            key={field.name}
            field={field}
            value={filters[field.name] ?? ''}
            required={false}
            disabled={false}
            onChange={(day) => (day === '' || isDay(day)) && onChange({ [field.name]: day || null })}
            onBlur={() => undefined}
          />
        ))}
        <Choice
          label="Remarque"
          value={filters.finding}
          choices={FINDING_CODE_NAMES.map((code) => [code, FINDING_CODES[code].label])}
          onChange={(finding) => onChange({ finding })}
        />
        <Choice
          label="Relecture"
          value={filters.review}
          choices={Object.entries(REVIEWS)}
          onChange={(review) => onChange({ review })}
        />
        <Choice
          label="Nature"
          value={filters.type_produit}
          choices={PRODUCT_KIND_NAMES.map((kind) => [kind, PRODUCT_KINDS[kind]])}
          onChange={(type_produit) => onChange({ type_produit })}
        />
        <Box>
          {Object.entries(PRODUCT_MARKS).map(([mark, label]) => (
            <FormControlLabel
              key={mark}
              control={
                <Switch
                  checked={filters[mark] === 'true'}
                  onChange={(_, on) => onChange({ [mark]: on ? 'true' : null })}
                />
              }
              label={label}
            />
          ))}
        </Box>
        <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
          <Button
            disabled={PRODUCT_FILTERS.every((name) => !filters[name])}
            onClick={() => onChange(Object.fromEntries(PRODUCT_FILTERS.map((name) => [name, null])))}
          >
            Tout effacer
          </Button>
          <Button variant="contained" onClick={onClose}>
            Fermer
          </Button>
        </Box>
      </Box>
    </Popover>
  );
}

/** One of some, or all of them. */
const Choice = ({
  label,
  value = '',
  choices,
  onChange,
}: {
  label: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string | null) => void;
}) => (
  <TextField select size="small" label={label} value={value} onChange={(event) => onChange(event.target.value || null)}>
    <MenuItem value="">Toutes</MenuItem>
    {choices.map(([name, text]) => (
      <MenuItem key={name} value={name}>
        {text}
      </MenuItem>
    ))}
  </TextField>
);
