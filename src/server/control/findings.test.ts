import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Point } from '#shared/control/control.contract.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { CREAM, smallLawFiles } from '../test/law.maker.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('what one room finds, the whole file knows, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  let editor: Caller;
  let viewer: Caller;
  let id: string;
  beforeAll(async () => {
    app = await testApp({ engine });
    await app.deps.jobs.start();
    admin = await app.as('admin');
    editor = await app.as('editor');
    viewer = await app.as('viewer');
    const { body } = await admin.upload('/regulation/corpora', { file: smallLawFiles() });
    await admin.post(`/regulation/corpora/${body.id}/activate`);
    id = (await editor.post('/products/', { nom_commercial: 'Crème' })).body.id;
    const now = (await editor.get(`/products/${id}/conformity`)).body;
    await editor.put(`/products/${id}/conformity`, { ...now, ...CREAM });
  });
  afterAll(() => app.close());

  const formula = async (...lines: [label: string, percent: number, functions?: string][]): Promise<void> => {
    const saved = await editor.put(`/products/${id}/formula`, {
      mode: 'table',
      lines: lines.map(([label, percent], index) => lineWith({ id: String(index + 1), label, percent })),
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  };
  const found = async (who = editor): Promise<Finding[]> => (await who.get(`/products/${id}/findings`)).body;
  const codes = async (level: string): Promise<string[]> =>
    (await found()).filter((one) => one.level === level).map(({ code }) => code);
  /** What the list says, once the journal was followed. */
  const listed = async (query = '') => {
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
    return (await editor.get(`/products/?page=1&size=10${query}`)).body;
  };

  test('a forbidden substance, one above its limit and an expired piece are said everywhere, and go once mended', async () => {
    await formula(['Aqua', 97], ['Formaldehyde', 1], ['Phenoxyethanol', 2]);
    const attached = await editor.upload('/attachments', {
      fields: { product_id: id, field_key: 'stabilite' },
      file: { name: 'stabilite.pdf', bytes: pdfOf('stabilité') },
    });
    await editor.patch(`/attachments/${attached.body.id}`, { kind: 'stabilité', expires_on: '2024-01-01' });

    const all = await found(viewer);
    expect(all.slice(0, 2).map(({ code }) => code)).toEqual(['INTERDIT', 'HORS_LIMITE']);
    expect(all[0]).toMatchObject({ level: 'rouge', point: 'B1', link: expect.stringContaining('/formula') });
    expect(all[0]?.text).toMatch(/^Formaldehyde\u00a0: substance interdite \(II\/1577\)\.$/);
    expect(all[1]?.text).toMatch(/^Phenoxyethanol\u00a0: 2,00\u00a0% .* \(V\/29\)\.$/);
    expect(all.find(({ code }) => code === 'PIECE_PERIMEE')).toMatchObject({
      key: `PIECE_PERIMEE:${attached.body.id}`,
      level: 'orange',
      due_on: '2024-01-01',
    });
    const control = (await viewer.get(`/products/${id}/control`)).body;
    expect(control.findings).toEqual(all);
    expect((await listed())[0].findings).toEqual({
      rouge: 2,
      orange: all.filter(({ level }) => level === 'orange').length,
    });
    expect((await listed('&finding=INTERDIT')).map((one: { id: string }) => one.id)).toEqual([id]);
    expect(await listed('&finding=ALLEGATION_INTERDITE')).toEqual([]);
    expect(await listed('&findings_red=true')).toHaveLength(1);
    const { priorities } = (await viewer.get('/dashboard/stats')).body;
    expect(priorities[0]).toMatchObject({ kind: 'finding', id });

    await formula(['Aqua', 99], ['Phenoxyethanol', 1]);
    expect(await codes('rouge')).toEqual([]);
    expect((await listed())[0].findings.rouge).toBe(0);
    expect(await listed('&finding=INTERDIT')).toEqual([]);
    expect(await listed('&findings_red=true')).toEqual([]);
    // On its last day a piece still holds.
    const today = dayOf(new Date());
    await editor.patch(`/attachments/${attached.body.id}`, { expires_on: today });
    expect(await codes('orange')).not.toContain('PIECE_PERIMEE');
    expect(await codes('neutre')).toContain('PIECE_BIENTOT');
  });

  test('a point that a forbidden substance is about is not covered, whatever is written there', async () => {
    const now = (await editor.get(`/products/${id}/assessment`)).body;
    const b1 = `Le produit est sûr. ${'Conclusion écrite par une personne. '.repeat(10)}`;
    const saved = await editor.put(`/products/${id}/assessment`, { ...now, b1 });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const b1Point = async (): Promise<Point> =>
      (await editor.get(`/products/${id}/control`)).body.points.find(({ key }: Point) => key === 'B1');
    expect((await b1Point()).state).toBe('couvert');
    await formula(['Aqua', 99], ['Formaldehyde', 1]);
    expect(await b1Point()).toMatchObject({
      state: 'partiel',
      missing: [{ text: expect.stringContaining('II/1577') }],
    });
    await formula(['Aqua', 99], ['Glycerin', 1]);
    expect((await b1Point()).state).toBe('couvert');
  });

  test('without a table no annex was read, and that is said; what is no code is refused', async () => {
    const text = (await editor.post('/products/', { nom_commercial: 'Texte', ingredients: 'Aqua – 100 %' })).body;
    expect(text.findings).toBeNull();
    const said: Finding[] = (await editor.get(`/products/${text.id}/findings`)).body;
    expect(said.map(({ code }) => code)).toContain('SANS_TABLEAU');
    expect((await editor.get('/products/?finding=RIEN')).status).toBe(422);
    expect((await editor.get('/products/inconnu/findings')).status).toBe(404);
    // A client of the specification sends back what it read.
    const { status, body } = await editor.put(`/products/${text.id}`, { ...text, findings: { rouge: 9, orange: 9 } });
    expect(status, JSON.stringify(body)).toBe(200);
  });
});
