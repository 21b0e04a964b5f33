import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { parseNumber, writeNumber } from '#shared/fields/number.ts';
import type { Lot } from '#shared/lots/lot.contract.ts';
import { STUDY_TYPES, type Study, type StudyType, TOLERANCE } from '#shared/studies/study.contract.ts';
import { PROPOSALS } from '#shared/studies/study.ts';
import { refreshFileOf } from '../api/query.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { SavingDialog } from '../libraries/SavingDialog.tsx';
import { useProduct } from '../products/useProduct.ts';
import { CriteriaLines, type CriterionTexts, PointLines, type PointTexts } from './StudyLines.tsx';
import { useStudyDoors, valuesOf } from './study.doors.ts';

/** What is typed of a study, as texts. */
interface Typed {
  type: StudyType;
  lot_id: string;
  conditionnement: string;
  laboratoire: string;
  protocole: string;
  debut: string;
  tolerance: string;
  /** One a line. */
  conditions: string;
  points: PointTexts[];
  criteres: CriterionTexts[];
  conclusion: string;
}

const typedOf = (study: Study | null): Typed => ({
  type: study?.type ?? 'accélérée',
  lot_id: study?.lot_id ?? '',
  conditionnement: study?.conditionnement ?? '',
  laboratoire: study?.laboratoire ?? '',
  protocole: study?.protocole ?? '',
  debut: study?.debut ?? '',
  tolerance: String(study?.tolerance_jours ?? TOLERANCE.days),
  conditions: (study?.conditions ?? []).join('\n'),
  points: (study?.points ?? []).map(({ valeur, unite }) => ({ valeur: String(valeur), unite })),
  criteres: (study?.criteres ?? []).map(({ nom, unite, min, max, attendu }) => ({
    nom,
    unite: unite ?? '',
    min: writeNumber(min),
    max: writeNumber(max),
    attendu: attendu ?? '',
  })),
  conclusion: study?.conclusion ?? '',
});

/** As the server takes it: what cannot be read goes as it was typed, and the server says why. */
const bodyOf = (typed: Typed, study: Study | null) => ({
  ...(study ? valuesOf(study) : {}),
  type: typed.type,
  lot_id: typed.lot_id || null,
  conditionnement: typed.conditionnement || null,
  laboratoire: typed.laboratoire || null,
  protocole: typed.protocole || null,
  debut: typed.debut || null,
  tolerance_jours: parseNumber(typed.tolerance) ?? typed.tolerance,
  conditions: typed.conditions
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean),
  points: typed.points.map(({ valeur, unite }) => ({ valeur: parseNumber(valeur) ?? valeur, unite })),
  criteres: typed.criteres.map(({ nom, unite, min, max, attendu }) => ({
    nom,
    unite: unite || null,
    min: min || null,
    max: max || null,
    attendu: attendu || null,
  })),
  conclusion: typed.conclusion || null,
});

/** Another proposal takes the place of the one before, never of what somebody typed. */
function useProposing(setTyped: Dispatch<SetStateAction<Typed>>): (values: Partial<Typed>) => void {
  const [proposed, setProposed] = useState<Partial<Typed>>(() => typedOf(null));
  return (values) => {
    setTyped((before) => {
      const untouched = Object.entries(values).filter(
        ([name]) => JSON.stringify(before[name as keyof Typed]) === JSON.stringify(proposed[name as keyof Typed]),
      );
      return { ...before, ...Object.fromEntries(untouched) };
    });
    setProposed((before) => ({ ...before, ...values }));
  };
}

