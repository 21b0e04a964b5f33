import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docxOf, entry, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, noConverter, type TestApp, testApp } from '../test/test.app.ts';
import { createDocuments } from './document.service.ts';
import { PdfFailure } from './pdf/converter.ts';

const LIST = 'ingredients_lignes';
const nested = (depth: number): Buffer =>
  docxOf({
    body: Array.from({ length: depth }, () => p(`{{#${LIST}}}`))
      .concat(Array.from({ length: depth }, () => p(`{{/${LIST}}}`)))
      .join(''),
  });

/** Takes some tenths of a second. */
const heavy = docxOf({
  body: '',
  extra: Array.from({ length: 8 }, (_, part) =>
    entry(
      `word/x${part}.xml`,
      `<a>${Array.from({ length: 45_000 }, (_, index) => `<b c="${index * 7919}"/>`).join('')}</a>`,
    ),
  ),
});

describe('documents made to stop the server', () => {
  let app: TestApp;
  let editor: Caller;
  let product: string;
  beforeAll(async () => {
    app = await testApp();
    editor = await app.as('editor');
    const ingredients = Array.from({ length: 30 }, (_, index) => `Ingrédient ${index}`).join('\n');
    product = (await editor.post('/products', { nom_commercial: 'Crème', ingredients })).body.id;
  });
  afterAll(() => app.close());
  const upload = (bytes: Buffer) =>
    editor.upload('/templates', { fields: { name: 'm' }, file: { name: 'm.docx', bytes } });

  test('a list inside itself is a located fault of the template, and generates nothing', async () => {
    const { body: template } = await upload(nested(9));
    const { body } = await editor.post(`/templates/${template.id}/validate`);
    expect(body.valid).toBe(false);
    expect(body.errors[0]).toMatchObject({ code: 'nested-section', tag: `{{#${LIST}}}`, part: 'Corps du document' });
    const made = await editor.post('/generations', { template_id: template.id, product_id: product });
    expect(made.status).toBe(422);
    expect(made.body.detail[0].msg).toMatch(/dans elle-même/);
  });

  test('lists in different lists that print nothing are counted by their turns', async () => {
    const files = 20;
    for (let turn = 0; turn < files; turn += 1)
      await editor.upload('/attachments', {
        fields: { product_id: product, field_key: 'pieces_jointes' },
        file: { name: `f${turn}.txt`, bytes: Buffer.from('x') },
      });
    const many = Array.from({ length: 500 }, () => `{{#${LIST}}}{{/${LIST}}}`).join('');
    const { body: template } = await upload(docxOf({ body: p(`{{#fichiers}}${many}{{/fichiers}}`) }));
    const made = await editor.post('/generations', { template_id: template.id, product_id: product });
    expect(made.status).toBe(422);
    expect(made.body.detail[0].msg).toMatch(/trop grand/);
  });

  test('while a heavy document is read, everybody else is answered', async () => {
    const answered: string[] = [];
    const slow = upload(heavy).then(({ status }) => {
      answered.push('heavy');
      return status;
    });
    await app.anonymous.get('/health');
    answered.push('health');
    expect([201, 422]).toContain(await slow);
    expect(answered).toEqual(['health', 'heavy']);
  });
});

