import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { summariseEffects } from '#shared/effects/effect.contract.ts';
import { queryOf } from './api/query.ts';
import { EffectsPart } from './effects/EffectsPart.tsx';
import { FollowHistory } from './follow/FollowHistory.tsx';
import { LotsPart } from './lots/LotsPart.tsx';
import { useProduct } from './products/useProduct.ts';
import { StudiesPart } from './studies/StudiesPart.tsx';
import { PartTabs } from './ui/PartTabs.tsx';

/** What the file of a product gains once it is sold. */
export function FollowTab() {
  const { id, type_produit } = useProduct();
  // A case of before it became a cleaning product is still to be settled.
  const kept = useQuery({ ...queryOf(summariseEffects, { params: { id } }), enabled: type_produit === 'nettoyage' });
  const hasEffects = type_produit === 'cosmetique' || (kept.data?.data.total ?? 0) > 0;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ minWidth: 0 }}>
        <PartTabs
          label="Parties du suivi"
          parts={[
            { key: '', label: 'Lots et conservation', body: () => <LotsPart /> },
            { key: 'etudes', label: 'Études', body: () => <StudiesPart /> },
            // Cosmetovigilance is of cosmetics.
            ...(hasEffects ? [{ key: 'effets', label: 'Effets indésirables', body: () => <EffectsPart /> }] : []),
          ]}
        />
      </Box>
      <FollowHistory productId={id} />
    </Box>
  );
}
