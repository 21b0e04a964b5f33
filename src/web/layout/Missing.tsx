import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Empty } from '../ui/Page.tsx';

/** The whole screen of a thing that is not there any more, and the list it was in. */
export function Missing({ title, to, list }: { title: string; to: string; list: string }) {
  return (
    <Empty
      alone
      title={title}
      text="Il a peut-être été supprimé."
      action={
        <Button component={Link} to={to} variant="contained">
          {list}
        </Button>
      }
    />
  );
}
