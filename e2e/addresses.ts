/** Where a screen is, how its picture is named, and whether it is for somebody who is not signed in. */
export interface Address {
  /** As `src/web/routes.tsx` has it. */
  path: string;
  name: string;
  stranger?: true;
}

/** Every screen: looked at by axe, and pictured. A test compares it with the routes of the app. */
export const ADDRESSES: readonly Address[] = [
  { path: '/login', name: 'connexion', stranger: true },
  { path: '/register', name: 'inscription', stranger: true },
  { path: '/invite', name: 'invite', stranger: true },
  { path: '/password', name: 'mot-de-passe' },
  { path: '/second-factor', name: 'second-facteur' },
  { path: '/link', name: 'relier' },
  { path: '/dashboard', name: 'tableau-de-bord' },
  { path: '/products', name: 'produits' },
  { path: '/products/types', name: 'nature-des-produits' },
  { path: '/products/:id', name: 'produit' },
  { path: '/products/:id/formula', name: 'produit-formule' },
  { path: '/products/:id/history', name: 'produit-historique' },
  { path: '/products/:id/control', name: 'controle' },
  { path: '/products/:id/exposure', name: 'exposition' },
  { path: '/products/:id/classification', name: 'classification' },
  { path: '/products/:id/evidence', name: 'preuves' },
  { path: '/products/:id/assessment', name: 'evaluation' },
  { path: '/products/:id/exchange', name: 'echanges' },
  { path: '/products/:id/follow-up', name: 'suivi' },
  { path: '/products/:id/edit', name: 'fiche' },
  { path: '/new-dip', name: 'nouveau-dip' },
  { path: '/deadlines', name: 'echeancier' },
  { path: '/materials', name: 'matieres-premieres' },
  { path: '/requests', name: 'demandes' },
  { path: '/substances', name: 'substances' },
  { path: '/regulation', name: 'reglementation' },
  { path: '/templates', name: 'templates' },
  { path: '/templates/balises', name: 'balises' },
  { path: '/templates/:id', name: 'template' },
  { path: '/generation', name: 'generation' },
  { path: '/dips', name: 'tous-les-dip' },
  { path: '/dips/:id', name: 'dip' },
  { path: '/dossiers', name: 'dossiers-scelles' },
  { path: '/drive', name: 'mon-drive' },
  { path: '/menus', name: 'menus' },
  { path: '/verify', name: 'verifier' },
  { path: '/users', name: 'utilisateurs' },
  { path: '/logs', name: 'logs' },
  { path: '/automation', name: 'automatisation' },
  { path: '/automation/batches/:id', name: 'travail' },
  { path: '/automation/imports/:id', name: 'import' },
  { path: '/account', name: 'mon-compte' },
];

/** Addresses that show what another one shows. */
export const SAME_SCREEN: readonly string[] = ['/', '/products/new', '*'];
