import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getImpact, type ImpactAnswer, seeImpact } from '#shared/control/control.contract.ts';
import { CAUSES } from '#shared/control/impact.ts';
import { counted } from '#shared/fields/counted.ts';
import { printDay, printDayOf } from '#shared/fields/date.ts';
import { call } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { LoadError } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';

/** What changed since the file was last signed, validated or sealed, and what that asks to look at again. */
export function ImpactCard({ productId }: { productId: string }) {
  const client = useQueryClient();
  const { act, busy } = useAction();
  const { data, error, refetch } = useQuery({ ...queryOf(getImpact, { params: { id: productId } }), staleTime: 0 });
  if (error && !data)
    return (
      <LoadError
        message="Ce qui est à revoir n’a pas pu être lu."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const all = data?.data ?? [];
  if (all.length === 0) return null;
  const left = all.flatMap(({ revoir }) => revoir).filter(({ vu }) => vu === null).length;
  const see = async (cause: string, key: string, vu: boolean): Promise<void> => {
    await act(() => call(seeImpact, { params: { id: productId, cause, key }, body: { vu } }));
    refreshFileOf(client, productId);
  };
  return (
    <SourcedCard
      title={left === 0 ? 'Tout est revu' : `${counted(left, 'point')} à revoir`}
      source="Ce qui a changé depuis la dernière signature, validation ou dossier scellé. Rien ne dit que ce qui en dépend est faux : quelqu’un regarde."
    >
      {all.map((one) => (
        <CauseBlock key={one.cause} productId={productId} impact={one} busy={busy} onSee={see} />
      ))}
    </SourcedCard>
  );
}

interface CauseProps {
  productId: string;
  impact: ImpactAnswer[number];
  busy: boolean;
  onSee: (cause: string, key: string, vu: boolean) => Promise<void>;
}

function CauseBlock({ productId, impact: { cause, le, revoir }, busy, onSee }: CauseProps) {
  const mayWrite = useMay('write');
  const nameOf = usePersonName();
  const { label } = CAUSES[cause];
  return (
    <Box component="section" aria-label={label}>
      <Typography variant="h3">{le ? `${label}, le ${printDay(le)}` : label}</Typography>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        {revoir.map(({ key, quoi, article, lien, vu }) => (
          <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'start', gap: 0.5, minWidth: 0 }}>
            <Checkbox
              size="small"
              checked={vu !== null}
              disabled={!mayWrite || busy}
              onChange={(_, checked) => void onSee(cause, key, checked)}
              slotProps={{ input: { 'aria-label': `Vu : ${quoi}, depuis le changement « ${label} »` } }}
            />
            <Box sx={{ pt: 0.75, minWidth: 0 }}>
              <MuiLink component={Link} to={`/products/${productId}${lien}`} sx={{ overflowWrap: 'anywhere' }}>
                {quoi}
              </MuiLink>
              <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
                {vu ? `vu par ${nameOf(vu.par)} le ${printDayOf(vu.le)}` : article}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
