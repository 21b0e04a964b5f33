import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EVERY_CLASS, printClass } from '#shared/clp/clp.classes.ts';
import { ROUTE_LABELS, ROUTE_UNITS, ROUTES } from '#shared/clp/clp.substance.ts';
import { SAID_CLASSES } from '#shared/clp/content.classes.ts';
import { nameKey } from '#shared/fields/name.ts';
import { parseNumber, writeNumber } from '#shared/fields/number.ts';
import type { Substance, SubstanceInput } from '#shared/substances/substance.contract.ts';
import { HAZARD_NAMES, hazardCells, limitOf, readHazards } from '#shared/substances/substance.hazards.sheet.ts';
import { RecordText } from '../libraries/RecordDialog.tsx';

/** Every class with each of its categories, as people write them: « Skin Corr. 1A ». */
const CLASSES = EVERY_CLASS.map(printClass);

/** What is typed of a substance's hazards; each list was chosen among what there is. */
export function readHazardFields(form: FormData): Partial<SubstanceInput> {
  const given: Partial<SubstanceInput> = {};
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const names = Object.keys(HAZARD_NAMES);
  readHazards(Object.fromEntries(names.filter((name) => name !== 'ate').map((name) => [name, text(name)])), given, []);
  /** What is no number is sent as it was typed: it is refused at its field, never dropped. */
  const number = (name: string): number | null => {
    const typed = text(name);
    return typed === '' ? null : (parseNumber(typed) ?? (typed as unknown as number));
  };
  return {
    ...given,
    ...Object.fromEntries(NUMBERS.map((name) => [name, number(name)])),
    ate: Object.fromEntries(ROUTES.map((route) => [route, number(`ate_${route}`)])) as SubstanceInput['ate'],
    clp_non_classe: form.get('clp_non_classe') !== null,
  };
}

const NUMBERS = ['biodegradation_percent', 'phosphore_percent', 'm_aigu', 'm_chronique'] as const;

interface ChosenProps {
  name: keyof typeof HAZARD_NAMES;
  label: string;
  options: readonly string[];
  chosen: readonly string[];
  help?: string;
  error: string | undefined;
  /** What may be typed besides, as it is kept, `null` for what may not; absent: only what is offered. */
  read?: (text: string) => string | null;
  /** Told whether something stands there that is not understood. */
  onUnread: (name: string, isUnread: boolean) => void;
}

/** Several of a list, each a chip. */
function Chosen({ name, label, options, chosen, help, error, read, onUnread }: ChosenProps) {
  // One array as long as nothing is chosen: another one at each rendering empties what is being typed.
  const [values, setValues] = useState<string[]>([...chosen]);
  const [wrong, setWrong] = useState<string | null>(null);
  const [input, setInput] = useState('');
  const doubt = (text: string | null): void => {
    setWrong(text);
    onUnread(name, text !== null);
  };
  /** What was typed and not chosen is taken when it is understood, else it stays there to be mended. */
  const take = (typed: string): void => {
    const text = typed.trim();
    const found = read ? read(text) : (options.find((one) => nameKey(one) === nameKey(text)) ?? null);
    doubt(text === '' || found !== null ? null : text);
    setInput(found === null ? text : '');
    if (found !== null) setValues([...new Set([...values, found])]);
  };
  return (
    <>
      <Autocomplete
        multiple
        size="small"
        freeSolo={read !== undefined}
        autoHighlight={read === undefined}
        clearOnBlur={false}
        inputValue={input}
        onInputChange={(_, text, reason) => {
          // Taking a chip away empties nothing of what is being typed.
          if (reason !== 'removeOption') setInput(text);
        }}
        options={options}
        value={values}
        onKeyDown={(event) => {
          // Enter is for the list, never for the dialog behind it.
          if (event.key === 'Enter' && input.trim() !== '') event.preventDefault();
        }}
        onBlur={() => take(input)}
        onChange={(_, next, reason) => {
          const typed = reason === 'createOption' ? next.at(-1) : undefined;
          if (typed !== undefined) take(typed);
          else {
            if (reason !== 'removeOption') doubt(null);
            setValues(next);
          }
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            error={error !== undefined || wrong !== null}
            helperText={
              error ??
              (wrong === null ? help : `« ${wrong} » n’est pas compris. ${read ? help : 'Choisissez dans la liste.'}`)
            }
          />
        )}
      />
      <input type="hidden" name={name} value={values.join(' ; ')} />
    </>
  );
}

