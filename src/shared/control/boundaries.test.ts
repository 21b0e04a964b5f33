import { describe, expect, test } from 'vitest';
import { actsToCome } from '../detergents/acts.ts';
import { AGGREGATE, LOW_ABSORPTION, MOS_LEAST, TTC_UG_KG_DAY } from '../exposure/exposure.table.ts';
import { type Exposure, isBelow, marginOf, NO_TOXICOLOGY, type Toxicology } from '../exposure/margins.ts';
import { daysAfter } from '../fields/date.ts';
import { shareOf, toMicros, WHOLE } from '../fields/percent.ts';
import { type FormulaLine, lineWith, quantitiesOf, type Shelf } from '../formulas/formula.ts';
import { ALL_ALLERGENS_FROM, ALLERGEN_THRESHOLD, FIRST_ALLERGENS_UNTIL } from '../formulas/fragrance.allergens.ts';
import { inciListOf } from '../formulas/inci.list.ts';
import { readLimit } from '../regulation/limit.ts';
import { type Chronicle, chronologyOfFile } from './chronology.ts';
import { deadlinesOf } from './deadlines.ts';
import type { FileState } from './finding.state.ts';
import { findingsOf } from './findings.ts';

/** Numbers of the law and of science, each just below, met exactly, and just above. */

describe('days: the same day is not after', () => {
  const fact = (date: string) => ({ label: '', date, source: '', typed_at: null });
  const NONE: Chronicle = {
    signed: null,
    firstSigned: null,
    isSold: false,
    signedEntered: null,
    market: null,
    cpnp: null,
    notified: null,
    notifiedOtherwise: [],
    late: [],
    pcn: null,
    reports: [],
    validation: null,
    gmpExpiry: null,
    lastBatch: null,
    changed: [],
    rules: [],
  };
  const codes = (found: Partial<Chronicle>): string[] =>
    chronologyOfFile({ ...NONE, ...found }).map(({ code }) => code);
  const ROWS: readonly [string, (day: string) => Partial<Chronicle>][] = [
    ['B_APRES_MARCHE', (day) => ({ firstSigned: fact(day), market: fact('2026-03-15') })],
    ['CPNP_APRES_MARCHE', (day) => ({ cpnp: fact(day), market: fact('2026-03-15') })],
    ['RAPPORT_APRES_SIGNATURE', (day) => ({ reports: [fact(day)], signed: fact('2026-03-15') })],
    ['VALIDATION_APRES_MARCHE', (day) => ({ validation: fact(day), market: fact('2026-03-15') })],
    ['BPF_EXPIREES_AU_DERNIER_LOT', (day) => ({ lastBatch: fact(day), gmpExpiry: fact('2026-03-15') })],
    ['SAISIE_APRES_COUP', (day) => ({ signedEntered: day, signed: fact('2026-03-15') })],
  ];
  test.each(ROWS)('%s', (code, of) => {
    expect(codes(of('2026-03-14'))).toEqual([]);
    expect(codes(of('2026-03-15'))).toEqual([]);
    expect(codes(of('2026-03-16'))).toEqual([code]);
  });
});

