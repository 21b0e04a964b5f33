import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
      note: '',
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
});
