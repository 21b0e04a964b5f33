import Box from '@mui/material/Box';
import { CommentsCard } from './comments/CommentsCard.tsx';
import { GuestsPart } from './guests/GuestsPart.tsx';
import { useProduct } from './products/useProduct.ts';
import { RequestList } from './requests/RequestList.tsx';
import { ReviewCard } from './reviews/ReviewCard.tsx';
import { PartTabs } from './ui/PartTabs.tsx';

/** How people work on a product together: those of the house, an assessor outside, suppliers. */
export function ExchangeTab() {
  const { id } = useProduct();
  return (
    <PartTabs
      label="Parties des échanges"
      parts={[
        {
          key: '',
          label: 'Relecture et commentaires',
          body: () => (
            <Box
              sx={{
                display: 'grid',
                gap: 2,
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
              }}
            >
              <ReviewCard />
              <CommentsCard />
            </Box>
          ),
        },
        { key: 'invites', label: 'Invités', body: () => <GuestsPart /> },
        { key: 'demandes', label: 'Fournisseurs', body: () => <RequestList productId={id} /> },
      ]}
    />
  );
}
