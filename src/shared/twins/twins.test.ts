import { expect, test } from 'vitest';
import { exposureInput } from '../exposure/exposure.contract.ts';
import { NO_CONFORMITY } from '../regulation/conformity.fields.ts';
import { NO_FACTS } from '../regulation/facts.contract.ts';
import { amountIn, nameAndAddress, sccsOf } from './twin.words.ts';
import { contradictionsOf, proposalsOf, TWINS, type TwinState } from './twins.ts';

type Given = Partial<Record<'product' | 'conformity' | 'exposure', Record<string, unknown>>>;
const stateOf = ({ product = {}, conformity = {}, exposure = {} }: Given, more: Partial<TwinState> = {}): TwinState =>
  ({
    product,
    conformity: { ...NO_CONFORMITY, ...NO_FACTS, ...conformity },
    exposure: exposureInput.parse(exposure),
    kind: 'cosmetique',
    hasNano: false,
    cmr: [],
    profiles: [],
    claims: 0,
    ...more,
  }) as TwinState;

/** Of each pair: one side, what it proposes to the other; both, when they agree; both, when they do not. */
const CASES: Record<string, { one: Given; proposes?: unknown; agree: Given; differ?: Given }> = {
  'nom_produit category': {
    one: { product: { nom_produit: 'Crème visage hydratante' } },
    proposes: 'Crème visage hydratante',
    agree: { product: { nom_produit: 'Sérum visage' }, conformity: { category: 'crème visage' } },
    differ: { product: { nom_produit: 'Shampooing doux' }, conformity: { category: 'crème visage' } },
  },
  'category category': {
    one: { conformity: { category: 'crème visage' } },
    proposes: 'face_cream',
    agree: { conformity: { category: 'crème visage' }, exposure: { category: 'face_cream' } },
    differ: { conformity: { category: 'crème visage' }, exposure: { category: 'shampoo' } },
  },
  'category rinse': {
    one: { exposure: { category: 'shampoo' } },
    proposes: 'rince',
    agree: { exposure: { category: 'shampoo' }, conformity: { rinse: 'rince' } },
    differ: { exposure: { category: 'shampoo' }, conformity: { rinse: 'non_rince' } },
  },
  'category zone': {
    one: { exposure: { category: 'shampoo' } },
    proposes: 'cheveux',
    agree: { exposure: { category: 'shampoo' }, conformity: { zone: 'corps' } },
  },
  'population population': {
    one: { conformity: { population: 'enfant' } },
    agree: { conformity: { population: 'adulte' }, exposure: { category: 'shampoo', population: 'adulte' } },
    differ: { conformity: { population: 'enfant' }, exposure: { category: 'shampoo', population: 'adulte' } },
  },
  'resp_mise_marche pr_nom': {
    one: { product: { resp_mise_marche: 'Valorme SAS, 12 rue des Lices, Angers' } },
    proposes: 'Valorme SAS',
    agree: { product: { resp_mise_marche: 'Valorme SAS, Angers' }, conformity: { pr_nom: 'VALORME SAS' } },
    differ: { product: { resp_mise_marche: 'Valorme SAS, Angers' }, conformity: { pr_nom: 'Autre' } },
  },
  'resp_mise_marche pr_adresse': {
    one: { product: { resp_mise_marche: 'Valorme SAS, 12 rue des Lices, Angers' } },
    proposes: '12 rue des Lices, Angers',
    // Without a comma there is no address to disagree with.
    agree: {
      product: { resp_mise_marche: 'Valorme SAS' },
      conformity: { pr_nom: 'Valorme SAS', pr_adresse: 'Angers' },
    },
    differ: {
      product: { resp_mise_marche: 'Valorme, Angers' },
      conformity: { pr_nom: 'Valorme', pr_adresse: 'Nantes' },
    },
  },
  'pr_adresse dip_adresse': {
    one: { conformity: { pr_adresse: 'Angers' } },
    proposes: 'Angers',
    agree: { conformity: { pr_adresse: 'Angers', dip_adresse: 'Nantes' } },
  },
  'format contenu_nominal': {
    one: { product: { format: 'Coffret 50 ml + 2 × 5 ml' } },
    proposes: '50 ml + 2 × 5 ml',
    agree: { product: { format: 'Tube 50 ml' }, conformity: { contenu_nominal: '50ml' } },
    differ: { product: { format: 'Tube 50 ml' }, conformity: { contenu_nominal: '30 ml' } },
  },
  'faconnerie bpf_site': {
    one: { product: { faconnerie: 'Coteaux, Beaucouzé' } },
    proposes: 'Coteaux, Beaucouzé',
    agree: { product: { faconnerie: 'a' }, conformity: { bpf_site: 'b' } },
  },
  'frequence_utilisation frequency': {
    one: { product: { frequence_utilisation: 3 } },
    proposes: 3,
    agree: { product: { frequence_utilisation: 2.14 }, exposure: { category: 'face_cream' } },
    differ: { product: { frequence_utilisation: 4 }, exposure: { category: 'face_cream' } },
  },
  'surface_exposee surface_cm2': {
    one: { product: { surface_exposee: 300 } },
    proposes: 300,
    agree: { product: { surface_exposee: 565 }, exposure: { category: 'face_cream' } },
    differ: { product: { surface_exposee: 860 }, exposure: { category: 'face_cream' } },
  },
  'quantite_appliquee amount_g_day': {
    one: { product: { quantite_appliquee: 1 } },
    agree: { product: { quantite_appliquee: 1.274 }, exposure: { category: 'face_cream' } },
    differ: { product: { quantite_appliquee: 2.5 }, exposure: { category: 'face_cream' } },
  },
  'concentration_air air_mg_m3': {
    one: { product: { concentration_air: 2 } },
    proposes: 2,
    agree: { product: { concentration_air: 2 }, exposure: { air_mg_m3: 2 } },
    differ: { product: { concentration_air: 2 }, exposure: { air_mg_m3: 3 } },
  },
  'volume_respire breathed_m3_day': {
    one: { product: { volume_respire: 20 } },
    proposes: 20,
    agree: { product: { volume_respire: 20 }, exposure: { breathed_m3_day: 20 } },
    differ: { product: { volume_respire: 20 }, exposure: { breathed_m3_day: 10 } },
  },
  'quantite_ingeree ingested_g_day': {
    one: { product: { quantite_ingeree: 57 } },
    proposes: 0.057,
    agree: { product: { quantite_ingeree: 57 }, exposure: { ingested_g_day: 0.057 } },
    differ: { product: { quantite_ingeree: 57 }, exposure: { ingested_g_day: 57 } },
  },
  'resultats_stabilite stabilite_conclusion': {
    one: { product: { resultats_stabilite: 'Stable' } },
    proposes: 'Stable',
    agree: { product: { resultats_stabilite: 'a' }, conformity: { stabilite_conclusion: 'b' } },
  },
  'duree_conservation durabilite_valeur': {
    one: { product: { duree_conservation: '24 mois' } },
    proposes: '24 mois',
    agree: {
      product: { duree_conservation: '36 mois' },
      conformity: { durabilite: 'PAO', durabilite_valeur: '12 mois' },
    },
    differ: {
      product: { duree_conservation: '24 mois' },
      conformity: { durabilite: 'DDM', durabilite_valeur: '12 mois' },
    },
  },
  'ei_declaration observations_effets_indesirables': {
    one: { conformity: { ei_declaration: 'Aucun.' } },
    proposes: 'Aucun.',
    agree: { conformity: { ei_declaration: 'a' }, product: { observations_effets_indesirables: 'b' } },
  },
};

