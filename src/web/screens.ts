import {
  Atom,
  Bot,
  FileCheck2,
  FilePlus2,
  FileStack,
  FlaskConical,
  HardDrive,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Scale,
  ScrollText,
  Users,
  Wand2,
} from 'lucide-react';
import type { Right } from '#shared/contract/rights.ts';

export interface Screen {
  path: string;
  label: string;
  icon: LucideIcon;
  /** What people also call it. */
  alias?: string;
  /** Who sees it in the sidebar; everyone signed in unless said otherwise. */
  right?: Right;
}

/** The sidebar, in its order. */
export const SCREENS: readonly Screen[] = [
  { path: '/dashboard', label: 'Tableau de bord', icon: LayoutDashboard },
  { path: '/products', label: 'Produits', icon: FlaskConical },
  { path: '/new-dip', label: 'Nouveau DIP', alias: 'Créer un produit', icon: FilePlus2 },
  { path: '/templates', label: 'Templates', alias: 'Modèles', icon: FileStack },
  { path: '/generation', label: 'Génération', icon: Wand2 },
  { path: '/dips', label: 'Tous les DIP', icon: FileCheck2 },
  { path: '/materials', label: 'Matières premières', icon: Package },
  { path: '/substances', label: 'Substances', icon: Atom },
  { path: '/regulation', label: 'Réglementation', alias: 'Annexes, CosIng', icon: Scale },
  { path: '/automation', label: 'Automatisation', icon: Bot },
  { path: '/logs', label: 'Logs', alias: 'Journal', icon: ScrollText },
  { path: '/drive', label: 'Mon Drive', icon: HardDrive },
  { path: '/users', label: 'Utilisateurs', icon: Users, right: 'admin' },
];
