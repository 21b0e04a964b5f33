import type { ComponentType } from 'react';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import type { Right } from '#shared/contract/rights.ts';
import { screen } from './ui/screen.ts';

/** One side of a product: below its title, at its own address. It reads the product with `useProduct`. */
export interface ProductTab {
  /** Below `/products/{id}`; the first one has none. */
  path: string;
  label: string;
  /** Of which kind of product it is; of both unless said otherwise. */
  kind?: ProductKind;
  /** Who sees it; everyone who sees the product unless said otherwise. */
  right?: Right;
  page: ComponentType;
}

/** What there is to see of a product, in order, each loaded when it is opened: a room adds its line here. */
export const PRODUCT_TABS: readonly [ProductTab, ...ProductTab[]] = [
  { path: '', label: 'Fiche', page: screen(() => import('./ProductHome.tsx'), 'ProductHome') },
  { path: 'formula', label: 'Formule', page: screen(() => import('./formulas/FormulaTab.tsx'), 'FormulaTab') },
  {
    path: 'exposure',
    label: 'Exposition',
    kind: 'cosmetique',
    page: screen(() => import('./exposure/ExposureTab.tsx'), 'ExposureTab'),
  },
  {
    path: 'classification',
    label: 'Classification',
    kind: 'nettoyage',
    page: screen(() => import('./detergents/ClassificationTab.tsx'), 'ClassificationTab'),
  },
  { path: 'evidence', label: 'Preuves', page: screen(() => import('./EvidenceTab.tsx'), 'EvidenceTab') },
  {
    path: 'assessment',
    label: 'Évaluation',
    kind: 'cosmetique',
    page: screen(() => import('./control/AssessmentTab.tsx'), 'AssessmentTab'),
  },
  { path: 'control', label: 'Contrôle', page: screen(() => import('./control/ControlTab.tsx'), 'ControlTab') },
  { path: 'exchange', label: 'Échanges', page: screen(() => import('./ExchangeTab.tsx'), 'ExchangeTab') },
  { path: 'follow-up', label: 'Suivi', page: screen(() => import('./FollowTab.tsx'), 'FollowTab') },
  {
    path: 'history',
    label: 'Historique',
    page: screen(() => import('./products/ProductHistory.tsx'), 'ProductHistory'),
  },
];
