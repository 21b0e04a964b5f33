import Alert from '@mui/material/Alert';
import { counted } from '#shared/fields/counted.ts';

/** What a change will reach, said before it is made. */
export function UsedIn({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <Alert severity="info">
      {`${what} est dans ${counted(count, 'produit')} : un changement de sa composition change leur formule, et ceux qui sont validés le diront.`}
    </Alert>
  );
}
