import { expect, test } from 'vitest';
import { isBiocidal } from './findings.cleaning.ts';

test.each([
  'Élimine 99,9 % des bactéries',
  'Antimicrobien',
  'Anti bactérien',
  'Anti-moisissures',
  'Antifongique',
  'Levuricide, algicide',
  'Détruit les virus et les germes',
  'Insecticide',
  'Tue les microbes',
  'Désinfecte en 5 minutes',
  'Anti-acariens',
  'Répulsif moustiques',
  'Antimites',
  'Antiseptique',
  'Anti-virus',
  'Éradique les germes',
  'Neutralise les virus',
  'Éloigne les insectes',
])('« %s » makes a biocide of a cleaner (Regulation (EU) 528/2012, article 3(1)(a))', (claim) =>
  expect(isBiocidal(claim)).toBe(true),
);
test.each([
  'Élimine le calcaire',
  'Anticalcaire',
  'Détruit les odeurs',
  'Nettoie sans frotter',
  'Antistatique',
  'Statue',
  'Répulsif à eau et taches',
  'Après stérilisation du matériel',
  'Neutralise les odeurs des champignons',
])('« %s » does not', (claim) => expect(isBiocidal(claim)).toBe(false));
