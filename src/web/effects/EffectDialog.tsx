import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CAUSALITY_REMARKS } from '#shared/effects/causality.ts';
import type { Effect } from '#shared/effects/effect.contract.ts';
import {
  AGE_RANGES,
  CAUSALITY,
  CRITERIA,
  type CriterionName,
  EFFECT_SOURCES,
  EFFECT_USES,
  SERIOUSNESS,
  type SeriousnessName,
  UNKNOWN,
} from '#shared/effects/effect.fields.ts';
import type { Lot } from '#shared/lots/lot.contract.ts';
import { refreshFileOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { DayInput } from '../fields/DayInput.tsx';
import { SavingDialog } from '../libraries/SavingDialog.tsx';
import { useProduct } from '../products/useProduct.ts';
import { useCopy } from '../ui/useCopy.ts';
import { EraseTexts } from './EraseTexts.tsx';
import { useEffectDoors } from './effect.doors.ts';

type TextName =
  | 'reference'
  | 'pays'
  | 'zone'
  | 'sexe'
  | 'description'
  | 'delai_apparition'
  | 'issue'
  | 'imputabilite_par'
  | 'imputabilite_motif'
  | 'mesures'
  | 'transmission_reference'
  | 'non_transmis_motif';
type DayName = 'recu_le' | 'grave_su_le' | 'imputabilite_le' | 'transmis_le' | 'clos_le';
type ChoiceName = 'source' | 'usage' | 'lot_id' | 'tranche_age' | 'imputabilite';
type Typed = Record<TextName | DayName | ChoiceName, string> & {
  gravite: Record<SeriousnessName, '' | 'oui' | 'non'>;
  criteres: Record<CriterionName, string>;
};

const TEXTS: readonly TextName[] = [
  'reference',
  'pays',
  'zone',
  'sexe',
  'description',
  'delai_apparition',
  'issue',
  'imputabilite_par',
  'imputabilite_motif',
  'mesures',
  'transmission_reference',
  'non_transmis_motif',
];
const DAYS: readonly DayName[] = ['recu_le', 'grave_su_le', 'imputabilite_le', 'transmis_le', 'clos_le'];
const CHOICES: readonly ChoiceName[] = ['source', 'usage', 'lot_id', 'tranche_age', 'imputabilite'];

function typedOf(effect: Effect | null): Typed {
  const plain = Object.fromEntries(
    [...TEXTS, ...DAYS, ...CHOICES].map((name) => [name, String(effect?.[name] ?? '')]),
  ) as Record<TextName | DayName | ChoiceName, string>;
  const answers = (Object.keys(SERIOUSNESS) as SeriousnessName[]).map((name) => {
    const said = effect?.gravite[name] ?? null;
    return [name, said === null ? '' : said ? 'oui' : 'non'] as const;
  });
  return {
    ...plain,
    source: effect?.source ?? 'consommateur',
    usage: effect?.usage ?? 'inconnu',
    pays: effect?.pays ?? 'FR',
    gravite: Object.fromEntries(answers) as Typed['gravite'],
    criteres: Object.fromEntries(
      Object.keys(CRITERIA).map((name) => [name, effect?.criteres[name as CriterionName] ?? UNKNOWN]),
    ) as Typed['criteres'],
  };
}

const bodyOf = ({ gravite, criteres, ...plain }: Typed) => ({
  ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value.trim() || null])),
  gravite: Object.fromEntries(
    Object.entries(gravite).map(([name, said]) => [name, said === '' ? null : said === 'oui']),
  ),
  criteres,
});

interface Props {
  /** `null` for a new one. */
  effect: Effect | null;
  lots: readonly Lot[];
  onClose: () => void;
}

