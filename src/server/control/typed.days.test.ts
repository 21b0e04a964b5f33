/** A day that is typed is held against what the file was on that day, whenever it is typed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

const DAY_MS = 86_400_000;
const LONG = 'Au vu des informations de la partie A, le produit est jugé sûr, au sens de l’article 3 du règlement.';
const WORDS = { evaluateur_nom: 'Claire Aubry', b1: LONG, b2: LONG, b3: LONG };
const DEATH = { source: 'vente', gravite: { deces: true }, description: 'Un décès' };
let app: TestApp;
let editor: Caller;
beforeAll(async () => {
  app = await testApp();
  await app.deps.jobs.start();
  editor = await app.as('editor');
});
afterAll(() => app.close());

const today = (): string => dayOf(app.deps.clock());
/** Five days pass, and sessions with them. */
async function later(): Promise<string> {
  app.wait(5 * DAY_MS);
  editor = await app.as('editor');
  return today();
}
async function followed(): Promise<void> {
  await app.deps.jobs.hurry('control.refresh', null);
  await app.deps.jobs.idle();
}
const codes = async (id: string): Promise<string[]> =>
  ((await editor.get(`/products/${id}/findings`)).body as Finding[]).map(({ code }) => code);
async function assessed(id: string): Promise<void> {
  const at = `/products/${id}/assessment`;
  expect((await editor.put(at, { ...(await editor.get(at)).body, ...WORDS })).status).toBe(200);
}
const sign = async (id: string, signed_on: string): Promise<void> => {
  expect((await editor.post(`/products/${id}/assessment/sign`, { signed_on })).status).toBe(200);
};
/** A product of one raw material, and what makes another composition of it. */
async function madeOf(name: string) {
  const ids: string[] = [];
  for (const inci of [`${name} un`, `${name} deux`]) ids.push((await editor.post('/substances', { inci })).body.id);
  const composed = (id: string) => ({ trade_name: name, components: [{ substance_id: id, percent: 100 }] });
  const material = (await editor.post('/materials', composed(String(ids[0])))).body;
  const { id } = (await editor.post('/products', { nom_commercial: name })).body;
  const lines = [lineWith({ id: '1', material_id: material.id, percent: 100 })];
  await editor.put(`/products/${id}/formula`, { mode: 'table', lines });
  await followed();
  return {
    id: id as string,
    async recompose() {
      expect((await editor.put(`/materials/${material.id}`, composed(String(ids[1])))).status).toBe(200);
      await followed();
    },
  };
}

test('a signature of before a serious effect asks to be looked at again, whichever of the two is entered first', async () => {
  const seen = [];
  for (const isLate of [false, true]) {
    const { id } = (await editor.post('/products', { nom_commercial: 'Signé', ingredients: 'AQUA' })).body;
    await assessed(id);
    const day = today();
    if (!isLate) await sign(id, day);
    await later();
    expect((await editor.post(`/products/${id}/effects`, { ...DEATH, recu_le: today() })).status).toBe(201);
    await later();
    if (isLate) await sign(id, day);
    seen.push((await codes(id)).filter((code) => code === 'EVALUATION_A_REVISER' || code === 'A_REVOIR').toSorted());
  }
  expect(seen[0]).toContain('EVALUATION_A_REVISER');
  expect(seen[1]).toEqual(seen[0]);
});

test('a statement of effects does not cover a serious one of before it that is entered after it', async () => {
  const { id } = (await editor.post('/products', { nom_commercial: 'Relevé', date_mise_marche: '2026-01-01' })).body;
  const received = today();
  await later();
  const state = async (): Promise<string[]> => {
    const { points } = (await editor.get(`/products/${id}/control`)).body;
    return points.find(({ key }: { key: string }) => key === 'A9').missing;
  };
  expect((await editor.post(`/products/${id}/effects/statement`, { at: today() })).status).toBe(200);
  const before = await state();
  await later();
  expect((await editor.post(`/products/${id}/effects`, { ...DEATH, recu_le: received })).status).toBe(201);
  expect(JSON.stringify(await state())).toContain('1 effet grave depuis ce relevé');
  expect(JSON.stringify(before)).not.toContain('depuis ce relevé');
  expect((await editor.post(`/products/${id}/effects/statement`, { at: today() })).status).toBe(200);
  expect(JSON.stringify(await state())).not.toContain('depuis ce relevé');
});

test('a day that covers a point is said with it', async () => {
  const { id } = (await editor.post('/products', { nom_commercial: 'Autres' })).body;
  const covering = async (): Promise<string> => {
    const { points } = (await editor.get(`/products/${id}/control`)).body;
    return JSON.stringify(points.find(({ key }: { key: string }) => key === 'A10').covered_by);
  };
  const at = `/products/${id}/conformity`;
  await editor.put(at, { ...(await editor.get(at)).body, autres_infos_date: '2026-09-30' });
  expect(await covering()).toContain('Aucune autre information au 30/09/2026');
  const sheet = (await editor.get(`/products/${id}`)).body;
  await editor.put(`/products/${id}`, { ...sheet, observations_autres_infos: 'Étude chez trente volontaires.' });
  expect(await covering()).not.toContain('Aucune autre information');
});

test('a first signature of before a raw material changed is told as entered late', async () => {
  const { id, recompose } = await madeOf('Matière signée');
  const day = await later();
  await later();
  await recompose();
  await later();
  await assessed(id);
  await sign(id, day);
  expect(await codes(id)).toContain('SAISIE_APRES_COUP');
});

test('a lot made before a raw material changed is not said to be of the composition of after', async () => {
  const { id, recompose } = await madeOf('Matière du lot');
  const made = await later();
  await later();
  await recompose();
  const changed = today();
  await later();
  const lot = async (numero: string, fabrique_le: string): Promise<string | null> =>
    (await editor.post(`/products/${id}/lots`, { numero, fabrique_le })).body.composition_sha256;
  expect(await lot('L1', made)).toBeNull();
  expect(await lot('L2', changed)).toBe((await editor.get(`/products/${id}/formula`)).body.composition_sha256);
});
