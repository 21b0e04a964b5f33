import { describe, expect, test } from 'vitest';
import { daysAfter } from '../fields/date.ts';
import { remarksOf } from './causality.ts';
import { clockOf, dayZeroOf, type Gravite, isSerious } from './clock.ts';
import { type Causality, CRITERIA, type CriterionName, SERIOUSNESS, UNKNOWN } from './effect.fields.ts';
import { identityIn } from './identity.ts';
import { summaryOf } from './summary.ts';

const all = (value: boolean | null, more: Partial<Gravite> = {}): Gravite => ({
  ...(Object.fromEntries(Object.keys(SERIOUSNESS).map((name) => [name, value])) as unknown as Gravite),
  ...more,
});
const GRAVE = all(false, { hospitalisation: true });

test.each([
  [all(false), false],
  [all(false, { deces: true }), true],
  [all(null, { handicap: true }), true],
  [all(null), null],
  [all(false, { deces: null }), null],
])('%j is serious: %s', (gravite, grave) => {
  expect(isSerious(gravite)).toBe(grave);
});

describe('twenty days from the day on which anybody knew', () => {
  const recu_le = '2026-02-20';
  const one = { recu_le, grave_su_le: null, gravite: GRAVE, transmis_le: null, non_transmis_motif: null };
  test.each([
    [0, 'orange', 0],
    [14, 'orange', 0],
    [15, 'rouge', 0],
    [20, 'rouge', 0],
    [21, 'rouge', 1],
    [45, 'rouge', 25],
  ])('on day %i it is %s, %i days late', (days, level, late) => {
    expect(clockOf(one, daysAfter(recu_le, days))).toEqual({ due_on: '2026-03-12', level, late, isOpen: true });
  });

  test.each([
    ['2026-03-12', 0],
    ['2026-03-13', 1],
    ['2026-04-01', 20],
  ])('sent on %s it is %i days late, whatever the day is now', (transmis_le, late) => {
    expect(clockOf({ ...one, transmis_le }, '2027-01-01')).toMatchObject({ late, isOpen: false });
  });

  test('said not to be sent, it is neither open nor late', () => {
    const said = { ...one, non_transmis_motif: 'Le produit n’est pas de cette maison.' };
    expect(clockOf(said, '2027-01-01')).toMatchObject({ late: 0, isOpen: false });
  });

  test('learnt to be serious later, it is counted from then; not serious, it has no clock', () => {
    const later = { ...one, grave_su_le: '2026-03-01' };
    expect(dayZeroOf(later)).toBe('2026-03-01');
    expect(clockOf(later, '2026-03-21')).toMatchObject({ due_on: '2026-03-21', late: 0 });
    expect(clockOf({ ...later, gravite: all(false) }, '2027-01-01')).toBeNull();
    // Nobody can say: the same days, never red, never said to be late.
    expect(clockOf({ ...later, gravite: all(null) }, '2027-01-01')).toMatchObject({
      due_on: '2026-03-12',
      level: 'orange',
      late: 0,
    });
  });

  test.each([
    ['2028-02-09', '2028-02-29'],
    ['2027-02-09', '2027-03-01'],
    ['2026-12-20', '2027-01-09'],
    ['2026-03-20', '2026-04-09'],
    ['2026-10-20', '2026-11-09'],
  ])('known on %s it is due on %s', (day, due) => {
    expect(clockOf({ ...one, recu_le: day }, day)?.due_on).toBe(due);
  });
});

describe('what a careful colleague says of a level', () => {
  const answered = (more: Partial<Record<CriterionName, string>> = {}): Record<CriterionName, string> => ({
    symptomatologie: 'évocatrice',
    chronologie: 'compatible',
    evolution: 'favorable',
    reexposition: 'positive',
    examens: 'positifs',
    autre_cause: 'écartée',
    ...more,
  });
  const none = Object.fromEntries(Object.keys(CRITERIA).map((name) => [name, UNKNOWN])) as Record<
    CriterionName,
    string
  >;
  test.each<[Causality | null, Record<CriterionName, string>, string[]]>([
    [null, none, []],
    ['très probable', answered(), []],
    ['probable', answered({ examens: UNKNOWN }), ['CRITERES']],
    ['très probable', answered({ chronologie: 'incompatible' }), ['CHRONOLOGIE']],
    ['probable', answered({ chronologie: 'incompatible' }), ['CHRONOLOGIE']],
    ['non clairement attribuable', answered({ chronologie: 'incompatible' }), ['CHRONOLOGIE']],
    ['improbable', answered({ chronologie: 'incompatible' }), []],
    ['très probable', answered({ reexposition: 'non faite' }), []],
    ['très probable', answered({ examens: 'non faits' }), []],
    ['très probable', answered({ reexposition: 'négative', examens: 'négatifs' }), ['CONFIRMATION']],
    ['probable', answered({ reexposition: 'négative', examens: 'négatifs' }), []],
    ['exclue', answered(), ['EXCLUSION']],
    ['exclue', answered({ autre_cause: 'établie' }), []],
    ['exclue', answered({ chronologie: 'incompatible' }), []],
    ['très probable', none, ['CRITERES', 'CONFIRMATION']],
    ['exclue', none, ['CRITERES', 'EXCLUSION']],
  ])('%s beside %j: %j', (level, criteria, said) => {
    expect(remarksOf(level, criteria)).toEqual(said);
  });
});

