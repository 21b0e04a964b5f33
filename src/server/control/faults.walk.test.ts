import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '#shared/findings/finding.contract.ts';
import type { FindingCode } from '#shared/findings/finding.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { CREAM, smallLawFiles } from '../test/law.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const FAULTS: readonly FindingCode[] = [
  'INTERDIT',
  'HORS_LIMITE',
  'SIGNATURE_AVANT_CHANGEMENT',
  'DIP_AUTRE_FORMULE',
  'PIECE_PERIMEE',
];

describe.each(ENGINES)('a product with five faults, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let id: string;
  let piece: string;
  beforeAll(async () => {
    app = await testApp({ engine, converter: converterOf(pdfOf('DIP')) });
    await app.deps.jobs.start();
    const admin = await app.as('admin');
    editor = await app.as('editor');
    const { body } = await admin.upload('/regulation/corpora', { file: smallLawFiles() });
    await admin.post(`/regulation/corpora/${body.id}/activate`);
    id = (await editor.post('/products/', { nom_commercial: 'Crème', ref_formule: 'R1' })).body.id;
    const facts = (await editor.get(`/products/${id}/conformity`)).body;
    await editor.put(`/products/${id}/conformity`, { ...facts, ...CREAM });
    await formula(['Aqua', 99], ['Phenoxyethanol', 1]);
    const words = docxOf({ body: p('{{nom_commercial}}') });
    const template = (
      await editor.upload('/templates/', { fields: { name: 'M' }, file: { name: 'm.docx', bytes: words } })
    ).body.id;
    const made = (await editor.form('/generations/', { template_id: template, product_id: id })).body;
    await editor.patch(`/generations/${made.id}/validate`);
    const texts = (await editor.get(`/products/${id}/assessment`)).body;
    await editor.put(`/products/${id}/assessment`, {
      ...texts,
      evaluateur_nom: 'Claire Aubry',
      b1: 'Sûr.',
      b2: 'Rien.',
      b3: 'Ainsi.',
    });
    await sign('2026-02-10');
    piece = (
      await editor.upload('/attachments', {
        fields: { product_id: id, field_key: 'stabilite' },
        file: { name: 'stabilite.pdf', bytes: pdfOf('stabilité') },
      })
    ).body.id;
    await editor.patch(`/attachments/${piece}`, { kind: 'stabilité', expires_on: '2024-01-01' });
    await formula(['Aqua', 97], ['Formaldehyde', 1], ['Phenoxyethanol', 2]);
    await sign('2026-02-11');
  });
  afterAll(() => app.close());

  const formula = async (...lines: [label: string, percent: number][]): Promise<void> => {
    const { status, body } = await editor.put(`/products/${id}/formula`, {
      mode: 'table',
      lines: lines.map(([label, percent], index) => lineWith({ id: String(index + 1), label, percent })),
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const sign = async (signed_on: string): Promise<void> => {
    const { status, body } = await editor.post(`/products/${id}/assessment/sign`, { signed_on });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const found = async (): Promise<Finding[]> => (await editor.get(`/products/${id}/findings`)).body;
  const listedUnder = async (code: string): Promise<boolean> => {
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
    return (await editor.get(`/products/?finding=${code}`)).body.some((one: { id: string }) => one.id === id);
  };

  test('each is in the answer, the list, the control, the sealed dossier and its manifest', async () => {
    const all = await found();
    expect(all.map(({ code }) => code)).toEqual(expect.arrayContaining([...FAULTS]));
    for (const code of FAULTS) expect(await listedUnder(code), code).toBe(true);
    expect((await editor.get(`/products/${id}/control`)).body.findings).toEqual(all);
    expect((await editor.post(`/products/${id}/dossiers`, {})).status).toBe(201);
    await expect.poll(async () => (await editor.get(`/products/${id}/dossiers`)).body.length).toBe(1);
    const [dossier] = (await editor.get(`/products/${id}/dossiers`)).body;
    const told = all.filter(({ code }) => FAULTS.includes(code)).map(({ text }) => text);
    expect(dossier.anomalies).toEqual(expect.arrayContaining(told));
    const files = new Map(
      readZip((await editor.get(`/dossiers/${dossier.id}/zip`)).bytes).map((one) => [one.name, inflate(one)]),
    );
    const manifest = JSON.parse(String(files.get('manifeste.json')));
    expect(manifest.findings.map(({ text }: Finding) => text)).toEqual(expect.arrayContaining(told));
  });

  test('a client of the specification saves, validates, generates and finalises as if there were none', async () => {
    const read = (await editor.get(`/products/${id}`)).body;
    const saved = await editor.put(`/products/${id}`, { ...read, marque: 'Valorme' });
    expect([saved.status, saved.body.marque]).toEqual([200, 'Valorme']);
    const words = docxOf({ body: p('{{nom_commercial}}') });
    const template = (
      await editor.upload('/templates/', { fields: { name: 'N' }, file: { name: 'n.docx', bytes: words } })
    ).body.id;
    const made = await editor.form('/generations/', { template_id: template, product_id: id });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const final = await editor.upload(`/generations/${made.body.id}/finalize`, {
      method: 'PATCH',
      file: { name: 'final.docx', bytes: words },
    });
    expect([final.status, final.body.status], JSON.stringify(final.body)).toEqual([200, 'success']);
    expect((await editor.get(`/products/${id}`)).body.status).toBe('VALIDATED');
  });

  test('mended, each is gone, but the signature, which stays for the record', async () => {
    await formula(['Aqua', 99], ['Phenoxyethanol', 1]);
    await editor.patch(`/attachments/${piece}`, { expires_on: null });
    await sign(new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' }));
    const left = (await found()).filter(({ code }) => FAULTS.includes(code));
    // The document finalised meanwhile was of the other formula.
    expect(left.map(({ code, level }) => [code, level]).toSorted()).toEqual([
      ['DIP_AUTRE_FORMULE', 'rouge'],
      ['SIGNATURE_AVANT_CHANGEMENT', 'neutre'],
    ]);
    await formula(['Aqua', 97], ['Formaldehyde', 1], ['Phenoxyethanol', 2]);
    expect((await found()).some(({ code }) => code === 'DIP_AUTRE_FORMULE')).toBe(false);
    expect((await editor.delete(`/products/${id}`)).status).toBe(204);
  });
});
