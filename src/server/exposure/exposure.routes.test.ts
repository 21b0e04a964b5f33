import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computedSheet } from '../test/computed.sheet.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('exposure and margins on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const product = async (lines: object[]) => {
    const { id } = (await editor.post('/products/', { nom_commercial: 'Crème' })).body;
    await editor.put(`/products/${id}/formula`, { lines: lines.map((line, index) => ({ id: `l${index}`, ...line })) });
    return id as string;
  };
  const substance = async (inci: string, tox: object = {}) => {
    const made = await editor.post('/substances', { inci, ...tox });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id as string;
  };

  test('margins are answered unrounded, with what each number stands on; the rest is to document', async () => {
    const phenoxy = await substance('Phenoxyethanol', {
      pod: 357,
      pod_kind: 'NOAEL',
      pod_source: 'SCCS/1575/16',
      route: 'cutanée',
      dermal_absorption_percent: 80,
      dermal_absorption_source: 'SCCS/1575/16',
    });
    const unknown = await substance('Betaine');
    const id = await product([
      { substance_id: phenoxy, percent_min: 0.5, percent_max: 1 },
      { substance_id: unknown, percent: 2 },
      { label: 'Aqua', qs: '100' },
    ]);
    const before = (await editor.get(`/products/${id}/margins`)).body;
    expect(before.rows).toMatchObject([{ inci: 'Phenoxyethanol', mos: null, a_mg_kg_d: null }]);
    const saved = await editor.put(`/products/${id}/exposure`, {
      category: 'face_cream',
      remarks: { phenoxyethanol: 'Vu.' },
    });
    expect(saved.headers.etag).toBe('"1"');
    const { exposure, rows, to_document } = (await editor.get(`/products/${id}/margins`)).body;
    expect(exposure.a_mg_kg_d).toBeCloseTo(24.14, 10);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      percent: 1,
      bound: 'max',
      absorption: '80 %',
      pod: 357,
      pod_sys: 357,
      pod_source: 'SCCS/1575/16',
      threshold: 100,
      remark: 'Vu.',
      note: 'voie « cutanée » : POD externe, aucune correction',
    });
    expect(rows[0].sed_mg_kg_d).toBeCloseTo(0.19312, 10);
    expect(rows[0].mos).toBeCloseTo(357 / 0.19312, 6);
    expect(to_document.map(({ inci }: { inci: string }) => inci)).toEqual(['Betaine', 'Aqua']);
    const file = await editor.get(`/products/${id}/margins/export`);
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('the study of a substance changes every product, and a number without a source is told', async () => {
    const id = await substance('Limonene X', { pod: 100, route: 'orale' });
    const one = await product([{ substance_id: id, percent: 1 }]);
    await editor.put(`/products/${one}/exposure`, { category: 'hand_cream' });
    const row = async () => (await editor.get(`/products/${one}/margins`)).body.rows[0];
    expect(await row()).toMatchObject({ pod_sys: 50, is_assumed: true });
    expect((await row()).note).toMatch(/source manquante/);
    const { body } = await editor.get(`/substances/${id}`);
    await editor.put(`/substances/${id}`, {
      ...body,
      pod: 30,
      pod_kind: 'LOAEL',
      factors: [{ label: 'LOAEL', divisor: 3 }],
      oral_bioavailability: 100,
    });
    expect((await row()).pod_sys).toBeCloseTo(10, 10);
    const history = (await editor.get(`/substances/${id}/revisions`)).body;
    expect(history[0].changes.map(({ label }: { label: string }) => label)).toEqual([
      'Point de départ (mg/kg pc/j)',
      'Nature du point de départ',
      'Facteurs',
      'Biodisponibilité orale (%)',
    ]);
  });

  test('a child’s weight is typed, unconfirmed rows fill in nothing, and bounds are told at their field', async () => {
    const id = await product([{ label: 'Aqua', percent: 100 }]);
    const amount = async (input: object) => {
      const saved = await editor.put(`/products/${id}/exposure`, input);
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      return (await editor.get(`/products/${id}/margins`)).body.exposure.a_mg_kg_d;
    };
    expect(await amount({ category: 'face_cream', population: 'enfant' })).toBeNull();
    expect(await amount({ category: 'face_cream', population: 'enfant', body_weight: 10 })).toBeCloseTo(154, 10);
    expect(await amount({ category: 'sunscreen' })).toBeNull();
    expect(await amount({ category: 'autre', amount_g_day: 6, retention_factor: 0.5 })).toBeCloseTo(50, 10);
    const bad = await editor.put(`/products/${id}/exposure`, { retention_factor: 2, body_weight: 0, category: 'x' });
    expect(bad.body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))).toEqual(
      expect.arrayContaining(['retention_factor', 'body_weight', 'category']),
    );
    expect((await editor.post('/substances', { inci: 'Y', pod: 0, dermal_absorption_percent: 101 })).status).toBe(422);
    expect((await editor.put(`/products/${id}/exposure`, {}, { 'if-match': '"0"' })).status).toBe(412);
    expect((await editor.get('/products/nobody/margins')).status).toBe(404);
  });

  test('what is supposed is accepted by a person, for all or for one substance, and the row says who', async () => {
    const id = await substance('Benzyl Alcohol', { pod: 200, pod_source: 'REACH', route: 'orale' });
    const other = await substance('Benzoic Acid', { pod: 100, pod_source: 'REACH', route: 'orale' });
    const one = await product([
      { substance_id: id, percent: 1 },
      { substance_id: other, percent: 1 },
    ]);
    await editor.put(`/products/${one}/exposure`, { category: 'face_cream' });
    const rows = async () => (await editor.get(`/products/${one}/margins`)).body.rows;
    expect((await rows())[0]).toMatchObject({ supposed: ['absorption_50', 'biodisponibilite_50'], offered: [] });
    expect((await rows())[0].note).toMatch(/absorption cutanée 50 %\u00a0: hypothèse à confirmer/);
    const accept = (key: string, substance_id: string | null, accepted = true) =>
      editor.put(`/exposure/hypotheses/${key}`, { accepted, substance_id });
    expect((await accept('absorption_50', id)).status).toBe(200);
    const [first, second] = await rows();
    expect(first.note).toMatch(/absorption cutanée 50 %\u00a0: hypothèse acceptée par .+ le \d\d\/\d\d\/\d{4}/);
    expect(second.note).toMatch(/absorption cutanée 50 %\u00a0: hypothèse à confirmer/);
    const { body } = await accept('biodisponibilite_50', null);
    expect(body.find((state: { key: string }) => state.key === 'biodisponibilite_50').accepted).toMatchObject({
      by: editor.email,
    });
    expect((await rows())[1].note).toMatch(/biodisponibilité orale 50 %\u00a0: hypothèse acceptée/);
    await accept('biodisponibilite_50', null, false);
    expect((await rows())[1].note).toMatch(/biodisponibilité orale 50 %\u00a0: hypothèse à confirmer/);
    expect((await accept('absorption_99', null)).status).toBe(404);
    expect((await accept('absorption_50', 'nobody')).status).toBe(404);
    // The low one is not for all: it stands on the molecule.
    expect((await accept('absorption_10', null)).status).toBe(422);
    const reader = await app.as('viewer');
    expect((await reader.put('/exposure/hypotheses/absorption_50', { accepted: true })).status).toBe(403);
  });

  test('a low absorption is proposed for a large molecule, and used once somebody accepts it', async () => {
    const id = await substance('Bemotrizinol', {
      pod: 1000,
      pod_source: 'SCCNFP/0069/98',
      route: 'cutanée',
      molecular_weight: 627.8,
      log_pow: 12.6,
    });
    const one = await product([{ substance_id: id, percent: 10 }]);
    await editor.put(`/products/${one}/exposure`, { category: 'face_cream' });
    const row = async () => (await editor.get(`/products/${one}/margins`)).body.rows[0];
    expect(await row()).toMatchObject({ absorption: '50 %', offered: ['absorption_10'] });
    await editor.put('/exposure/hypotheses/absorption_10', { accepted: true, substance_id: id });
    expect(await row()).toMatchObject({ absorption: '10 %', offered: [], supposed: ['absorption_10'] });
    expect((await row()).sed_mg_kg_d).toBeCloseTo(0.2414, 10);
  });

  test('a preservative may be judged with all the cosmetics of a day', async () => {
    const id = await substance('Chlorphenesin', {
      pod: 10,
      pod_source: 'X',
      route: 'cutanée',
      dermal_absorption_percent: 50,
      functions: ['Conservateur'],
    });
    const plain = await substance('Squalane', { pod: 10, pod_source: 'X', route: 'cutanée' });
    const one = await product([
      { substance_id: id, percent: 0.2 },
      { substance_id: plain, percent: 0.2 },
    ]);
    await editor.put(`/products/${one}/exposure`, { category: 'face_cream' });
    const rows = async () => (await editor.get(`/products/${one}/margins`)).body.rows;
    expect(await rows()).toMatchObject([
      { is_aggregate: false, may_aggregate: true },
      { is_aggregate: false, may_aggregate: false },
    ]);
    const { body } = await editor.get(`/products/${one}/exposure`);
    await editor.put(`/products/${one}/exposure`, { ...body, aggregate: ['chlorphenesin'] });
    const [judged] = await rows();
    // 269 mg/kg × 0,2 % × 50 %
    expect(judged.sed_mg_kg_d).toBeCloseTo(0.269, 10);
    expect(judged).toMatchObject({ is_aggregate: true, written: { sed: '269 × 0,2/100 × 50/100' } });
    expect(judged.note).toMatch(/exposition agrégée/);
    await editor.put(`/products/${one}/exposure`, {
      ...body,
      revision: undefined,
      aggregate: ['chlorphenesin'],
      population: 'enfant',
      body_weight: 10,
    });
    expect((await rows())[0]).toMatchObject({ is_aggregate: false, may_aggregate: false });
  });

  test('the workbook computes: another spreadsheet finds the same numbers from its formulas', async () => {
    const oral = await substance('Panthenol', {
      pod: 200,
      pod_kind: 'LOAEL',
      pod_source: 'REACH',
      route: 'orale',
      oral_bioavailability: 80,
      factors: [{ label: 'LOAEL', divisor: 3 }],
      dermal_absorption_percent: 12.5,
    });
    const byArea = await substance('Climbazole', {
      pod: 15,
      pod_source: 'SCCS/1506/13',
      route: 'cutanée',
      dermal_absorption_ug_cm2: 0.8,
    });
    const one = await product([
      { substance_id: oral, percent: 2 },
      { substance_id: byArea, percent: 0.2 },
      { label: '=1+1', percent: 1 },
    ]);
    await editor.put(`/products/${one}/exposure`, {
      category: 'face_cream',
      body_weight: 55,
      ingested_g_day: 0.01,
      air_mg_m3: 2,
      breathed_m3_day: 1.5,
    });
    const { rows } = (await editor.get(`/products/${one}/margins`)).body;
    const { bytes } = await editor.get(`/products/${one}/margins/export`);
    const sheet = computedSheet(bytes);
    const titles = sheet[0] ?? [];
    const cell = (row: number, title: string) => Number(sheet[row]?.[titles.indexOf(title)]);
    for (const [index, row] of rows.entries()) {
      expect(cell(index + 1, 'A (mg/kg pc/j)')).toBeCloseTo(row.a_mg_kg_d, 8);
      expect(cell(index + 1, 'SED (mg/kg pc/j)')).toBeCloseTo(row.sed_mg_kg_d, 8);
      expect(cell(index + 1, 'POD systémique (mg/kg pc/j)')).toBeCloseTo(row.pod_sys, 8);
      expect(cell(index + 1, 'MoS')).toBeCloseTo(row.mos, 6);
    }
    // What people wrote stays a text, whatever it looks like.
    expect(sheet[3]?.[0]).toBe('=1+1');
  });
});