test('every pair has its case', () => {
  expect(Object.keys(CASES)).toEqual(TWINS.map(({ a, b }) => `${a.field} ${b.field}`));
});

test.each(TWINS.map(({ a, b }) => ({ pair: `${a.field} ${b.field}`, a, b })))(
  '$pair: one side is proposed to the other, both agree or it is said',
  ({ pair, a, b }) => {
    const { one, proposes, agree, differ } = CASES[pair] as (typeof CASES)[string];
    const offered = proposalsOf(stateOf(one)).find(({ record, field }) => record === b.record && field === b.field);
    expect(offered?.value).toEqual(proposes);
    expect(contradictionsOf(stateOf(one))).toEqual([]);
    expect(contradictionsOf(stateOf(agree))).toEqual([]);
    // What is filled is never proposed to.
    const full = proposalsOf(stateOf(differ ?? agree));
    expect(full.filter(({ field, record }) => field === b.field && record === b.record)).toEqual([]);
    if (differ) {
      const found = contradictionsOf(stateOf(differ));
      expect(found.map(({ about }) => about)).toContain(`${a.field} ${b.field}`);
      expect(found[0]?.text).toMatch(/»\sdit\s«\s.+\s»,\s«\s.+\s»\sdit\s«\s.+\s»\.$/u);
    }
  },
);

