import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { completed } from '#shared/exposure/exposure.completed.ts';
import {
  type ExposureRecord,
  LOCAL_EFFECTS,
  type Margins,
  OTHER_CATEGORY,
  updateExposure,
} from '#shared/exposure/exposure.contract.ts';
import { ADULT_KG, EXPOSURE_ROWS, SCCS_SOURCE } from '#shared/exposure/exposure.table.ts';
import { printSafely } from '#shared/exposure/margins.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { StepSeven } from './StepSeven.tsx';

const NUMBERS = [
  ['amount_g_day', 'Quantité (g par jour)'],
  ['amount_mg_kg_day', 'Quantité mesurée (mg/kg pc/j)'],
  ['retention_factor', 'Facteur de rétention (0 à 1)'],
  ['body_weight', 'Poids corporel (kg)'],
  ['surface_cm2', 'Surface exposée (cm²)'],
  ['frequency', 'Applications par jour'],
  ['ingested_g_day', 'Quantité ingérée (g par jour)'],
  ['air_mg_m3', 'Concentration dans l’air (mg/m³)'],
  ['breathed_m3_day', 'Volume respiré (m³ par jour)'],
  ['threshold', 'Seuil de la marge'],
] as const;
type NumberName = (typeof NUMBERS)[number][0];

/** No number stands for these: the assessor writes. */
const EFFECTS: Record<(typeof LOCAL_EFFECTS)[number], string> = {
  irritation: 'Irritation',
  sensibilisation: 'Sensibilisation',
  yeux: 'Yeux',
  phototoxicite: 'Phototoxicité',
  inhalation: 'Inhalation',
};

const print = (value: number | null): string => (value === null ? '' : String(value).replace('.', ','));
/** « 1 000,5 » as a number; `undefined` for what is none. */
const read = (text: string): number | null | undefined => {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (bare === '') return null;
  return /^\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : undefined;
};

interface Form {
  category: string;
  population: ExposureRecord['population'];
  routes: string[];
  typed: Record<NumberName, string>;
  source: string;
  effects: Record<string, string>;
}

/** A record as the form holds it: numbers as texts, empty where the category’s own is taken. */
const formOf = (given: Omit<ExposureRecord, 'revision' | 'updated_at' | 'updated_by'>): Form => ({
  category: given.category ?? '',
  population: given.population,
  routes: given.routes,
  typed: Object.fromEntries(NUMBERS.map(([name]) => [name, print(given[name])])) as Record<NumberName, string>,
  source: given.source === SCCS_SOURCE ? '' : (given.source ?? ''),
  effects: given.local_effects,
});

/** How a product gets into or onto the body. Annex I, A6. */
const ROUTES = ['cutanée', 'orale', 'inhalation', 'oculaire', 'muqueuses'] as const;

/** What is typed of the exposure, and its saving. */
function useExposureForm(productId: string, exposure: Margins['exposure']) {
  const { act, busy } = useAction();
  const { revision, updated_at: _, updated_by: __, a_mg_kg_d: ___, how: ____, ...given } = exposure;
  const [form, setForm] = useState(() => formOf(given));
  const [faults, setFaults] = useState<Record<string, string>>({});
  /** What the form was filled with, and the revision a save of it stands on. */
  const base = useRef({ revision, text: JSON.stringify(formOf(given)) });
  const isTouched = JSON.stringify(form) !== base.current.text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values come with their revision
  useEffect(() => {
    const text = JSON.stringify(formOf(given));
    // What else of the record was saved is no change of the form: it stays as it is being typed.
    if (text === base.current.text) base.current.revision = revision;
    else if (!isTouched) {
      base.current = { revision, text };
      setForm(formOf(given));
    }
  }, [revision]);
  const { category, population, routes, typed, source, effects } = form;
  const set = (changed: Partial<Form>): void => setForm((before) => ({ ...before, ...changed }));
  const row = EXPOSURE_ROWS.find(({ key }) => key === category);
  const ofCategory = (name: NumberName): string =>
    row?.isConfirmed && name in row ? print(row[name as 'amount_g_day']) : '';
  const choose = (key: string): void => {
    set({ category: key });
    const found = EXPOSURE_ROWS.find((one) => one.key === key);
    // What could not be confirmed is shown, and typed by a person.
    if (!found?.isConfirmed) return;
    // What is not typed is that of the category, shown in grey: a number of one’s own is seen as such.
    setForm((before) => ({
      ...before,
      typed: {
        ...before.typed,
        amount_g_day: '',
        amount_mg_kg_day: '',
        retention_factor: '',
        surface_cm2: '',
        frequency: '',
      },
    }));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const numbers = Object.fromEntries(NUMBERS.map(([name]) => [name, read(typed[name])]));
    const wrong = NUMBERS.filter(([name]) => numbers[name] === undefined);
    setFaults(Object.fromEntries(wrong.map(([name]) => [name, 'Un nombre est attendu, par exemple 1,54.'])));
    if (wrong.length > 0) return;
    const body = {
      ...given,
      ...numbers,
      threshold: numbers.threshold ?? undefined,
      category: category || null,
      population,
      routes,
      local_effects: effects,
      source: source.trim() || null,
    };
    await act(
      async () => {
        try {
          const saved = await call(updateExposure, {
            params: { id: productId },
            body,
            headers: { 'If-Match': `"${base.current.revision}"` },
          });
          // What was saved is what the form is filled with: it follows the record again.
          base.current = { revision: saved.revision, text: JSON.stringify(form) };
          return saved;
        } catch (problem) {
          setFaults(faultsByField(problem));
          throw problem;
        }
      },
      { done: 'L’exposition est enregistrée.', refresh: ['products'] },
    );
  };
  return { form, set, faults, row, ofCategory, choose, submit, busy };
}

