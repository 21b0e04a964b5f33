import Alert from '@mui/material/Alert';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { queryClient } from '../api/query.ts';
import { isSignedIn } from '../api/session.ts';
import { Frame } from '../layout/Frame.tsx';
import { AuthCard } from './AuthCard.tsx';
import { FactorSetup } from './FactorSetup.tsx';

/** The firm asks administrators for a second factor: it is set up before anything else. */
export function FactorPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  if (!isSignedIn()) return <Navigate to="/login" replace />;
  // Asked for by hand: who has to be here is sent back.
  if (typeof state?.from !== 'string') return <Navigate to="/dashboard" replace />;
  return (
    <AuthCard
      title="Votre second facteur"
      tagline="Vos dossiers d’information produit, simplement."
      other={{ text: 'Se connecter avec un autre compte', to: '/login' }}
    >
      <Alert severity="info" sx={{ mb: 2.5 }}>
        Votre entreprise demande un second facteur aux administrateurs : mettez le vôtre en place pour continuer.
      </Alert>
      {/* What is copied there is told. */}
      <Frame>
        <FactorSetup
          onDone={() => {
            queryClient.clear();
            void navigate(state.from, { replace: true });
          }}
        />
      </Frame>
    </AuthCard>
  );
}