interface HazardProps {
  substance: Substance | null;
  faults: Record<string, string>;
  onUnread: ChosenProps['onUnread'];
}

/** What a substance is in a cleaning product, each number with its source: entered once, for all products. */
export function HazardFields({ substance, faults, onUnread }: HazardProps) {
  const cells = substance ? hazardCells(substance) : [];
  const listed = (name: keyof typeof HAZARD_NAMES): string[] => {
    const cell = cells[Object.keys(HAZARD_NAMES).indexOf(name)] ?? '';
    return cell === '' ? [] : cell.split(' ; ');
  };
  const text = (name: (typeof NUMBERS)[number], label: string) => (
    <RecordText name={name} label={label} value={writeNumber(substance?.[name])} faults={faults} />
  );
  const columns = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;
  return (
    <Box component="section" aria-labelledby="hazards-title" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" id="hazards-title">
        Dans un produit de nettoyage
      </Typography>
      <Chosen
        name="classes_detergent"
        label="Classes de composants"
        options={SAID_CLASSES}
        chosen={listed('classes_detergent')}
        help="Celles de l’annexe VII du règlement (CE) n° 648/2004, ou « aucune »."
        error={faults.classes_detergent}
        onUnread={onUnread}
      />
      <Box sx={columns}>
        <TextField
          select
          size="small"
          name="tensioactif"
          label="Tensioactif"
          defaultValue={substance?.tensioactif === true ? 'Oui' : substance?.tensioactif === false ? 'Non' : ''}
        >
          <MenuItem value="">À dire</MenuItem>
          <MenuItem value="Oui">Oui</MenuItem>
          <MenuItem value="Non">Non</MenuItem>
        </TextField>
        {text('phosphore_percent', 'Phosphore (%)')}
        {text('biodegradation_percent', 'Biodégradation finale en 28 jours (%)')}
        <RecordText
          name="biodegradation_methode"
          label="Méthode de l’essai"
          value={substance?.biodegradation_methode}
          faults={faults}
        />
      </Box>
      <RecordText
        name="biodegradation_source"
        label="Source de la biodégradation"
        value={substance?.biodegradation_source}
        faults={faults}
      />
      <Chosen
        name="clp"
        label="Classes de danger (CLP)"
        options={CLASSES}
        chosen={listed('clp')}
        help="Celles de la fiche de données de sécurité ou de l’annexe VI, avec leur catégorie."
        error={faults.clp}
        onUnread={onUnread}
      />
      <FormControlLabel
        control={<Switch name="clp_non_classe" defaultChecked={substance?.clp_non_classe ?? false} />}
        label="Substance non classée, d’après sa source"
      />
      {faults.clp_non_classe && <Typography color="error">{faults.clp_non_classe}</Typography>}
      <RecordText
        name="clp_source"
        label="Source de la classification"
        value={substance?.clp_source}
        faults={faults}
        help="Fiche de données de sécurité et sa date, annexe VI, inventaire de l’ECHA…"
      />
      <Chosen
        name="lcs"
        label="Limites de concentration spécifiques"
        options={[]}
        chosen={listed('lcs')}
        help="Écrivez par exemple « Skin Corr. 1A = 5 », puis Entrée."
        error={faults.lcs}
        onUnread={onUnread}
        read={limitOf}
      />
      <Box sx={columns}>
        {text('m_aigu', 'Facteur M aigu')}
        {text('m_chronique', 'Facteur M chronique')}
        {ROUTES.map((route) => (
          <RecordText
            key={route}
            name={`ate_${route}`}
            label={`ETA, ${ROUTE_LABELS[route]} (${ROUTE_UNITS[route]})`}
            value={writeNumber(substance?.ate[route])}
            faults={faults.ate ? { ...faults, [`ate_${route}`]: faults.ate } : faults}
          />
        ))}
      </Box>
      <Chosen
        name="aigu_inconnu"
        label="Voies de toxicité aiguë inconnue"
        options={ROUTES}
        chosen={listed('aigu_inconnu')}
        error={faults.aigu_inconnu}
        onUnread={onUnread}
      />
    </Box>
  );
}
