import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf } from '#shared/fields/date.ts';
import { mayBeThousands, sayDecimals } from '#shared/fields/number.ts';
import { type Criterion, type Study, updateStudy } from '#shared/studies/study.contract.ts';
import { printPoint } from '#shared/studies/study.ts';
import { call } from '../api/client.ts';
import { refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { SavingDialog } from '../libraries/SavingDialog.tsx';
import { useProduct } from '../products/useProduct.ts';
import { useStudyDoors, valuesOf } from './study.doors.ts';
import { sayLimits, sayValue } from './study.words.ts';

/** Where something was read: a condition, and the `valeur` of a point. */
export interface ReadingPlace {
  condition: string;
  point: number;
}

const isOf =
  ({ condition, point }: ReadingPlace) =>
  (one: ReadingPlace): boolean =>
    one.condition === condition && one.point === point;

/** What was read at one point, in one condition. */
export function ReadingDialog({ study, place, onClose }: { study: Study; place: ReadingPlace; onClose: () => void }) {
  const { id } = useProduct();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const values = valuesOf(study);
  const known = values.lectures.findIndex(isOf(place));
  const rank = known === -1 ? values.lectures.length : known;
  const before = values.lectures[rank];
  const [le, setLe] = useState(before?.le ?? dayOf(new Date()));
  const [read, setRead] = useState<Record<string, string>>(() =>
    Object.fromEntries(study.criteres.map(({ nom }) => [nom, sayValue(before?.valeurs[nom] ?? null)])),
  );
  const [remark, setRemark] = useState(before?.remarque ?? '');
  const point = study.points.find(({ valeur }) => valeur === place.point);
  const withReading = () => ({
    ...values,
    lectures: values.lectures.toSpliced(rank, 1, {
      ...place,
      le: le || (null as unknown as string),
      valeurs: Object.fromEntries(study.criteres.map(({ nom }) => [nom, read[nom]?.trim() || null])),
      remarque: remark.trim() || null,
    }),
  });
  const remove = async (): Promise<void> => {
    const done = await act(
      () =>
        call(updateStudy, {
          params: { id, studyId: study.id },
          body: { ...values, lectures: values.lectures.toSpliced(rank, 1) } as never,
          headers: { 'If-Match': `"${study.revision}"` },
        }),
      { done: 'La lecture est retirée ; l’historique la garde.', refresh: ['products'] },
    );
    refreshFileOf(client, id);
    if (done) onClose();
  };
  return (
    <SavingDialog
      record={study}
      title={`Lecture à « ${point ? printPoint(point) : place.point} », ${place.condition}`}
      maxWidth="sm"
      doors={useStudyDoors(id)}
      saved="La lecture est enregistrée."
      refresh={['products']}
      typed={[le, read, remark]}
      read={withReading}
      onSaved={() => refreshFileOf(client, id)}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <DayInput
            field={{ name: 'le', label: 'Lue le' }}
            value={le}
            required
            disabled={false}
            error={faults[`lectures.${rank}.le`]}
            onChange={setLe}
            onBlur={() => undefined}
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
            {study.criteres.map((criterion) => (
              <ValueInput
                key={criterion.nom}
                criterion={criterion}
                value={read[criterion.nom] ?? ''}
                onChange={(value) => setRead((all) => ({ ...all, [criterion.nom]: value }))}
              />
            ))}
          </Box>
          <TextField
            label="Remarque"
            value={remark}
            multiline
            minRows={2}
            error={Boolean(faults[`lectures.${rank}.remarque`])}
            helperText={faults[`lectures.${rank}.remarque`] ?? 'Ce qui explique une valeur hors limites.'}
            onChange={(event) => setRemark(event.target.value)}
          />
          {before && (
            <Button color="error" loading={busy} onClick={() => void remove()} sx={{ alignSelf: 'start' }}>
              Retirer cette lecture
            </Button>
          )}
        </>
      )}
    </SavingDialog>
  );
}

interface ValueProps {
  criterion: Criterion;
  value: string;
  onChange: (value: string) => void;
}

/** A number beside its limits; what a person looks for is ticked. */
function ValueInput({ criterion, value, onChange }: ValueProps) {
  const { nom, min, max, attendu } = criterion;
  const isTicked = attendu !== null && min === null && max === null;
  const asked = ['', 'conforme', 'non conforme'];
  return (
    <TextField
      label={nom}
      value={value}
      helperText={mayBeThousands(value) ? sayDecimals(value.trim()) : sayLimits(criterion)}
      select={isTicked}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
    >
      {isTicked &&
        // What was typed by another program stays as it is.
        [...new Set([...asked, value])].map((one) => (
          <MenuItem key={one} value={one}>
            {one || 'Non regardé'}
          </MenuItem>
        ))}
    </TextField>
  );
}
