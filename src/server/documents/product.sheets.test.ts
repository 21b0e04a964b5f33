import { describe, expect, test } from 'vitest';
import { NO_MAPPING } from '#shared/imports/sheet.read.ts';
import { SHEET_LIMITS } from '#shared/imports/workbook.ts';
import { Refusal } from '../errors.ts';
import { type MadeCell, type MadeSheet, serialOf, workbookOf } from '../test/workbook.maker.ts';
import { openWorkbook, sheetDrafts, sheetFile } from './product.sheets.ts';

const read = (bytes: Buffer, mapping = NO_MAPPING, fields?: readonly (string | null)[]) => {
  const opened = openWorkbook(bytes);
  const file = sheetFile(opened, { mapping: fields ? { ...mapping, fields } : mapping, kept: {} });
  const drafts = sheetDrafts(opened, { mapping, fields: fields ?? file.columns.map(({ field }) => field) });
  return { file, drafts };
};
const sheet = (rows: MadeSheet['rows'], more: Partial<MadeSheet> = {}) => workbookOf({ sheets: [{ rows, ...more }] });
const fieldsOf = (bytes: Buffer) => read(bytes).file.columns.map(({ field }) => field);
const valuesOf = (bytes: Buffer) =>
  read(bytes).drafts.map(({ cells }) =>
    Object.fromEntries(
      cells.map(({ field, value, fault, warning }) => [field, fault ? 'FAUTE' : warning ? [value] : value]),
    ),
  );
/** One column of a field, and what is read of its cells. */
const column = (label: string, cells: readonly MadeCell[], more: { from1904?: boolean } = {}) =>
  read(
    workbookOf({
      ...more,
      sheets: [{ rows: [['Nom commercial', label], ...cells.map((cell, at) => [`P${at}`, cell] as MadeCell[])] }],
    }),
  ).drafts.map(({ cells: [, cell] }) => cell ?? null);
const refusalOf = (bytes: Buffer): { status: number; text: string } => {
  try {
    read(bytes);
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, text: error.message };
    throw error;
  }
  return { status: 200, text: '' };
};

describe('the names of columns', () => {
  test('labels, names in the API and what people say are known; a unit of the field is taken off', () => {
    const header = [
      'Référence produit',
      'nom_commercial',
      'Brand',
      'VISCOSITE (mPa.s)',
      'Plomb en mg/kg',
      'Densité',
      'Mode d’emploi',
    ];
    expect(fieldsOf(sheet([header, ['a']]))).toEqual([
      'ref_produit',
      'nom_commercial',
      'marque',
      'viscosite',
      'plomb',
      'densite',
      'instructions_utilisation',
    ]);
  });

  test.each([
    ['Référence', ['ref_produit', 'ref_formule']],
    ['Nom', ['nom_produit', 'nom_commercial']],
    ['Point éclair (°F)', ['point_eclair']],
    ['Viscosité à 40 °C', ['viscosite']],
    ['pH (20 °C)', ['ph']],
  ])('« %s » is asked, with the fields that it may mean', (header, also) => {
    const { columns } = read(
      sheet([
        [header, 'Marque', 'Gamme'],
        ['x', 'y', 'z'],
      ]),
    ).file;
    expect(columns[0]?.field).toBeNull();
    expect(new Set(columns[0]?.also)).toEqual(new Set(also));
    expect(columns[0]?.why).toMatch(/\?$/);
  });

  test('two columns of the same name are asked, unless they say the same; a label goes before a word', () => {
    expect(
      fieldsOf(
        sheet([
          ['Marque', 'Marque', 'Gamme'],
          ['a', 'b', 'c'],
        ]),
      ),
    ).toEqual([null, null, 'gamme']);
    expect(
      fieldsOf(
        sheet([
          ['Marque', 'Marque', 'Gamme'],
          ['a', 'a', 'c'],
        ]),
      ),
    ).toEqual(['marque', null, 'gamme']);
    expect(
      fieldsOf(
        sheet([
          ['Brand', 'Marque', 'Gamme'],
          ['a', 'b', 'c'],
        ]),
      ),
    ).toEqual([null, 'marque', 'gamme']);
  });

  test('a status is not set by a sheet', () => {
    const { columns } = read(
      sheet([
        ['Statut', 'Nom commercial', 'Marque'],
        ['Validé', 'a', 'b'],
      ]),
    ).file;
    expect(columns[0]).toMatchObject({ field: null, why: 'Un import ne change pas le statut d’un produit.' });
  });
});

