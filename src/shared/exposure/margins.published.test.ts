/**
 * Margins that others published with all their inputs, found again within half a unit of their last digit. None of them is
 * an opinion of the SCCS: those were not at hand with their tables.
 */
import { describe, expect, test } from 'vitest';
import { type Exposure, marginOf, NO_TOXICOLOGY, type Toxicology } from './margins.ts';

const EXPOSURE: Exposure = {
  population: 'adulte',
  amount_g_day: null,
  amount_mg_kg_day: null,
  retention_factor: 1,
  body_weight: null,
  surface_cm2: null,
  frequency: null,
  ingested_g_day: null,
  air_mg_m3: null,
  breathed_m3_day: null,
  threshold: 100,
};
const TOX: Toxicology = { ...NO_TOXICOLOGY, pod_kind: 'NOAEL', dermal_absorption_percent: 100 };

/** Half a unit of the last digit of a number as it was printed: « 1498.8 » → 0.05. */
const halfUnit = (printed: string): number => 0.5 * 10 ** -(printed.split('.')[1]?.length ?? 0);
const isAsPrinted = (value: number | null, printed: string): void =>
  expect(Math.abs((value ?? Number.NaN) - Number(printed)), `${value} for ${printed}`).toBeLessThanOrEqual(
    halfUnit(printed) * (1 + 1e-9),
  );

// Safety report of baby wet wipes, Serbia, 15/09/2015. 2,092 g a day; its table follows from 6 kg, where its text prints 5,9.
const WIPES: Exposure = { ...EXPOSURE, population: 'enfant', amount_g_day: 2.092, body_weight: 6 };
// Product information files of RégimA, 2021: an amount of 0,50 ml a day printed as 8,34 mg/kg.
const RADIANT: Exposure = { ...EXPOSURE, amount_mg_kg_day: 8.34 };
// The same firm: 3,196 g a day for 60 kg.
const NECK: Exposure = { ...EXPOSURE, amount_g_day: 3.196 };

describe('published reports, amount to margin', () => {
  test.each<[string, Exposure, number, number, string, string]>([
    ['Phenoxyethanol, wipes', WIPES, 0.48, 500, '1.6736', '298.76'],
    ['Sorbitan Caprylate, wipes', WIPES, 0.24, 1000, '0.8368', '1195.03'],
    ['Glycerin, wipes', WIPES, 0.05, 2000, '0.1743', '11472.28'],
    ['Caprylic/Capric Triglyceride, wipes', WIPES, 0.05, 1000, '0.1743', '5736.14'],
    ['Glyceryl Stearate, wipes', WIPES, 0.0315, 2500, '0.1098', '22762.45'],
    ['Paraffinum Liquidum, wipes', WIPES, 0.02, 962, '0.0697', '13795.41'],
    ['Cetearyl Alcohol, wipes', WIPES, 0.0045, 300, '0.0157', '19120.46'],
    ['Citric Acid, wipes', WIPES, 0.002, 1200, '0.0070', '172084.13'],
    ['Propylheptyl Caprylate, boost', RADIANT, 8, 1000, '0.6672', '1498.8'],
    ['Dimer Dilinoleyl Copolymer, boost', RADIANT, 2, 890, '0.1668', '5336'],
    ['Sorbitan Olivate, neck', NECK, 2.5, 1000, '1.332', '751'],
    ['Ethylhexylglycerin, neck', NECK, 0.006, 800, '0.003196', '250313'],
  ])('%s', (inci, exposure, percent, pod, sed, mos) => {
    const margin = marginOf({ inci, percent, nano: false, tox: { ...TOX, pod } }, exposure);
    isAsPrinted(margin.sed_mg_kg_d, sed);
    isAsPrinted(margin.mos, mos);
  });

  // Cobalt in five products, J. Cosmet. Sci. 66(5), 321, table VI. The table prints 0,13 %; its numbers follow from 1,3 %.
  test.each<[string, number, number, string]>([
    ['mascara', 0.025, 0.001018, '181351'],
    ['eye shadow', 0.02, 0.000709, '325486'],
    ['eyeliner', 0.005, 0.004819, '191549'],
    ['lipstick', 0.057, 0.000144, '562303'],
    ['body lotion', 7.82, 0.000081, '7286'],
  ])('cobalt, %s', (_, amount_g_day, percent, mos) => {
    const tox = { ...TOX, pod: 0.01, dermal_absorption_percent: 1.3 };
    isAsPrinted(marginOf({ inci: 'CI 77346', percent, nano: false, tox }, { ...EXPOSURE, amount_g_day }).mos, mos);
  });
});

// Raposo et al., BioMed Research International 2013, 181634, table 6: 123,2 mg/kg a day.
test.each([
  [5, '6.16'],
  [4, '4.93'],
  [2, '2.46'],
  [0.3, '0.37'],
  [0.075, '0.09'],
  [10, '12.32'],
])('a published systemic dose at %s percent', (percent, sed) => {
  const exposure = { ...EXPOSURE, amount_mg_kg_day: 123.2 };
  isAsPrinted(marginOf({ inci: 'X', percent, nano: false, tox: TOX }, exposure).sed_mg_kg_d, sed);
});
