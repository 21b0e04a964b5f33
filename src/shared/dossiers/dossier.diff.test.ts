import { expect, test } from 'vitest';
import { type ComparedManifest, diffOf } from './dossier.diff.ts';

const file = (title: string, sha256: string, point: string | null = 'A2') => ({
  path: `pieces/${title}`,
  title,
  sha256,
  point,
});
const BEFORE: ComparedManifest = {
  product: { nom_commercial: 'Crème', version: '1' },
  fiche: { nom_commercial: 'Crème', version: '1', ph: 5.5 },
  formula: {
    composition_sha256: 'a',
    lignes: [
      { cle: 'w', nom: 'Aqua', pourcentage: '99,5 %' },
      { cle: 'p', nom: 'Phenoxyethanol', pourcentage: '0,5 %' },
    ],
  },
  points: [
    { key: 'A1', state: 'couvert' },
    { key: 'A2', state: 'vide' },
  ],
  chronology: [{ code: 'X', text: 'Une ligne.' }],
  stamp: { conformite: 'a', evaluation: 'a', marges: 'a' },
  files: [
    file('Stabilité', 'a'),
    file('Étiquette', 'b', 'B2'),
    { ...file('formule.json', 'd'), path: 'donnees/formule.json' },
  ],
};
const NOTHING = {
  champs: [],
  formule: { ajoutees: [], retirees: [], modifiees: [] },
  pieces: { ajoutees: [], retirees: [], remplacees: [] },
  donnees: [],
  points: [],
  chronologie: { apparues: [], disparues: [] },
  non_comparable: [],
};

test('a dossier beside itself differs in nothing, whatever was computed when each was sealed', () => {
  const files = BEFORE.files?.map((one) => (one.path.startsWith('donnees/') ? { ...one, sha256: 'z' } : one)) ?? [];
  expect(diffOf(BEFORE, { ...BEFORE, files })).toEqual(NOTHING);
});

test('fields, lines, pieces, points and chronology, each from what it was to what it is', () => {
  const after: ComparedManifest = {
    ...BEFORE,
    fiche: { nom_commercial: 'Crème', version: '2', marque: 'Valorme' },
    formula: {
      composition_sha256: 'b',
      lignes: [
        { cle: 'w', nom: 'Aqua', pourcentage: '98 %' },
        { cle: 'g', nom: 'Glycerin', pourcentage: '2 %' },
      ],
    },
    points: [
      { key: 'A1', state: 'couvert' },
      { key: 'A2', state: 'couvert' },
    ],
    chronology: [{ code: 'Y', text: 'Une autre.' }],
    // The label under another name is the same label.
    files: [file('Stabilité', 'c'), file('Étiquette v3', 'b', 'B2'), file('Photo', 'p', '11-2-a')],
  };
  const found = diffOf(BEFORE, after);
  expect(found.champs.map(({ champ, avant, apres }) => [champ, avant, apres])).toEqual(
    expect.arrayContaining([
      ['version', '1', '2'],
      ['marque', null, 'Valorme'],
      ['ph', '5.5', null],
    ]),
  );
  expect(found.champs).toHaveLength(3);
  expect(found.formule).toEqual({
    ajoutees: [{ nom: 'Glycerin', pourcentage: '2 %' }],
    retirees: [{ nom: 'Phenoxyethanol', pourcentage: '0,5 %' }],
    modifiees: [{ nom: 'Aqua', avant: '99,5 %', apres: '98 %' }],
  });
  expect(found.pieces).toEqual({ ajoutees: ['Photo'], retirees: [], remplacees: ['Stabilité'] });
  expect(found.points).toEqual([{ key: 'A2', avant: 'vide', apres: 'couvert' }]);
  expect(found.chronologie).toEqual({ apparues: ['Une autre.'], disparues: ['Une ligne.'] });
  expect(found.non_comparable).toEqual([]);
});

test('what is written beside the form is told by its part, and never where one of them did not keep it', () => {
  const after = { ...BEFORE, stamp: { conformite: 'b', evaluation: 'a', allegations: 'z', marges: 'b' } };
  expect(diffOf(BEFORE, after).donnees).toEqual(['Conformité']);
  const { stamp: _, ...older } = BEFORE;
  expect(diffOf(older, after)).toMatchObject({ donnees: [], non_comparable: ['donnees'] });
});

test('what an older manifest lacks is named, not guessed', () => {
  const { fiche: _, chronology: __, ...older } = BEFORE;
  const first: ComparedManifest = {
    ...older,
    formula: { composition_sha256: 'z' },
    product: { nom_commercial: 'Baume' },
  };
  const found = diffOf(first, BEFORE);
  expect(found.champs.map(({ champ }) => champ)).toEqual(['nom_commercial']);
  expect(found.formule).toEqual(NOTHING.formule);
  expect(found.chronologie).toEqual(NOTHING.chronologie);
  expect(found.non_comparable).toEqual(['champs', 'formule', 'chronologie']);
  // The same composition is the same formula, whatever its manifest lacks.
  expect(diffOf({ ...first, formula: { composition_sha256: 'a' } }, BEFORE).non_comparable).toEqual([
    'champs',
    'chronologie',
  ]);
  expect(diffOf({}, BEFORE).non_comparable).toEqual([
    'champs',
    'formule',
    'pieces',
    'donnees',
    'points',
    'chronologie',
  ]);
});
