import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXPOSURE_ROWS } from './exposure.table.ts';
import { isSubacute } from './margin.factors.ts';
import {
  aggregated,
  concernsOf,
  dailyAmount,
  type Exposure,
  isBelow,
  marginOf,
  NO_TOXICOLOGY,
  printSafely,
  type Toxicology,
  wholeDose,
} from './margins.ts';
import { lackingRoutes } from './routes.ts';

const row = (key: string): Exposure => {
  const found = EXPOSURE_ROWS.find((one) => one.key === key);
  if (!found) throw new Error(key);
  const { amount_g_day, amount_mg_kg_day, retention_factor, surface_cm2, frequency } = found;
  return {
    population: 'adulte',
    amount_g_day,
    amount_mg_kg_day,
    retention_factor,
    body_weight: null,
    surface_cm2,
    frequency,
    ingested_g_day: null,
    air_mg_m3: null,
    breathed_m3_day: null,
    threshold: 100,
  };
};
const uptake = (percent: number, tox: Partial<Toxicology>, inci = 'X') => ({
  inci,
  percent,
  nano: false,
  tox: { ...NO_TOXICOLOGY, ...tox },
});

test('the daily amount is the measured one for adults of 60 kg, and by weight for anybody else', () => {
  expect(dailyAmount(row('body_lotion'))?.value).toBeCloseTo(123.2, 10);
  expect(dailyAmount({ ...row('body_lotion'), body_weight: 60.1 })?.value).toBeCloseTo(130.12, 2);
  expect(dailyAmount({ ...row('body_lotion'), amount_mg_kg_day: null })?.value).toBeCloseTo(130.33, 2);
  expect(dailyAmount(row('shampoo'))?.value).toBeCloseTo(1.5049, 10);
  expect(dailyAmount({ ...row('face_cream'), population: 'enfant' })).toBeNull();
  expect(dailyAmount({ ...row('face_cream'), population: 'enfant', body_weight: 10 })?.value).toBeCloseTo(154, 10);
});

// Phenoxyethanol as in SCCS/1575/16: 1 %, all cosmetics together (269 mg/kg), 80 % through the skin, NOAEL 357 mg/kg, dermal.
test('a published margin is found again', () => {
  const all: Exposure = { ...row('face_cream'), amount_mg_kg_day: 269, retention_factor: 1 };
  const margin = marginOf(uptake(1, { pod: 357, route: 'cutanée', dermal_absorption_percent: 80 }), all);
  expect(margin.sed_mg_kg_d).toBeCloseTo(2.152, 3);
  expect(margin.mos).toBeCloseTo(165.9, 1);
});

test('half is supposed where nothing is known, and said', () => {
  const margin = marginOf(uptake(2, { pod: 100, route: 'orale' }), row('face_cream'));
  expect(margin.sed_mg_kg_d).toBeCloseTo(0.2414, 6);
  expect(margin.pod_sys).toBe(50);
  expect(margin).toMatchObject({ isAssumed: true });
  expect(margin.note).toContain('hypothèse');
  expect(
    marginOf(
      uptake(2, { pod: 100, route: 'orale', oral_bioavailability: 100, factors: [{ label: 'prudence', divisor: 3 }] }),
      row('face_cream'),
    ).pod_sys,
  ).toBeCloseTo(33.333, 3);
});

test.each([
  ['a LOAEL', { pod_kind: 'LOAEL' }, ['loael_3']],
  ['a DMENO', { pod_kind: 'DMENO' }, ['loael_3']],
  ['a NOAEL', { pod_kind: 'NOAEL' }, []],
  ['28 days', { pod_kind: 'NOAEL', duration: '28 jours' }, ['subaigue_3']],
  ['28-day', { pod_kind: 'NOAEL', study: '28-day oral study' }, ['subaigue_3']],
  ['4 weeks', { pod_kind: 'NOAEL', duration: '4-week' }, ['subaigue_3']],
  ['a date', { pod_kind: 'NOAEL', study: 'Rapport du 28 juin 2019, 21 décembre' }, []],
  ['a subacute study', { pod_kind: 'NOAEL', study: 'Étude subaiguë' }, ['subaigue_3']],
  ['90 days', { pod_kind: 'NOAEL', study: 'Étude subchronique', duration: '90 jours' }, []],
  ['both', { pod_kind: 'LOAEL', duration: '28 days' }, ['loael_3', 'subaigue_3']],
  [
    'both, one applied',
    { pod_kind: 'LOAEL', duration: '28 j', factors: [{ label: 'LOAEL', divisor: 3 }] },
    ['subaigue_3'],
  ],
  [
    'both, by a factor of its own name',
    { pod_kind: 'LOAEL', duration: '28 j', factors: [{ label: 'prudence', divisor: 9 }] },
    [],
  ],
] satisfies [string, Partial<Toxicology>, string[]][])(
  '%s asks for a factor, and it is said where nobody applied one',
  (_, tox, omitted) => {
    const margin = marginOf(uptake(1, { pod: 1000, route: 'orale', ...tox }), row('face_cream'));
    expect(margin.omitted).toEqual(omitted);
    expect(concernsOf({ ...margin, genotoxic_alert: false })).toHaveLength(omitted.length);
    if (omitted.length > 0) expect(margin.note).toContain('sans facteur d’incertitude');
  },
);

