import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { healthParts, testMail } from '#shared/system/system.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useAccount } from '../auth/account.tsx';
import { StatusCard } from '../ui/StatusCard.tsx';

/** Whether messages go out by mail, and a trial of it. */
export function MailCard() {
  const { act, busy } = useAction();
  const { mail } = useAccount();
  const { data } = useQuery(queryOf(healthParts));
  const part = data?.data.find(({ key }) => key === 'mail');
  return (
    <StatusCard
      title="Courriels"
      text={part?.said ?? 'Chacun choisit dans « Mon compte » de recevoir ou non un résumé de ses avis.'}
      state={part && !part.ok ? 'À regarder' : mail ? 'Réglé' : 'Non réglé'}
      done={mail && part?.ok !== false}
    >
      {mail && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<Mail size={16} />}
          loading={busy}
          sx={{ mt: 1.5 }}
          onClick={() =>
            void act(() => call(testMail), {
              done: ({ to }) => ({ message: `Un courriel d’essai est parti à ${to}.` }),
              refresh: ['health'],
            })
          }
        >
          M’envoyer un courriel d’essai
        </Button>
      )}
    </StatusCard>
  );
}
