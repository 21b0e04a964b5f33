import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { completed } from '#shared/exposure/exposure.completed.ts';
import {
  type ExposureRecord,
  LOCAL_EFFECT_LABELS,
  LOCAL_EFFECTS,
  type Margins,
  OTHER_CATEGORY,
  ROUTES,
} from '#shared/exposure/exposure.contract.ts';
import { ADULT_KG, EXPOSURE_ROWS, SCCS_SOURCE } from '#shared/exposure/exposure.table.ts';
import { printDailyAmount } from '#shared/exposure/margins.ts';
import { lackingRoutes, ROUTE_LACKS } from '#shared/exposure/routes.ts';
import { capital } from '#shared/fields/capital.ts';
import { writeNumber } from '#shared/fields/number.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { Contradictions, useTwins } from '../findings/ProductProposals.tsx';
import { UnsavedNote } from '../ui/UnsavedNote.tsx';
import { StepSeven } from './StepSeven.tsx';
import { type Form, NUMBERS, useExposureForm } from './useExposureForm.ts';

/** The circumstances of use, each number with where it is from. */
export function ExposureForm({ productId, exposure }: { productId: string; exposure: Margins['exposure'] }) {
  const mayWrite = useMay('write');
  const { form, set, faults, row, ofCategory, choose, submit, ...saving } = useExposureForm(productId, exposure);
  const { category, population, routes, typed, source, effects } = form;
  const { a_mg_kg_d, how } = exposure;
  const { offered, contradictions } = useTwins(productId, 'exposure');
  return (
    <Card component="section" aria-label="Exposition" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Exposition
      </Typography>
      <ReadOnlyNote what="l’exposition" />
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
        <Contradictions found={contradictions} />
        {mayWrite && <Offers offered={offered} form={form} set={set} choose={choose} />}
        <Box
          sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))' }}
        >
          <TextField
            select
            size="small"
            label="Catégorie du SCCS"
            value={category}
            slotProps={{ select: { readOnly: !mayWrite } }}
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
            slotProps={{ select: { readOnly: !mayWrite } }}
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
            slotProps={{
              select: { multiple: true, readOnly: !mayWrite, renderValue: (chosen) => (chosen as string[]).join(', ') },
            }}
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
                input: { readOnly: !mayWrite },
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
          error={Boolean(faults.source)}
          helperText={faults.source ?? 'Étude, avis ou mesure de la maison.'}
          placeholder={row?.isConfirmed ? SCCS_SOURCE : undefined}
          slotProps={{
            input: { readOnly: !mayWrite },
            ...(row?.isConfirmed ? { inputLabel: { shrink: true } } : {}),
          }}
          onChange={(event) => set({ source: event.target.value })}
        />
        <Unconfirmed row={row} />
        <LocalEffects effects={effects} disabled={!mayWrite} onChange={(changed) => set({ effects: changed })} />
        <LackingRoutes exposure={exposure} />
        <Typography role="status">
          {a_mg_kg_d === null
            ? 'La quantité journalière n’est pas encore connue.'
            : `A = ${printDailyAmount(a_mg_kg_d)} mg/kg pc/j (${how ?? ''}). Source : ${completed(exposure).source ?? 'à préciser'}.`}
        </Typography>
        <StepSeven exposure={completed(exposure)} />
        {mayWrite && (
          <UnsavedNote isShown={saving.isTyped} onBack={saving.reset}>
            <Button type="submit" variant="contained" loading={saving.busy}>
              Enregistrer l’exposition
            </Button>
          </UnsavedNote>
        )}
      </Box>
    </Card>
  );
}

interface OffersProps extends Pick<ReturnType<typeof useExposureForm>, 'form' | 'set' | 'choose'> {
  offered: ReturnType<typeof useTwins>['offered'];
}

/** What the form and the conformity say of the exposure already: taken by its button alone. */
function Offers({ offered, form, set, choose }: OffersProps) {
  const category = form.category === '' ? offered.get('category') : undefined;
  const row = EXPOSURE_ROWS.find(({ key }) => key === category?.value);
  const numbers = NUMBERS.flatMap(([name, label]) => {
    const one = offered.get(name);
    return one && form.typed[name] === '' ? [{ name, label, ...one }] : [];
  });
  return (
    <>
      {category && row && (
        <OfferButton onClick={() => choose(row.key)}>
          {`Reprendre « ${row.label} » comme catégorie du SCCS (${category.from})`}
        </OfferButton>
      )}
      {numbers.map(({ name, label, value, from }) => (
        <OfferButton key={name} onClick={() => set({ typed: { ...form.typed, [name]: writeNumber(Number(value)) } })}>
          {`Reprendre ${writeNumber(Number(value))} : ${label} (${from})`}
        </OfferButton>
      ))}
    </>
  );
}

const OfferButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Box>
    <Button size="small" startIcon={<CornerDownLeft size={15} />} onClick={onClick} sx={{ fontWeight: 400 }}>
      {children}
    </Button>
  </Box>
);

/** A category whose numbers nobody could confirm gives none. */
const Unconfirmed = ({ row }: { row: (typeof EXPOSURE_ROWS)[number] | undefined }) =>
  row &&
  !row.isConfirmed && (
    <Alert severity="warning">
      {`Les chiffres de cette catégorie n’ont pas pu être confirmés (${writeNumber(row.amount_g_day)} g) : saisissez les vôtres, avec leur source.`}
    </Alert>
  );

/** What the dose does not count, though the exposure names it. */
const LackingRoutes = ({ exposure }: { exposure: ExposureRecord }) =>
  lackingRoutes(exposure).map((route) => (
    <Alert key={route} severity="warning">
      {`${capital(ROUTE_LACKS[route].fr)}.`}
    </Alert>
  ));

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
            label={LOCAL_EFFECT_LABELS[name]}
            value={effects[name] ?? ''}
            slotProps={{ input: { readOnly: disabled } }}
            onChange={(event) => onChange({ ...effects, [name]: event.target.value })}
          />
        ))}
      </Box>
    </>
  );
}
