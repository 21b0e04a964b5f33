import { expect, test } from 'vitest';
import type { Classified } from '../clp/clp.classes.ts';
import { PACKAGING } from './danger.owed.ts';

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
