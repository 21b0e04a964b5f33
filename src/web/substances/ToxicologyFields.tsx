import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { writeNumber } from '#shared/fields/number.ts';
import { CRAMER, POD_KINDS, type Substance, type Toxicology } from '#shared/substances/substance.contract.ts';
import { factorOf, number } from './toxicology.reading.ts';

const NUMBERS = {
  pod: 'Point de départ (mg/kg pc/j)',
  oral_bioavailability: 'Biodisponibilité orale (%)',
  dermal_absorption_percent: 'Absorption cutanée (%)',
  dermal_absorption_ug_cm2: 'Absorption cutanée (µg/cm²)',
  molecular_weight: 'Masse molaire (Da)',
  log_pow: 'Log Pow',
} as const;
const TEXTS = {
  pod_source: 'Source du point de départ',
  study: 'Étude',
  route: 'Voie (orale, cutanée, inhalation)',
  duration: 'Durée de l’étude',
  species: 'Espèce (rat, lapin, in vitro…)',
  oral_bioavailability_source: 'Source de la biodisponibilité',
  dermal_absorption_source: 'Source de l’absorption cutanée',
} as const;

/** What is typed of a substance's toxicology. */
export function readToxicology(form: FormData): Toxicology {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  return {
    ...(Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, number(text(name))])) as Pick<
      Toxicology,
      keyof typeof NUMBERS
    >),
    ...(Object.fromEntries(Object.keys(TEXTS).map((name) => [name, text(name) || null])) as Pick<
      Toxicology,
      keyof typeof TEXTS
    >),
    pod_kind: (text('pod_kind') || null) as Toxicology['pod_kind'],
    cramer: (text('cramer') || null) as Toxicology['cramer'],
    factors: text('factors')
      .split(/[;\n]/)
      .filter((one) => one.trim() !== '')
      .map(factorOf),
    genotoxic_alert: form.get('genotoxic_alert') !== null,
    profile: text('profile') || null,
  };
}

/** Points of departure and absorptions, each with its source: entered once, for all products. */
export function ToxicologyFields({
  substance,
  faults,
}: {
  substance: Substance | null;
  faults: Record<string, string>;
}) {
  const field = (name: keyof typeof NUMBERS | keyof typeof TEXTS, label: string, value: string) => (
    <TextField
      key={name}
      name={name}
      size="small"
      label={label}
      defaultValue={value}
      error={Boolean(faults[name])}
      helperText={faults[name]}
      slotProps={name in NUMBERS ? { htmlInput: { inputMode: 'decimal' } } : {}}
    />
  );
  return (
    <Box component="section" aria-label="Toxicologie" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">Toxicologie</Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {field('pod', NUMBERS.pod, writeNumber(substance?.pod))}
        <TextField select name="pod_kind" size="small" label="Nature" defaultValue={substance?.pod_kind ?? ''}>
          <MenuItem value="">À préciser</MenuItem>
          {POD_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {kind}
            </MenuItem>
          ))}
        </TextField>
        {field('pod_source', TEXTS.pod_source, substance?.pod_source ?? '')}
        {field('study', TEXTS.study, substance?.study ?? '')}
        {field('route', TEXTS.route, substance?.route ?? '')}
        {field('duration', TEXTS.duration, substance?.duration ?? '')}
        {field('species', TEXTS.species, substance?.species ?? '')}
        {field('oral_bioavailability', NUMBERS.oral_bioavailability, writeNumber(substance?.oral_bioavailability))}
        {field(
          'oral_bioavailability_source',
          TEXTS.oral_bioavailability_source,
          substance?.oral_bioavailability_source ?? '',
        )}
        {field(
          'dermal_absorption_percent',
          NUMBERS.dermal_absorption_percent,
          writeNumber(substance?.dermal_absorption_percent),
        )}
        {field(
          'dermal_absorption_ug_cm2',
          NUMBERS.dermal_absorption_ug_cm2,
          writeNumber(substance?.dermal_absorption_ug_cm2),
        )}
        {field('dermal_absorption_source', TEXTS.dermal_absorption_source, substance?.dermal_absorption_source ?? '')}
        {field('molecular_weight', NUMBERS.molecular_weight, writeNumber(substance?.molecular_weight))}
        {field('log_pow', NUMBERS.log_pow, writeNumber(substance?.log_pow))}
        <TextField select name="cramer" size="small" label="Classe de Cramer" defaultValue={substance?.cramer ?? ''}>
          <MenuItem value="">Aucune</MenuItem>
          {CRAMER.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Factors substance={substance} fault={faults.divisor} />
      <FormControlLabel
        control={<Switch name="genotoxic_alert" defaultChecked={substance?.genotoxic_alert ?? false} />}
        label="Alerte de génotoxicité"
      />
      <TextField name="profile" label="Profil toxicologique" multiline minRows={2} defaultValue={substance?.profile} />
    </Box>
  );
}

/** What the SCCS divides by where a better study is missing: proposed, and written only by who clicks. */
const PROPOSED = ['LOAEL ÷ 3', 'étude subaiguë ÷ 3'] as const;

function Factors({ substance, fault }: { substance: Substance | null; fault: string | undefined }) {
  const [text, setText] = useState(() =>
    (substance?.factors ?? []).map(({ label, divisor }) => `${label} ÷ ${writeNumber(divisor)}`).join(' ; '),
  );
  return (
    <Box>
      <TextField
        name="factors"
        size="small"
        fullWidth
        label="Facteurs"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={Boolean(fault)}
        helperText={fault ?? 'Par exemple « LOAEL ÷ 3 ; étude subaiguë ÷ 3 ». Rien n’est appliqué sans être écrit ici.'}
      />
      {PROPOSED.filter((one) => !text.includes(one)).map((one) => (
        <Button key={one} size="small" onClick={() => setText(text.trim() ? `${text.trim()} ; ${one}` : one)}>
          {`Ajouter « ${one} »`}
        </Button>
      ))}
    </Box>
  );
}
