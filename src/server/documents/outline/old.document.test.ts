import { describe, expect, test } from 'vitest';
import type { Confidence, DocumentReading } from '#shared/imports/document.contract.ts';
import type { FieldName } from '#shared/products/product.fields.ts';
import { cell, type DocxParts, docxOf, p, row, table } from '../../test/docx.maker.ts';
import { openDocx } from '../docx/docx.ts';
import { outlineOfDocx } from './docx.outline.ts';
import { readOldDocument } from './old.document.ts';

const outline = (parts: DocxParts) => outlineOfDocx(openDocx(docxOf(parts)));
const STYLES = {
  extra: [],
} satisfies Partial<DocxParts>;
const heading = (text: string, level = 1): string =>
  `<w:p><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** What a document says, by labels alone or by the template that printed it. */
function read(parts: string | DocxParts, template?: string | DocxParts, isTied = false): DocumentReading {
  const partsOf = (one: string | DocxParts): DocxParts => (typeof one === 'string' ? { body: one, ...STYLES } : one);
  return readOldDocument(outline(partsOf(parts)), {
    template: template === undefined ? null : outline(partsOf(template)),
    isTied,
  });
}
/** Each field that is proposed, its value and how sure it is. */
const said = ({ proposals }: DocumentReading): Record<string, [unknown, Confidence]> =>
  Object.fromEntries(proposals.map(({ field, value, confidence }) => [field, [value, confidence]]));
const one = (reading: DocumentReading, field: FieldName) => reading.proposals.find((found) => found.field === field);

describe('by its labels', () => {
  test.each<[what: string, body: string, expected: Record<string, [unknown, Confidence]>]>([
    [
      'a pair in a row',
      table(row('Marque', 'Valorme'), row('pH', '5,5')),
      { marque: ['Valorme', 'sure'], ph: [5.5, 'sure'] },
    ],
    [
      'two pairs in a row',
      table(row('Marque', 'Valorme', 'Gamme', 'Soin'), row('Format', '50 ml', 'Version', '2')),
      {
        marque: ['Valorme', 'sure'],
        gamme: ['Soin', 'sure'],
        format: ['50 ml', 'sure'],
        version: ['2', 'likely'],
      },
    ],
    ['a label and its value on a line', p('Nom commercial : Crème Éclat'), { nom_commercial: ['Crème Éclat', 'sure'] }],
    ['leaders', p('pH ............ 5,5'), { ph: [5.5, 'sure'] }],
    ['a tab', '<w:p><w:r><w:t>pH</w:t><w:tab/><w:t>5,5</w:t></w:r></w:p>', { ph: [5.5, 'sure'] }],
    [
      'a synonym',
      table(row('Client', 'Maison X'), row('Brand', 'Y')),
      { nom_client: ['Maison X', 'sure'], marque: ['Y', 'likely'] },
    ],
    [
      'a line cut at its known labels alone',
      p('Marque : Valorme ; Gamme : Soin : jour'),
      { marque: ['Valorme', 'likely'], gamme: ['Soin : jour', 'check'] },
    ],
    [
      'results of a table, not its limits nor its methods',
      table(
        row('Paramètre', 'Spécification', 'Résultat', 'Méthode'),
        row('pH', '5,0 – 6,0', '5,5', 'MO-12'),
        row('Plomb', '&lt; 10', '&lt; 1', 'ICP'),
      ),
      { ph: [5.5, 'sure'], plomb: ['< 1', 'sure'] },
    ],
    ['a table of limits alone', table(row('Paramètre', 'Limite', 'Méthode'), row('Plomb', '10', 'ICP')), {}],
    ['a caption of limits', `${p('Limites internes')}${table(row('Plomb', '10'), row('Arsenic', '3'))}`, {}],
    [
      'results in a column of their unit',
      table(row('Essai', 'Unité', 'Résultat'), row('Plomb', 'mg/kg', '2'), row('Viscosité', 'Pa.s', '12')),
      {
        plomb: [2, 'sure'],
        viscosite: [12_000, 'check'],
      },
    ],
    ['an equal unit', table(row('Plomb', '2 mg/kg')), { plomb: [2, 'sure'] }],
    ['a unit that converts', table(row('Plomb', '0,5 g/kg')), { plomb: [500, 'check'] }],
    ['another quantity', table(row('Point éclair', '12 kPa')), {}],
    ['a condition in the label', table(row('pH à 20 °C', '5,5')), { ph: [5.5, 'check'] }],
    ['a unit in the label', table(row('Viscosité (Pa.s)', '12')), { viscosite: [12_000, 'check'] }],
    ['what may be a limit', table(row('Plomb', '≤ 10')), { plomb: ['≤ 10', 'check'] }],
    ['two values', `${p('pH : 5,5')}${p('pH : 5,8')}`, { ph: [5.5, 'check'] }],
    ['the same value twice', `${p('pH : 5,5')}${table(row('pH', '5,50'))}`, { ph: [5.5, 'sure'] }],
    [
      'a heading and what stands below it',
      `${heading('Mode d’emploi')}${p('Appliquer.')}${p('Rincer.')}${heading('Suite')}`,
      {
        instructions_utilisation: ['Appliquer.\nRincer.', 'check'],
      },
    ],
    [
      'a word of several fields, below a heading that says which',
      `${heading('Qualité microbiologique')}${p('Observations : conforme.')}`,
      {
        observations_microbio: ['conforme.', 'likely'],
      },
    ],
    [
      'a word of two fields',
      table(row('Référence', 'P-1')),
      { ref_formule: ['P-1', 'check'], ref_produit: ['P-1', 'check'] },
    ],
    [
      'a word of two fields, one of which is known',
      table(row('Référence', 'P-1'), row('Référence formule', 'F-9')),
      {
        ref_formule: ['F-9', 'sure'],
        ref_produit: ['P-1', 'check'],
      },
    ],
    [
      'values of one substance',
      `${heading('Profil de la substance Glycerin')}${table(row('DL50 orale', '12 600'))}`,
      {},
    ],
    ['a table of one substance', table(row('INCI', 'Glycerin'), row('DL50 orale', '12 600')), {}],
    [
      'part B and its signatory',
      `${heading('Partie B : évaluation de la sécurité')}${table(row('Validé par', 'Dr X'), row('Marque', 'Y'))}`,
      {},
    ],
    [
      'what comes after part B',
      `${heading('Partie B')}${p('Marque : A')}${heading('Annexe')}${p('Gamme : B')}`,
      { gamme: ['B', 'sure'] },
    ],
    ['nothing', table(row('Marque', ''), row('Gamme', '-'), row('Format', 'NC'), row('Version', 'à compléter')), {}],
    [
      'a date in words',
      table(row('Date de mise sur le marché', '15 mars 2026')),
      { date_mise_marche: ['2026-03-15', 'sure'] },
    ],
    ['a month is no date', table(row('Date de mise sur le marché', 'mars 2026')), {}],
    [
      'names of columns and one row',
      table(row('Marque', 'Gamme', 'Format'), row('V', 'S', '50 ml')),
      {
        marque: ['V', 'sure'],
        gamme: ['S', 'sure'],
        format: ['50 ml', 'sure'],
      },
    ],
    [
      'a follow-up of versions',
      table(row('Version', 'Date', 'Motif'), row('1', '01/02/2024', 'Création'), row('2', '03/04/2025', 'pH')),
      {},
    ],
    ['a short follow-up', table(row('Version', 'Motif'), row('1', 'Création'), row('2', 'Mise à jour')), {}],
    [
      'a group above its rows',
      table(row('Métaux lourds', 'Plomb', '&lt; 1'), row('', 'Arsenic', '&lt; 0,5')),
      {
        plomb: ['< 1', 'sure'],
        arsenic: ['< 0.5', 'sure'],
      },
    ],
    [
      'a label above its value',
      `${p('Nom commercial :')}${p('Crème Éclat')}`,
      { nom_commercial: ['Crème Éclat', 'check'] },
    ],
    [
      'a formula',
      table(row('INCI', '%'), row('Aqua', '95'), row('Glycerin', '5,0')),
      {
        ingredients: ['Aqua 95 %\nGlycerin 5,0 %', 'likely'],
      },
    ],
    ['a numbered label', p('3.1. Marque : Valorme'), { marque: ['Valorme', 'sure'] }],
    ['a thousand or a decimal', table(row('Viscosité', '12,500')), { viscosite: [12.5, 'check'] }],
    [
      'who validated it, which may be somebody else',
      table(row('Validé par', 'C. Aubry')),
      { valide_par: ['C. Aubry', 'likely'] },
    ],
  ])('%s', (_, body, expected) => {
    expect(said(read(body))).toEqual(expected);
  });

  test('columns that are products are said, and nothing is sure', () => {
    const reading = read(
      `${p('Marque : Valorme')}${table(row('', 'Crème A', 'Crème B'), row('pH', '5,5', '6'), row('Format', '50 ml', '30 ml'))}`,
    );
    expect(reading.says.map(({ code }) => code)).toEqual(['several_products']);
    expect(said(reading)).toEqual({ marque: ['Valorme', 'check'] });
  });

  test('products line by line are said too, and two references of product', () => {
    const lines = read(table(row('Nom commercial', 'Référence produit'), row('A', 'P-1'), row('B', 'P-2')));
    expect(lines.says.map(({ code }) => code)).toEqual(['several_products']);
    expect(lines.proposals).toEqual([]);
    const sheets = read(`${p('Référence produit : P-1')}${p('Référence produit : P-2')}`);
    expect(sheets.says.map(({ code }) => code)).toEqual(['several_products']);
  });

  test('a header and a footer are looked at', () => {
    const reading = read({ body: p('Gamme : Soin'), header: p('Référence produit : P-0412'), footer: p('page 1') });
    expect(said(reading)).toEqual({ gamme: ['Soin', 'sure'], ref_produit: ['P-0412', 'check'] });
    expect(one(reading, 'ref_produit')?.place).toMatchObject({ part: 'En-tête', before: 'Référence produit : ' });
  });

  test('a place says where: part, heading, table, row, and the words around', () => {
    const reading = read(`${heading('A.2 Analyses')}${table(row('Marque', 'V'), row('pH', '5,5'))}`);
    expect(one(reading, 'ph')?.place).toMatchObject({
      part: 'Corps du document',
      heading: 'A.2 Analyses',
      table: 1,
      row: 2,
      page: null,
      before: 'pH | ',
      block: 1,
    });
  });

  test('what no label says is told as unread, headings are not', () => {
    const reading = read(
      `${heading('Titre')}${p('Un paragraphe libre.')}${table(row('Teinte', 'Rose'), row('pH', '5'))}`,
    );
    expect(reading.unread.map(({ text }) => text)).toEqual(['Un paragraphe libre.', 'Teinte | Rose']);
  });

  test.each([
    ['pH', '5,5 ± 0,5'],
    ['Date de mise sur le marché', 'mars 2019'],
  ])('what stands beside « %s » and cannot be read of it (%s) is told, in a row as in a paragraph', (label, value) => {
    const inRow = read(table(row('Marque', 'V'), row(label, value)));
    expect(inRow.unread.map(({ text }) => text)).toEqual([`${label} | ${value}`]);
    expect(said(inRow)).toEqual({ marque: ['V', 'sure'] });
    expect(read(p(`${label} : ${value}`)).unread.map(({ text }) => text)).toEqual([`${label} : ${value}`]);
  });

  test('a document without a word says so', () => {
    expect(read(p('')).says.map(({ code }) => code)).toEqual(['no_text']);
  });
});

describe('what is read of a document', () => {
  const run = (text: string, properties = ''): string =>
    `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  test.each<[what: string, body: string, expected: Record<string, [unknown, Confidence]>]>([
    [
      'insertions, not deletions',
      `<w:p>${run('Marque : ')}<w:ins>${run('Valorme')}</w:ins><w:del><w:r><w:delText>Autre</w:delText></w:r></w:del></w:p>`,
      { marque: ['Valorme', 'sure'] },
    ],
    ['no hidden text', `<w:p>${run('Marque : V')}${run('cachée', '<w:vanish/>')}</w:p>`, { marque: ['V', 'sure'] }],
    [
      'text that is told not to be hidden',
      `<w:p>${run('Marque : V')}${run('x', '<w:vanish w:val="0"/>')}</w:p>`,
      { marque: ['Vx', 'sure'] },
    ],
    [
      'no code of a field',
      `<w:p>${run('Marque : ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF marque </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('V')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      { marque: ['V', 'sure'] },
    ],
    [
      'a content control, not its placeholder',
      `<w:p>${run('Marque : ')}<w:sdt><w:sdtContent>${run('V')}</w:sdtContent></w:sdt></w:p><w:p>${run('Gamme : ')}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Cliquez ici')}</w:sdtContent></w:sdt></w:p>`,
      { marque: ['V', 'sure'] },
    ],
    [
      'a text box once',
      `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${p('Marque : V')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${p('Marque : V')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      { marque: ['V', 'sure'] },
    ],
    [
      'no table of contents',
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('Marque')}<w:r><w:tab/></w:r>${run('3')}</w:p><w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>${p('Gamme : S')}`,
      { gamme: ['S', 'sure'] },
    ],
    [
      'no-break and soft characters as what they stand for',
      p('Mar\u00adque\u00a0: Crème\u00a0de jour\u200b'),
      { marque: ['Crème de jour', 'sure'] },
    ],
    [
      'a cell that goes on',
      `<w:tbl><w:tblGrid/><w:tr>${cell(`<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${p('Identité')}`)}${cell(p('Marque'))}${cell(p('V'))}</w:tr><w:tr>${cell(`<w:tcPr><w:vMerge/></w:tcPr>${p('')}`)}${cell(p('Gamme'))}${cell(p('S'))}</w:tr></w:tbl>`,
      { marque: ['V', 'sure'], gamme: ['S', 'sure'] },
    ],
  ])('%s', (_, body, expected) => {
    expect(said(read(body))).toEqual(expected);
  });

  test('changes that nobody accepted are said', () => {
    expect(read(`<w:p><w:ins>${run('Marque : V')}</w:ins></w:p>`).says.map(({ code }) => code)).toEqual([
      'tracked_changes',
    ]);
  });
});