test('what is a list says it too: a nanomaterial, claims, profiles', () => {
  expect(proposalsOf(stateOf({}, { hasNano: true }))).toEqual([
    { record: 'conformity', field: 'nano', value: true, from: 'Formule' },
  ]);
  expect(contradictionsOf(stateOf({ conformity: { nano: false } }, { hasNano: true }))).toHaveLength(1);
  const cmr = ['X (Repr. 1B)'];
  expect(proposalsOf(stateOf({}, { cmr }))).toMatchObject([{ record: 'conformity', field: 'cmr', value: true }]);
  expect(contradictionsOf(stateOf({ conformity: { cmr: false } }, { cmr }))).toMatchObject([
    { text: expect.stringContaining('X (Repr. 1B)') },
  ]);
  expect(contradictionsOf(stateOf({ conformity: { cmr: true } }, { cmr }))).toEqual([]);
  expect(contradictionsOf(stateOf({ conformity: { aucune_allegation: true } }, { claims: 2 }))).toHaveLength(1);
  const [profiles] = proposalsOf(stateOf({}, { profiles: [{ inci: 'Aqua', profile: 'Eau.' }] }));
  expect(profiles).toMatchObject({ field: 'observations_toxicologie', value: 'Aqua\u00a0: Eau.' });
});

test.each([
  ['Tube 50 ml', '50 ml'],
  ['50 ml + 2 × 5 ml', '50 ml + 2 × 5 ml'],
  ['2 x 50 g', '2 x 50 g'],
  ['Flacon pompe 1,5 L', '1,5 L'],
  // Two amounts that are no set: nothing is chosen.
  ['Tube 50 ml ou pot 200 ml', null],
  ['Stick', null],
  ['a'.repeat(100_000), null],
])('the amount of « %s » is %s', (text, amount) => {
  expect(amountIn(text)).toBe(amount);
});

test.each([
  ['Apres-shampooing démêlant', 'hair_conditioner'],
  ['Shampooing', 'shampoo'],
  ['Déodorant spray', 'deodorant_spray'],
  ['Déodorant bille', 'deodorant_non_spray'],
  ['Baume', null],
])('« %s » is %s', (text, key) => {
  expect(sccsOf(text)).toBe(key);
});

test('a responsible person without a comma has no address', () => {
  expect(nameAndAddress('Valorme')).toEqual({ name: 'Valorme', address: null });
});

test('the duration after opening is not how long a product keeps', () => {
  const offered = (given: Given): unknown =>
    proposalsOf(stateOf(given)).find(({ field }) => field === 'durabilite_valeur')?.value;
  expect(offered({ product: { duree_conservation: '36 mois' } })).toBeUndefined();
  expect(offered({ product: { duree_conservation: '24 mois' }, conformity: { durabilite: 'PAO' } })).toBeUndefined();
  expect(offered({ product: { duree_conservation: '36 mois' }, conformity: { durabilite: 'DDM' } })).toBe('36 mois');
  const back = proposalsOf(stateOf({ conformity: { durabilite: 'PAO', durabilite_valeur: '12 mois' } }));
  expect(back.filter(({ field }) => field === 'duree_conservation')).toEqual([]);
});
