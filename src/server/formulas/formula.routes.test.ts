import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { deflate, writeZip } from '../documents/docx/zip.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const line = (id: string, values: object) => ({ id, ...values });

describe.each(ENGINES)('formulas on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());
  const product = async (values: object = {}) =>
    (await editor.post('/products/', { nom_commercial: 'Crème', ...values })).body.id as string;
  const substance = async (inci: string, more: object = {}) =>
    (await editor.post('/substances', { inci, ...more })).body.id as string;
  const save = (id: string, lines: object[], more: object = {}) =>
    editor.put(`/products/${id}/formula`, { lines, ...more });

  test('a product without one has none; its lines, once saved, write the field « Ingrédients »', async () => {
    const id = await product();
    const none = await editor.get(`/products/${id}/formula`);
    expect(none.body).toMatchObject({ mode: 'text', lines: [], revision: 0, total: 0, composition_sha256: null });
    const aqua = await substance(`Aqua ${engine}`);
    const saved = await save(id, [
      line('a', { substance_id: aqua, qs: '100' }),
      line('b', { label: 'Glycerin', percent: 5 }),
      line('c', { label: 'Parfum', percent_min: 0.1, percent_max: 0.3 }),
      line('d', { label: 'Tocopherol', percent: 0.00002 }),
    ]);
    expect(saved.body).toMatchObject({ mode: 'table', revision: 1, total: 100, warnings: [] });
    expect(saved.headers.etag).toBe('"1"');
    expect((await editor.get(`/products/${id}`)).body).toMatchObject({
      formula_mode: 'table',
      ingredients: [
        `Aqua ${engine} – q.s.p. 100 (94,79998\u00a0%)`,
        'Glycerin – 5,00\u00a0%',
        'Parfum – 0,1–0,3\u00a0%',
        'Tocopherol – 0,00002\u00a0%',
      ].join('\n'),
    });
    const history = (await editor.get(`/products/${id}/revisions`)).body;
    expect(history[0].changes).toContainEqual({
      field: 'formule',
      label: 'Formule',
      from: 'texte',
      to: 'tableau, 4 lignes',
    });
    expect((await editor.get(`/products/${id}/formula/revisions`)).body[0].changes).toHaveLength(4);
  });

  test('what was answered may be sent back, and changes nothing', async () => {
    const id = await product();
    await save(id, [line('a', { label: 'Aqua', percent: 100 })]);
    const { body } = await editor.get(`/products/${id}/formula`);
    const again = await editor.put(`/products/${id}/formula`, body);
    expect(again.body).toMatchObject({ lines: body.lines, composition_sha256: body.composition_sha256 });
    const whole = (await editor.get(`/products/${id}`)).body;
    expect((await editor.put(`/products/${id}`, whole)).body).toMatchObject({ formula_mode: 'table' });
  });

  test('a client that knows only the text leaves the table, or makes a text of it: the lines wait', async () => {
    const id = await product();
    await save(id, [line('a', { label: 'Aqua', percent: 100 })]);
    const said = [undefined, null, '', '  ', [], ['Aqua – 100,00\u00a0%'], 'Aqua – 100,00 %\r\n'];
    for (const body of said.map((ingredients) => ({ nom_commercial: 'Lait', ingredients })))
      expect((await editor.put(`/products/${id}`, body)).body).toMatchObject({
        formula_mode: 'table',
        ingredients: 'Aqua – 100,00\u00a0%',
      });
    const typed = await editor.put(`/products/${id}`, { nom_commercial: 'Lait', ingredients: 'Aqua, Glycerin' });
    expect(typed.body).toMatchObject({ formula_mode: 'text', ingredients: 'Aqua, Glycerin' });
    expect((await editor.get(`/products/${id}/formula`)).body).toMatchObject({
      mode: 'text',
      composition_sha256: null,
    });
    expect((await editor.get(`/products/${id}/formula`)).body.lines).toHaveLength(1);
  });

  test('every fault is told at its line and cell', async () => {
    const id = await product();
    const { status, body } = await save(id, [
      line('a', { label: 'Aqua', qs: '100' }),
      line('b', { label: 'Eau', qs: '100' }),
      line('c', { label: 'Glycerin', percent: 5 }),
    ]);
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', 'lines', 1, 'qs'] })]]);
    for (const [cell, values] of [
      ['percent', { label: 'x', percent: 101 }],
      ['percent', { label: 'x', percent: 0.1234567 }],
      ['percent', { label: 'x', percent: -1 }],
      ['percent_min', { label: 'x', percent_min: 5, percent_max: 4 }],
      ['label', { percent: 5 }],
      ['substance_id', { substance_id: 'nowhere' }],
      ['material_id', { material_id: 'nowhere' }],
    ] as const)
      expect((await save(id, [line('a', values)])).body.detail[0].loc).toEqual(['body', 'lines', 0, cell]);
    expect((await editor.get(`/products/${id}/formula`)).body.revision).toBe(0);
  });

  test('a validated product stays so, and says that its formula moved; validated again, it does not', async () => {
    const whole = Object.fromEntries(FIELDS.map(({ name, example }) => [name, example]));
    const { body: made } = await editor.post('/products/', { ...whole, status: 'VALIDATED' });
    await save(made.id, [line('a', { label: 'Aqua', percent: 100 })]);
    const moved = (await editor.get(`/products/${made.id}`)).body;
    expect(moved).toMatchObject({ status: 'VALIDATED', modified_since_validation: true, formula_mode: 'table' });
    const again = await editor.put(`/products/${made.id}`, moved);
    expect(again.body).toMatchObject({ status: 'VALIDATED', modified_since_validation: false });
  });

  test('a save that is too old is refused, and nothing of it is kept', async () => {
    const id = await product();
    await save(id, [line('a', { label: 'Aqua', percent: 100 })]);
    const old = await editor.put(`/products/${id}/formula`, { lines: [] }, { 'if-match': '"0"' });
    expect(old.status).toBe(412);
    expect((await editor.get(`/products/${id}/formula`)).body.lines).toHaveLength(1);
  });

  test('what a raw material is made of is part of the formula: a validated product says that it moved', async () => {
    const [a, b] = [await substance(`Phenoxyethanol ${engine}`), await substance(`Ethylhexylglycerin ${engine}`)];
    const { body: material } = await editor.post('/materials', {
      trade_name: 'Euxyl PE 9010',
      kind: 'mélange',
      components: [
        { substance_id: a, percent: 90, role: 'conservateur' },
        { substance_id: b, percent: 10, role: 'ingrédient' },
      ],
    });
    const id = await product();
    await save(id, [line('a', { material_id: material.id, percent: 1 }), line('b', { label: 'Aqua', percent: 99 })]);
    const inci = (await editor.get(`/products/${id}/formula/inci`)).body;
    expect(inci.text).toBe(`Aqua, Phenoxyethanol ${engine}, Ethylhexylglycerin ${engine}`);
    const before = (await editor.get(`/products/${id}/formula`)).body.composition_sha256;
    const changed = await editor.put(`/materials/${material.id}`, {
      ...material,
      components: [{ substance_id: a, percent: 100, role: 'conservateur' }],
    });
    expect(changed.body).toMatchObject({ used_in: 1, revision: 2 });
    expect((await editor.get(`/products/${id}/formula`)).body.composition_sha256).not.toBe(before);
    expect((await editor.delete(`/materials/${material.id}`)).body.detail).toMatch(/sert encore dans .*Crème/);
    expect((await editor.delete(`/substances/${a}`)).status).toBe(409);
    expect((await editor.delete(`/substances/${b}`)).status).toBe(204);
  });

  test('a pasted formula is read, and each line is what the firm knows it as', async () => {
    const id = await product();
    const glycerin = await substance('Glycerin', { cas: ['56-81-5'] });
    await substance('Lauryl Hydroxysultaine');
    const { body } = await editor.post(`/products/${id}/formula/parse`, {
      text: 'Aqua\tq.s.p. 100\t\nGlycerin\t5\t56-81-5\nLauyl Hydroxysultaine\t2\t\nXanthan Gum\t0,3\t56-81-6',
    });
    expect(body).toMatchObject({ total: 100, complement: 92.7, unread: [] });
    expect(body.lines.map((one: { substance_id: string | null }) => one.substance_id)).toEqual([
      null,
      glycerin,
      null,
      null,
    ]);
    expect(body.lines[2].suggestion).toBe('Lauryl Hydroxysultaine');
    expect(body.warnings.map((one: { code: string }) => one.code)).toContain('CAS_IMPOSSIBLE');
    expect((await editor.get(`/products/${id}/formula`)).body.revision).toBe(0);
    const csv = await editor.upload(`/products/${id}/formula/parse`, {
      file: { name: 'formule.csv', bytes: Buffer.from('Matière;%\nCr\xe8me de riz;2,5', 'latin1') },
    });
    expect(csv.body.lines).toMatchObject([{ label: 'Crème de riz', percent: 2.5 }]);
    const long = await editor.post(`/products/${id}/formula/parse`, { text: 'Aqua 1 %\n'.repeat(2_001) });
    expect(long.status).toBe(413);
  });

  test('a workbook is read by its first sheet: stored values, percentages as they are shown, nothing evaluated', async () => {
    const id = await product();
    const part = (name: string, body: string) => deflate(name, Buffer.from(`<?xml version="1.0"?>${body}`));
    const workbook = (rows: string) =>
      writeZip([
        part('xl/workbook.xml', '<workbook xmlns:r="r"><sheets><sheet name="F" r:id="rId1"/></sheets></workbook>'),
        part(
          'xl/_rels/workbook.xml.rels',
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        part(
          'xl/sharedStrings.xml',
          '<sst><si><t>INCI</t></si><si><t>% m/m</t></si><si><r><t>Gly</t></r><r><t>cerin</t></r></si></sst>',
        ),
        part(
          'xl/styles.xml',
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
        ),
        part(
          'xl/worksheets/sheet1.xml',
          `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`,
        ),
      ]);
    const head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>';
    const rows = `${head}<row r="2"><c r="A2" t="inlineStr"><is><t>Aqua</t></is></c><c r="C2" s="1"><f>1-0.276</f><v>0.72399999999999998</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c><c r="C3" s="1"><v>5.0000000000000002E-5</v></c></row>`;
    const upload = (bytes: Buffer) =>
      editor.upload(`/products/${id}/formula/parse`, { file: { name: 'f.xlsx', bytes } });
    const { body } = await upload(workbook(rows));
    expect(body.lines.map((one: { label: string; percent: number }) => [one.label, one.percent])).toEqual([
      ['Aqua', 72.4],
      ['Glycerin', 0.005],
    ]);
    expect((await upload(Buffer.from('PK\u0003\u0004 rien'))).status).toBe(422);
    expect((await upload(Buffer.from([0x50, 0x4b, 0, 1, 2]))).status).toBe(422);
    const many = Array.from(
      { length: 2_001 },
      (_, n) => `<row r="${n + 1}"><c t="inlineStr"><is><t>Aqua</t></is></c></row>`,
    ).join('');
    expect((await upload(workbook(many))).status).toBe(413);
  });

  test('names and numbers find substances, and one name is one substance', async () => {
    await editor.post('/substances', { inci: `Squalane ${engine}`, cas: ['111-01-3'] });
    const twice = await editor.post('/substances', { inci: `  squalâne ${engine} ` });
    expect([twice.status, twice.body.detail]).toEqual([409, expect.stringContaining('Squalane')]);
    expect((await editor.post('/substances', { inci: 'x', cas: ['111-01-4'] })).body.detail[0].loc).toEqual([
      'body',
      'cas',
      0,
    ]);
    for (const q of ['squal', '111-01-3'])
      expect((await editor.get(`/substances/suggest?q=${q}`)).body[0]).toMatchObject({
        kind: 'substance',
        name: `Squalane ${engine}`,
      });
    const viewer = await app.as('viewer');
    expect((await viewer.post('/substances', { inci: 'y' })).status).toBe(403);
    expect((await viewer.get('/substances?search=squal')).body).toHaveLength(1);
  });

  test('what a person confirmed is kept with who and when, and falls when the lines change', async () => {
    const id = await product();
    await save(id, [line('a', { label: 'Aqua', percent: 99.5 })]);
    const confirmed = await editor.post(`/products/${id}/formula/confirm`, { kind: 'total' });
    expect(confirmed.body).toMatchObject({ confirmed_by: editor.email, warnings: [{ code: 'GAP' }] });
    await save(id, [line('a', { label: 'Aqua', percent: 99 })]);
    expect((await editor.get(`/products/${id}/formula`)).body.confirmed_by).toBeNull();
  });
});
