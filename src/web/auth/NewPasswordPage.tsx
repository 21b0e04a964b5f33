import Alert from '@mui/material/Alert';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { queryClient } from '../api/query.ts';
import { isSignedIn } from '../api/session.ts';
import { AuthCard } from './AuthCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** The password was given by an administrator: one's own comes first. */
export function NewPasswordPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  if (!isSignedIn()) return <Navigate to="/login" replace />;
  return (
    <AuthCard
      title="Votre mot de passe"
      tagline="Vos dossiers d’information produit, simplement."
      other={{ text: 'Se connecter avec un autre compte', to: '/login' }}
    >
      <Alert severity="info" sx={{ mb: 2.5 }}>
        Votre mot de passe est provisoire : choisissez le vôtre pour continuer.
      </Alert>
      <PasswordForm
        email={null}
        currentLabel="Mot de passe provisoire"
        submitLabel="Enregistrer et continuer"
        onChanged={() => {
          queryClient.clear();
          void navigate(typeof state?.from === 'string' ? state.from : '/dashboard', { replace: true });
        }}
      />
    </AuthCard>
  );
}
