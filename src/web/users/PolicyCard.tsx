import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getPolicy, setPolicy } from '#shared/auth/sign.in.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

/** What the firm asks for to sign in. */
export function PolicyCard() {
  const { act, busy } = useAction();
  const { data, error, isPending, refetch } = useQuery(queryOf(getPolicy));
  const choose = (otp_for_admins: boolean): Promise<unknown> =>
    act(() => call(setPolicy, { body: { otp_for_admins } }), {
      done: otp_for_admins
        ? 'Les administrateurs sans second facteur le mettront en place à leur prochain pas.'
        : 'Le second facteur est laissé au choix de chacun.',
      refresh: ['auth'],
    });
  return (
    <Card component="section" aria-labelledby="policy-title" sx={{ p: 3, mt: 2.5 }}>
      <Typography variant="h2" id="policy-title" sx={{ mb: 1 }}>
        Connexion
      </Typography>
      {isPending && <Loading />}
      {error && (
        <LoadError
          message="La règle de connexion n’a pas pu être lue."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <FormControlLabel
          control={
            <Switch checked={data.data.otp_for_admins} disabled={busy} onChange={(_, next) => void choose(next)} />
          }
          label="Demander un second facteur aux administrateurs"
        />
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', mt: 0.5 }}>
        Chacun peut mettre le sien en place depuis « Mon compte ». Qui se connecte par le fournisseur d’identité de la
        maison n’en a pas besoin ici : c’est lui qui en demande un.
      </Typography>
    </Card>
  );
}