/** One case: what was told, whether it is serious, how a person judges it, what was done. */
export function EffectDialog({ effect, lots, onClose }: Props) {
  const { id } = useProduct();
  const client = useQueryClient();
  const isAdmin = useMay('admin');
  const [typed, setTyped] = useState(() => typedOf(effect));
  const set = (values: Partial<Typed>): void => setTyped((before) => ({ ...before, ...values }));
  return (
    <SavingDialog
      record={effect}
      title={effect ? 'Effet indésirable' : 'Nouvel effet indésirable'}
      doors={useEffectDoors(id)}
      saved="Le cas est enregistré."
      refresh={['products']}
      typed={typed}
      read={() => bodyOf(typed)}
      onSaved={() => refreshFileOf(client, id)}
      onClose={onClose}
    >
      {(faults) => {
        const form = { typed, set, ...inputsOf({ typed, set, faults }) };
        return (
          <>
            <Alert severity="info">
              Ni nom, ni initiales, ni date de naissance, ni contact : ils restent dans votre propre dossier.
            </Alert>
            <Reported {...form} lots={lots} />
            <Seriousness {...form} />
            <Judgement {...form} effect={effect} />
            <Measures {...form} effect={effect} />
            {effect && isAdmin && <EraseTexts effect={effect} onErased={onClose} />}
          </>
        );
      }}
    </SavingDialog>
  );
}

interface Typing {
  typed: Typed;
  set: (values: Partial<Typed>) => void;
}
type Form = Typing & ReturnType<typeof inputsOf>;

