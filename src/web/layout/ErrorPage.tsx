import Button from '@mui/material/Button';
import { Link, useRouteError } from 'react-router';
import { Empty } from '../ui/Page.tsx';
import { APP_MISSING } from './app.missing.ts';

/** A screen that failed: the others still work. */
export function ErrorPage() {
  const error = useRouteError();
  const missing = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
  return (
    <Empty
      alone
      title={missing ? 'Cet écran n’a pas pu être chargé' : 'Cet écran n’a pas pu s’afficher'}
      text={missing ? APP_MISSING : 'Rechargez la page. Si cela se reproduit, prévenez votre administrateur.'}
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
      title="Cette page n’existe pas"
      text="L’adresse est peut-être incomplète."
      action={
        <Button component={Link} to="/dashboard" variant="contained">
          Aller au tableau de bord
        </Button>
      }
    />
  );
}
