import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { type PdfConverter, PdfFailure } from '../documents/pdf/converter.ts';
import { textOfPdf } from '../documents/pdf/page.image.ts';
import { wasmConverter } from '../documents/pdf/wasm.converter.ts';
import { docxOf, entry, p, textOfDocx } from '../test/docx.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const SHIPPED = readFileSync(join(import.meta.dirname, '../../../assets/modele-dip.docx'));

/** A real converter that can be told to fail first. */
function fallible(real: PdfConverter) {
  const state: { fault: PdfFailure | null } = { fault: null };
  const converter: PdfConverter = {
    name: real.name,
    atOnce: real.atOnce,
    convert: (docx, options) => (state.fault ? Promise.reject(state.fault) : real.convert(docx, options)),
    close: () => real.close(),
  };
  return { state, converter };
}

describe.each(ENGINES)('generations on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let template: string;
  let product: string;
  const { state, converter } = fallible(wasmConverter());
  beforeAll(async () => {
    app = await testApp({ engine, converter });
    editor = await app.as('editor');
    template = (
      await editor.upload('/templates/', {
        fields: { name: 'DIP', version: '3' },
        file: { name: 'dip.docx', bytes: SHIPPED },
      })
    ).body.id;
    product = (
      await editor.post('/products/', {
        nom_commercial: 'Crème Éclat d’Aube',
        nom_produit: 'Crème visage',
        nom_client: 'Maison Valorme',
        ref_formule: 'CV-14',
        ph: '5,5',
        date_mise_marche: '2026-03-15',
        ingredients: 'Aqua\nGlycerin & <Co>',
        plomb: '< 0,5',
      })
    ).body.id;
  });
  afterAll(() => app.close());
  const generate = async (headers: Record<string, string> = {}) =>
    (await editor.form('/generations/', { template_id: template, product_id: product }, headers)).body;

  test('a frame of the template takes the photograph that is attached; without one it stays empty, and is told', {
    tags: ['slow'],
  }, async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
      'base64',
    );
    const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
    const frame = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent cx="900000" cy="450000"/><wp:docPr id="1" name="Cadre" descr="{{image : photo}}"/><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture"><pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr id="0" name="Cadre"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="450000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const word = docxOf({
      body: p('Photographie') + frame,
      relationships:
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/>',
      override: '<Default Extension="png" ContentType="image/png"/>',
      extra: [entry('word/media/image1.png', png)],
    });
    const framed = (
      await editor.upload('/templates/', { fields: { name: 'Cadre' }, file: { name: 'c.docx', bytes: word } })
    ).body.id;
    const bare = (await editor.post('/products/', { nom_commercial: 'Sans photo' })).body.id;
    const generated = async () => {
      const { body } = await editor.form('/generations/', { template_id: framed, product_id: bare });
      const names = readZip((await editor.get(`/generations/${body.id}/docx`)).bytes).map(({ name }) => name);
      return { body, hasPicture: names.includes('word/media/diplo-photo.png') };
    };
    const without = await generated();
    expect(without.hasPicture).toBe(false);
    expect(without.body.warnings.join()).toMatch(/jointe sous «.photo.»/);
    await editor.upload('/attachments', {
      fields: { product_id: bare, field_key: 'photo' },
      file: { name: 'pot.png', bytes: png },
    });
    const done = await generated();
    expect([done.hasPicture, done.body.warnings]).toEqual([true, []]);
    expect((await editor.get(`/generations/${done.body.id}/preview`)).status).toBe(200);
  });

  test('parts A.6 to A.8 print exposure and margins, or say that they are not known', async () => {
    const print = async (id: string) => {
      const { body } = await editor.form('/generations/', { template_id: template, product_id: id });
      return textOfDocx((await editor.get(`/generations/${body.id}/docx`)).bytes).replace(/\s+/g, ' ');
    };
    const toComplete = 'Dose d’exposition systémique de chaque substance : non renseignée';
    const none = await print(product);
    expect(none.replaceAll('\u00a0', ' ')).toContain(toComplete);
    expect(none).not.toContain('Calcul de l’exposition');

    const known = (
      await editor.post('/substances', {
        inci: 'Phenoxyethanol',
        pod: 357,
        pod_kind: 'NOAEL',
        pod_source: 'SCCS/1575/16',
        route: 'cutanée',
        dermal_absorption_percent: 80,
        dermal_absorption_source: 'SCCS/1575/16',
      })
    ).body.id;
    const other = (await editor.post('/products/', { nom_commercial: 'Lait' })).body.id;
    await editor.put(`/products/${other}/formula`, {
      lines: [
        { id: 'a', substance_id: known, percent: 1 },
        { id: 'b', label: 'Aqua', qs: '100' },
      ],
    });
    await editor.put(`/products/${other}/exposure`, { category: 'face_cream' });
    const text = (await print(other)).replaceAll('\u00a0', ' ');
    expect(text).not.toContain(toComplete);
    expect(text).toMatch(
      /Quantité de produit par jour 1,54 g, soit 24,14 mg\/kg pc\/j Facteur de rétention 1 Poids corporel Non employé/,
    );
    expect(text).toMatch(/Source SCCS\/1647\/22, Notes of Guidance \(12e révision\), tableaux 3A et 3B A\.7/);
    expect(text).toMatch(/Phenoxyethanol 1,00 % 24,14 80 % 0,194 /);
    expect(text).toMatch(/Phenoxyethanol 357 NOAEL SCCS\/1575\/16 1\s840 100 /);
    expect(text).toMatch(/à documenter : – Aqua \(99,00 %\)/);
    await editor.put(`/products/${other}/exposure`, { category: 'face_cream', amount_g_day: 2, retention_factor: 1 });
    expect((await print(other)).replaceAll('\u00a0', ' ')).toMatch(/tableaux 3A et 3B, sauf : quantité par jour A\.7/);
  });

  test('the main job: generate, download, finalise, get the sealed document and its PDF', async () => {
    const { status, body: draft } = await editor.form('/generations/', { template_id: template, product_id: product });
    expect(status).toBe(201);
    expect(draft).toMatchObject({
      status: 'draft',
      drive_state: 'stored',
      warnings: [],
      template: { id: template, name: 'DIP', version: '3' },
      product: { id: product, nom_client: 'Maison Valorme', nom_commercial: 'Crème Éclat d’Aube' },
      file_name: expect.stringMatching(/^DIP_Creme-Eclat-d-Aube_CV-14_[A-Za-z0-9-]+_\d{4}-\d\d-\d\d\.docx$/),
      pdf_drive_file_id: null,
    });
    const docx = await editor.get(`/generations/${draft.id}/docx`);
    expect(sha256(docx.bytes)).toBe(draft.sha256);
    const text = textOfDocx(docx.bytes);
    for (const word of [
      'Crème Éclat d’Aube',
      '5,5',
      '15/03/2026',
      'Glycerin &amp; &lt;Co&gt;',
      '&lt; 0,5',
      editor.email,
    ])
      expect(text).toContain(word);
    expect(text).not.toContain('{{');
    // What the file says of itself is true of it.
    const core = readZip(docx.bytes).find((entry) => entry.name === 'docProps/core.xml');
    const said = core ? inflate(core).toString('utf8') : '';
    expect(said).toContain('<dc:title>Crème Éclat d’Aube, CV-14, ');
    expect(said).toContain(`>${draft.initiated_at.replace(/\.\d+Z$/, 'Z')}</dcterms:created>`);

    const finished = docxOf({ body: p('Document fini à la main pour la Crème Éclat d’Aube') });
    const sealed = await editor.upload(`/generations/${draft.id}/finalize`, {
      method: 'PATCH',
      file: { name: 'final.docx', bytes: finished },
    });
    expect(sealed).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        file_name: draft.file_name,
        final_file_name: 'final.docx',
        sha256: sha256(finished),
      },
    });
    expect((await editor.get(`/products/${product}`)).body.status).toBe('VALIDATED');
    const pdf = await editor.get(`/generations/${draft.id}/pdf`);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="DIP_Creme-Eclat[^"]*\.pdf"/),
    });
    expect(sha256(pdf.bytes)).toBe(sealed.body.pdf_sha256);
    expect((await textOfPdf(pdf.bytes)).join()).toContain('Document fini à la main pour la Crème Éclat d’Aube');
    // PDF/A with its fonts inside: it must open in ten years.
    expect(pdf.bytes.toString('latin1')).toMatch(/pdfaid:part>2</);
  });

  test('a draft is validated as it is; the page numbers of its contents are those of the PDF', async () => {
    const { id } = await generate();
    const { body } = await editor.patch(`/generations/${id}/validate`);
    expect(body).toMatchObject({ status: 'success', validated_at: expect.any(String), finalized_at: null });
    const pages = await textOfPdf((await editor.get(`/generations/${id}/pdf`)).bytes);
    const contents = pages[1] ?? '';
    const annexes = pages.findIndex((page, index) => index > 1 && /^Annexes$/m.test(page)) + 1;
    expect(contents).toMatch(new RegExp(`Annexes\\.*\\s*${annexes}\\b`));
    expect((await editor.get(`/products/${product}`)).status).toBe(200);
  });

  test('a template is tried with a real product: a PDF with its words, and nothing is kept', {
    tags: ['slow'],
  }, async () => {
    const before = (await editor.get('/generations')).headers['x-total-count'];
    const { status, bytes } = await editor.get(`/templates/${template}/preview/${product}`);
    expect(status).toBe(200);
    expect((await textOfPdf(bytes)).join(' ')).toContain('CV-14');
    expect((await textOfPdf(bytes)).join(' ')).not.toContain('[Viscosité]');
    const marked = await editor.get(`/templates/${template}/preview/${product}?mark_empty=true`);
    expect((await textOfPdf(marked.bytes)).join(' ')).toContain('[Viscosité]');
    expect((await editor.get(`/templates/${template}/preview/${product}?mark_empty=oui`)).status).toBe(422);
    expect((await editor.get('/generations')).headers['x-total-count']).toBe(before);
    expect((await editor.get(`/templates/${template}/preview/${template}`)).status).toBe(404);
  });

  test('what is sealed never changes', async () => {
    const { id } = await generate();
    const { body: sealed } = await editor.patch(`/generations/${id}/validate`);
    const again = await editor.upload(`/generations/${id}/finalize`, {
      method: 'PATCH',
      file: { name: 'x.docx', bytes: docxOf({ body: p('autre') }) },
    });
    expect(again.status).toBe(409);
    expect((await editor.patch(`/generations/${id}/validate`)).status).toBe(409);
    await editor.put(`/products/${product}`, { nom_commercial: 'Autre nom' });
    expect((await editor.get(`/generations/${id}`)).body).toMatchObject({
      sha256: sealed.sha256,
      pdf_sha256: sealed.pdf_sha256,
      product: { nom_commercial: sealed.product.nom_commercial },
    });
    expect(sha256((await editor.get(`/generations/${id}/docx`)).bytes)).toBe(sealed.sha256);
  });

  test('two people who seal at once seal once', async () => {
    const { id } = await generate();
    const both = await Promise.all([
      editor.patch(`/generations/${id}/validate`),
      editor.patch(`/generations/${id}/validate`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a document is never sealed with the PDF of another', { tags: ['slow'] }, async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { id } = await generate();
      const finished = docxOf({ body: p(`Déposé ${turn}`) });
      await Promise.all([
        editor.patch(`/generations/${id}/validate`),
        editor.upload(`/generations/${id}/finalize`, { method: 'PATCH', file: { name: 'f.docx', bytes: finished } }),
      ]);
      const { body } = await editor.get(`/generations/${id}`);
      if (body.status !== 'success') await editor.patch(`/generations/${id}/validate`);
      const deposited = (await editor.get(`/generations/${id}`)).body.sha256 === sha256(finished);
      const text = (await textOfPdf((await editor.get(`/generations/${id}/pdf`)).bytes)).join();
      expect(text.includes(`Déposé ${turn}`)).toBe(deposited);
    }
  });

  test.each([
    ['timeout', 504],
    ['down', 503],
    ['refused', 422],
  ] as const)(
    'a converter that fails (%s) leaves the finalised .docx safe, and trying again works',
    async (fault, expected) => {
      const { id } = await generate();
      const finished = docxOf({ body: p(`Fini malgré tout ${fault}`) });
      state.fault = new PdfFailure(fault);
      const failed = await editor.upload(`/generations/${id}/finalize`, {
        method: 'PATCH',
        file: { name: 'f.docx', bytes: finished },
      });
      state.fault = null;
      expect(failed.status).toBe(expected);
      expect(JSON.stringify(failed.body.detail)).toMatch(/Word/);
      const kept = await editor.get(`/generations/${id}`);
      expect(kept.body).toMatchObject({ status: 'draft', sha256: sha256(finished), final_file_name: 'f.docx' });
      expect((await editor.get(`/generations/${id}/pdf`)).status).toBe(404);
      expect((await editor.patch(`/generations/${id}/validate`)).body).toMatchObject({
        status: 'success',
        sha256: sha256(finished),
      });
    },
  );

  test('every id is checked', async () => {
    const gone = (await editor.post('/products/', {})).body.id;
    await editor.delete(`/products/${gone}`);
    const send = (template_id: string, product_id: string) => editor.post('/generations/', { template_id, product_id });
    expect((await send(template, gone)).status).toBe(404);
    expect((await send('absent', product)).status).toBe(404);
    expect((await send('absent', gone)).status).toBe(404);
    expect((await send('', '')).body.detail).toHaveLength(2);
    const { body: empty } = await editor.post('/templates', { name: 'Sans fichier' });
    expect((await send(empty.id, product)).status).toBe(409);
  });

  test('an unknown tag prints as nothing and is told; a broken one stops everything, located', async () => {
    const upload = async (body: string) =>
      (await editor.upload('/templates/', { fields: { name: 'x' }, file: { name: 'x.docx', bytes: docxOf({ body }) } }))
        .body.id;
    const unknown = await editor.post('/generations/', {
      template_id: await upload(p('[{{nom_comercial}}]')),
      product_id: product,
    });
    expect(unknown.status).toBe(201);
    expect(unknown.body.warnings).toEqual([expect.stringMatching(/nom_comercial.*nom_commercial/)]);
    expect(textOfDocx((await editor.get(`/generations/${unknown.body.id}/docx`)).bytes)).toContain('[]');
    const before = (await editor.get('/generations/')).body.length;
    const broken = await editor.post('/generations/', {
      template_id: await upload(p('Ici {{ph') + p('là {{#x}}')),
      product_id: product,
    });
    expect(broken.status).toBe(422);
    expect(broken.body.detail).toHaveLength(2);
    expect(broken.body.detail[0].msg).toMatch(/Corps du document, près de «\s?Ici {{ph\s»/);
    expect((await editor.get('/generations/')).body).toHaveLength(before);
  });

  test('generating through the template answers alike', async () => {
    const { status, body } = await editor.post(`/templates/${template}/generate`, { product_id: product });
    expect(status).toBe(201);
    expect(body).toMatchObject({ template_id: template, product_id: product, status: 'draft' });
  });

  test('twenty calls with one key make one document', async () => {
    const before = Number((await editor.get('/generations/?page=1&size=1')).headers['x-total-count']);
    const headers = { 'idempotency-key': `cle-${engine}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        editor.form('/generations/', { template_id: template, product_id: product }, headers),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(Number((await editor.get('/generations/?page=1&size=1')).headers['x-total-count'])).toBe(before + 1);
    const other = await editor.form('/generations/', { template_id: template, product_id: 'autre' }, headers);
    expect(other.status).toBe(422);
  });

  test('a failed call frees its key', async () => {
    const headers = { 'idempotency-key': 'rate' };
    expect((await editor.form('/generations/', { template_id: 'absent', product_id: product }, headers)).status).toBe(
      404,
    );
    expect((await editor.form('/generations/', { template_id: template, product_id: product }, headers)).status).toBe(
      201,
    );
  });

  test.each<[string, Buffer, number]>([
    ['a text', Buffer.from('non'), 422],
    ['nothing', Buffer.alloc(0), 422],
    ['a file too large', Buffer.alloc(6 * 1024 * 1024), 413],
  ])('finalising with %s is refused and changes nothing', async (_, bytes, expected) => {
    const draft = await generate();
    const { status } = await editor.upload(`/generations/${draft.id}/finalize`, {
      method: 'PATCH',
      file: { name: 'x.docx', bytes },
    });
    expect(status).toBe(expected);
    expect((await editor.get(`/generations/${draft.id}`)).body).toMatchObject({
      sha256: draft.sha256,
      status: 'draft',
    });
    expect((await editor.upload(`/generations/${draft.id}/finalize`, { method: 'PATCH' })).status).toBe(422);
  });

  test('a signed address opens one file for a while, and nothing else', async () => {
    const { id, drive_file_url } = await generate();
    const open = (url: string) => app.anonymous.raw({ method: 'GET', url });
    const opened = await open(drive_file_url);
    expect(opened.status).toBe(200);
    expect(opened.headers['content-disposition']).toMatch(/^attachment/);
    const other = await generate();
    expect((await open(drive_file_url.replace(id, other.id))).status).toBe(403);
    expect((await open(drive_file_url.replace('/docx', '/pdf'))).status).toBe(403);
    expect((await open(drive_file_url.replace(/expires=\d+/, 'expires=99999999999'))).status).toBe(403);
    app.wait(3 * 3_600_000);
    expect((await open(drive_file_url)).status).toBe(403);
    app.wait(-3 * 3_600_000);
  });

  test('the history outlives the product, newest first; a sealed document outlives the trash', async () => {
    const mine = (await editor.post('/products/', { nom_commercial: 'Éphémère', nom_client: 'Bref' })).body.id;
    const { body } = await editor.post('/generations/', { template_id: template, product_id: mine });
    await editor.patch(`/generations/${body.id}/validate`);
    await editor.delete(`/products/${mine}`);
    const { body: list } = await editor.get('/generations/');
    expect(list[0]).toMatchObject({ id: body.id, product: { nom_commercial: 'Éphémère' } });
    const dates = list.map((one: { initiated_at: string }) => one.initiated_at);
    expect(dates).toEqual([...dates].sort().reverse());
    expect((await editor.get('/generations/?search=ephemere')).body).toHaveLength(1);

    expect((await editor.delete(`/generations/${body.id}`)).status).toBe(204);
    expect((await editor.get(`/generations/${body.id}/pdf`)).status).toBe(404);
    app.wait(40 * 86_400_000);
    await app.deps.trash.purge();
    await app.deps.files.sweep();
    const admin = await app.as('admin');
    expect((await admin.post(`/trash/${mine}/restore`)).status).toBe(404);
    expect((await admin.post(`/trash/${body.id}/restore`)).status).toBe(200);
    const again = await admin.get(`/generations/${body.id}/pdf`);
    expect(again.status).toBe(200);
  });

  test('thirty days in the trash, ten years for a sealed document, and not a day less', async () => {
    const DAY = 86_400_000;
    const who = await app.as('editor');
    const { body: product } = await who.post('/products/', { nom_commercial: 'Durable', nom_client: 'Long' });
    const { body: document } = await who.post('/generations/', { template_id: template, product_id: product.id });
    const { body: sealed } = await who.patch(`/generations/${document.id}/validate`);
    for (const path of [`/products/${product.id}`, `/generations/${document.id}`])
      expect((await who.delete(path)).status).toBe(204);
    /** Which of the two are left, so much later (ms). */
    const leftAfter = async (later: number): Promise<string[]> => {
      app.wait(later);
      await app.deps.trash.purge();
      const left: string[] = (await (await app.as('admin')).get('/trash')).body.map(({ id }: { id: string }) => id);
      return [product.id, document.id].filter((id) => left.includes(id));
    };
    expect(await leftAfter(30 * DAY - 3_600_000)).toEqual([product.id, document.id]);
    expect(await leftAfter(2 * 3_600_000)).toEqual([document.id]);
    const at = new Date(sealed.validated_at);
    const tenYears = new Date(at).setUTCFullYear(at.getUTCFullYear() + 10) - at.getTime();
    expect(await leftAfter(tenYears - 31 * DAY)).toEqual([document.id]);
    expect(await leftAfter(2 * DAY)).toEqual([]);
  });
});
