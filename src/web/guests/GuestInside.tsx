import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import { readSession } from '#shared/guests/guest.contract.ts';
import { typedBy } from '../api/drafts.ts';
import { keepGuest } from '../api/guest.ts';
import { queryOf } from '../api/query.ts';
import { Logo } from '../ui/Logo.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { GuestProduct } from './GuestProduct.tsx';
import { GuestRequest } from './GuestRequest.tsx';

/** How often a session is made to last while its page is looked at (ms). */
const RENEW_MS = 10 * 60_000;

/** The page of a link that was opened: whose it is, until when, and what it shows. */
export function GuestInside() {
  const { data, error, refetch } = useQuery({
    ...queryOf(readSession),
    refetchInterval: RENEW_MS,
    // A hidden tab is one that is read beside the pieces: what is typed there is not lost for that.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  });
  const session = data?.data;
  useEffect(() => {
    if (session) keepGuest(session.access_token);
  }, [session]);
  if (error && !session)
    return (
      <Box component="main" sx={{ p: 3 }}>
        <LoadError message="Ce lien n’a pas pu être ouvert." detail={error.message} onRetry={() => void refetch()} />
      </Box>
    );
  if (!session) return <Loading label="Ouverture…" />;
  const { name, invited_by, expires_at, kind } = session;
  // Before anything reads it: whoever opens another link in this tab finds nothing of what was typed behind this one.
  typedBy(`guest ${name} ${expires_at}`);
  return (
    <Box sx={{ minHeight: '100vh' }}>
      <Box
        component="header"
        sx={{
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          px: { xs: 2, md: 4 },
          py: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Logo size={32} />
        <Typography color="textSecondary" sx={{ fontSize: '0.9rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          {`Confié à ${name}${invited_by ? ` par ${invited_by}` : ''}, jusqu’au ${printInstant(expires_at)}. Vos lectures sont enregistrées.`}
        </Typography>
      </Box>
      <Box component="main">{kind === 'product' ? <GuestProduct session={session} /> : <GuestRequest />}</Box>
    </Box>
  );
}
