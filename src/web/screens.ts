import {
  Atom,
  Bot,
  CalendarClock,
  FileCheck2,
  FilePlus2,
  FileStack,
  FlaskConical,
  HardDrive,
  LayoutDashboard,
  type LucideIcon,
  Mailbox,
  Package,
  Scale,
  ScrollText,
  Stamp,
  Users,
  Wand2,
} from 'lucide-react';
import type { Right } from '#shared/contract/rights.ts';

export type ScreenGroup = 'Travail' | 'Référentiels' | 'Administration';

export interface Screen {
  path: string;
  label: string;
  icon: LucideIcon;
  /** What people also call it. */
  alias?: string;
  /** The title it stands under in the sidebar. */
  group: ScreenGroup;
  /** Who sees it in the sidebar; everyone signed in unless said otherwise. */
  right?: Right;
}

/** The sidebar, in its order: the specified entries keep theirs inside each group. */
export const SCREENS: readonly Screen[] = [
  { path: '/dashboard', label: 'Tableau de bord', icon: LayoutDashboard, group: 'Travail' },
  { path: '/products', label: 'Produits', icon: FlaskConical, group: 'Travail' },
  { path: '/new-dip', label: 'Nouveau DIP', alias: 'Créer un produit', icon: FilePlus2, group: 'Travail' },
  { path: '/templates', label: 'Templates', alias: 'Modèles', icon: FileStack, group: 'Travail' },
  { path: '/generation', label: 'Génération', icon: Wand2, group: 'Travail' },
  { path: '/dips', label: 'Tous les DIP', icon: FileCheck2, group: 'Travail' },
  {
    path: '/deadlines',
    label: 'Échéancier',
    alias: 'Échéances, calendrier, retards',
    icon: CalendarClock,
    group: 'Travail',
  },
  { path: '/dossiers', label: 'Dossiers scellés', icon: Stamp, group: 'Travail' },
  { path: '/materials', label: 'Matières premières', icon: Package, group: 'Référentiels' },
  {
    path: '/requests',
    label: 'Demandes',
    alias: 'Demandes aux fournisseurs, relances',
    icon: Mailbox,
    group: 'Référentiels',
  },
  { path: '/substances', label: 'Substances', icon: Atom, group: 'Référentiels' },
  { path: '/regulation', label: 'Réglementation', alias: 'Annexes, CosIng', icon: Scale, group: 'Référentiels' },
  {
    path: '/automation',
    label: 'Automatisation',
    alias: 'Importer, travaux, à refaire, état, corbeille, sauvegardes',
    icon: Bot,
    group: 'Administration',
  },
  { path: '/logs', label: 'Logs', alias: 'Journal', icon: ScrollText, group: 'Administration' },
  { path: '/drive', label: 'Mon Drive', icon: HardDrive, group: 'Administration' },
  { path: '/users', label: 'Utilisateurs', icon: Users, group: 'Administration', right: 'admin' },
];
