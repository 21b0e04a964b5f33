import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { SCOPE_LABELS } from '#shared/contract/scopes.ts';
import { printDayOf, printInstant } from '#shared/fields/date.ts';
import { type AccessToken, listTokens, revokeToken, TOKEN_LIMITS } from '#shared/tokens/token.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { TokenDialog } from './TokenDialog.tsx';

/** What programs show instead of a password. */
export function TokensCard() {
  const { act, busy } = useAction();
  const { data, error, isPending, refetch } = useQuery(queryOf(listTokens));
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<AccessToken | null>(null);
  const revoke = async (): Promise<void> => {
    if (!ending) return;
    await act(() => call(revokeToken, { params: { id: ending.id } }), {
      done: `Le jeton « ${ending.name} » ne sert plus à rien.`,
      refresh: ['tokens'],
    });
    setEnding(null);
  };
  const tokens = data?.data ?? [];
  return (
    <Card component="section" aria-labelledby="tokens-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="tokens-title" sx={{ mb: 1 }}>
        Jetons d’accès
      </Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
        Un programme (votre ERP, un script) se sert d’un jeton à votre place. Il ne signe, ne scelle et n’administre
        rien, et finit avec votre mot de passe.
      </Typography>
      {isPending && <Loading />}
      {error && (
        <LoadError message="Les jetons n’ont pas pu être lus." detail={error.message} onRetry={() => void refetch()} />
      )}
      {tokens.length > 0 && (
        <List dense aria-labelledby="tokens-title">
          {tokens.map((token) => (
            <ListItem key={token.id} divider disableGutters sx={{ gap: 2 }}>
              <ListItemText
                primary={token.name}
                secondary={stateOf(token)}
                slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
              />
              <Button
                size="small"
                color="error"
                onClick={() => setEnding(token)}
                aria-label={`Révoquer le jeton ${token.name}`}
              >
                Révoquer
              </Button>
            </ListItem>
          ))}
        </List>
      )}
      <Button
        variant="outlined"
        startIcon={<Plus size={18} />}
        sx={{ mt: 1.5 }}
        disabled={tokens.filter(isLive).length >= TOKEN_LIMITS.each}
        onClick={() => setMaking(true)}
      >
        Faire un jeton
      </Button>
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={ending !== null}
        danger
        busy={busy}
        title={`Révoquer le jeton « ${ending?.name ?? ''} » ?`}
        text="Le programme qui s’en sert sera refusé dès sa prochaine demande. Cela ne se défait pas : il faudra lui donner un autre jeton."
        confirmLabel="Révoquer"
        onConfirm={() => void revoke()}
        onCancel={() => setEnding(null)}
      />
    </Card>
  );
}

const isLive = ({ expires_at }: AccessToken): boolean => Date.parse(expires_at) > Date.now();

const stateOf = (token: AccessToken): string => {
  const { scopes, expires_at, last_used_at } = token;
  const does = scopes.map((scope) => SCOPE_LABELS[scope]).join(', ');
  const until = `${isLive(token) ? 'jusqu’au' : 'expiré le'} ${printDayOf(expires_at)}`;
  const used = last_used_at === null ? 'n’a jamais servi' : `a servi le ${printInstant(last_used_at)}`;
  return `${does}, ${until}, ${used}.`;
};
