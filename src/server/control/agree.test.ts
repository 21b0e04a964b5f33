import { afterAll, beforeAll, expect, test } from 'vitest';
import { countsOf } from '#shared/control/findings.ts';
import { printSafely } from '#shared/exposure/margins.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import { printState, sayVerdicts } from '#shared/regulation/regulation.print.ts';
import { readSheet } from '../documents/xlsx/sheet.ts';
import { docxOf, p, textOfDocx } from '../test/docx.maker.ts';
import { CREAM, smallLawFiles } from '../test/law.maker.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

const PRODUCTS = 200;
const NAMES = [
  'Aqua',
  'Formaldehyde',
  'Phenoxyethanol',
  'Salicylic Acid',
  'Sodium Benzoate',
  'Lead Acetate',
  'Linalool',
  'Glycerin',
  'Inconnu Mystère',
  'Hydroquinone',
  'Parfum',
] as const;
/** The same numbers at every run. Source: Park and Miller, « Random number generators », CACM 31(10), 1988. */
const random = (() => {
  let seed = 20_261_124;
  return (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
})();

let app: TestApp;
let editor: Caller;
let template: string;
beforeAll(async () => {
  app = await testApp({ engine: 'sqlite' });
  await app.deps.jobs.start();
  const admin = await app.as('admin');
  editor = await app.as('editor');
  const { body } = await admin.upload('/regulation/corpora', { file: smallLawFiles() });
  await admin.post(`/regulation/corpora/${body.id}/activate`);
  for (const [inci, pod] of [
    ['Phenoxyethanol', 357],
    ['Salicylic Acid', 75],
    ['Linalool', 500],
  ] as const)
    await editor.post('/substances', {
      inci,
      pod,
      pod_kind: 'NOAEL',
      pod_source: 'Avis',
      dermal_absorption_percent: 80,
    });
  await editor.post('/substances', { inci: 'Glycerin' });
  const words = docxOf({
    body: p(
      '{{#verdicts}}[{{inci}}={{etat}}]{{/verdicts}}{{#marges}}#{{inci}}={{sed}}/{{mos}}#{{/marges}}({{nb_rouges}})',
    ),
  });
  template = (await editor.upload('/templates/', { fields: { name: 'Tout' }, file: { name: 't.docx', bytes: words } }))
    .body.id;
});
afterAll(() => app.close());

async function randomProduct(): Promise<string> {
  const { id } = (await editor.post('/products/', { nom_commercial: `Produit ${random(1_000_000)}` })).body;
  const facts = (await editor.get(`/products/${id}/conformity`)).body;
  await editor.put(`/products/${id}/conformity`, { ...facts, ...CREAM });
  const exposure = (await editor.get(`/products/${id}/exposure`)).body;
  await editor.put(`/products/${id}/exposure`, { ...exposure, category: random(3) === 0 ? null : 'face_cream' });
  const lines = Array.from({ length: 2 + random(6) }, (_, index) =>
    lineWith({
      id: String(index),
      label: NAMES[random(NAMES.length)] as string,
      percent: random(5) === 0 ? null : (1 + random(300)) / 100,
    }),
  );
  const saved = await editor.put(`/products/${id}/formula`, { mode: 'table', lines });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return id;
}

test(`screen, workbook, document and answers say the same of ${PRODUCTS} products`, {
  tags: ['slow'],
  timeout: 120_000,
}, async () => {
  const ids: string[] = [];
  for (let count = 0; count < PRODUCTS; count += 1) ids.push(await randomProduct());
  await app.deps.jobs.hurry('control.refresh', null);
  await app.deps.jobs.idle();
  const listed = new Map(
    (await editor.get('/products/')).body.map((one: { id: string; findings: unknown }) => [one.id, one.findings]),
  );
  const met = new Set<string>();
  for (const id of ids) {
    const verdicts: Verdict[] = (await editor.get(`/products/${id}/verdicts`)).body;
    const margins = (await editor.get(`/products/${id}/margins`)).body;
    const findings: Finding[] = (await editor.get(`/products/${id}/findings`)).body;
    const control = (await editor.get(`/products/${id}/control`)).body;
    expect(control.findings).toEqual(findings);
    expect(listed.get(id)).toEqual(countsOf(findings));
    // A substance is forbidden, limited or open in the findings as in the verdicts, and the heading counts them alike.
    const broken = verdicts.filter(({ state }) => state === 'non_conforme').length;
    const red = findings.filter(({ code }) => code === 'INTERDIT' || code === 'HORS_LIMITE').length;
    expect(red).toBe(broken);
    const heading = sayVerdicts(verdicts);
    expect(heading.includes('Aucun dépassement')).toBe(
      broken === 0 && findings.every(({ code }) => code !== 'LOI_A_VERIFIER'),
    );
    for (const { state } of verdicts) met.add(state);

    const { body } = await editor.form('/generations/', { template_id: template, product_id: id });
    const text = textOfDocx((await editor.get(`/generations/${body.id}/docx`)).bytes);
    expect([...text.matchAll(/\[(.+?)=(.+?)\]/g)].map(([, inci, state]) => [inci, state])).toEqual(
      verdicts.map((one) => [one.inci, printState(one)]),
    );
    expect(text).toContain(`(${countsOf(findings).rouge})`);
    const printed = [...text.matchAll(/#(.+?)=(.*?)\/(.*?)#/g)].map(([, inci, sed, mos]) => [inci, sed, mos]);
    const sheet = readSheet((await editor.get(`/products/${id}/margins/export`)).bytes, 1_000);
    const [titles = []] = sheet;
    const cell = (row: number, title: string): string => sheet[row]?.[titles.indexOf(title)] ?? '';
    for (const [index, row] of margins.rows.entries()) {
      const sed = row.sed_mg_kg_d === null ? '' : printSafely(row.sed_mg_kg_d, 'up');
      expect(printed[index]?.slice(0, 2)).toEqual([row.inci, sed]);
      expect(cell(index + 1, 'INCI')).toBe(row.inci);
      const [own, mos] = [cell(index + 1, 'SED (mg/kg pc/j)'), cell(index + 1, 'MoS')];
      if (row.sed_mg_kg_d !== null) expect(Number(own)).toBeCloseTo(row.sed_mg_kg_d, 12);
      else expect(own).toBe('');
      if (row.mos !== null) expect(Number(mos)).toBeCloseTo(row.mos, 9);
      else expect(mos).toBe('');
    }
  }
  // The draw met every kind of verdict: the comparison is not one of empty lists.
  expect([...met].toSorted()).toEqual(['a_verifier', 'aucune_entree', 'dans_la_limite', 'inconnu', 'non_conforme']);
});
