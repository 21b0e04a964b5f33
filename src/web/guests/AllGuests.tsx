import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { counted } from '#shared/fields/counted.ts';
import { listAllGuests } from '#shared/guests/guest.contract.ts';
import { isGuestLive } from '#shared/guests/guest.state.ts';
import { queryOf } from '../api/query.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { GuestRow } from './GuestRow.tsx';

/** For administrators: every link that opens something today, and the product that it opens. */
export function AllGuests() {
  const { data, error, refetch } = useQuery({ ...queryOf(listAllGuests), staleTime: 0 });
  if (error && !data)
    return (
      <Box sx={{ mt: 3 }}>
        <LoadError
          message="Les liens d’invités n’ont pas pu être lus."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      </Box>
    );
  const live = (data?.data ?? []).filter(({ state }) => isGuestLive(state));
  if (live.length === 0) return null;
  return (
    <Box sx={{ mt: 3 }}>
      <SourcedCard
        title={counted(live.length, 'lien d’invité valable', 'liens d’invités valables')}
        source="Des personnes de l’extérieur, sans compte : chacune ne lit qu’un produit. Révoquer un lien le ferme tout de suite."
      >
        <FirstRows rows={live}>
          {(shown) =>
            shown.map((one) => (
              <Box key={one.id} sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
                <Link component={RouterLink} to={`/products/${one.product.id}${PART_PATHS.guests}`}>
                  {one.product.label}
                </Link>
                <GuestRow guest={one} kind={one.product.type_produit} />
              </Box>
            ))
          }
        </FirstRows>
      </SourcedCard>
    </Box>
  );
}
