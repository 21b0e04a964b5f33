import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty } from '../ui/Page.tsx';
import { useMay } from './account.tsx';

/** @param does what is done there, by whom may */
export function Forbidden({ does }: { does?: string }) {
  return (
    <Empty
      alone
      icon={<Lock size={40} />}
      title="Accès réservé aux administrateurs"
      text={`${does ? `${does} ` : ''}Vous n'avez pas les droits pour consulter cette page. Demandez à un administrateur.`}
    />
  );
}

/** Shows its content to administrators alone; the server refuses the others all the same. */
export function AdminOnly({ children, does }: { children: ReactNode; does: string }) {
  return useMay('admin') ? children : <Forbidden does={does} />;
}