/** The inputs of a case, each with what the server says of it. */
function inputsOf({ typed, set, faults }: Typing & { faults: Readonly<Record<string, string>> }) {
  const text = (name: TextName, label: string, more: { help?: string; rows?: number } = {}): ReactNode => (
    <TextField
      label={label}
      value={typed[name]}
      error={Boolean(faults[name])}
      helperText={faults[name] ?? more.help}
      {...(more.rows ? { multiline: true, minRows: more.rows } : {})}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const day = (name: DayName, label: string, required = false): ReactNode => (
    <DayInput
      field={{ name, label }}
      value={typed[name]}
      required={required}
      disabled={false}
      error={faults[name]}
      onChange={(value) => set({ [name]: value })}
      onBlur={() => undefined}
    />
  );
  const choice = (name: ChoiceName, label: string, options: readonly (readonly [string, string])[]): ReactNode => (
    <TextField
      select
      label={label}
      value={typed[name]}
      error={Boolean(faults[name])}
      helperText={faults[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    >
      {options.map(([key, said]) => (
        <MenuItem key={key} value={key}>
          {said}
        </MenuItem>
      ))}
    </TextField>
  );
  return { text, day, choice };
}

/** What was told, and by whom. */
function Reported({ typed, text, day, choice, lots }: Form & { lots: readonly Lot[] }) {
  return (
    <Group title="Ce qui a été rapporté">
      {day('recu_le', 'Su par la maison le', true)}
      {text('reference', 'Référence de votre dossier')}
      {choice('source', 'Source', Object.entries(EFFECT_SOURCES))}
      {text('pays', 'Pays', { help: 'Celui où l’effet a eu lieu, en deux lettres.' })}
      {choice('lot_id', 'Lot', [
        ['', 'Non connu'],
        ...lots.map((lot) => [lot.id, lot.numero] as const),
        ...(typed.lot_id && !lots.some((lot) => lot.id === typed.lot_id)
          ? [[typed.lot_id, 'Un lot mis à la corbeille'] as const]
          : []),
      ])}
      {choice('usage', 'Usage', Object.entries(EFFECT_USES))}
      {text('zone', 'Zone')}
      {choice('tranche_age', 'Tranche d’âge', [['', 'Non connue'], ...AGE_RANGES.map((one) => [one, one] as const)])}
      {text('sexe', 'Sexe')}
      {text('delai_apparition', 'Délai d’apparition')}
      <Wide>{text('description', 'Description', { rows: 3 })}</Wide>
      <Wide>{text('issue', 'Issue')}</Wide>
    </Group>
  );
}

/** Six questions: one yes makes it serious, six no not. */
function Seriousness({ typed, set, day }: Form) {
  return (
    <Group title="Gravité">
      {(Object.keys(SERIOUSNESS) as SeriousnessName[]).map((name) => (
        <TextField
          key={name}
          select
          label={SERIOUSNESS[name]}
          value={typed.gravite[name]}
          onChange={(event) => set({ gravite: { ...typed.gravite, [name]: event.target.value as '' | 'oui' | 'non' } })}
        >
          <MenuItem value="">À dire</MenuItem>
          <MenuItem value="oui">Oui</MenuItem>
          <MenuItem value="non">Non</MenuItem>
        </TextField>
      ))}
      {day('grave_su_le', 'Gravité sue le, si plus tard')}
    </Group>
  );
}

/** Causality, as a person judges it. */
function Judgement({ typed, set, text, day, choice, effect }: Form & { effect: Effect | null }) {
  return (
    <Group title="Imputabilité, jugée par une personne">
      {(Object.keys(CRITERIA) as CriterionName[]).map((name) => (
        <TextField
          key={name}
          select
          label={CRITERIA[name].label}
          value={typed.criteres[name]}
          onChange={(event) => set({ criteres: { ...typed.criteres, [name]: event.target.value } })}
        >
          {[UNKNOWN, ...CRITERIA[name].values].map((value) => (
            <MenuItem key={value} value={value}>
              {value}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {choice('imputabilite', 'Niveau', [['', 'Pas encore jugé'], ...CAUSALITY.map((one) => [one, one] as const)])}
      {text('imputabilite_par', 'Jugé par')}
      {day('imputabilite_le', 'Jugé le')}
      <Wide>{text('imputabilite_motif', 'Raison', { rows: 2 })}</Wide>
      {effect && effect.remarques.length > 0 && (
        <Wide>
          <Alert severity="warning">
            {effect.remarques.map((code) => (
              <Box key={code}>{CAUSALITY_REMARKS[code]}</Box>
            ))}
          </Alert>
        </Wide>
      )}
    </Group>
  );
}

/** What was done, and to whom it was told. */
function Measures({ text, day, effect }: Form & { effect: Effect | null }) {
  return (
    <Group title="Ce qui a été fait">
      <Wide>{text('mesures', 'Mesures correctives', { rows: 2 })}</Wide>
      {effect && effect.grave !== false && <Transmission effect={effect} />}
      {day('transmis_le', 'Transmis le')}
      {text('transmission_reference', 'Référence de la transmission')}
      <Wide>
        {text('non_transmis_motif', 'Non transmis : pourquoi', {
          rows: 2,
          help: 'S’il n’est pas à transmettre : cette phrase est imprimée au point A9.',
        })}
      </Wide>
      {day('clos_le', 'Clos le')}
    </Group>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
    <Typography component="legend" variant="h3" sx={{ mb: 1 }}>
      {title}
    </Typography>
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  </Box>
);
const Wide = ({ children }: { children: ReactNode }) => (
  <Box sx={{ gridColumn: { sm: '1 / -1' }, display: 'grid' }}>{children}</Box>
);

/** To whom it is told, and what, to be copied: Diplo sends nothing. */
function Transmission({ effect: { autorite, transmission_texte } }: { effect: Effect }) {
  const write = useCopy();
  const copy = (): void => {
    write(transmission_texte, 'Le texte est copié.');
  };
  return (
    <Wide>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
        {`Destinataire : ${autorite}. Diplo n’envoie rien.`}
      </Typography>
      <Typography
        component="pre"
        sx={{
          m: 0,
          p: 1.5,
          bgcolor: 'background.default',
          borderRadius: 1,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          fontFamily: 'inherit',
          fontSize: '0.9rem',
        }}
      >
        {transmission_texte}
      </Typography>
      <Button size="small" startIcon={<Copy size={16} />} onClick={copy} sx={{ justifySelf: 'start' }}>
        Copier ce que demande l’article 23
      </Button>
    </Wide>
  );
}
