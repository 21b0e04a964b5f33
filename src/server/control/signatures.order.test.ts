/** Changing what is signed, and recording signatures of any day in any order: what is said follows from the days alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

const DAY_MS = 86_400_000;
const CODE = 'SIGNATURE_AVANT_CHANGEMENT';
let app: TestApp;
let editor: Caller;
beforeAll(async () => {
  app = await testApp();
  await app.deps.jobs.start();
});
afterAll(() => app.close());

/** A number below `count`, the same in every run. */
function randomOf(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % count;
  };
}
const printed = (day: string): string => day.split('-').reverse().join('/');

test('a change that a pass meets while it follows an older line has its own day', async () => {
  editor = await app.as('editor');
  const { id } = (await editor.post('/products/', { nom_commercial: 'Crème suivie tard' })).body;
  const save = async (percent: number): Promise<void> => {
    const lines = [lineWith({ id: '1', label: 'Aqua', percent })];
    expect((await editor.put(`/products/${id}/formula`, { mode: 'table', lines })).status).toBe(200);
  };
  await save(90);
  await app.deps.jobs.hurry('control.refresh', null);
  await app.deps.jobs.idle();
  const texts = { evaluateur_nom: 'Claire Aubry', b1: 'Sûr.', b2: 'Rien.', b3: 'Ainsi.' };
  await editor.put(`/products/${id}/assessment`, {
    ...(await editor.get(`/products/${id}/assessment`)).body,
    ...texts,
  });
  const today = (): string => dayOf(app.deps.clock());
  expect((await editor.post(`/products/${id}/assessment/sign`, { signed_on: today() })).status).toBe(200);

  // The pass has read a line of today, and is held until the formula of two days later is there.
  const { giveWay } = app.deps.traffic;
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.deps.traffic.giveWay = async () => {
    reached.resolve();
    await held.promise;
  };
  await app.deps.jobs.hurry('control.refresh', null);
  await reached.promise;
  app.wait(2 * DAY_MS);
  editor = await app.as('editor');
  await save(80);
  const [changedOn, dayBefore] = [today(), dayOf(new Date(app.deps.clock().getTime() - DAY_MS))];
  held.resolve();
  app.deps.traffic.giveWay = giveWay;
  await app.deps.jobs.idle();

  app.wait(3 * DAY_MS);
  editor = await app.as('editor');
  expect((await editor.post(`/products/${id}/assessment/sign`, { signed_on: dayBefore })).status).toBe(200);
  const early = ((await editor.get(`/products/${id}/findings`)).body as Finding[]).find(({ code }) => code === CODE);
  expect(early?.text).toContain(printed(dayBefore));
  expect(early?.text).toContain(printed(changedOn));
});

test.each(Array.from({ length: 10 }, (_, seed) => [seed]))('order %i', async (seed) => {
  const random = randomOf(seed + 7);
  // Sessions end with the days that pass.
  editor = await app.as('editor');
  const { id } = (await editor.post('/products/', { nom_commercial: `Crème ${seed}` })).body;
  const start = Date.now();
  let days = 0;
  const today = (): string => dayOf(app.deps.clock());
  const dayBefore = (count: number): string => dayOf(new Date(app.deps.clock().getTime() - count * DAY_MS));
  const setFormula = async (share: number): Promise<void> => {
    const lines = [
      lineWith({ id: '1', label: 'Aqua', percent: 100 - share }),
      lineWith({ id: '2', label: 'Glycerin', percent: share }),
    ];
    expect((await editor.put(`/products/${id}/formula`, { mode: 'table', lines })).status).toBe(200);
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
  };
  await setFormula(10);
  const texts = { evaluateur_nom: 'Claire Aubry', b1: 'Sûr.', b2: 'Rien.', b3: 'Ainsi.' };
  await editor.put(`/products/${id}/assessment`, {
    ...(await editor.get(`/products/${id}/assessment`)).body,
    ...texts,
  });

  // What is told, by the days alone: the last signature and what it stood on, the day on which that became so.
  let share = 10;
  let changed: string | null = null;
  let last: { share: number; since: string | null } | null = null;
  const early: { day: string; since: string; settled: boolean }[] = [];
  for (let step = 0; step < 9; step += 1) {
    const passed = random(3);
    days += passed;
    app.wait(passed * DAY_MS);
    editor = await app.as('editor');
    if (random(3) === 0) {
      const next = [10, 20, 30][random(3)] as number;
      if (next !== share) changed = last ? today() : null;
      share = next;
      await setFormula(share);
      continue;
    }
    const day = dayBefore(random(6));
    const answer = await editor.post(`/products/${id}/assessment/sign`, { signed_on: day });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const since: string | null = last === null ? null : last.share === share ? last.since : changed;
    for (const one of early) if (one.since <= day) one.settled = true;
    if (since !== null && day < since) early.push({ day, since, settled: false });
    last = { share, since };
  }
  const found = ((await editor.get(`/products/${id}/findings`)).body as Finding[]).filter(({ code }) => code === CODE);
  expect(
    found
      .map(({ level, text }) => `${level} ${text.slice('Signature du '.length, 'Signature du '.length + 10)}`)
      .sort(),
    `${days} days since ${new Date(start).toISOString()}`,
  ).toEqual(early.map(({ day, settled }) => `${settled ? 'neutre' : 'rouge'} ${printed(day)}`).sort());
});
