import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { capital } from '#shared/fields/capital.ts';
import { type Facts, POPULATIONS, RINSES, SPRAYS, ZONES } from '#shared/regulation/facts.contract.ts';

/** What people call common products; another name is as good. */
const CATEGORIES = [
  'crème visage',
  'lait corps',
  'crème mains',
  'shampooing',
  'après-shampooing',
  'gel douche',
  'savon',
  'déodorant',
  'dentifrice',
  'bain de bouche',
  'eau de parfum',
  'rouge à lèvres',
  'mascara',
  'fond de teint',
  'vernis à ongles',
  'coloration capillaire',
  'crème solaire',
  'crème dépilatoire',
];
const RINSE_LABELS = { rince: 'Rincé', non_rince: 'Non rincé' };

const TRUTHS = [
  ['professional', 'Usage professionnel'],
  ['inhalable', 'Peut être inhalé'],
  ['mucous', 'Sur les muqueuses'],
  ['eyes', 'Pour les yeux'],
  ['intimate', 'Hygiène intime'],
] as const satisfies readonly (readonly [keyof Facts, string])[];

interface Props {
  facts: Facts;
  disabled: boolean;
  onChange: (facts: Facts) => void;
}

/** What the annexes ask of a product. What is left open stays « à vérifier ». */
export function FactsForm({ facts, disabled, onChange }: Props) {
  const choose = <K extends 'rinse' | 'zone' | 'population' | 'spray'>(
    name: K,
    label: string,
    options: readonly NonNullable<Facts[K]>[],
    say: (option: string) => string = capital,
  ) => (
    <TextField
      select
      size="small"
      label={label}
      value={facts[name] ?? ''}
      disabled={disabled}
      onChange={(event) => onChange({ ...facts, [name]: (event.target.value || null) as Facts[K] })}
    >
      <MenuItem value="">À préciser</MenuItem>
      {options.map((option) => (
        <MenuItem key={String(option)} value={String(option)}>
          {say(String(option))}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))' }}>
      <Autocomplete
        freeSolo
        size="small"
        options={CATEGORIES}
        value={facts.category}
        disabled={disabled}
        onChange={(_, category) => onChange({ ...facts, category: category || null })}
        onBlur={(event) => {
          const typed = (event.target as HTMLInputElement).value.trim() || null;
          if (typed !== facts.category) onChange({ ...facts, category: typed });
        }}
        renderInput={(params) => <TextField {...params} label="Catégorie de produit" />}
      />
      {choose('rinse', 'Rinçage', RINSES, (one) => RINSE_LABELS[one as keyof typeof RINSE_LABELS])}
      {choose('zone', 'Zone', ZONES)}
      {choose('population', 'Population', POPULATIONS)}
      {choose('spray', 'Vaporisation', SPRAYS)}
      {TRUTHS.map(([name, label]) => (
        <TextField
          key={name}
          select
          size="small"
          label={label}
          value={facts[name] === null ? '' : facts[name] ? 'oui' : 'non'}
          disabled={disabled}
          onChange={(event) =>
            onChange({ ...facts, [name]: event.target.value === '' ? null : event.target.value === 'oui' })
          }
        >
          <MenuItem value="">À préciser</MenuItem>
          <MenuItem value="oui">Oui</MenuItem>
          <MenuItem value="non">Non</MenuItem>
        </TextField>
      ))}
    </Box>
  );
}
