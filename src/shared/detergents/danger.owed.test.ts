import { expect, test } from 'vitest';
import type { Classified } from '../clp/clp.classes.ts';
import { toMicros } from '../fields/percent.ts';
import type { CleaningState } from './cleaning.state.ts';
import { PACKAGING, supplementalOf } from './danger.owed.ts';
import type { DetergentValues } from './detergent.contract.ts';

const owed = (...classes: readonly Classified[]): string[] =>
  PACKAGING.filter(({ owedBy }) => classes.some(owedBy)).map(({ field }) => field);
const BOTH = ['fermeture_enfant', 'repere_tactile'];

test.each<[Classified, string[]]>([
  [{ classe: 'Acute Tox. orale', categorie: '3' }, BOTH],
  [{ classe: 'Acute Tox. orale', categorie: '4' }, ['repere_tactile']],
  [{ classe: 'Skin Corr.', categorie: '1C' }, BOTH],
  [{ classe: 'Skin Irrit.', categorie: '2' }, []],
  [{ classe: 'Eye Dam.', categorie: '1' }, []],
  [{ classe: 'STOT SE', categorie: '1' }, BOTH],
  [{ classe: 'STOT SE', categorie: '2' }, ['repere_tactile']],
  [{ classe: 'STOT SE', categorie: '3' }, []],
  [{ classe: 'Asp. Tox.', categorie: '1' }, BOTH],
  [{ classe: 'Flam. Liq.', categorie: '2' }, ['repere_tactile']],
  [{ classe: 'Flam. Liq.', categorie: '3' }, []],
  [{ classe: 'Carc.', categorie: '2' }, ['repere_tactile']],
])('%j sold to the public asks for %j (CLP, annex II, 3.1 and 3.2)', (one, fields) => {
  expect(owed(one)).toEqual(fields);
});

const state = (
  record: Partial<CleaningState['record']>,
  { parts = [], chlorine }: { parts?: readonly [Classified, number][]; chlorine?: number } = {},
): CleaningState =>
  ({
    record: { public: null, clp_conclusion: [], clp_non_classe: null, p_mentions: [], ...record },
    label: {
      familles: chlorine === undefined ? [] : [{ classe: 'agents de blanchiment chlorés', percent: chlorine }],
    },
    contents: parts.map(([one, percent]) => ({
      label: 'S',
      values: { clp: [one] },
      quantity: { max: toMicros(percent) },
    })),
    clp: { euh208: [] },
  }) as unknown as CleaningState;
const codesOf = (one: CleaningState): string[] =>
  supplementalOf(one).flatMap((text) => text.match(/EUH\d{3}|article 28|mention H/) ?? []);

test.each<[Classified, number, boolean]>([
  [{ classe: 'Skin Irrit.', categorie: '2' }, 1, true],
  [{ classe: 'Skin Irrit.', categorie: '2' }, 0.999, false],
  [{ classe: 'Repr.', categorie: '2' }, 0.1, true],
  [{ classe: 'Repr.', categorie: '2' }, 0.099, false],
  [{ classe: 'Carc.', categorie: '2' }, 0.1, true],
  [{ classe: 'Skin Sens.', categorie: '1B' }, 0.1, true],
  [{ classe: 'Skin Sens.', categorie: '1A' }, 0.01, true],
  [{ classe: 'Skin Sens.', categorie: '1A' }, 0.009, false],
  [{ classe: 'Flam. Liq.', categorie: '2' }, 50, false],
])(
  '%j at %f %% in what is not classified, for professionals, asks for EUH210: %s (annex II, 2.10)',
  (one, percent, isOwed) => {
    const parts: [Classified, number][] = [[one, percent]];
    const said = (record: Partial<CleaningState['record']>) => codesOf(state(record, { parts }));
    expect(said({ public: 'professionnel', clp_non_classe: true })).toEqual(isOwed ? ['EUH210'] : []);
    expect(said({ public: 'professionnel', clp_non_classe: true, p_mentions: ['EUH210'] })).toEqual([]);
    expect(said({ public: 'consommateur', clp_non_classe: true })).toEqual([]);
  },
);

test.each<[number, DetergentValues['public'], string[]]>([
  [1, 'consommateur', []],
  [1.01, 'consommateur', ['EUH206']],
  [1.01, 'professionnel', []],
  [4.99, 'professionnel', []],
  [5, 'professionnel', ['EUH031']],
  [5, null, ['EUH206', 'EUH031']],
])('%f %% of chlorine for « %s » asks for %j', (chlorine, people, codes) => {
  expect(codesOf(state({ public: people }, { chlorine }))).toEqual(codes);
});

test('six precautionary statements are enough, and a hazard statement is none of them', () => {
  const p_mentions = ['P102', 'P210', 'P260', 'P264', 'P280', 'P305+P351+P338'];
  expect(codesOf(state({ p_mentions }))).toEqual([]);
  expect(codesOf(state({ p_mentions: [...p_mentions, 'P501'] }))).toEqual(['article 28']);
  expect(codesOf(state({ p_mentions: ['H315'] }))).toEqual(['mention H']);
});
