import { expect, test } from 'vitest';
import { daysOfText, isSystemFile, kindOfFile } from './intake.kinds.ts';

test.each([
  ['FDS_Glycerine.pdf', '', 'FDS'],
  ['fds-glycerine-v3.pdf', '', 'FDS'],
  ['scan001.pdf', 'FICHE DE DONNÉES DE SÉCURITÉ\nGlycérine', 'FDS'],
  ['IFRA 51.pdf', '', 'IFRA'],
  ['FDS IFRA.pdf', '', null],
  ['Challenge test ISO 11930.pdf', '', 'challenge test'],
  ['rapport.pdf', 'Rapport de stabilité', 'stabilité'],
  ['rapport.pdf', 'Certificat d’analyse\nRapport de stabilité', null],
  ['DIP Crème.docx', '', 'DIP'],
  ['dossier.docx', 'Dossier d’information produit', 'DIP'],
  ['attestation cmr.pdf', '', 'CMR'],
  ['photo.jpg', '', null],
  ['lettre.pdf', 'Vous trouverez l’étiquette et la formule ci-jointes.', null],
  ['bat_etui.pdf', '', 'étiquette'],
])('%s, « %s » is %s', (name, text, kind) => {
  expect(kindOfFile(name, text)).toBe(kind);
});

test.each([
  ['Date de révision : 12/03/2024', { issued_on: '2024-03-12', expires_on: null }],
  ['Valable jusqu’au 15 mars 2027', { issued_on: null, expires_on: '2027-03-15' }],
  ['Imprimé le 12/03/2024', { issued_on: null, expires_on: null }],
  ['Date de révision : 31/02/2024', { issued_on: null, expires_on: null }],
  ['Date de révision : 26/11/2026', { issued_on: null, expires_on: null }],
  ['Date de révision : 25/11/2026', { issued_on: '2026-11-25', expires_on: null }],
  ['Date de révision : 01/02/2024 … Date de révision : 02/02/2024', { issued_on: null, expires_on: null }],
  ['Fait le 01/02/2024. Date de révision 2024-03-01', { issued_on: '2024-03-01', expires_on: null }],
  ['Date de révision : 12/03/2024. Expire le 01/01/2024', { issued_on: '2024-03-12', expires_on: null }],
])('« %s »', (text, days) => {
  expect(daysOfText(text, '2026-11-25')).toEqual(days);
});

test('what systems leave is no document', () => {
  expect(['__MACOSX/a/._b.pdf', 'a/.DS_Store', 'Thumbs.db', 'a/~$b.docx'].every(isSystemFile)).toBe(true);
  expect(['a/b.pdf', 'DS_Store.pdf', 'macosx/a.pdf'].some(isSystemFile)).toBe(false);
});
