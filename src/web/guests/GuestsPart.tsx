import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { type Guest, listGuests } from '#shared/guests/guest.contract.ts';
import { isGuestLive } from '#shared/guests/guest.state.ts';
import { ApiError } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { GuestRow } from './GuestRow.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';

/** How often digits that somebody waits for are looked for (ms). */
const LOOK_MS = 15_000;

/** Who reads this product from outside, and what they sent. */
export function GuestsPart() {
  const { id, type_produit } = useProduct();
  const mayWrite = useMay('write');
  const { data, error, refetch } = useQuery({
    ...queryOf(listGuests, { params: { id } }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    enabled: mayWrite,
  });
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<(Guest & { url: string }) | null>(null);
  if (!mayWrite)
    return (
      <Alert severity="info">Les invités d’un produit ont un nom et une adresse : seuls les éditeurs les voient.</Alert>
    );
  if (error && !data)
    return (
      <LoadError
        message={
          error instanceof ApiError && error.status === 403
            ? 'Réservé aux éditeurs.'
            : 'Les invités n’ont pas pu être lus.'
        }
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Loading label="Lecture des invités…" />;
  const guests = data.data;
  const live = guests.filter(({ state }) => isGuestLive(state));
  const over = guests.filter(({ state }) => !isGuestLive(state));
  const invite = (
    <Button variant="contained" startIcon={<UserPlus size={18} />} onClick={() => setInviting(true)}>
      Inviter quelqu’un
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <SourcedCard
        title={live.length === 0 ? 'Invités' : counted(live.length, 'lien valable', 'liens valables')}
        source="Un lien ouvre ce produit et rien d’autre, sans compte, jusqu’à son terme. Chaque lecture est au journal."
      >
        {guests.length === 0 ? (
          <Empty
            title="Personne ne lit ce produit de l’extérieur"
            text={
              type_produit === 'cosmetique'
                ? 'L’évaluateur de la sécurité, ou un autre conseil, peut lire le dossier, le commenter, envoyer ses fichiers et signer : vous lui donnez un lien.'
                : 'Un expert de la classification, ou un autre conseil, peut lire le dossier, le commenter et envoyer ses fichiers : vous lui donnez un lien.'
            }
            action={invite}
          />
        ) : (
          <>
            {live.map((one) => (
              <GuestRow key={one.id} guest={one} kind={type_produit} />
            ))}
            <Box>{invite}</Box>
          </>
        )}
      </SourcedCard>
      {over.length > 0 && (
        <SourcedCard
          title="Liens finis"
          source="Le nom et l’adresse sont effacés douze mois après la fin ; le journal les garde."
        >
          {over.map((one) => (
            <GuestRow key={one.id} guest={one} kind={type_produit} />
          ))}
        </SourcedCard>
      )}
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onMade={(one) => {
            setInviting(false);
            setMade(one);
          }}
        />
      )}
      {made && <LinkDialog guest={made} onClose={() => setMade(null)} />}
    </Box>
  );
}