describe('what would say who somebody is', () => {
  test.each([
    'Écrire à claire.aubry@valorme.fr',
    'claire@valorme.fr',
    'rappeler au 06 12 34 56 78',
    'tél. 0612345678',
    '02.41.00.00.00',
    '02-41-00-00-00',
    '+33 6 12 34 56 78',
    '0033612345678',
    '+32 475 12 34 56',
    '(06 12 34 56 78)',
  ])('« %s » is refused', (text) => {
    expect(identityIn(text)).not.toBeNull();
  });

  test.each([
    'Lot L26-118',
    'lot 0612345678',
    'Lot n° 0612345678',
    'Rougeur 2 jours après, 3 applications',
    'Le 12/03/2026, à 14 h 30',
    'Référence 2026031601',
    'REC-2026-0118',
    'pH 5,5 ; 12 500 unités',
    'arobase @ seule',
    '01 et 02',
  ])('« %s » is taken', (text) => {
    expect(identityIn(text)).toBeNull();
  });

  test('the number of a lot of the product is no telephone', () => {
    expect(identityIn('Le 0612345678 est en cause', ['0612345678'])).toBeNull();
    expect(identityIn('Le 0612345679 est en cause', ['0612345678'])).not.toBeNull();
  });
});

describe('counts and a rate', () => {
  const effect = (recu_le: string, gravite: Gravite = all(false)) => ({ recu_le, gravite });
  const lot = (quantite: number | null, premiere_mise: string | null = '2026-01-01') => ({
    quantite,
    premiere_mise,
    derniere_mise: null,
  });
  const of = (more: Partial<Parameters<typeof summaryOf>[0]>) =>
    summaryOf({ effects: [], lots: [], since: null, at: '2026-06-30', ...more });

  test('those of the day are among them, those after it are not', () => {
    const effects = [
      effect('2026-06-30'),
      effect('2026-07-01'),
      effect('2026-01-01', GRAVE),
      effect('2026-01-02', all(null)),
    ];
    expect(of({ effects })).toMatchObject({ total: 3, graves: 1, a_qualifier: 1, unites: null, pour_10000: null });
  });

  test.each([
    [3, 10_000, 3],
    [1, 3_000, 3.34],
    [1, 30_000, 0.34],
    [1, 1_000_000, 0.01],
    [1, 100_000_000, 0.01],
    [0, 10_000, 0],
    [2, 20_000, 1],
  ])('%i for %i units is %s for ten thousand, never said smaller', (count, units, rate) => {
    const effects = Array.from({ length: count }, () => effect('2026-02-01'));
    expect(of({ effects, lots: [lot(units)] })).toMatchObject({ unites: units, pour_10000: rate });
  });

  test('one lot that nobody counted leaves no rate; one that is not sold yet is not counted', () => {
    const effects = [effect('2026-02-01')];
    expect(of({ effects, lots: [lot(10_000), lot(null)] }).pour_10000).toBeNull();
    expect(of({ effects, lots: [] }).pour_10000).toBeNull();
    expect(of({ effects, lots: [lot(10_000), lot(5_000, '2026-07-01')] }).unites).toBe(10_000);
  });

  test('it is a sentence, and says nothing of what it means', () => {
    expect(of({ since: '2026-01-01', lots: [lot(12_400)] }).texte.replace(/\s/g, ' ')).toBe(
      'Du 01/01/2026 au 30/06/2026 : aucun effet indésirable rapporté, pour 12 400 unités.',
    );
    expect(of({ effects: [effect('2026-02-01', GRAVE)], lots: [lot(12_400)] }).texte.replace(/\s/g, ' ')).toBe(
      'Au 30/06/2026 : 1 effet indésirable rapporté, dont 1 grave et 0 à qualifier, pour 12 400 unités (0,81 pour 10 000 unités).',
    );
  });
});
