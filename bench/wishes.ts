/**
 * What authors of templates wish, and what each free engine prints of it: one small document a wish, in the words of that
 * engine. Writes the table of `docs/templates.md`. `node scripts/run.mjs bench/wishes.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { deflate, inflate, readZip, writeZip } from '../src/server/documents/docx/zip.ts';
import { ENGINES, installPeers, type Name } from './docx.engines.ts';

const DATA = {
  nom: 'Crème & Éclat',
  ph: '5,5',
  statut: 'Validé',
  vide: '',
  date: '01/03/2026',
  dose: '1200,456',
  site: 'https://exemple.fr/etude',
  // As easy-template-x has its links: in the data.
  lien: { _type: 'link', text: 'lire l’étude', target: 'https://exemple.fr/etude' },
  lignes: [
    { nom: 'Zinc', part: '10,00' },
    { nom: 'Aqua', part: '2,50' },
  ],
};

type Written = Partial<Record<Name, string>>;
const both = (text: string): Written => ({ Diplo: text, docxtemplater: text, 'easy-template-x': text });

/** Each wish as each engine would have it written; an engine that is not named has no word for it. */
const WISHES: readonly (readonly [wish: string, wanted: string, written: Written])[] = [
  [
    'une valeur, avec ses caractères spéciaux',
    'Crème & Éclat',
    { ...both('{{nom}}'), carbone: '{d.nom}', 'docx-templates': '{{INS nom}}' },
  ],
  [
    'une valeur qui manque n’imprime rien',
    '[]',
    { ...both('[{{inconnu}}]'), carbone: '[{d.inconnu}]', 'docx-templates': '[{{INS inconnu}}]' },
  ],
  [
    'un texte par défaut',
    'non mesuré',
    {
      Diplo: '{{vide | sinon : non mesuré}}',
      carbone: '{d.vide:ifEM(non mesuré)}',
      'docx-templates': "{{INS vide || 'non mesuré'}}",
    },
  ],
  [
    'une égalité',
    'oui',
    {
      Diplo: '{{#statut = Validé}}oui{{/statut}}',
      carbone: '{d.statut:ifEQ(Validé):show(oui):elseShow()}',
      'docx-templates': "{{IF statut === 'Validé'}}oui{{END-IF}}",
    },
  ],
  [
    'une comparaison, virgule décimale comprise',
    'acide',
    {
      Diplo: '{{#ph < 7}}acide{{/ph}}',
      carbone: '{d.ph:ifLT(7):show(acide):elseShow()}',
      'docx-templates': "{{IF Number(ph.replace(',', '.')) < 7}}acide{{END-IF}}",
    },
  ],
  [
    'une date en toutes lettres',
    '1er mars 2026',
    {
      Diplo: '{{date | format : j MMMM aaaa}}',
      carbone: "{d.date:formatD('D MMMM YYYY', 'DD/MM/YYYY')}",
      'docx-templates': "{{INS new Date(2026, 2, 1).toLocaleDateString('fr-FR', { dateStyle: 'long' })}}",
    },
  ],
  [
    'deux décimales',
    '1 200,46',
    {
      Diplo: '{{dose | décimales : 2}}',
      carbone: '{d.dose:formatN(2)}',
      'docx-templates': "{{INS Number(dose.replace(',', '.')).toLocaleString('fr-FR', { maximumFractionDigits: 2 })}}",
    },
  ],
  [
    'des majuscules',
    'VALIDÉ',
    {
      Diplo: '{{statut | majuscules}}',
      carbone: '{d.statut:upperCase}',
      'docx-templates': '{{INS statut.toUpperCase()}}',
    },
  ],
  [
    'un rang dans une liste',
    '1 Zinc 2 Aqua',
    {
      Diplo: '{{#lignes | séparateur : " "}}{{@rang}} {{nom}}{{/lignes}}',
      'docx-templates': '{{FOR l IN lignes}}{{INS $idx + 1}} {{INS $l.nom}} {{END-FOR l}}',
    },
  ],
  [
    'un séparateur',
    'Zinc, Aqua',
    {
      Diplo: '{{#lignes | séparateur : ", "}}{{nom}}{{/lignes}}',
      'docx-templates': "{{INS lignes.map((l) => l.nom).join(', ')}}",
    },
  ],
  [
    'un ordre',
    'AquaZinc',
    {
      Diplo: '{{#lignes | trier : nom}}{{nom}}{{/lignes}}',
      'docx-templates': '{{FOR l IN lignes.sort((a, b) => a.nom.localeCompare(b.nom))}}{{INS $l.nom}}{{END-FOR l}}',
    },
  ],
  ['un nombre d’éléments', '2', { Diplo: '{{lignes | nombre}}', 'docx-templates': '{{INS lignes.length}}' }],
  [
    'une somme, virgule décimale comprise',
    '12,50',
    {
      Diplo: '{{lignes | somme : part}}',
      'docx-templates': "{{INS lignes.reduce((s, l) => s + Number(l.part.replace(',', '.')), 0)}}",
    },
  ],
  [
    'un lien dans le texte',
    'lire l’étude',
    {
      Diplo: '{{site | lien : lire l’étude}}',
      'easy-template-x': '{{lien}}',
      'docx-templates': "{{LINK ({ url: site, label: 'lire l’étude' })}}",
    },
  ],
  ['des accolades', '{{nom}}', { Diplo: '\\{{nom}}' }],
  [
    'rien d’un modèle n’est exécuté',
    'refus',
    {
      ...both('{{constructor.constructor("return 1+1")()}}'),
      carbone: '{d.constructor.constructor("return 1+1")()}',
      'docx-templates': '{{INS nom.constructor.constructor("return 1+1")()}}',
    },
  ],
];

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const encode = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function templateOf(text: string): Buffer {
  const part = (name: string, xml: string) => deflate(name, Buffer.from(xml, 'utf8'));
  return writeZip([
    part(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    part(
      '_rels/.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    part(
      'word/_rels/document.xml.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>',
    ),
    part(
      'word/document.xml',
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${NAMESPACE}><w:body><w:p><w:r><w:t xml:space="preserve">${encode(text)}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  ]);
}

function textOf(docx: Buffer): string {
  const part = readZip(docx).find(({ name }) => name === 'word/document.xml');
  const xml = part ? inflate(part).toString('utf8') : '';
  return xml
    .replace(/^.*<w:body>/s, '')
    .replace(/<w:instrText[\s\S]*?<\/w:instrText>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\u00a0\u202f]/g, ' ');
}

async function printedBy(name: Name, text: string): Promise<string> {
  try {
    const made = await ENGINES[name].open(templateOf(text))(structuredClone(DATA));
    return textOf(Buffer.from(made as Uint8Array));
  } catch {
    return 'refus';
  }
}

installPeers();
const names = Object.keys(ENGINES) as Name[];
const rows: string[] = [];
const cell = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll('\n', ' ')}\``;
for (const [wish, wanted, written] of WISHES) {
  const cells = [];
  for (const name of names) {
    const text = written[name];
    if (text === undefined) {
      cells.push('pas de mot pour cela');
      continue;
    }
    const printed = (await printedBy(name, text)).trim();
    const others = printed === 'refus' ? 'refusé' : printed === '' ? 'n’imprime rien' : `imprime ${cell(printed)}`;
    cells.push(printed !== wanted ? others : wanted === 'refus' ? 'oui : refusé' : 'oui');
  }
  rows.push(`| ${wish} | ${cells.join(' | ')} |`);
}
const table = [`| Souhait | ${names.join(' | ')} |`, `| --- |${' --- |'.repeat(names.length)}`, ...rows].join('\n');
const path = new URL('../docs/templates.md', import.meta.url);
const before = readFileSync(path, 'utf8');
writeFileSync(
  path,
  before.replace(
    /<!-- souhaits -->[\s\S]*<!-- \/souhaits -->/,
    () => `<!-- souhaits -->\n\n${table}\n\n<!-- /souhaits -->`,
  ),
);
console.log(table);
process.exit(0);