test('the dose of what nobody documented is the most there can be: swallowed and breathed too', () => {
  const spray: Exposure = { ...row('face_cream'), air_mg_m3: 1234.5, breathed_m3_day: 0.05, ingested_g_day: 0.1 };
  const skin = 24.14 * 0.5;
  expect(wholeDose({ inci: 'X', percent: 50, nano: false }, spray)).toBeCloseTo(
    skin + (100 / 60) * 0.5 + (1234.5 * 0.05 * 0.5) / 60,
    6,
  );
});

test('by area, where the study gives an amount per area', () => {
  const margin = marginOf(uptake(1, { dermal_absorption_ug_cm2: 2, pod: 10, route: 'cutanée' }), row('face_cream'));
  expect(margin.sed_mg_kg_d).toBeCloseTo((2e-3 * 565 * 2.14) / 60, 10);
});

test('without a point of departure a class has a threshold, and what has none is told why', () => {
  expect(marginOf(uptake(0.001, { cramer: 'II' }), row('face_cream'))).toMatchObject({ ttc: 2.3, mos: null });
  expect(marginOf(uptake(0.001, { cramer: 'I' }), row('face_cream'))).toMatchObject({ ttc: 46 });
  expect(marginOf(uptake(1, { cramer: 'I', genotoxic_alert: true }), row('face_cream'))).toMatchObject({ ttc: 0.0025 });
  expect(marginOf(uptake(1, { cramer: 'I' }, 'Zinc Oxide'), row('face_cream'))).toMatchObject({ ttc: null });
  expect(marginOf(uptake(0, { pod: 10 }), row('face_cream'))).toMatchObject({ mos: null });
});

test('a swallowed dose is corrected however its route is written, and minerals have no threshold', () => {
  for (const route of ['orale', 'gavage', 'per os', 'alimentation', 'Oral (diet)'])
    expect(marginOf(uptake(1, { pod: 100, route }), row('face_cream')).pod_sys, route).toBe(50);
  expect(marginOf(uptake(1, { pod: 100, route: 'cutanée' }), row('face_cream')).pod_sys).toBe(100);
  expect(marginOf(uptake(1, { pod: 100, route: 'autre chose' }), row('face_cream')).note).toContain('non reconnue');
  for (const inci of [
    'Sodium Fluoride',
    'Bismuth Oxychloride',
    'Potassium Hydroxide',
    'Hydrolyzed Silk',
    'Prednisolone',
  ])
    expect(marginOf(uptake(1, { cramer: 'I' }, inci), row('face_cream')).ttc, inci).toBeNull();
  for (const inci of ['Lauramine Oxide', 'Sodium Benzoate', 'Potassium Sorbate'])
    expect(marginOf(uptake(1, { cramer: 'I' }, inci), row('face_cream')).ttc, inci).toBe(46);
  expect(isBelow({ mos: 99.99999999999999, threshold: 100 })).toBe(false);
  expect(isBelow({ mos: 99.99, threshold: 100 })).toBe(true);
});

test('printed, an exposure goes up and a margin down: 98,1 is never 100', () => {
  expect(printSafely(98.19, 'down')).toBe('98,1');
  expect(printSafely(2.1521, 'up')).toBe('2,16');
  expect(printSafely(2.15, 'up')).toBe('2,15');
  expect(printSafely(1_659.9, 'down')).toBe('1650');
  expect(printSafely(0.0012341, 'up')).toBe('0,00124');
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (value) => {
      const read = (text: string): number => Number(text.replace(',', '.'));
      expect(read(printSafely(value, 'up'))).toBeGreaterThanOrEqual(value * (1 - 1e-6));
      expect(read(printSafely(value, 'down'))).toBeLessThanOrEqual(value * (1 + 1e-6));
    }),
  );
});