describe('margins', () => {
  const TOX: Toxicology = { ...NO_TOXICOLOGY, dermal_absorption_percent: 100 };
  const exposed = (mg_kg: number): Exposure => ({
    population: 'adulte',
    amount_g_day: null,
    amount_mg_kg_day: mg_kg,
    retention_factor: 1,
    body_weight: null,
    surface_cm2: null,
    frequency: null,
    ingested_g_day: null,
    air_mg_m3: null,
    breathed_m3_day: null,
    threshold: MOS_LEAST,
  });
  const of = (percent: number, tox: Partial<Toxicology>, mg_kg = 1) =>
    marginOf({ inci: 'X', percent, nano: false, tox: { ...TOX, ...tox } }, exposed(mg_kg));

  test('a margin of a hundred is enough, one of 99,99 is below', () => {
    for (const [mos, below] of [
      [99.99, true],
      [100, false],
      [100.01, false],
    ] as const)
      expect(isBelow({ mos, threshold: MOS_LEAST })).toBe(below);
    expect(isBelow(of(100, { pod: 100 }))).toBe(false);
    expect(isBelow(of(100, { pod: 99.99 }))).toBe(true);
  });

  test.each([
    ['I', { cramer: 'I' }, TTC_UG_KG_DAY.I],
    ['III', { cramer: 'III' }, TTC_UG_KG_DAY.III],
    ['genotoxic', { genotoxic_alert: true }, TTC_UG_KG_DAY.genotoxic],
  ] as const)('a threshold of concern that is met exactly (%s) is not passed', (_, tox, ttc) => {
    // All of a product of so many µg/kg.
    for (const [micrograms, said] of [
      [ttc * 0.999, 'sous le seuil TTC'],
      [ttc, 'sous le seuil TTC'],
      [ttc * 1.001, 'au-dessus du seuil TTC'],
    ] as const)
      expect(of(100, tox, micrograms / 1_000).note).toContain(said);
  });

  test('a low absorption is offered above 500 Da, and below −1 or above 4, not at them', () => {
    const offered = (molecular_weight: number, log_pow: number): boolean =>
      of(1, { pod: 1, dermal_absorption_percent: null, molecular_weight, log_pow }).offered.length > 0;
    const { above, below, over } = LOW_ABSORPTION;
    expect([offered(above, over + 1), offered(above + 0.1, over), offered(above + 0.1, below)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([offered(above + 0.1, over + 0.1), offered(above + 0.1, below - 0.1)]).toEqual([true, true]);
    expect([above, below, over, AGGREGATE.g_day]).toEqual([500, -1, 4, 17.4]);
  });
});

describe('the label', () => {
  const EMPTY: Shelf = { substances: new Map(), materials: new Map() };
  const line = (id: string, label: string, percent: number): FormulaLine => lineWith({ id, label, percent });
  const listOf = (
    lines: FormulaLine[],
    options: { rinse?: boolean; firstPlaced?: string; at?: string; oldStock?: boolean } = {},
  ) =>
    inciListOf(
      { lines, shelf: EMPTY, quantities: quantitiesOf(lines) },
      { rinse: false, firstPlaced: '2026-11-22', at: '2026-11-22', ...options },
    );
  const declared = (percent: number, rinse: boolean): boolean | undefined =>
    listOf([line('a', 'Linalool', percent)], { rinse }).allergens[0]?.declared;

  test('an allergen is named above its threshold, not at it', () => {
    expect(ALLERGEN_THRESHOLD).toEqual({ leave_on: toMicros(0.001), rinse_off: toMicros(0.01) });
    for (const [rinse, at] of [
      [false, 0.001],
      [true, 0.01],
    ] as const) {
      expect(declared(at, rinse)).toBe(false);
      expect(declared(at + 0.000001, rinse)).toBe(true);
    }
  });

  test('all of them are named from 1 August 2026 on, that day too; before it, the first 24', () => {
    const named = (firstPlaced: string): boolean =>
      listOf([line('a', 'Menthol', 0.5)], { firstPlaced, at: '2026-09-01', oldStock: true }).allergens[0]?.declared ??
      false;
    expect([ALL_ALLERGENS_FROM, FIRST_ALLERGENS_UNTIL]).toEqual(['2026-08-01', '2028-07-31']);
    expect([named('2026-07-31'), named('2026-08-01')]).toEqual([false, true]);
  });

  test('one percent is in the order of weights, what is below may be in any', () => {
    const group = (percent: number) => listOf([line('a', 'Glycerin', percent)]).items[0]?.group;
    expect([group(0.999999), group(1), group(1.000001)]).toEqual(['below_one', 'main', 'main']);
  });
});

test('a share of a raw material is never said smaller than it is', () => {
  for (const [whole, share] of [
    [toMicros(0.000001), toMicros(50)],
    [toMicros(33.333333), toMicros(33.333333)],
    [toMicros(0.3), toMicros(0.000001)],
    [1, 1],
  ] as const) {
    const exact = (BigInt(whole) * BigInt(share) * 1_000n) / BigInt(WHOLE);
    const found = BigInt(shareOf(whole, share)) * 1_000n;
    expect(found).toBeGreaterThanOrEqual(exact);
    expect(found - exact).toBeLessThanOrEqual(1_000n);
  }
  expect(shareOf(toMicros(10), toMicros(50))).toBe(toMicros(5));
  expect(shareOf(WHOLE, WHOLE)).toBe(WHOLE);
});

test('a limit of the annexes includes its number', () => {
  const [one] = readLimit('', '0,4 % (as acid)').cases;
  expect(one?.value).toBe(toMicros(0.4));
});

describe('days of findings', () => {
  const today = '2026-11-24';
  const state = (more: Partial<FileState>): FileState =>
    ({
      today,
      product: {
        modified_since_validation: false,
        ingredients: null,
        has_formula_attachment: false,
        type_produit: 'cosmetique',
      },
      formula: { mode: 'table', lines: [] },
      gap: null,
      verdicts: [],
      corpus: null,
      margins: { rows: [], exposure: { a_mg_kg_d: 1, remarks: {}, sources: {} } },
      pieces: [],
      claims: [],
      chronology: [],
      stamp: {},
      lines: [],
      substances: [],
      sealed: [],
      signature: null,
      early: [],
      invented: [],
      lots: [],
      studies: [],
      review: null,
      requests: [],
      effects: [],
      notified: {},
      twins: {
        kind: 'cosmetique',
        product: {},
        conformity: {},
        exposure: {},
        hasNano: false,
        cmr: [],
        profiles: [],
        claims: 0,
      },
      conformity: {},
      assessment: {},
      ...more,
    }) as unknown as FileState;
  const codes = (more: Partial<FileState>) => findingsOf(state(more)).map(({ code }) => code);

  test.each([
    ['2026-08-26', []],
    ['2026-08-25', ['CORPUS_ANCIEN']],
  ])('a corpus exported on %s, 90 days before or one more', (created_on, found) => {
    const corpus = { id: 'c', files: [{ created_on }] } as unknown as FileState['corpus'];
    expect(codes({ corpus })).toEqual(found);
  });

  test.each([
    ['2026-11-23', []],
    ['2026-11-24', ['2026-11-24']],
    ['2026-11-25', ['2026-11-25']],
  ])('a claim to be read again on %s', (revue_le, due) => {
    const claims = [{ id: 'a', texte: 'Hydrate', revue_le }] as unknown as FileState['claims'];
    const dated = { ei_date: null, bpf_expiration: null };
    const records = { claims, conformity: dated, assessment: { revoir_le: null } } as unknown as Partial<FileState>;
    const found = deadlinesOf({ ...state(records), keptUntil: null, stoppedOn: null });
    expect(found.filter(({ kind }) => kind === 'allegation').map(({ due_on }) => due_on)).toEqual(due);
  });

  test('an act is to come until the day from which it applies', () => {
    const [act] = actsToCome('2026-11-24');
    const applies = act?.applies ?? '';
    expect(actsToCome(daysAfter(applies, -1))).toContain(act);
    expect(actsToCome(applies)).not.toContain(act);
  });

  test.each([
    ['2026-11-23', ['PIECE_PERIMEE']],
    ['2026-11-24', ['PIECE_BIENTOT']],
    ['2027-01-23', ['PIECE_BIENTOT']],
    ['2027-01-24', []],
  ])('a piece whose last day is %s', (expires_on, found) => {
    const file = {
      id: 'p',
      file_name: 'a.pdf',
      alias: null,
      kind: null,
      field_key: 'x',
      also: [],
      expires_on,
      issued_on: null,
    };
    const pieces = [{ file, of: null }] as unknown as FileState['pieces'];
    expect(codes({ pieces, corpus: { files: [] } as unknown as FileState['corpus'] })).toEqual(found);
  });

  test.each([
    ['2026-11-09', 'rouge'],
    ['2026-11-10', 'neutre'],
    ['2026-11-11', 'neutre'],
  ])('a signature of before a change of the 10th, once one of %s is recorded', (signed_on, level) => {
    const early = [{ signed_on: '2026-11-01', entered_on: '2026-11-12', changed_on: '2026-11-10' }];
    const corpus = { files: [] } as unknown as FileState['corpus'];
    expect(
      findingsOf(state({ early, corpus, signature: { signed_on, entered_at: `${signed_on}T10:00:00.000Z` } })).map(
        (one) => [one.code, one.level],
      ),
    ).toEqual([['SIGNATURE_AVANT_CHANGEMENT', level]]);
  });

  test.each([
    [{ composition: 'a' }, { composition: 'b' }, ['DIP_AUTRE_FORMULE']],
    [{ composition: 'a' }, { composition: 'a' }, []],
    // A document of an older release did not keep it.
    [{}, { composition: 'b' }, []],
    [{ composition: 'a', fiche: 'x' }, { composition: 'a', fiche: 'y' }, ['DIP_MODIFIE_DEPUIS']],
    [{ composition: 'a', fiche: 'x' }, { composition: 'b', fiche: 'y' }, ['DIP_AUTRE_FORMULE']],
    // What stands beside it, and what the law says, is no part of what it prints.
    [{ pieces: 'x', corpus: 'x', modele: 'x' }, { pieces: 'y', corpus: 'y', modele: 'y' }, []],
  ])('a document that stood on %o, now %o', (was, stamp, found) => {
    const corpus = { files: [] } as unknown as FileState['corpus'];
    const one = { stamp: was, validated_at: '2026-01-01T00:00:00.000Z', template: 'DIP' };
    expect(codes({ corpus, stamp, sealed: [one] })).toEqual(found);
    // Another document, validated later, does not hide it.
    const other = { stamp, validated_at: '2026-02-01T00:00:00.000Z', template: 'Partie A' };
    expect(codes({ corpus, stamp, sealed: [other, one] })).toEqual(found);
  });

  test.each([
    ['Voir CA-26-118.', 'CA-26-118 certificat.pdf', []],
    ['Voir CA-26-118.', 'certificat.pdf', ['PIECE_CITEE_ABSENTE']],
    ['Le certificat IFRA joint le confirme.', 'ifra-2026.pdf', []],
    ['Le certificat IFRA joint le confirme.', 'autre.pdf', ['PIECE_CITEE_ABSENTE']],
    ['Le certificat est joint.', 'autre.pdf', []],
    ['Voir le règlement 1223/2009 et EN-ISO 11930.', 'autre.pdf', []],
  ])('a text that says « %s » beside « %s »', (observations_finales, file_name, found) => {
    const product = { ...state({}).product, observations_finales } as unknown as FileState['product'];
    const file = {
      id: 'p',
      file_name,
      alias: null,
      kind: null,
      field_key: 'x',
      also: [],
      expires_on: null,
      issued_on: null,
    };
    const pieces = [{ file, of: null }] as unknown as FileState['pieces'];
    expect(codes({ product, pieces, corpus: { files: [] } as unknown as FileState['corpus'] })).toEqual(found);
  });

  test.each([
    ['Glycerin', []],
    ['1,2-Hexanediol', []],
    ['Glycerin (and) Aqua', ['MELANGE_SANS_DETAIL']],
    ['Glycerin, Aqua', ['MELANGE_SANS_DETAIL']],
  ])('a line called « %s »', (name, found) => {
    const lines = [{ name, isSubstance: true, hasQuantity: true }] as unknown as FileState['lines'];
    expect(codes({ lines, corpus: { files: [] } as unknown as FileState['corpus'] })).toEqual(found);
  });

  test('two facts of one name are two findings', () => {
    const rule = {
      code: 'REGLE_A_VENIR',
      level: 'orange',
      text: 'x',
      dates: [{ label: 'Règle à venir', date: today }],
    };
    const chronology = [rule, { ...rule, text: 'y' }] as unknown as FileState['chronology'];
    const keys = findingsOf(state({ chronology, corpus: { files: [] } as unknown as FileState['corpus'] })).map(
      ({ key }) => key,
    );
    expect(new Set(keys).size).toBe(2);
    // Known by what it is about, not by its place: alone, it is the same one.
    expect(findingsOf(state({ chronology: chronology.slice(0, 1) })).map(({ key }) => key)).toContain(keys[0]);
  });
});
