import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty } from '../ui/Page.tsx';
import { useMay } from './account.tsx';

export function Forbidden() {
  return (
    <Empty
      alone
      icon={<Lock size={40} />}
      title="Accès réservé aux administrateurs"
      text="Vous n'avez pas les droits pour consulter cette page."
    />
  );
}

/** Shows its content to administrators alone; the server refuses the others all the same. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return useMay('admin') ? children : <Forbidden />;
}