test('no change towards more exposure ever raises a margin', () => {
  const amounts = fc.double({ min: 0.001, max: 100, noNaN: true });
  const more = fc.double({ min: 1, max: 10, noNaN: true });
  fc.assert(
    fc.property(
      amounts,
      more,
      amounts,
      fc.constantFrom('percent', 'amount', 'retention', 'absorption', 'weight', 'swallowed', 'air'),
      (base, factor, pod, what) => {
        const percent = Math.min(50, base);
        const exposure: Exposure = {
          ...row('face_cream'),
          amount_mg_kg_day: null,
          amount_g_day: base,
          retention_factor: 0.1,
          body_weight: 60,
          ingested_g_day: 0.1,
          air_mg_m3: 1,
          breathed_m3_day: 1,
        };
        const tox = { pod, route: 'cutanée', dermal_absorption_percent: 5 };
        const worse: Exposure = {
          ...exposure,
          ...(what === 'amount' ? { amount_g_day: base * factor } : {}),
          ...(what === 'retention' ? { retention_factor: Math.min(1, 0.1 * factor) } : {}),
          ...(what === 'weight' ? { body_weight: 60 / factor } : {}),
          ...(what === 'swallowed' ? { ingested_g_day: 0.1 * factor } : {}),
          ...(what === 'air' ? { air_mg_m3: factor } : {}),
        };
        const before = marginOf(uptake(percent, tox), exposure).mos ?? Number.POSITIVE_INFINITY;
        const after =
          marginOf(
            uptake(what === 'percent' ? Math.min(100, percent * factor) : percent, {
              ...tox,
              ...(what === 'absorption' ? { dermal_absorption_percent: Math.min(100, 5 * factor) } : {}),
            }),
            worse,
          ).mos ?? Number.POSITIVE_INFINITY;
        expect(after).toBeLessThanOrEqual(before * (1 + 1e-9));
      },
    ),
  );
});

test.each([
  'Phosphoric Acid',
  'Hydrochloric Acid',
  'Sodium Metasilicate',
  'Sodium Hexametaphosphate',
  'Sodium Hypochlorite',
  'Ammonium Persulfate',
  'Ammonia',
  'Gold',
  'Boron Nitride',
  'Papain',
  'Lipase',
])('%s has no threshold of concern (SCCS/1647/22, 3-5.2)', (inci) => {
  expect(marginOf(uptake(0.001, { cramer: 'I' }, inci), row('face_cream')).ttc).toBeNull();
});
test.each(['Lactic Acid', 'Oleic Acid', 'Benzyl Alcohol', 'Disodium EDTA', 'Ammonium Lactate'])(
  '%s has one',
  (inci) => {
    expect(marginOf(uptake(0.001, { cramer: 'I' }, inci), row('face_cream')).ttc).toBe(46);
  },
);

test('a low margin, a dose above the threshold of concern and an alert beside a margin ask for the assessor’s words', () => {
  const asks = (percent: number, tox: Partial<Toxicology>): string[] =>
    concernsOf({ genotoxic_alert: false, ...tox, ...marginOf(uptake(percent, tox), row('body_lotion')) });
  expect(asks(0.01, { pod: 100, route: 'oral' })).toEqual([]);
  expect(asks(10, { pod: 1, route: 'oral' })).toHaveLength(1);
  expect(asks(0.0001, { cramer: 'I' })).toEqual([]);
  expect(asks(5, { cramer: 'I' })).toEqual([expect.stringContaining('TTC')]);
  expect(asks(0.001, { pod: 100, route: 'oral', genotoxic_alert: true })).toEqual([
    expect.stringContaining('génotoxicité'),
  ]);
  // Met exactly, a threshold is not exceeded.
  const at = { mos: null, threshold: 100, ttc: 46, genotoxic_alert: false, omitted: [], absorption: '50 %' };
  expect(concernsOf({ ...at, sed_mg_kg_d: 0.046 })).toEqual([]);
  expect(concernsOf({ ...at, sed_mg_kg_d: 0.0460001 })).toHaveLength(1);
});

test.each([
  // What stays of a lipstick, a toothpaste or a mouthwash is swallowed, all of it, unless a person said how much is.
  ['lipstick', {}, {}, 0.9],
  ['mouthwash', {}, {}, 32.54],
  ['toothpaste_adult', {}, { dermal_absorption_percent: 2 }, 2.1645],
  ['lipstick', {}, { oral_bioavailability: 40 }, 0.36],
  ['lipstick', { ingested_g_day: 0 }, { dermal_absorption_percent: 2 }, 0.018],
  ['lipstick', { ingested_g_day: 0.057 }, { dermal_absorption_percent: 2 }, 0.968],
  ['face_cream', {}, { dermal_absorption_percent: 2 }, 0.4828],
] as const)('the dose of %s with %j and %j', (category, more, tox, mg) => {
  const exposure: Exposure = { ...row(category), category, ...more };
  expect(marginOf(uptake(100, tox), exposure).sed_mg_kg_d).toBeCloseTo(mg, 6);
  // Together with all cosmetics of a day, it is one of them.
  expect(marginOf(uptake(100, { dermal_absorption_percent: 2 }), aggregated(exposure)).sed_mg_kg_d).toBeCloseTo(
    5.38 + (exposure.ingested_g_day ?? 0) * (1_000 / 60),
    6,
  );
});

