import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { printClass } from '#shared/clp/clp.classes.ts';
import { isUnderPh, underConcluded } from '#shared/clp/clp.compute.ts';
import { dangerLabelOf, isConcluded } from '#shared/detergents/danger.label.ts';
import type { ClpAnswer, Detergent } from '#shared/detergents/detergent.contract.ts';
import { isDay } from '#shared/fields/date.ts';
import { useKept } from '../api/useKept.ts';
import { useMay } from '../auth/account.tsx';
import { DayInput } from '../fields/DayInput.tsx';
import { useProduct } from '../products/useProduct.ts';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { UnsavedNote } from '../ui/UnsavedNote.tsx';
import { ConclusionLines } from './ConclusionLines.tsx';
import { useDetergentSave } from './useDetergentSave.ts';

type Draft = Pick<Detergent, 'clp_conclusion' | 'clp_non_classe' | 'clp_par' | 'clp_le' | 'p_mentions'>;

/** What is typed, and the conclusion that it was typed over. */
interface Typed {
  base: Draft;
  draft: Draft;
  /** Somebody else saved since. */
  isMoved: boolean;
}
/** What was typed, laid over what is kept by now: what nobody typed is as somebody saved it since. */
const onto = (kept: Draft, { base, draft }: Pick<Typed, 'base' | 'draft'>): Draft => {
  const mine = (Object.keys(kept) as (keyof Draft)[]).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(base[name]),
  );
  return { ...kept, ...Object.fromEntries(mine.map((name) => [name, draft[name]])) };
};

/** What stands in the card: what is typed, laid over what is kept. */
function useConclusion(id: string, record: Detergent) {
  const { clp_conclusion, clp_non_classe, clp_par, clp_le, p_mentions } = record;
  const kept: Draft = { clp_conclusion, clp_non_classe, clp_par, clp_le, p_mentions };
  const isOther = (one: Draft): boolean => JSON.stringify(one) !== JSON.stringify(kept);
  const [typed, setTyped] = useKept<Typed>(
    `conclusion typed ${id}`,
    () => ({ base: kept, draft: kept, isMoved: false }),
    ({ draft: one }) => isOther(one),
  );
  const draft = onto(kept, typed);
  const isMoved = (typed.isMoved || isOther(typed.base)) && isOther(draft);
  const set = (values: Partial<Draft>): void => setTyped({ base: kept, draft: { ...draft, ...values }, isMoved });
  /** What is saved, or given up. */
  const give = (one: Draft): void => setTyped({ base: one, draft: one, isMoved: false });
  return { draft, kept, isMoved, set, give };
}

/** What a person concludes of the mixture: never filled in by the calculation. */
export function ConclusionCard({ record, clp }: { record: Detergent; clp: ClpAnswer }) {
  const mayWrite = useMay('write');
  const { id, ph } = useProduct();
  const { save, busy } = useDetergentSave(record);
  const { draft, kept, isMoved, set, give } = useConclusion(id, record);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept);
  const { pictogrammes, signal } = dangerLabelOf({ ...draft, public: record.public });
  const lacking = isConcluded(draft)
    ? [
        ...underConcluded(clp.resultats, draft.clp_conclusion).map(printClass),
        ...(isUnderPh(ph, draft.clp_conclusion) ? ['Skin Corr. 1 et Eye Dam. 1, par le pH'] : []),
      ]
    : [];
  const disabled = !mayWrite || busy;
  return (
    <SourcedCard
      title="Classification conclue"
      source="Une personne la conclut et en répond : règlement (CE) n° 1272/2008, articles 4, 9 et 13"
    >
      {record.sur_une_autre_composition.includes('conclusion') && (
        <Alert severity="warning">Elle a été conclue sur une autre composition : relisez-la, puis datez-la.</Alert>
      )}
      {isMoved && (
        <Alert severity="warning">
          Quelqu’un a enregistré cette conclusion depuis ce que vous avez saisi : relisez-la avant d’enregistrer.
        </Alert>
      )}
      <FormControlLabel
        control={
          <Switch
            checked={draft.clp_non_classe === true}
            disabled={disabled || draft.clp_conclusion.length > 0}
            onChange={(_, on) => set({ clp_non_classe: on ? true : null })}
          />
        }
        label="Le mélange n’est pas classé"
      />
      {draft.clp_non_classe !== true && (
        <ConclusionLines
          lines={draft.clp_conclusion}
          disabled={disabled}
          onChange={(lines) => set({ clp_conclusion: lines })}
        />
      )}
      {draft.clp_conclusion.length > 0 && (
        <Typography>
          {`Étiquette : ${[pictogrammes.join(', ') || 'aucun pictogramme', signal ?? 'sans mention d’avertissement'].join(' ; ')}.`}
        </Typography>
      )}
      {lacking.length > 0 && (
        <Alert severity="warning">{`Le calcul donne aussi, ou plus grave : ${lacking.join(', ')}.`}</Alert>
      )}
      <Autocomplete
        multiple
        freeSolo
        // What was typed is taken when one leaves, as by Enter.
        autoSelect
        size="small"
        options={[]}
        value={draft.p_mentions}
        disabled={disabled}
        onChange={(_, p) => set({ p_mentions: p.map((one) => one.toUpperCase().replace(/\s/g, '')) })}
        renderValue={(values, itemProps) =>
          values.map((value, index) => {
            const { key, ...props } = itemProps({ index });
            return <Chip key={key} size="small" label={value} {...props} />;
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            label="Mentions P de l’étiquette"
            helperText="« P102 », « P305+P351+P338 », « EUH206 », puis Entrée."
          />
        )}
      />
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          size="small"
          label="Conclue par"
          value={draft.clp_par ?? ''}
          disabled={disabled}
          onChange={(event) => set({ clp_par: event.target.value || null })}
        />
        <DayInput
          field={{ name: 'clp_le', label: 'Conclue le' }}
          value={draft.clp_le ?? ''}
          required={false}
          disabled={disabled}
          onChange={(value) => {
            if (value === '' || isDay(value)) set({ clp_le: value || null });
          }}
          onBlur={() => undefined}
        />
      </Box>
      {mayWrite && (
        <UnsavedNote isShown={isChanged} onBack={() => give(kept)}>
          <Button
            variant="contained"
            size="small"
            loading={busy}
            disabled={!isChanged}
            onClick={() =>
              void save(draft, 'La classification est enregistrée.').then((saved) => {
                if (saved) give(draft);
              })
            }
          >
            Enregistrer la classification
          </Button>
        </UnsavedNote>
      )}
    </SourcedCard>
  );
}