describe('where the products are', () => {
  test('the line that names the columns is the first of twenty with two names of fields', () => {
    const before = Array.from({ length: 19 }, (_, at) => [`note ${at}`]);
    expect(read(sheet([...before, ['Nom commercial', 'Marque'], ['a', 'b']])).file.header_line).toBe(20);
    expect(read(sheet([['x'], ...before, ['Nom commercial', 'Marque'], ['a', 'b']])).file.header_line).toBeNull();
    expect(
      read(
        sheet([
          ['Nom commercial', 'autre'],
          ['Nom commercial', 'Marque'],
          ['a', 'b'],
        ]),
      ).file.header_line,
    ).toBe(2);
  });

  test('names of groups above those of columns are not taken for them', () => {
    const { file, drafts } = read(
      sheet([
        ['Produit', null, null, 'Emballage'],
        ['Référence produit', 'Nom commercial', 'Marque', 'Format'],
        ['P-1', 'Crème', 'V', '50 ml'],
      ]),
    );
    expect(file.header_line).toBe(2);
    expect(drafts).toHaveLength(1);
  });

  test('notes, totals and repeated names are said, not read', () => {
    const { file, drafts } = read(
      sheet([
        ['Liste des produits'],
        ['Nom commercial', 'Marque', 'Gamme', 'pH'],
        ['Crème', 'V', 'G', 5.5],
        ['Nom commercial', 'Marque', 'Gamme', 'pH'],
        ['Baume', 'V', 'G', 6],
        ['Total', 2, null, 11.5],
        [],
        ['Source : ERP, le 12/03/2026'],
      ]),
    );
    expect(drafts.map(({ line }) => line)).toEqual([3, 5]);
    expect(file.sheets[0]?.left.map(({ line, why }) => [line, why])).toEqual([
      [4, 'Les noms des colonnes, répétés.'],
      [6, 'Un total.'],
      [8, 'Une note.'],
    ]);
  });

  test('a sheet of notes and an invoice hold no product', () => {
    expect(read(sheet([['Réunion du 12 mars'], ['Voir avec le laboratoire']])).file).toMatchObject({
      layout: null,
      columns: [],
    });
    const invoice = sheet([
      ['Facture', 'F-2026-12'],
      ['Qté', 'Désignation', 'PU HT', 'Total HT'],
      [2, 'Flacon 50 ml', 1.2, 2.4],
    ]);
    expect(read(invoice).file).toMatchObject({ layout: null, header_line: null });
  });

  test('one product a sheet: labels in a column, their values beside, its formula below', () => {
    const card = (name: string): MadeSheet => ({
      name,
      rows: [
        ['FICHE PRODUIT'],
        ['Nom commercial :', name],
        ['Référence produit', 'P-1'],
        ['Date de mise sur le marché', { n: serialOf('2026-03-15'), format: 'dd/mm/yyyy' }],
        ['pH', 5.5],
        [],
        ['INCI', '%'],
        ['Aqua', { n: 0.724, format: '0.0%' }],
        ['Glycerin', 5],
        ['Total', 100],
      ],
    });
    const { file, drafts } = read(
      workbookOf({ sheets: [card('Crème'), card('Baume'), { name: 'Notes', rows: [['à faire']] }] }),
    );
    expect(file.layout).toBe('sheet');
    expect(file.sheets.map(({ layout }) => layout)).toEqual(['sheet', 'sheet', null]);
    expect(drafts.map(({ sheet, line }) => [sheet, line])).toEqual([
      ['Crème', null],
      ['Baume', null],
    ]);
    expect(Object.fromEntries((drafts[0]?.cells ?? []).map(({ field, value }) => [field, value]))).toEqual({
      nom_commercial: 'Crème',
      ref_produit: 'P-1',
      date_mise_marche: '2026-03-15',
      ph: 5.5,
      ingredients: 'Aqua 72,4 %\nGlycerin 5 %',
    });
  });

  test('a formula alone is no list of products', () => {
    expect(
      read(
        sheet([
          ['INCI', '%', 'Fournisseur'],
          ['Aqua', 70, 'x'],
          ['Glycerin', 30, 'y'],
        ]),
      ).file.layout,
    ).toBeNull();
  });

  test('hidden lines are read and said, left out on demand; hidden sheets are not read', () => {
    const bytes = workbookOf({
      sheets: [
        {
          name: 'Vieux',
          state: 'hidden',
          rows: [
            ['Nom commercial', 'Marque'],
            ['z', 'z'],
          ],
        },
        {
          name: 'Très',
          state: 'veryHidden',
          rows: [
            ['Nom commercial', 'Marque'],
            ['y', 'y'],
          ],
        },
        {
          name: 'Produits',
          rows: [
            ['Nom commercial', 'Marque', 'Gamme'],
            ['a', 'b', 'c'],
            ['d', 'e', 'f'],
          ],
          hiddenLines: [3],
          hiddenColumns: [2],
        },
      ],
    });
    const { file, drafts } = read(bytes);
    expect(file.hidden).toEqual({ lines: [3], columns: ['B'], sheets: ['Vieux', 'Très'] });
    expect(drafts).toHaveLength(2);
    expect(read(bytes, { ...NO_MAPPING, hidden: false }).drafts.map(({ line }) => line)).toEqual([2]);
  });

  test('sheets of the same columns are read together, others are said', () => {
    const header = ['Nom commercial', 'Marque'];
    const bytes = workbookOf({
      sheets: [
        { name: '2025', rows: [header, ['a', 'b']] },
        { name: '2026', rows: [header, ['c', 'd']] },
        {
          name: 'Autre',
          rows: [
            ['Nom commercial', 'Gamme'],
            ['e', 'f'],
          ],
        },
      ],
    });
    const { file, drafts } = read(bytes);
    expect(drafts.map(({ sheet, line }) => `${sheet} ${line}`)).toEqual(['2025 2', '2026 2']);
    expect(file.sheets[2]).toMatchObject({ layout: null, why: expect.stringContaining('autres') });
  });
});

