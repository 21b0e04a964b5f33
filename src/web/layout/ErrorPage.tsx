import Button from '@mui/material/Button';
import { Link, useRouteError } from 'react-router';
import { Empty } from '../ui/Page.tsx';

/** A screen that failed: the others still work. */
export function ErrorPage() {
  const error = useRouteError();
  // A new version was installed while the page was open: its old pieces are gone.
  const outdated = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
  return (
    <Empty
      title={outdated ? 'Une nouvelle version de Diplo est là' : "Cet écran n'a pas pu s'afficher"}
      text={
        outdated
          ? 'Rechargez la page pour continuer.'
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
