import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { linkIdentity, myAccess } from '#shared/auth/sign.in.contract.ts';
import { SIGN_IN_REFUSAL } from '#shared/auth/sign.in.words.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { isSignedIn } from '../api/session.ts';
import { Frame } from '../layout/Frame.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { AuthCard } from './AuthCard.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { refusalOf, takeAnswer } from './sign.in.ts';

/** People sign in by the provider of the firm alone, and this account is not linked to it yet. */
export function LinkPage() {
  if (!isSignedIn()) return <Navigate to="/login" replace />;
  return (
    <Frame>
      <Linking />
    </Frame>
  );
}

function Linking() {
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  // Back from the provider, which did not say who it was.
  useEffect(() => {
    const reason = takeAnswer()?.get(SIGN_IN_REFUSAL);
    if (reason) setRefused(refusalOf(reason));
  }, []);
  const { data, error, isPending, refetch } = useQuery(queryOf(myAccess));
  const access = data?.data;
  return (
    <AuthCard
      title="Relier votre compte"
      tagline="Vos dossiers d’information produit, simplement."
      other={{ text: 'Se connecter avec un autre compte', to: '/login' }}
    >
      {refused && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refused}
        </Alert>
      )}
      {isPending && <Loading />}
      {error && <LoadError message="Diplo ne répond pas." detail={error.message} onRetry={() => void refetch()} />}
      {access && !access.provider && (
        <Alert severity="info">
          Cette installation n’a pas de fournisseur d’identité : connectez-vous avec votre mot de passe.
        </Alert>
      )}
      {access?.provider && (
        <>
          <Alert severity="info" sx={{ mb: 2.5 }}>
            Ici, on se connecte avec {access.provider}. Reliez-y votre compte une fois : votre mot de passe ne sert plus
            qu’à cela.
          </Alert>
          <Button variant="contained" size="large" fullWidth onClick={() => setAsking(true)}>
            Relier mon compte
          </Button>
        </>
      )}
      {access && asking && (
        <ProofDialog
          title={`Relier votre compte ${access.provider}`}
          text={`${access.provider} vous demandera lequel de ses comptes est le vôtre, puis vous reviendrez ici, connecté.`}
          submit="Continuer"
          withCode={access.otp !== null}
          onProof={async (body) => {
            const { url } = await call(linkIdentity, { body });
            window.location.assign(url);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </AuthCard>
  );
}
