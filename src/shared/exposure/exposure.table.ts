/**
 * Daily exposure by kind of product, adults of 60 kg. Source: SCCS/1647/22, Notes of Guidance, 12th revision, tables 3A and 3B,
 * read in secondary pages. Rows that could not be confirmed are shown, and never filled in by themselves.
 */
export interface ExposureRow {
  key: string;
  label: string;
  /** g of product a day. */
  amount_g_day: number;
  /** As measured, mg of product per kg of body weight a day, before retention; `null` where nobody measured. */
  amount_mg_kg_day: number | null;
  retention_factor: number | null;
  surface_cm2: number | null;
  /** Applications a day. */
  frequency: number | null;
  isConfirmed: boolean;
}

export const SCCS_SOURCE = 'SCCS/1647/22, Notes of Guidance (12e révision), tableaux 3A et 3B';

const ROWS: readonly [string, string, number, number | null, number | null, number | null, number | null, boolean?][] =
  [
    ['shower_gel', 'Gel douche', 18.67, 279.2, 0.01, 17_500, 1.43],
    ['hand_wash_soap', 'Savon pour les mains', 20, null, 0.01, 860, 10],
    ['shampoo', 'Shampooing', 10.46, 150.49, 0.01, 1_440, 1],
    // Published as 0,67 mg/kg a day once retained, from 0,04 g: more than 3,92 g give.
    ['hair_conditioner', 'Après-shampooing', 3.92, 67, 0.01, 1_440, 0.28],
    ['hair_styling', 'Produit coiffant', 4, 57.4, 0.1, 1_010, 1.14],
    ['body_lotion', 'Lait ou lotion pour le corps', 7.82, 123.2, 1, 15_670, 2.28],
    ['face_cream', 'Crème pour le visage', 1.54, 24.14, 1, 565, 2.14],
    ['hand_cream', 'Crème pour les mains', 2.16, 32.7, 1, 860, 2],
    ['liquid_foundation', 'Fond de teint fluide', 0.51, 7.9, 1, 565, 1],
    ['makeup_remover', 'Démaquillant', 5, null, 0.1, 565, 1],
    ['eye_makeup', 'Fard à paupières', 0.02, null, 1, 24, 2],
    ['mascara', 'Mascara', 0.025, 0.42, 1, 2, 2],
    ['eyeliner', 'Eye-liner', 0.005, null, 1, 3, 2],
    ['lipstick', 'Rouge à lèvres, baume à lèvres', 0.057, 0.9, 1, 4.8, 2],
    ['deodorant_non_spray', 'Déodorant (hors aérosol)', 1.5, 22.08, 1, 200, 2],
    ['deodorant_spray', 'Déodorant en aérosol (base éthanol)', 0.69, 10, 1, 200, 2],
    ['toothpaste_adult', 'Dentifrice (adulte)', 2.75, 43.29, 0.05, null, 2],
    ['mouthwash', 'Bain de bouche', 21.62, 325.4, 0.1, null, null],
    ['edt_spray', 'Eau de toilette, parfum (vaporisateur)', 1.43, null, 1, 200, null, false],
    ['sunscreen', 'Produit solaire', 18, null, 1, 17_500, 2, false],
    ['hair_dye_oxidative', 'Coloration d’oxydation (par application)', 100, null, null, 580, null, false],
    ['hair_dye_semi_permanent', 'Coloration semi-permanente (par application)', 35, null, null, 580, null, false],
  ];

export const EXPOSURE_ROWS: readonly ExposureRow[] = ROWS.map(
  ([key, label, amount_g_day, amount_mg_kg_day, retention_factor, surface_cm2, frequency, isConfirmed = true]) => ({
    key,
    label,
    amount_g_day,
    amount_mg_kg_day,
    retention_factor,
    surface_cm2,
    frequency,
    isConfirmed,
  }),
);

/** kg. Source: SCCS/1647/22, 3-3.4.1. */
export const ADULT_KG = 60;
/** Percent, where no study exists. Source: SCCS/1647/22, 3-3.5.1. */
export const DERMAL_DEFAULT = 50;
/**
 * Percent, above a weight (Da) and outside two bounds of log Pow. Source: ECHA guidance R.7c, as the Notes of Guidance
 * quote it; read in secondary pages, so never used before a person accepts it.
 */
export const LOW_ABSORPTION = { percent: 10, above: 500, below: -1, over: 4 } as const;
/** All cosmetics of an adult’s day, 17 kinds together: for preservatives. Source: SCCS/1647/22, tables 3A and 5. */
export const AGGREGATE = { g_day: 17.4, mg_kg_day: 269 } as const;
/** Percent, to turn an oral point of departure into a systemic one. Source: SCCS/1647/22. */
export const ORAL_DEFAULT = 50;
/** Ten between species, ten within. Source: SCCS/1647/22. */
export const MOS_LEAST = 100;
/** µg/kg a day; the SCCS takes class II as III. Source: SCCS/1647/22, 3-5.2; genotoxic alert: EFSA 2019. */
export const TTC_UG_KG_DAY = { I: 46, II: 2.3, III: 2.3, genotoxic: 0.0025 } as const;