describe('by the template that printed it', () => {
  const FIXED = [p('Dossier d’information produit'), p('Fin de la première partie du dossier')];
  const around = (inside: string): string => `${FIXED[0]}${inside}${FIXED[1]}`;
  test.each<[what: string, template: string, body: string, expected: Record<string, [unknown, Confidence]>]>([
    [
      'a tag after its words',
      p('La marque est {{marque}}'),
      p('La marque est Valorme'),
      { marque: ['Valorme', 'sure'] },
    ],
    [
      'two tags held apart',
      p('De {{marque}} pour {{nom_client}}.'),
      p('De Valorme pour Maison X.'),
      {
        marque: ['Valorme', 'sure'],
        nom_client: ['Maison X', 'sure'],
      },
    ],
    [
      'a separator found twice',
      p('De {{marque}} pour {{nom_client}}.'),
      p('De V pour moi pour X.'),
      {
        marque: ['V', 'check'],
        nom_client: ['moi pour X', 'check'],
      },
    ],
    [
      'two tags that touch',
      p('Produit {{marque}}{{gamme}}'),
      p('Produit ValormeSoin'),
      {
        gamme: ['ValormeSoin', 'check'],
      },
    ],
    [
      'a tag alone between fixed lines',
      p('{{observations_physico}}'),
      p('Blanche.'),
      { observations_physico: ['Blanche.', 'sure'] },
    ],
    ['a tag alone that printed nothing', p('{{observations_physico}}'), '', {}],
    ['a heading where a tag alone stands', p('{{observations_physico}}'), heading('Ajouté'), {}],
    [
      'two tags alone, one of which printed nothing',
      p('{{observations_physico}}') + p('{{observations_microbio}}'),
      p('Blanche.'),
      {
        observations_physico: ['Blanche.', 'check'],
      },
    ],
    [
      'a row by its fixed cell, in another order',
      table(row('Marque', '{{marque}}'), row('Gamme', '{{gamme}}')),
      table(row('Gamme', 'S'), row('Marque', 'V')),
      {
        marque: ['V', 'sure'],
        gamme: ['S', 'sure'],
      },
    ],
    [
      'a fixed cell found twice',
      table(row('Nom', '{{marque}}'), row('Nom', '{{gamme}}')),
      table(row('Nom', 'V'), row('Nom', 'S')),
      {
        marque: ['V', 'check'],
        gamme: ['S', 'check'],
      },
    ],
    [
      'a row with a cell added',
      table(row('Marque', '{{marque}}')),
      table(row('Marque', 'V', 'note')),
      { marque: ['V', 'likely'] },
    ],
    ['capital letters', p('Marque {{marque | majuscules}}'), p('Marque VALORME'), { marque: ['VALORME', 'check'] }],
    ['a rounded number', p('Densité {{densite | décimales : 1}}'), p('Densité 1,0'), { densite: [1, 'check'] }],
    [
      'a date in words',
      p('Mis sur le marché le {{date_mise_marche | format : j MMMM aaaa}}'),
      p('Mis sur le marché le 15 mars 2026'),
      {
        date_mise_marche: ['2026-03-15', 'sure'],
      },
    ],
    [
      'a default is an empty field',
      p('Marque : {{marque | sinon : non renseignée}}'),
      p('Marque : non renseignée'),
      {},
    ],
    ['what says that a field is empty', p('Marque : {{marque}}{{^marque}}aucune{{/marque}}'), p('Marque : aucune'), {}],
    ['the mark of an empty field', p('La marque : {{marque}}'), p('La marque : [Marque]'), {}],
    ['a tag that was left', p('Marque : {{marque}}'), p('Marque : {{marque}}'), {}],
    [
      'fixed words changed by hand',
      p('La marque est {{marque}}'),
      p('La marque est bien Valorme'),
      { marque: ['bien Valorme', 'sure'] },
    ],
    [
      'text below a value',
      p('La marque est {{marque}}'),
      p('La marque est V') + p('Ajout.'),
      { marque: ['V', 'likely'] },
    ],
    ['blanks changed by hand', p('La  marque est {{marque}}'), p('La marque est V'), { marque: ['V', 'likely'] }],
    [
      'a section that printed nothing',
      p('{{#ph}}') + p('pH mesuré {{ph}}') + p('{{/ph}}') + p('Marque {{marque}}'),
      p('Marque V'),
      { marque: ['V', 'sure'] },
    ],
    ['a number in another form', p('Le pH vaut {{ph}}'), p('Le pH vaut 5.5'), { ph: [5.5, 'likely'] }],
    [
      'a list of ingredients',
      p('{{#ingredients_lignes}}') + p('{{numero}}. {{nom}}') + p('{{/ingredients_lignes}}'),
      p('1. Aqua') + p('2. Glycerin'),
      {
        ingredients: ['Aqua\nGlycerin', 'likely'],
      },
    ],
    [
      'several paragraphs in a cell',
      table(row('Observations', '{{observations_physico}}')),
      `<w:tbl><w:tblGrid/><w:tr>${cell(p('Observations'))}${cell(p('Un.') + p('Deux.'))}</w:tr></w:tbl>`,
      {
        observations_physico: ['Un.\nDeux.', 'likely'],
      },
    ],
  ])('%s', (_, template, body, expected) => {
    expect(said(read(around(body), around(template)))).toEqual(expected);
  });

  test('the rows of a list come back, and the formula is told', () => {
    const template = around(
      table(row('INCI', 'Part'), row('{{#formule_lignes}}{{inci}}', '{{pourcentage}}{{/formule_lignes}}')),
    );
    const reading = read(
      around(table(row('INCI', 'Part'), row('Aqua', '95,00 %'), row('Glycerin', '5,00 %'))),
      template,
    );
    expect(reading.lists).toEqual([
      {
        name: 'formule_lignes',
        rows: [
          { inci: 'Aqua', pourcentage: '95,00 %' },
          { inci: 'Glycerin', pourcentage: '5,00 %' },
        ],
      },
    ]);
    expect(reading.formula).toMatchObject({ text: 'Aqua 95,00 %\nGlycerin 5,00 %', lines: 2 });
    expect(said(reading)).toEqual({ ingredients: ['Aqua 95,00 %\nGlycerin 5,00 %', 'likely'] });
  });

  test('what somebody wrote over a value and cannot be read of it is told, in a row as in a paragraph', () => {
    const template = `${p('Le pH est de {{ph}}.')}${table(row('Marque', '{{marque}}'), row('pH mesuré', '{{ph}}'))}`;
    const reading = read(
      around(`${p('Le pH est de 5,5 ± 0,5.')}${table(row('Marque', 'V'), row('pH mesuré', '5,5 ± 0,5'))}`),
      around(template),
    );
    expect(reading.unread.map(({ text }) => text)).toEqual(['Le pH est de 5,5 ± 0,5.', 'pH mesuré | 5,5 ± 0,5']);
    expect(said(reading).marque?.[0]).toBe('V');
  });

  test('what the template has not printed is told as added by hand', () => {
    const reading = read(around(p('Marque V') + p('Le client a tout relu.')), around(p('Marque {{marque}}')));
    expect(reading.unread.map(({ text }) => text)).toEqual(['Le client a tout relu.']);
  });

  test('a label in what was added disputes what the template printed', () => {
    const reading = read(
      around(p('Le pH vaut 5,5') + p('Note du laboratoire') + p('pH : 5,8')),
      around(p('Le pH vaut {{ph}}')),
    );
    expect(one(reading, 'ph')).toMatchObject({ value: 5.5, confidence: 'check', others: [{ value: 5.8 }] });
  });

  test('where another template fits as well, nothing is sure', () => {
    expect(said(read(around(p('Marque V')), around(p('Marque {{marque}}')), true))).toEqual({
      marque: ['V', 'likely'],
    });
  });

  test('a value that is printed in several places is as sure as its surest; another one there makes it doubtful', () => {
    const template = { body: around(p('Marque {{marque}}') + p('Fabriqué pour {{marque}}')), header: p('{{marque}}') };
    expect(said(read({ body: around(p('Marque V') + p('Fabriqué pour V')), header: p('V') }, template))).toEqual({
      marque: ['V', 'sure'],
    });
    expect(said(read({ body: around(p('Marque V') + p('Fabriqué pour W')), header: p('V') }, template))).toEqual({
      marque: ['V', 'check'],
    });
  });
});