interface StudyDialogProps {
  study: Study | null;
  lots: readonly Lot[];
  onClose: () => void;
}
/** What a study is about and when it is read; what was read is typed in its table. @param study `null` for a new one */
export function StudyDialog({ study, lots, onClose }: StudyDialogProps) {
  const { id } = useProduct();
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => typedOf(study));
  const set = (values: Partial<Typed>): void => setTyped((before) => ({ ...before, ...values }));
  const propose = useProposing(setTyped);
  return (
    <SavingDialog
      record={study}
      title={study ? STUDY_TYPES[study.type] : 'Nouvelle étude'}
      doors={useStudyDoors(id)}
      saved="L’étude est enregistrée."
      refresh={['products']}
      typed={typed}
      read={() => bodyOf(typed, study)}
      onSaved={() => refreshFileOf(client, id)}
      onClose={onClose}
    >
      {(faults) => {
        const text = (
          name: 'conditionnement' | 'laboratoire' | 'protocole' | 'conclusion',
          label: string,
          rows = 1,
        ) => (
          <TextField
            label={label}
            value={typed[name]}
            error={Boolean(faults[name])}
            helperText={faults[name]}
            {...(rows > 1 ? { multiline: true, minRows: rows } : {})}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        );
        return (
          <>
            {!study && <Proposals onChoose={propose} />}
            <Box
              sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}
            >
              <TextField
                select
                label="Type d’étude"
                value={typed.type}
                error={Boolean(faults.type)}
                helperText={faults.type}
                onChange={(event) => set({ type: event.target.value as StudyType })}
              >
                {Object.entries(STUDY_TYPES).map(([key, label]) => (
                  <MenuItem key={key} value={key}>
                    {label}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                select
                label="Lot étudié"
                value={typed.lot_id}
                error={Boolean(faults.lot_id)}
                helperText={faults.lot_id ?? (lots.length === 0 ? 'Aucun lot n’est saisi.' : undefined)}
                onChange={(event) => set({ lot_id: event.target.value })}
              >
                <MenuItem value="">Non précisé</MenuItem>
                {lots.map((lot) => (
                  <MenuItem key={lot.id} value={lot.id}>
                    {lot.numero}
                  </MenuItem>
                ))}
                {typed.lot_id && !lots.some((lot) => lot.id === typed.lot_id) && (
                  <MenuItem value={typed.lot_id}>Un lot mis à la corbeille</MenuItem>
                )}
              </TextField>
              {text('laboratoire', 'Laboratoire')}
              {text('conditionnement', 'Conditionnement')}
              <DayInput
                field={{ name: 'debut', label: 'Début' }}
                value={typed.debut}
                required={false}
                disabled={false}
                error={faults.debut}
                onChange={(debut) => set({ debut })}
                onBlur={() => undefined}
              />
              <TextField
                label="Tolérance (jours)"
                value={typed.tolerance}
                error={Boolean(faults.tolerance_jours)}
                helperText={faults.tolerance_jours ?? 'Une lecture n’est en retard qu’après.'}
                onChange={(event) => set({ tolerance: event.target.value })}
                slotProps={{ htmlInput: { inputMode: 'numeric' } }}
              />
            </Box>
            {text('protocole', 'Protocole', 3)}
            <TextField
              label="Conditions, une par ligne"
              value={typed.conditions}
              multiline
              minRows={2}
              error={Object.keys(faults).some((name) => name.startsWith('conditions'))}
              helperText={
                Object.entries(faults).find(([name]) => name.startsWith('conditions'))?.[1] ??
                'Par exemple « 40 °C, 75 % HR ».'
              }
              onChange={(event) => set({ conditions: event.target.value })}
            />
            <PointLines points={typed.points} faults={faults} onChange={(points) => set({ points })} />
            <CriteriaLines criteria={typed.criteres} faults={faults} onChange={(criteres) => set({ criteres })} />
            {text('conclusion', 'Conclusion du laboratoire', 3)}
          </>
        );
      }}
    </SavingDialog>
  );
}

/** To begin with: conditions and points of the usual kinds of study. */
function Proposals({ onChoose }: { onChoose: (values: Partial<Typed>) => void }) {
  return (
    <Box>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', mb: 1 }}>
        Partir d’une proposition, à modifier : aucun texte ne fixe ces conditions ni ces points.
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {PROPOSALS.map(({ type, conditions, points }) => (
          <Button
            key={type}
            size="small"
            variant="outlined"
            onClick={() =>
              onChoose({
                type,
                conditions: conditions.join('\n'),
                points: points.map(({ valeur, unite }) => ({ valeur: String(valeur), unite })),
              })
            }
          >
            {STUDY_TYPES[type]}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
