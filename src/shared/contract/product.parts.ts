/**
 * Where each part of a product is read, below `/products/{id}`: what the tabs, findings, points and pieces lead to. The app
 * has a screen for each; addresses of before lead to these (`OLD_PARTS`).
 */
export const PART_PATHS = {
  sheet: '',
  formula: '/formula',
  inci: '/formula?onglet=inci',
  law: '/formula?onglet=reglementation',
  exposure: '/exposure',
  classification: '/classification',
  conformity: '/evidence',
  detergent: '/evidence?onglet=nettoyage',
  claims: '/evidence?onglet=allegations',
  label: '/evidence?onglet=etiquette',
  pieces: '/evidence?onglet=pieces',
  assessment: '/assessment',
  control: '/control',
  exchange: '/exchange',
  guests: '/exchange?onglet=invites',
  follow: '/follow-up',
  studies: '/follow-up?onglet=etudes',
  effects: '/follow-up?onglet=effets',
  history: '/history',
} as const;
export type ProductPart = keyof typeof PART_PATHS;

/** Addresses of earlier releases, below `/products/{id}`, and the part each has become. */
export const OLD_PARTS = { conformity: 'conformity', claims: 'claims' } as const satisfies Record<string, ProductPart>;

/** Values of `?onglet=` below `/formula` that have become a tab of their own. */
export const OLD_FORMULA_PARTS = { marges: 'exposure' } as const satisfies Record<string, ProductPart>;