describe('the work on documents', () => {
  const good = docxOf({ body: p('{{nom_client}}') });

  test('a process that overruns its time is replaced: its document is refused, the next one served', {
    tags: ['slow'],
  }, async () => {
    const documents = createDocuments(noConverter, { seconds: 0.001 });
    await expect(documents.check(heavy)).rejects.toMatchObject({
      status: 422,
      detail: [expect.objectContaining({ msg: expect.stringMatching(/trop de travail/) })],
    });
    await documents.close();
    const patient = createDocuments(noConverter);
    await expect(patient.check(good)).resolves.toBeUndefined();
    await patient.close();
  });

  test('more than a hundred waiting: the next is told to come back, the others are served', {
    tags: ['slow'],
  }, async () => {
    const documents = createDocuments(noConverter);
    const all = await Promise.allSettled(Array.from({ length: 200 }, () => documents.check(good)));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.length).toBeGreaterThan(50);
    for (const one of refused) expect(one.reason).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
    expect(all.filter((one) => one.status === 'fulfilled').length).toBeGreaterThanOrEqual(100);
    await documents.close();
  });

  test('a template that cannot be drawn is marked, and not tried again; a converter that is away marks nothing', async () => {
    const state: { fault: 'timeout' | 'down' | 'refused' } = { fault: 'down' };
    let tries = 0;
    const app = await testApp({
      converter: {
        name: 'wasm',
        atOnce: 1,
        convert: async () => {
          tries += 1;
          throw new PdfFailure(state.fault);
        },
        close: async () => undefined,
      },
    });
    const editor = await app.as('editor');
    const { body } = await editor.upload('/templates', {
      fields: { name: 'm' },
      file: { name: 'm.docx', bytes: good },
    });
    /** Whatever is due once the pause after a failure is over. */
    const later = async (): Promise<void> => {
      app.wait(1_000);
      app.deps.jobs.wake();
      await app.deps.jobs.idle();
    };
    await app.deps.jobs.idle();
    expect(tries).toBeGreaterThan(0);
    expect((await editor.get(`/templates/${body.id}`)).body.thumbnail_refused).toBe(false);
    const whileAway = tries;
    await later();
    expect(tries).toBeGreaterThan(whileAway);
    // A deadline says nothing of the document: the machine may be busy.
    state.fault = 'timeout';
    await later();
    expect((await editor.get(`/templates/${body.id}`)).body.thumbnail_refused).toBe(false);
    state.fault = 'refused';
    await later();
    const once = tries;
    await later();
    expect(tries).toBe(once);
    expect((await editor.get(`/templates/${body.id}`)).body).toMatchObject({
      thumbnail_url: null,
      thumbnail_refused: true,
    });
    // Another file is another picture.
    await editor.upload(`/templates/${body.id}`, {
      method: 'PUT',
      file: { name: 'n.docx', bytes: docxOf({ body: p('autre') }) },
    });
    await app.deps.jobs.idle();
    expect(tries).toBe(once + 1);
    await app.close();
  });

  test('a template that was in the trash when its turn came has its picture once it is back', async () => {
    let away = true;
    const app = await testApp({
      converter: {
        ...converterOf(pdfOf('bonjour')),
        convert: async () => {
          if (away) throw new PdfFailure('down');
          return pdfOf('bonjour');
        },
      },
    });
    const admin = await app.as('admin');
    const { body } = await admin.upload('/templates', { fields: { name: 'm' }, file: { name: 'm.docx', bytes: good } });
    await app.deps.jobs.idle();
    await admin.delete(`/templates/${body.id}`);
    away = false;
    app.wait(1_000);
    app.deps.jobs.wake();
    await app.deps.jobs.idle();
    expect((await admin.post(`/trash/${body.id}/restore`)).status).toBe(200);
    await app.deps.jobs.idle();
    expect((await admin.get(`/templates/${body.id}`)).body.thumbnail_url).toMatch(/thumbnail/);
    await app.close();
  });

  test('a PDF without the words of its document is made again, and nobody is given an empty one', {
    tags: ['slow'],
  }, async () => {
    const empty = pdfOf('');
    for (const [answers, outcome] of [
      [[empty, pdfOf('bonjour')], 'made'],
      [[Buffer.from('%PDF-1.7 no more'), empty], 'refused'],
    ] as const) {
      let tries = 0;
      let renewed = 0;
      const documents = createDocuments({
        ...noConverter,
        convert: async () => answers[tries++] ?? empty,
        renew: () => {
          renewed += 1;
        },
      });
      const pdf = documents.toPdf(good, 'seal');
      if (outcome === 'made') expect((await pdf).equals(answers[1])).toBe(true);
      else await expect(pdf).rejects.toMatchObject({ status: 503, message: /était vide/ });
      expect([tries, renewed]).toEqual([2, outcome === 'made' ? 1 : 2]);
      // A document that says nothing may have a PDF that says nothing.
      await expect(documents.toPdf(docxOf({ body: p(' ') }), 'seal')).resolves.toBeTruthy();
      await documents.close();
    }
  });
});
