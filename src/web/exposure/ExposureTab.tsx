import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { FileOutput } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { completed } from '#shared/exposure/exposure.completed.ts';
import {
  type ExposureRecord,
  exportMargins,
  getMargins,
  LOCAL_EFFECTS,
  type Margins,
  OTHER_CATEGORY,
  updateExposure,
} from '#shared/exposure/exposure.contract.ts';
import { ADULT_KG, EXPOSURE_ROWS, SCCS_SOURCE } from '#shared/exposure/exposure.table.ts';
import { printSafely } from '#shared/exposure/margins.ts';
import { counted } from '#shared/fields/counted.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import { printNumber, toMicros } from '#shared/formulas/percent.ts';
import { call, download, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

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

/** How much of the product a person is exposed to, and how far each substance is from what was shown to be safe. */
export function ExposureTab({ productId }: { productId: string }) {
  const { act, busy } = useAction();
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(getMargins, { params: { id: productId } }),
    staleTime: 0,
  });
  if (isPending) return <Loading label="Calcul des marges…" />;
  if (error)
    return (
      <LoadError
        message="Les marges n’ont pas pu être calculées."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const margins = data.data;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ExposureForm key={margins.exposure.revision} productId={productId} exposure={margins.exposure} />
      <Card component="section" aria-label="Marges de sécurité" sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
          <Typography variant="h2" sx={{ flexGrow: 1 }}>
            Marges de sécurité
          </Typography>
          <Button
            startIcon={<FileOutput size={17} />}
            loading={busy}
            disabled={margins.rows.length === 0}
            onClick={() => void act(() => download(exportMargins, { id: productId }, 'marges.xlsx'))}
          >
            Exporter en Excel
          </Button>
        </Box>
        <Rows margins={margins} productId={productId} />
      </Card>
      {margins.to_document.length > 0 && (
        <Card component="section" aria-label="À documenter" sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Typography variant="h2">{`À documenter : ${counted(margins.to_document.length, 'substance')}`}</Typography>
          <Typography color="textSecondary" sx={{ mb: 1 }}>
            Sans point de départ ni classe de Cramer : complétez leur fiche, dans « Substances ».
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {margins.to_document.map(({ inci }) => inci).join(', ')}
          </Typography>
        </Card>
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        SED = A × C/100 × absorption/100 ; MoS = POD systémique ÷ SED. Les SED sont arrondies vers le haut, les MoS vers
        le bas. Aide à la préparation : ces résultats viennent des données saisies. L’évaluation de la sécurité relève
        de la personne qualifiée désignée au point B.4.
      </Typography>
    </Box>
  );
}

function ExposureForm({ productId, exposure }: { productId: string; exposure: Margins['exposure'] }) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const { revision, updated_at: _, updated_by: __, a_mg_kg_d, how, ...given } = exposure;
  const [category, setCategory] = useState(given.category ?? '');
  const [population, setPopulation] = useState(given.population);
  const [typed, setTyped] = useState<Record<NumberName, string>>(
    () => Object.fromEntries(NUMBERS.map(([name]) => [name, print(given[name])])) as Record<NumberName, string>,
  );
  const [source, setSource] = useState(given.source === SCCS_SOURCE ? '' : (given.source ?? ''));
  const [effects, setEffects] = useState(given.local_effects);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const row = EXPOSURE_ROWS.find(({ key }) => key === category);
  const ofCategory = (name: NumberName): string =>
    row?.isConfirmed && name in row ? print(row[name as 'amount_g_day']) : '';
  const choose = (key: string): void => {
    setCategory(key);
    const found = EXPOSURE_ROWS.find((one) => one.key === key);
    // What could not be confirmed is shown, and typed by a person.
    if (!found?.isConfirmed) return;
    // What is not typed is that of the category, shown in grey: a number of one’s own is seen as such.
    setTyped((before) => ({
      ...before,
      amount_g_day: '',
      amount_mg_kg_day: '',
      retention_factor: '',
      surface_cm2: '',
      frequency: '',
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
      local_effects: effects,
      source: source.trim() || null,
    };
    await act(
      async () => {
        try {
          return await call(updateExposure, {
            params: { id: productId },
            body,
            headers: { 'If-Match': `"${revision}"` },
          });
        } catch (problem) {
          setFaults(faultsByField(problem));
          throw problem;
        }
      },
      { done: 'L’exposition est enregistrée.', refresh: ['products'] },
    );
  };
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
            onChange={(event) => setPopulation(event.target.value as ExposureRecord['population'])}
          >
            <MenuItem value="adulte">Adulte</MenuItem>
            <MenuItem value="enfant">Enfant</MenuItem>
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
              onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
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
          onChange={(event) => setSource(event.target.value)}
        />
        {row && !row.isConfirmed && (
          <Alert severity="warning">
            {`Les chiffres de cette catégorie n’ont pas pu être confirmés (${print(row.amount_g_day)} g) : saisissez les vôtres, avec leur source.`}
          </Alert>
        )}
        <Typography variant="h3">Effets locaux</Typography>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
          {LOCAL_EFFECTS.map((name) => (
            <TextField
              key={name}
              multiline
              size="small"
              label={EFFECTS[name]}
              value={effects[name] ?? ''}
              disabled={!mayWrite}
              onChange={(event) => setEffects((before) => ({ ...before, [name]: event.target.value }))}
            />
          ))}
        </Box>
        <Typography role="status">
          {a_mg_kg_d === null
            ? 'La quantité journalière n’est pas encore connue.'
            : `A = ${printSafely(a_mg_kg_d, 'up')} mg/kg pc/j (${how ?? ''}). Source : ${completed(exposure).source ?? 'à préciser'}.`}
        </Typography>
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

/** Where the table does not fit each substance is a block, each cell a line that says what it is: the roles stay those of a table. */
const STACKED = {
  '@media (max-width: 1199.95px)': {
    display: 'block',
    '& thead': { display: 'none' },
    '& tbody': { display: 'block' },
    '& tr': { display: 'block', py: 1, borderBottom: 1, borderColor: 'divider' },
    '& td': { display: 'block', border: 0, p: 0, py: 0.25, textAlign: 'left', minWidth: 0, maxWidth: 'none' },
    '& td:empty': { display: 'none' },
    '& td[data-label]::before': { content: 'attr(data-label) "\\00a0: "', color: 'text.secondary', fontWeight: 400 },
  },
} as const;

function Rows({ margins, productId }: { margins: Margins; productId: string }) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const { exposure, rows } = margins;
  if (rows.length === 0)
    return (
      <Typography color="textSecondary">
        Aucune substance de la formule n’a de point de départ. Saisissez-le une fois, dans sa fiche : il sert à tous les
        produits.
      </Typography>
    );
  const { a_mg_kg_d: _, how: __, revision, updated_at: ___, updated_by: ____, ...record } = exposure;
  const remark = (inci: string, text: string): void => {
    if (text.trim() === (record.remarks[nameKey(inci)] ?? '')) return;
    void act(
      () =>
        call(updateExposure, {
          params: { id: productId },
          body: { ...record, remarks: { ...record.remarks, [nameKey(inci)]: text.trim() } },
          headers: { 'If-Match': `"${revision}"` },
        }),
      { refresh: ['products'] },
    );
  };
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" role="table" aria-label="Marges de sécurité" sx={STACKED}>
        <TableHead>
          <TableRow>
            <TableCell>INCI</TableCell>
            <TableCell align="right">%</TableCell>
            <TableCell>Absorption</TableCell>
            <TableCell align="right">SED (mg/kg pc/j)</TableCell>
            <TableCell align="right">POD systémique</TableCell>
            <TableCell align="right">MoS</TableCell>
            <TableCell>À savoir, remarque</TableCell>
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {rows.map((row) => {
            const isBelow = row.mos !== null && row.mos < row.threshold;
            return (
              <TableRow key={row.inci} role="row">
                <TableCell
                  role="cell"
                  sx={{ overflowWrap: 'break-word', minWidth: 140, maxWidth: 240, fontWeight: 600 }}
                >
                  {row.inci}
                </TableCell>
                <TableCell role="cell" data-label="%" align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {`${printNumber(toMicros(row.percent))}${row.bound === 'max' ? ' (borne haute)' : ''}`}
                </TableCell>
                <TableCell role="cell" data-label="Absorption">
                  {row.absorption}
                </TableCell>
                <TableCell role="cell" data-label="SED (mg/kg pc/j)" align="right">
                  {row.sed_mg_kg_d === null ? '–' : printSafely(row.sed_mg_kg_d, 'up')}
                </TableCell>
                <TableCell role="cell" data-label="POD systémique" align="right" sx={{ minWidth: 170 }}>
                  {row.pod_sys === null ? '–' : printSafely(row.pod_sys, 'down')}
                  <Typography color="textSecondary" sx={{ fontSize: '0.78rem' }}>
                    {[row.pod_kind, row.pod_source].filter(Boolean).join(', ')}
                  </Typography>
                </TableCell>
                <TableCell
                  role="cell"
                  data-label="MoS"
                  align="right"
                  sx={{ fontWeight: 600, color: isBelow ? 'error.main' : undefined, whiteSpace: 'nowrap' }}
                >
                  {row.mos === null
                    ? row.ttc === null
                      ? '–'
                      : `TTC ${print(row.ttc)} µg/kg`
                    : `${printSafely(row.mos, 'down')}${isBelow ? ` (< ${print(row.threshold)})` : ''}`}
                </TableCell>
                <TableCell role="cell" sx={{ fontSize: '0.82rem', lineHeight: 1.35, minWidth: 220 }}>
                  {row.note}
                  <TextField
                    key={row.remark}
                    size="small"
                    multiline
                    fullWidth
                    placeholder="Remarque"
                    sx={{ mt: row.note ? 0.75 : 0 }}
                    defaultValue={row.remark ?? ''}
                    disabled={!mayWrite || busy}
                    slotProps={{ htmlInput: { 'aria-label': `Remarque sur ${row.inci}` } }}
                    onBlur={(event) => remark(row.inci, event.target.value)}
                  />
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
}
