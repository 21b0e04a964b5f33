import Button from '@mui/material/Button';
import { Link, useRouteError } from 'react-router';
import { Empty } from '../ui/Page.tsx';

/** A screen that failed: the others still work. */
export function ErrorPage() {
  const error = useRouteError();
  // A piece of the app could not be fetched: the server is down, or a new version took the place of this one.
  const missing = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
  return (
    <Empty
      alone
      title={missing ? "Cet écran n'a pas pu être chargé" : "Cet écran n'a pas pu s'afficher"}
      text={
        missing
          ? 'Le serveur ne répond pas, ou une nouvelle version de Diplo vient d’être installée. Rechargez la page.'
          : 'Rechargez la page. Si cela se reproduit, prévenez votre administrateur.'
      }
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          Recharger
        </Button>
      }
    />
  );
}

export function NotFoundPage() {
  return (
    <Empty
      alone
      title="Cette page n'existe pas"
      text="L'adresse est peut-être incomplète."
      action={
        <Button component={Link} to="/dashboard" variant="contained">
          Aller au tableau de bord
        </Button>
      }
    />
  );
}