describe('what is in cells', () => {
  const DAY = serialOf('2026-03-15');
  test.each<[string, MadeCell, unknown]>([
    ['a date', { n: DAY, format: 'dd/mm/yyyy' }, '2026-03-15'],
    ['a date with an hour', { n: DAY + 0.6, format: 'dd/mm/yyyy hh:mm' }, '2026-03-15'],
    ['a date of another language', { n: DAY, format: '[$-40C]d mmmm yyyy;@' }, '2026-03-15'],
    ['a month alone', { n: DAY, format: 'mmm-yy' }, 'FAUTE'],
    ['a day of any year', { n: DAY, format: 'd-mmm' }, 'FAUTE'],
    ['an ISO date', { xml: '<c t="d"><v>2026-03-15T00:00:00</v></c>' }, '2026-03-15'],
    ['a text', '15/03/2026', '2026-03-15'],
    ['an ISO text', '2026-03-15', '2026-03-15'],
    ['words', '15 mars 2026', '2026-03-15'],
    ['words with an ordinal', '1er avril 2026', '2026-04-01'],
    ['two digits', '15/03/26', 'FAUTE'],
    ['a month in words', 'mars 2026', 'FAUTE'],
    ['a month in numbers', '03/2026', 'FAUTE'],
    ['3/25', '3/25', 'FAUTE'],
    ['a day that is none', '31/02/2026', 'FAUTE'],
    ['American', '03/25/2026', 'FAUTE'],
  ])('a day from %s', (_, cell, value) => {
    const [found] = column('Date de mise sur le marché', [cell]);
    expect(found?.fault ? 'FAUTE' : found?.value).toBe(value);
    expect(found?.warning).toBeNull();
  });

  test.each<[number, string | null]>([
    [36_525, null],
    [36_526, '2000-01-01'],
    [46_096, '2026-03-15'],
    [55_153, '2050-12-31'],
    [55_154, null],
  ])('the bare number %i', (serial, day) => {
    const [found] = column('Date de mise sur le marché', [serial]);
    if (day === null) expect(found?.fault).toBeTruthy();
    else expect(found).toMatchObject({ value: day, warning: expect.stringContaining('vérifiez') });
  });

  test('days counted from 1904, and the leap year of 1900 that never was', () => {
    const [found] = column(
      'Date de mise sur le marché',
      [{ n: serialOf('2026-03-15') - 1_462, format: 'dd/mm/yyyy' }],
      { from1904: true },
    );
    expect(found?.value).toBe('2026-03-15');
    const [old] = column('Date de mise sur le marché', [{ n: 59, format: 'dd/mm/yyyy' }]);
    expect(old?.value).toBe('1900-02-28');
  });

  test.each<[string, MadeCell, unknown]>([
    ['zeros by format', { n: 123, format: '000000' }, '000123'],
    ['a prefix by format', { n: 12, format: '"P-"0000' }, 'P-0012'],
    ['a long number', 3_760_123_456_789, '3760123456789'],
    ['a number of sixteen digits', { xml: '<c><v>1.2345678901234E15</v></c>' }, '1234567890123400'],
    ['a text of zeros', '000123', '000123'],
    ['a carriage return of a spreadsheet', 'VAL_x000D_\n12', 'VAL\n12'],
    ['an escaped low line', 'VAL_x005F_12', 'VAL_12'],
    ['an inline text', { xml: '<c t="inlineStr"><is><r><t>VAL</t></r><r><t>-12</t></r></is></c>' }, 'VAL-12'],
    ['a formula with its value', { xml: '<c t="str"><f>A1</f><v>VAL-1</v></c>' }, 'VAL-1'],
    ['a formula without its value', { xml: '<c><f>A1</f></c>' }, 'FAUTE'],
    ['an error', { xml: '<c t="e"><v>#N/A</v></c>' }, 'FAUTE'],
    ['a truth', { xml: '<c t="b"><v>1</v></c>' }, 'FAUTE'],
  ])('a reference from %s', (_, cell, value) => {
    const [found] = column('Référence produit', [cell]);
    expect(found?.fault ? 'FAUTE' : found?.value).toBe(value);
  });

  test.each<[string, MadeCell, unknown]>([
    ['5,5', '5,5', 5.5],
    ['5.5', 5.5, 5.5],
    ['0.1+0.2 in binary', 0.30000000000000004, 0.3],
    ['a small number', 0.0000012, 0.0000012],
    ['1,234.5', '1,234.5', 'FAUTE'],
    ['a unit beside it', '5,5 %', 'FAUTE'],
    ['a date made by Excel', { n: serialOf('2026-05-03'), format: 'dd/mm/yyyy' }, 'FAUTE'],
  ])('a pH from %s', (_, cell, value) => {
    const [found] = column('pH', [cell]);
    expect(found?.fault ? 'FAUTE' : found?.value).toBe(value);
  });

  test('a unit that is the field’s own by another name is taken off, another quantity is not', () => {
    expect(column('Viscosité', ['12 000 cP', '< 500 mPa·s', '12 P']).map((cell) => cell?.value)).toEqual([
      12_000,
      '< 500',
      null,
    ]);
    expect(column('Plomb', ['0,5 mg/kg', '0,5 mg/L']).map((cell) => cell?.value)).toEqual([0.5, null]);
  });

  test('a number in a text has a comma, a percentage its sign', () => {
    expect(column('Format', [50.5, { n: 0.725, format: '0.0%' }]).map((cell) => cell?.value)).toEqual([
      '50,5',
      '72,5 %',
    ]);
  });

  test('what says nothing changes nothing, [vide] empties', () => {
    const found = column('Marque', ['', '-', 'NC', 'à compléter', '  ', '[vide]', 'NCB']);
    expect(found.map((cell) => cell && [cell.value])).toEqual([null, null, null, null, null, [null], ['NCB']]);
  });

  test('ISO strict, UTF-16, Windows-1252, « sep=; », commas and a quoted line break', () => {
    expect(
      valuesOf(
        workbookOf({
          strict: true,
          sheets: [
            {
              rows: [
                ['Nom commercial', 'Marque'],
                ['a', 'b'],
              ],
            },
          ],
        }),
      ),
    ).toEqual([{ nom_commercial: 'a', marque: 'b' }]);
    const text = 'Nom commercial;Marque\r\nCrème;"Val;orme"\r\n';
    const wanted = [{ nom_commercial: 'Crème', marque: 'Val;orme' }];
    expect(valuesOf(Buffer.from(text))).toEqual(wanted);
    expect(valuesOf(Buffer.from(`\ufeff${text}`))).toEqual(wanted);
    expect(valuesOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(wanted);
    expect(valuesOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toEqual(wanted);
    expect(valuesOf(Buffer.from(text, 'latin1'))).toEqual(wanted);
    expect(valuesOf(Buffer.from(`sep=;\r\n${text}`))).toEqual(wanted);
    expect(valuesOf(Buffer.from('Nom commercial,Marque\n"Crème\nriche",V\n'))).toEqual([
      { nom_commercial: 'Crème\nriche', marque: 'V' },
    ]);
    expect(valuesOf(Buffer.from('Liste des produits\nNom commercial\tMarque\nCrème\tV\n'))).toEqual([
      { nom_commercial: 'Crème', marque: 'V' },
    ]);
  });
});

describe('what another pair of eyes found', () => {
  test('a label without a value takes none of the next one; a formula goes on below a phase, and says what it lacks', () => {
    const card = (formula: MadeCell[][]) =>
      read(
        sheet([
          ['Nom commercial', 'Crème', 'Marque', 'V'],
          ['Fournisseur', null, 'pH', 5.5],
          ['Gamme', 'G', 'Format', '50 ml'],
          [],
          ['Phase', 'INCI', '%'],
          ...formula,
        ]),
      ).drafts[0]?.cells ?? [];
    const phases: MadeCell[][] = [['A', 'Aqua', 80], ['Phase B'], ['B', 'Glycerin', 20]];
    const values = Object.fromEntries(card(phases).map(({ field, value }) => [field, value]));
    expect(values).toMatchObject({ ph: 5.5, ingredients: 'Aqua 80 %\nGlycerin 20 %' });
    expect(values).not.toHaveProperty('fournisseur');
    for (const row of [
      ['B', null, 20],
      ['B', 'Glycerin', { xml: '<c t="e"><v>#REF!</v></c>' }],
    ] as MadeCell[][])
      expect(card([['A', 'Aqua', 80], row]).find(({ field }) => field === 'ingredients')?.fault).toBeTruthy();
  });

  test.each<[string, string, MadeCell, unknown]>([
    ['Date de mise sur le marché', 'a day whose zero Excel took', 1_032_026, 'FAUTE'],
    ['Viscosité', 'the unit of a format', { n: 12, format: '0" Pa.s"' }, 'FAUTE'],
    ['Viscosité', 'its own unit in a format', { n: 12, format: '0" mPa.s"' }, 12],
    ['Référence produit', 'the prefix of a format', { n: 12, format: '"P-"0' }, 'P-12'],
    ['Référence produit', 'a NUL', 'P_x0000_1', 'P1'],
    ['Marque', 'an error in a CSV', '#REF!', 'FAUTE'],
    ['Ingrédients', 'more than a cell holds', 'x'.repeat(40_000), 'FAUTE'],
  ])('%s from %s', (label, _, cell, value) => {
    const [found] = column(label, [cell]);
    expect(found?.fault ? 'FAUTE' : found?.value).toBe(value);
  });

  test('a label said twice is asked about, hidden lines of a sheet of one product are said and left out on demand', () => {
    const rows: MadeCell[][] = [
      ['Nom commercial', 'Crème'],
      ['Marque', 'V'],
      ['pH', 5.5],
      ['pH', 6.5],
      ['Gamme', 'G'],
    ];
    const bytes = sheet(rows, { hiddenLines: [4] });
    const { file, drafts } = read(bytes);
    expect(file).toMatchObject({ layout: 'sheet', hidden: { lines: [4] } });
    expect(drafts[0]?.cells.find(({ field }) => field === 'ph')?.fault).toMatch(/deux fois.*5,5.*6,5/);
    const seen = read(bytes, { ...NO_MAPPING, hidden: false }).drafts[0]?.cells.find(({ field }) => field === 'ph');
    expect(seen).toMatchObject({ value: 5.5, fault: null, source: '5,5' });
  });

  test('a thousand written with a point is asked about; a product called Total is none', () => {
    expect(column('Viscosité', ['1.200'])[0]).toMatchObject({
      value: 1.2,
      warning: expect.stringContaining('millier'),
    });
    const { drafts } = read(
      sheet([
        ['Nom commercial', 'Référence produit', 'Marque'],
        ['Total Repair', 'P-1', 'V'],
        ['Total', 2, null],
      ]),
    );
    expect(drafts.map(({ line }) => line)).toEqual([2]);
  });

  test('a list inside a cell is not what holds cells apart; zeros kept by a formula are text', () => {
    const file =
      'Nom commercial;Levures, moisissures;INCI\nCrème;< 10;Aqua, Glycerin\nBaume;< 10;Aqua, Parfum, Limonene\n';
    expect(fieldsOf(Buffer.from(file))).toEqual(['nom_commercial', 'levures_moisissures', 'ingredients']);
    expect(valuesOf(Buffer.from('Nom commercial;Référence produit\nCrème;="00123"\n'))[0]).toMatchObject({
      ref_produit: '00123',
    });
  });
});

describe('what is not read says what to do', () => {
  const zip = (name: string) =>
    workbookOf({ sheets: [{ rows: [['a']] }] })
      .toString('latin1')
      .replaceAll('xl/workbook.xml', name.padEnd(15, 'x').slice(0, 15));
  test.each<[string, Buffer, RegExp]>([
    ['.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), /\.xls.*\.xlsx/],
    [
      'a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      /mot de passe/,
    ],
    ['an empty file', Buffer.alloc(0), /vide/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /ni un classeur/],
    ['a web page', Buffer.from('<html><table><tr><td>a</td></tr></table></html>'), /page web/],
    ['an archive', Buffer.from(zip('un-autre-nom.tx'), 'latin1'), /ni un classeur/],
  ])('%s', (_, bytes, said) => {
    const { status, text } = refusalOf(bytes);
    expect(status).toBe(422);
    expect(text).toMatch(said);
  });

  const lines = (count: number) => Buffer.from(`Nom commercial;Marque\n${'a;b\n'.repeat(count)}`);
  const columns = (count: number) =>
    sheet([
      ['Nom commercial', 'Marque', ...Array.from({ length: count - 2 }, (_, at) => `x${at}`)],
      ['a', 'b'],
    ]);
  const sheets = (count: number) =>
    workbookOf({
      sheets: Array.from({ length: count }, (_, at) => ({
        name: `F${at}`,
        rows: [
          ['Nom commercial', 'Marque'],
          ['a', 'b'],
        ],
      })),
    });
  test.each([
    ['lines', lines, SHEET_LIMITS.lines],
    ['columns', columns, SHEET_LIMITS.columns],
    ['sheets', sheets, SHEET_LIMITS.sheets],
  ])('the limit of %s, just below and just above', (_, made, limit) => {
    expect(refusalOf(made(limit)).status).toBe(200);
    expect(refusalOf(made(limit + 1)).status).toBe(413);
  });
});