/** The circumstances of use, each number with where it is from. */
export function ExposureForm({ productId, exposure }: { productId: string; exposure: Margins['exposure'] }) {
  const mayWrite = useMay('write');
  const { form, set, faults, row, ofCategory, choose, submit, busy } = useExposureForm(productId, exposure);
  const { category, population, routes, typed, source, effects } = form;
  const { a_mg_kg_d, how } = exposure;
  return (
    <Card component="section" aria-label="Exposition" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Exposition
      </Typography>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))' }}>
          <TextField
            select
            size="small"
            label="Catégorie du SCCS"
            value={category}
            disabled={!mayWrite}
            onChange={(event) => choose(event.target.value)}
          >
            <MenuItem value="">À préciser</MenuItem>
            {EXPOSURE_ROWS.map(({ key, label, isConfirmed }) => (
              <MenuItem key={key} value={key}>
                {isConfirmed ? label : `${label} (chiffres à confirmer)`}
              </MenuItem>
            ))}
            <MenuItem value={OTHER_CATEGORY}>Autre : vos propres chiffres</MenuItem>
          </TextField>
          <TextField
            select
            size="small"
            label="Population"
            value={population}
            disabled={!mayWrite}
            onChange={(event) => set({ population: event.target.value as ExposureRecord['population'] })}
          >
            <MenuItem value="adulte">Adulte</MenuItem>
            <MenuItem value="enfant">Enfant</MenuItem>
          </TextField>
          <TextField
            select
            size="small"
            label="Voies d’exposition"
            value={routes}
            disabled={!mayWrite}
            slotProps={{ select: { multiple: true, renderValue: (chosen) => (chosen as string[]).join(', ') } }}
            onChange={(event) => set({ routes: event.target.value as unknown as string[] })}
          >
            {[...new Set([...ROUTES, ...routes])].map((route) => (
              <MenuItem key={route} value={route}>
                {route}
              </MenuItem>
            ))}
          </TextField>
          {NUMBERS.map(([name, label]) => (
            <TextField
              key={name}
              size="small"
              label={label}
              value={typed[name]}
              disabled={!mayWrite}
              error={Boolean(faults[name])}
              helperText={
                faults[name] ??
                (name === 'body_weight'
                  ? population === 'enfant'
                    ? 'Le poids d’un enfant se saisit.'
                    : `${ADULT_KG} kg sans autre valeur.`
                  : undefined)
              }
              placeholder={ofCategory(name)}
              slotProps={{
                htmlInput: { inputMode: 'decimal' },
                // What is not typed is that of the category: it is shown.
                ...(ofCategory(name) ? { inputLabel: { shrink: true } } : {}),
              }}
              onChange={(event) => set({ typed: { ...typed, [name]: event.target.value } })}
            />
          ))}
        </Box>
        <TextField
          size="small"
          label="Source de ces chiffres"
          value={source}
          disabled={!mayWrite}
          error={Boolean(faults.source)}
          helperText={faults.source ?? 'Étude, avis ou mesure de la maison.'}
          placeholder={row?.isConfirmed ? SCCS_SOURCE : undefined}
          slotProps={row?.isConfirmed ? { inputLabel: { shrink: true } } : {}}
          onChange={(event) => set({ source: event.target.value })}
        />
        {row && !row.isConfirmed && (
          <Alert severity="warning">
            {`Les chiffres de cette catégorie n’ont pas pu être confirmés (${print(row.amount_g_day)} g) : saisissez les vôtres, avec leur source.`}
          </Alert>
        )}
        <LocalEffects effects={effects} disabled={!mayWrite} onChange={(changed) => set({ effects: changed })} />
        <Typography role="status">
          {a_mg_kg_d === null
            ? 'La quantité journalière n’est pas encore connue.'
            : `A = ${printSafely(a_mg_kg_d, 'up')} mg/kg pc/j (${how ?? ''}). Source : ${completed(exposure).source ?? 'à préciser'}.`}
        </Typography>
        <StepSeven exposure={completed(exposure)} />
        {mayWrite && (
          <Box>
            <Button type="submit" variant="contained" loading={busy}>
              Enregistrer l’exposition
            </Button>
          </Box>
        )}
      </Box>
    </Card>
  );
}

interface EffectsProps {
  effects: Form['effects'];
  disabled: boolean;
  onChange: (effects: Form['effects']) => void;
}

/** What is known of irritation and the like. */
function LocalEffects({ effects, disabled, onChange }: EffectsProps) {
  return (
    <>
      <Typography variant="h3">Effets locaux</Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
        {LOCAL_EFFECTS.map((name) => (
          <TextField
            key={name}
            multiline
            size="small"
            label={EFFECTS[name]}
            value={effects[name] ?? ''}
            disabled={disabled}
            onChange={(event) => onChange({ ...effects, [name]: event.target.value })}
          />
        ))}
      </Box>
    </>
  );
}
