import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { POINTS_LABELS, type ProductKind } from '#shared/contract/product.kinds.ts';
import { type Control, getControl } from '#shared/control/control.contract.ts';
import { printDay, printInstant } from '#shared/fields/date.ts';
import { queryOf } from '../api/query.ts';
import { ActsToCome } from '../detergents/ActsToCome.tsx';
import { DossierPanel } from '../dossiers/DossierPanel.tsx';
import { FindingLine, FindingLines } from '../findings/Findings.tsx';
import { useProduct } from '../products/useProduct.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { ControlHistory } from './ControlHistory.tsx';
import { Points } from './ControlPoints.tsx';
import { ImpactCard } from './ImpactCard.tsx';

/** The points of its kind, what each lacks, and what stands in the wrong order. */
export function ControlTab() {
  const { id, type_produit } = useProduct();
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(getControl, { params: { id } }),
    staleTime: 0,
  });
  if (isPending) return <Loading label="Lecture des points…" />;
  if (error && !data)
    return (
      <LoadError message="Les points n’ont pas pu être lus." detail={error.message} onRetry={() => void refetch()} />
    );
  const control = data.data;
  const days = <Chronology control={control} productId={id} />;
  // What stops the file comes first, wherever it was found.
  const isRed = ({ level }: Control['findings'][number]): boolean => level === 'rouge';
  const ofDays = new Set(control.chronology.map(({ code }) => code));
  const daysFirst = control.findings.some((one) => isRed(one) && ofDays.has(one.code));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Figures control={control} kind={type_produit} />
      {type_produit === 'nettoyage' && <ActsToCome />}
      {daysFirst && days}
      <Remarks control={control} productId={id} />
      <ImpactCard productId={id} />
      {!daysFirst && days}
      <Points control={control} productId={id} />
      <DossierPanel productId={id} />
      <ControlHistory productId={id} kind={type_produit} />
    </Box>
  );
}

/** Two figures that are never one. */
function Figures({ control: { covered, total, progression }, kind }: { control: Control; kind: ProductKind }) {
  return (
    <Box sx={{ display: 'flex', gap: 3, rowGap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
      <Typography variant="h2" component="p" sx={{ m: 0 }}>
        {`${POINTS_LABELS[kind]} : ${covered} ${kind === 'nettoyage' ? '' : covered < 2 ? 'point ' : 'points '}sur ${total}`}
      </Typography>
      <Typography color="textSecondary">{`Progression de la fiche : ${progression} %`}</Typography>
    </Box>
  );
}

/** What was found that is not about days in the wrong order. */
function Remarks({ control: { findings, chronology }, productId }: { control: Control; productId: string }) {
  const told = new Set(chronology.map(({ code }) => code));
  // What is to be looked at again has its own place.
  const others = findings.filter(({ code }) => !told.has(code) && code !== 'A_REVOIR');
  if (others.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="remarks-title" sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h2" id="remarks-title">
        Remarques
      </Typography>
      <FirstRows rows={others}>{(shown) => <FindingLines productId={productId} findings={shown} />}</FirstRows>
    </Box>
  );
}

/** What stands in the wrong order: each fact, its day, where it is written, and when our own clock saw it typed. */
function Chronology({ control: { chronology, findings }, productId }: { control: Control; productId: string }) {
  if (chronology.length === 0) return null;
  return (
    <Box component="section" aria-label="Chronologie" sx={{ display: 'grid', gap: 1 }}>
      {findings.flatMap((one) => {
        const line = chronology.find(({ code, text }) => code === one.code && text === one.text);
        return line ? (
          <FindingLine key={one.key} productId={productId} finding={one}>
            <Typography component="div" color="textSecondary" sx={{ fontSize: '0.82rem' }}>
              {line.dates
                .map(
                  ({ label, date, source, typed_at }) =>
                    `${label} : ${printDay(date)} (${source}${typed_at ? `, saisi le ${printInstant(typed_at)}` : ''})`,
                )
                .join(' ; ')}
            </Typography>
          </FindingLine>
        ) : (
          []
        );
      })}
    </Box>
  );
}
