import { afterAll, beforeAll, expect, test } from 'vitest';
import { docxOf, p } from '../test/docx.maker.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';
import { type MadeCell, type MadeSheet, workbookOf } from '../test/workbook.maker.ts';

let app: TestApp;
let editor: Caller;
beforeAll(async () => {
  app = await testApp();
  editor = await app.as('editor');
});
afterAll(() => app.close());

const bring = (base: string, content: string | Buffer, query = '') =>
  editor.upload(`/${base}/import${query}`, { file: { name: 'liste', type: '', bytes: Buffer.from(content) } });
const YES: MadeCell = { xml: '<c t="b"><v>1</v></c>' };
const NO: MadeCell = { xml: '<c t="b"><v>0</v></c>' };

test('cells that Excel holds in its own way: true and false, errors, formulas never computed', async () => {
  const cells = (more: MadeCell[]): MadeSheet => ({
    name: 'Substances',
    rows: [['Nom INCI', 'Nano', 'Alerte de génotoxicité', 'POD (mg/kg pc/j)', 'Commentaire interne'], more],
  });
  const file = (more: MadeCell[]): Buffer => workbookOf({ sheets: [cells(more)] });
  const truth = await bring('substances', file(['Vrai V', YES, NO, 10, { xml: '<c t="e"><v>#N/A</v></c>' }]));
  expect(truth.body.rows).toMatchObject([{ action: 'create', messages: [] }]);
  for (const wrong of [{ xml: '<c><f>10*10</f></c>' }, { xml: '<c t="e"><v>#REF!</v></c>' }]) {
    const told = await bring('substances', file(['Vrai V', YES, NO, wrong]));
    expect(told.body.rows).toMatchObject([
      { action: 'refused', messages: [expect.stringMatching(/^POD \(mg\/kg pc\/j\)\s:/)] },
    ]);
  }
  const applied = await bring('substances', file(['Vrai V', YES, NO, 10]), '?apply=true');
  expect(applied.status).toBe(200);
  const [made] = (await editor.get('/substances?search=Vrai V')).body;
  expect(made).toMatchObject({ nano: true, genotoxic_alert: false, pod: 10 });
});

test('of several sheets, the one that people see and that names columns; the others, hidden lines and totals are told', async () => {
  const file = workbookOf({
    sheets: [
      { name: 'Caché', state: 'hidden', rows: [['Nom INCI'], ['Cachée W']] },
      { name: 'Mode d’emploi', rows: [['Remplissez la feuille suivante']] },
      {
        name: 'Liste',
        rows: [
          ['Nom INCI', 'N° CAS'],
          ['Une W', ''],
          ['Deux W', ''],
          ['Total général', '2'],
        ],
        hiddenLines: [2],
      },
      { name: 'Suite', rows: [['Nom INCI'], ['Trois W']] },
    ],
  });
  const { body } = await bring('substances', file);
  expect(body.rows.map(({ label }: { label: string }) => label)).toEqual(['Une W', 'Deux W']);
  expect(body.notes).toEqual([
    expect.stringMatching(/«\sListe\s».*«\sCaché\s».*«\sMode d’emploi\s».*«\sSuite\s»/u),
    expect.stringMatching(/masquées.*: 2\./u),
    expect.stringMatching(/ligne 4 est un total/),
  ]);
});

test.each([
  ['« > 1 » and « ≤ 5 » in their columns are bounds', '>1', '≤ 5', { percent_min: 1, percent_max: 5 }],
  ['the least alone', '≥ 5', '', { percent_min: 5, percent_max: null }],
  ['the most alone', '', '<5', { percent_min: null, percent_max: 5 }],
  ['a range in one of them is none', '1-3', '', /fourchette/],
])('a raw material: %s', async (_, least, most, expected) => {
  const file = `Nom commercial;Nom INCI;% minimum;% maximum\nMat ${least}${most} X;Aqua;${least};${most}`;
  const told = await bring('materials', file);
  if (expected instanceof RegExp) {
    expect(told.body.rows[0].messages.join(' ')).toMatch(expected);
    return;
  }
  expect(told.body.rows).toMatchObject([{ action: 'create', messages: [] }]);
  expect((await bring('materials', file, '?apply=true')).status).toBe(200);
  const [made] = (await editor.get(`/materials?search=${encodeURIComponent(`Mat ${least}${most} X`)}`)).body;
  expect(made.components).toMatchObject([expected]);
});

test('what says neither yes nor no is told, a percent keeps its sign, and an open quotation mark stops the file', async () => {
  const cells = 'Nom INCI;Alerte de génotoxicité;Tensioactif;Non classée CLP;Biodisponibilité orale (%);Phosphore (%)';
  const told = await bring('substances', `${cells}\nDoute Y;suspecté;peut-être;à vérifier;50 %;3,5%`);
  expect(told.body.rows[0].messages).toHaveLength(3);
  const right = await bring('substances', `${cells}\nDoute Y;oui;non;non;50 %;3,5%`);
  expect(right.body.rows).toMatchObject([{ action: 'create', messages: [] }]);
  const open = await bring('substances', 'Nom INCI;Note\n"ALPHA;1\nBETA;2\nGAMMA;3');
  expect([open.status, open.body.detail[0].msg]).toEqual([422, expect.stringContaining('ligne 2')]);
});

test('what is no table is refused with a sentence that says what it is', async () => {
  const said = async (bytes: Buffer | string): Promise<string> =>
    (await bring('substances', Buffer.from(bytes))).body.detail[0].msg;
  expect(await said('%PDF-1.7\ntexte')).toContain('PDF');
  expect(await said(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('.xls');
  expect(await said(docxOf({ body: p('Un document') }))).toContain('Word');
  expect(await said('')).toContain('vide');
});

test('an error of a total, or of a sheet that is not read, refuses nothing', async () => {
  const error: MadeCell = { xml: '<c t="e"><v>#REF!</v></c>' };
  const wide = Array.from({ length: 210 }, (_, at) => `c${at}`);
  const file = workbookOf({
    sheets: [
      { name: 'Notes', rows: [['x'.repeat(6_000)]] },
      { name: 'Calculs', state: 'hidden', rows: [wide] },
      {
        name: 'Liste',
        rows: [
          ['Nom INCI', 'POD (mg/kg pc/j)'],
          ['Une Q', 1],
          ['Deux Q', 2],
          ['Total', error],
        ],
      },
    ],
  });
  const { status, body } = await bring('substances', file);
  expect(status).toBe(200);
  expect(body.rows.map(({ action, messages }: Record<string, unknown>) => [action, messages])).toEqual([
    ['create', []],
    ['create', []],
  ]);
  const wrong = await bring('substances', workbookOf({ sheets: [{ rows: [['Nom INCI', ...wide], ['Une R']] }] }));
  expect([wrong.status, wrong.body.detail[0].msg]).toEqual([422, expect.stringContaining('200 colonnes')]);
});
