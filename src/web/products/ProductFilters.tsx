import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { PRODUCT_KIND_NAMES, PRODUCT_KINDS, type ProductKind } from '#shared/contract/product.kinds.ts';
import { isDay, printDay } from '#shared/fields/date.ts';
import { FINDING_CODE_NAMES, FINDING_CODES, type FindingCode } from '#shared/findings/finding.ts';
import { PRODUCT_MARKS, type ProductMark } from '#shared/products/product.contract.ts';
import { REPEATED_FIELDS, type RepeatedFieldName } from '#shared/products/product.fields.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { ValueFilter } from './ValueFilter.tsx';

const DAYS = [
  { name: 'marche_du', label: 'Mis sur le marché à partir du', kind: 'date', example: '' },
  { name: 'marche_au', label: 'Mis sur le marché jusqu’au', kind: 'date', example: '' },
] as const;

/** What the list of products is narrowed by, besides its search and the status. */
export const PRODUCT_FILTERS: readonly string[] = [
  ...REPEATED_FIELDS.map(({ name }) => name),
  ...DAYS.map(({ name }) => name),
  ...Object.keys(PRODUCT_MARKS),
  'finding',
  'type_produit',
  'review',
];

const REVIEWS = { mine: 'À relire par moi', late: 'Relecture en retard' } as const;

interface Props {
  filters: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string | null>) => void;
}

/** The filters of the list, one click away; those in use beside it, each one click from being gone. */
export function ProductFilters({ filters, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const used = PRODUCT_FILTERS.filter((name) => filters[name]);
  return (
    <>
      <Badge badgeContent={used.length} color="primary">
        <Button
          variant="outlined"
          startIcon={<ListFilter size={18} />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          Filtres
        </Button>
      </Badge>
      {used.map((name) => (
        <Chip
          key={name}
          label={sayFilter(name, filters[name] ?? '')}
          onDelete={() => onChange({ [name]: null })}
          sx={{ maxWidth: 320 }}
        />
      ))}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
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
              disabled={used.length === 0}
              onClick={() => onChange(Object.fromEntries(PRODUCT_FILTERS.map((name) => [name, null])))}
            >
              Tout effacer
            </Button>
            <Button variant="contained" onClick={() => setAnchor(null)}>
              Fermer
            </Button>
          </Box>
        </Box>
      </Popover>
    </>
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

function sayFilter(name: string, value: string): string {
  if (name in PRODUCT_MARKS) return PRODUCT_MARKS[name as ProductMark];
  if (name === 'finding') return FINDING_CODES[value as FindingCode]?.label ?? value;
  if (name === 'type_produit') return PRODUCT_KINDS[value as ProductKind] ?? value;
  if (name === 'review') return REVIEWS[value as keyof typeof REVIEWS] ?? value;
  if (name === 'marche_du') return `À partir du ${printDay(value)}`;
  if (name === 'marche_au') return `Jusqu’au ${printDay(value)}`;
  const field = REPEATED_FIELDS.find((one) => one.name === name);
  return `${field?.grid ?? field?.label ?? name} : ${value}`;
}
