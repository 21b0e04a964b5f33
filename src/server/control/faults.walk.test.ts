import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { type Asking, askingOf, BAD, FAULTS, GOOD, makeFaulty, setFormula, sign } from '../test/faulty.product.ts';
import { smallLawFiles } from '../test/law.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('a product with five faults, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let id: string;
  let piece: string;
  let asking: Asking;
  beforeAll(async () => {
    app = await testApp({ engine, converter: converterOf(pdfOf('DIP')) });
    await app.deps.jobs.start();
    const admin = await app.as('admin');
    editor = await app.as('editor');
    const { body } = await admin.upload('/regulation/corpora', { file: smallLawFiles() });
    await admin.post(`/regulation/corpora/${body.id}/activate`);
    asking = askingOf(editor);
    ({ id, piece } = await makeFaulty(asking));
  });
  afterAll(() => app.close());

  const found = async (): Promise<Finding[]> => (await editor.get(`/products/${id}/findings`)).body;
  const listedUnder = async (code: string): Promise<boolean> => {
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
    return (await editor.get(`/products/?finding=${code}`)).body.some((one: { id: string }) => one.id === id);
  };

  test('each is in the answer, the list, the control, the sealed dossier and its manifest', {
    tags: ['slow'],
  }, async () => {
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
    await setFormula(asking, id, GOOD);
    await editor.patch(`/attachments/${piece}`, { expires_on: null });
    await sign(asking, id, dayOf(new Date()));
    const left = (await found()).filter(({ code }) => FAULTS.includes(code));
    // The document finalised meanwhile was of the other formula.
    expect(left.map(({ code, level }) => [code, level]).toSorted()).toEqual([
      ['DIP_AUTRE_FORMULE', 'rouge'],
      ['SIGNATURE_AVANT_CHANGEMENT', 'neutre'],
    ]);
    await setFormula(asking, id, BAD);
    // That one is of this formula again; the one of the other template is of before.
    const other = (await found()).filter(({ code }) => code === 'DIP_AUTRE_FORMULE');
    expect(other.map(({ text }) => text.includes('« N »'))).toEqual([false]);
    expect((await editor.delete(`/products/${id}`)).status).toBe(204);
  });
});