test.each([
  [{ routes: ['cutanée'] }, []],
  [{ routes: ['orale'] }, ['orale']],
  [{ routes: ['orale'], ingested_g_day: 0 }, []],
  [{ routes: ['orale'], category: 'lipstick' }, []],
  [{ routes: ['inhalation'] }, ['inhalation']],
  [{ air_mg_m3: 1_000 }, ['inhalation']],
  [{ breathed_m3_day: 1 }, ['inhalation']],
  [{ routes: ['inhalation'], air_mg_m3: 1_000, breathed_m3_day: 1 }, []],
] as const)('a route without its number is told of: %j', (more, lacking) => {
  const exposure: Exposure = { ...row('face_cream'), ...more };
  expect(lackingRoutes(exposure)).toEqual(lacking);
  expect(marginOf(uptake(1, { pod: 1 }), exposure).note.includes('n’est pas comptée')).toBe(lacking.length > 0);
});

test('what is only swallowed or breathed has a dose without an amount on the skin; the skin unknown has none', () => {
  const none = { ...row('face_cream'), amount_g_day: null, amount_mg_kg_day: null, ingested_g_day: 0.6 };
  expect(marginOf(uptake(1, {}), { ...none, routes: ['orale'] }).sed_mg_kg_d).toBeCloseTo(0.1, 10);
  expect(marginOf(uptake(1, {}), none).sed_mg_kg_d).toBeNull();
  expect(marginOf(uptake(1, {}), { ...none, routes: ['orale', 'cutanée'] }).sed_mg_kg_d).toBeNull();
  expect(marginOf(uptake(1, {}), { ...none, ingested_g_day: null, routes: ['orale'] }).sed_mg_kg_d).toBeNull();
});

test.each([
  ['28 jours', true],
  ['89 jours', true],
  ['90 jours', false],
  ['13 semaines', false],
  ['12 semaines', true],
  ['6-week', true],
  ['un mois', true],
  ['2 mois', true],
  ['3 mois', false],
  ['six semaines', true],
  ['2 ans', false],
  ['OCDE 407, rat', true],
  ['OECD TG 410', true],
  ['OCDE 408, rat, 5 jours/semaine', false],
  ['OCDE 407, 90 jours', false],
  // One that is shorter is enough, whatever else is told of the animals.
  ['28 jours puis 90 jours', true],
  ['28 jours, rats de 13 semaines', true],
  ['28 jours par gavage', true],
  ['Étude de 28 jours sur le rat', true],
  ['4 semaines par voie orale', true],
  ['28 days per os', true],
  ['90 jours, 5 jours par semaine', false],
  ['90 days, 5 days/week', false],
  ['subaiguë', true],
  ['étude de 1407 animaux', false],
])('« %s » is a study shorter than 90 days: %s', (duration, is) => {
  expect(isSubacute(duration)).toBe(is);
  const asks = (factors: Toxicology['factors']): boolean =>
    marginOf(uptake(1, { pod: 100, duration, factors }), row('face_cream')).omitted.includes('subaigue_3');
  expect(asks([])).toBe(is);
  // What divides by nothing stands for nothing.
  expect(asks([{ label: 'subaiguë', divisor: 1 }])).toBe(is);
  expect(asks([{ label: 'subaiguë', divisor: 3 }])).toBe(false);
});

test('an absorption by area asks for the concentration that was tested', () => {
  const margin = marginOf(uptake(2, { pod: 100, dermal_absorption_ug_cm2: 0.8 }), row('face_cream'));
  expect(margin.note).toContain('concentration testée');
  expect(concernsOf({ ...margin, genotoxic_alert: false })).toEqual([expect.stringContaining('concentration testée')]);
});

test.each(['Citrus Limon Peel', 'Styrax Tonkinensis Gum', 'Candelilla Cera', 'Oryza Sativa Bran', 'Propolis'])(
  'no threshold of concern for %s',
  (inci) => {
    expect(marginOf(uptake(1, { cramer: 'I' }, inci), row('face_cream')).ttc).toBeNull();
  },
);

test('a divisor below one, of an earlier release, counts for one', () => {
  const of = (divisor: number) =>
    marginOf(uptake(1, { pod: 100, factors: [{ label: 'espèce', divisor }] }), row('face_cream')).pod_sys;
  expect([of(0.1), of(1), of(2)]).toEqual([100, 100, 50]);
});
