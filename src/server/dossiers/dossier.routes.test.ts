import { createHash } from 'node:crypto';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dossier } from '#shared/dossiers/dossier.contract.ts';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** One red dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
/** Encrypted, as a reader that asks for a password sees it. */
const LOCKED = Buffer.from(
  pdfOf('secret')
    .toString('latin1')
    .replace(
      '/Root 1 0 R',
      '/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) /U (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) /P -4 >> /ID [<00> <00>]',
    ),
  'latin1',
);

/** Four pages, each turned otherwise, with a script that opens and a file inside. */
async function turned(): Promise<Buffer> {
  const doc = await PDFDocument.create();
  for (const angle of [0, 90, 180, 270]) {
    const page = doc.addPage([400, 600]);
    page.drawText(`turned ${angle}`, { x: 40, y: 300 });
    page.setRotation(degrees(angle));
  }
  doc.addJavaScript('open', 'app.alert("x")');
  await doc.attach(Buffer.from('inside'), 'inside.txt');
  return Buffer.from(await doc.save());
}

describe.each(ENGINES)('sealed dossiers on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let converted = 0;
  let hold: (() => Promise<void>) | null = null;
  beforeAll(async () => {
    const converter = converterOf(pdfOf('converted'));
    app = await testApp({
      engine,
      converter: {
        ...converter,
        convert: async (...given) => {
          await hold?.();
          converted += 1;
          return converter.convert(...given);
        },
      },
    });
    await app.deps.jobs.start();
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const product = async (): Promise<string> =>
    (await editor.post('/products/', { nom_commercial: 'Crème Éclat', ref_formule: 'R1', version: '1' })).body.id;
  const attach = async (id: string, field_key: string, name: string, bytes: Buffer): Promise<string> => {
    const { body, status } = await editor.upload('/attachments', {
      fields: { product_id: id, field_key },
      file: { name, bytes },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const sealed = async (id: string): Promise<Dossier> => {
    const before = (await editor.get(`/products/${id}/dossiers`)).body.length;
    const asked = await editor.post(`/products/${id}/dossiers`, {});
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    expect(asked.body.job_id).toBeTruthy();
    await expect
      .poll(async () => {
        const { error } = (await editor.get(`/products/${id}/dossiers/work`)).body;
        return error ?? (await editor.get(`/products/${id}/dossiers`)).body.length;
      })
      .toBe(before + 1);
    return (await editor.get(`/products/${id}/dossiers`)).body[0];
  };
  const filesOf = (zip: Buffer): Map<string, Buffer> =>
    new Map(readZip(zip).map((entry) => [entry.name, inflate(entry)]));

  test('a signature that is recorded while the file is read is in all of the dossier', { tags: ['slow'] }, async () => {
    const id = await product();
    const at = `/products/${id}/assessment`;
    const LONG = 'Au vu des informations de la partie A, le produit est jugé sûr, au sens de l’article 3 du règlement.';
    const words = { evaluateur_nom: 'Claire Aubry', b1: LONG, b2: LONG, b3: LONG, signed_on: '2026-01-15' };
    await editor.put(at, { ...(await editor.get(at)).body, ...words });
    const { control } = app.deps;
    const { assessment } = control;
    let signed = 0;
    control.assessment = async (...given) => {
      control.assessment = assessment;
      signed = (await editor.post(`${at}/sign`, { signed_on: '2026-01-15' })).status;
      return assessment(...given);
    };
    const files = filesOf((await editor.get(`/dossiers/${(await sealed(id)).id}/zip`)).bytes);
    const manifest = JSON.parse(String(files.get('manifeste.json')));
    expect([signed, manifest.signature.signed_on]).toEqual([200, '2026-01-15']);
    const missing = manifest.points.flatMap((one: { missing?: string[] }) => one.missing ?? []);
    expect(JSON.stringify(missing)).not.toContain('Signature enregistrée');
  });

  test('asked for again after a change, one under way begins again', { tags: ['slow'] }, async () => {
    const id = await product();
    await attach(id, 'divers', 'note.docx', docxOf({ body: p('Bonjour') }));
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    hold = async () => {
      hold = null;
      reached.resolve();
      await held.promise;
    };
    const ask = () => editor.post(`/products/${id}/dossiers`, {});
    expect((await ask()).status).toBe(201);
    await reached.promise;
    await editor.put(`/products/${id}`, { ...(await editor.get(`/products/${id}`)).body, marque: 'Après' });
    expect((await ask()).status).toBe(201);
    held.resolve();
    await app.deps.jobs.idle();
    const all = (await editor.get(`/products/${id}/dossiers`)).body;
    expect(all).toHaveLength(1);
    const files = filesOf((await editor.get(`/dossiers/${all[0].id}/zip`)).bytes);
    expect(JSON.parse(String(files.get('manifeste.json'))).fiche.marque).toBe('Après');
  });

  test('one PDF and one archive, whose every byte the list of hashes names', async () => {
    const id = await product();
    await attach(id, 'stabilite', 'Rapport de stabilité.pdf', await turned());
    await attach(id, 'photo', 'photo.png', PNG);
    await attach(id, 'divers', 'cassé.pdf', Buffer.from('%PDF-1.4\nrien'));
    await attach(id, 'divers', 'secret.pdf', LOCKED);
    await attach(id, 'divers', 'note.docx', docxOf({ body: p('Bonjour') }));
    await attach(id, 'formula', 'formule.csv', Buffer.from('INCI;%\nAqua;100\n'));
    const dossier = await sealed(id);
    const zip = (await editor.get(`/dossiers/${dossier.id}/zip`)).bytes;
    const pdf = (await editor.get(`/dossiers/${dossier.id}/pdf`)).bytes;
    expect([sha256(pdf), sha256(zip)]).toEqual([dossier.sha256, dossier.zip_sha256]);

    const files = filesOf(zip);
    const sums = String(files.get('SHA256SUMS')).trim().split('\n');
    for (const line of sums) {
      const [, hash = '', path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      expect(sha256(files.get(path) ?? Buffer.alloc(0)), path).toBe(hash);
    }
    expect([...files.keys()].sort()).toEqual(['SHA256SUMS', ...sums.map((line) => line.slice(66))].sort());
    const manifest = JSON.parse(String(files.get('manifeste.json')));
    expect(manifest).toMatchObject({ schema: 2, id: dossier.id, pdf_sha256: dossier.sha256 });
    expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual([
      '01-description/01-photo.png',
      '02-rapport-partie-A/01-Rapport-de-stabilite.pdf',
      '02-rapport-partie-A/02-formule.csv',
      '07-annexes/01-casse.pdf',
      '07-annexes/02-secret.pdf',
      '07-annexes/03-note.docx',
      ...['formule', 'verdicts', 'marges'].flatMap((name) => [`donnees/${name}.xlsx`, `donnees/${name}.json`]),
      'donnees/liste-inci.txt',
      'donnees/conformite.json',
      'donnees/evaluation.json',
      'donnees/remarques.json',
    ]);
    expect(Object.keys(manifest.stamp)).toContain('composition');
    const findings = (await editor.get(`/products/${id}/findings`)).body;
    expect(JSON.parse(String(files.get('donnees/remarques.json')))).toEqual(findings);
    // Sealed again, what the rooms know is the same bytes: there is no clock inside.
    const again = filesOf((await editor.get(`/dossiers/${(await sealed(id)).id}/zip`)).bytes);
    for (const [path, bytes] of files)
      if (path.startsWith('donnees/')) expect(again.get(path)?.equals(bytes), path).toBe(true);
    expect(manifest.files[0]).toMatchObject({ point: '11-2-a', bytes: PNG.length, added_by: editor.email });
    expect(manifest.points).toHaveLength(19);

    const read = await PDFDocument.load(pdf);
    expect(read.getPageCount()).toBe(dossier.pages);
    expect(read.getTitle()).toBe('Dossier d’information produit\u00a0: Crème Éclat');
    // What a page does by itself is gone.
    expect(pdf.toString('latin1')).not.toMatch(/JavaScript|EmbeddedFile/);
    const { anomalies } = dossier;
    expect(anomalies.join(' | ')).toMatch(/Aucun dossier d’information produit n’est validé/);
    expect(anomalies.join(' | ')).toMatch(/Points vides.*B\.1/);
    expect(anomalies).toContain('cassé.pdf\u00a0: ce PDF est abîmé.');
    expect(anomalies).toContain('secret.pdf\u00a0: ce PDF est protégé par un mot de passe.');
  });

  test('what is saved while a dossier is made is in all of it, or in none', async () => {
    const id = await product();
    const { control } = app.deps;
    const { stampNow } = control;
    const names = ['Crème deux', 'Crème trois'];
    control.stampNow = async (one) => {
      const name = names.shift();
      if (one === id && name) await editor.put(`/products/${id}`, { nom_commercial: name });
      return stampNow(one);
    };
    const dossier = await sealed(id);
    control.stampNow = stampNow;
    expect(names).toEqual([]);
    const files = filesOf((await editor.get(`/dossiers/${dossier.id}/zip`)).bytes);
    const manifest = JSON.parse(String(files.get('manifeste.json')));
    expect(manifest.stamp).toEqual(await stampNow(id));
    expect(manifest.product).toMatchObject({ nom_commercial: 'Crème trois' });
  });

  test('who asked for a seal sees its work, and may stop it; nobody else who is no administrator', async () => {
    const [other, viewer, admin] = [await app.as('editor'), await app.as('viewer'), await app.as('admin')];
    const { job_id } = (await editor.post(`/products/${await product()}/dossiers`, {})).body;
    const ids = async (who: Caller): Promise<string[]> => {
      const { status, body } = await who.get('/jobs');
      expect(status).toBe(200);
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await ids(editor)).toContain(job_id);
    expect(await ids(admin)).toContain(job_id);
    expect([...(await ids(other)), ...(await ids(viewer))]).not.toContain(job_id);
    for (const act of ['retry', 'cancel']) {
      expect((await other.post(`/jobs/${job_id}/${act}`)).status).toBe(404);
      expect((await viewer.post(`/jobs/${job_id}/${act}`)).status).toBe(403);
    }
    // Whatever has become of it, it is theirs to ask about.
    expect([200, 409]).toContain((await editor.post(`/jobs/${job_id}/cancel`)).status);
  });

  test('the same input gives the same manifest, but for its id, its time and the hash of the PDF', {
    tags: ['slow'],
  }, async () => {
    const id = await product();
    await attach(id, 'photo', 'photo.png', PNG);
    const manifestOf = async (dossier: Dossier) => {
      const {
        id: _,
        time: __,
        pdf_sha256: ___,
        ...rest
      } = JSON.parse(String(filesOf((await editor.get(`/dossiers/${dossier.id}/zip`)).bytes).get('manifeste.json')));
      return rest;
    };
    const [first, second] = [await sealed(id), await sealed(id)];
    expect(first.id).not.toBe(second.id);
    expect(await manifestOf(second)).toEqual(await manifestOf(first));
  });

  test('two sealed dossiers say what differs between them, from their manifests alone', {
    tags: ['slow'],
  }, async () => {
    const id = await product();
    const first = await sealed(id);
    const { body: before } = await editor.get(`/products/${id}`);
    await editor.put(`/products/${id}`, {
      ...before,
      version: '9',
      nom_client: 'Client',
      ingredients: 'Aqua\nGlycerin',
    });
    await attach(id, 'photo', 'photo.png', PNG);
    const second = await sealed(id);
    const { status, body } = await editor.get(`/dossiers/${second.id}/diff?against=${first.id}`);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.champs).toContainEqual({
      champ: 'version',
      libelle: 'Version',
      avant: before.version ?? null,
      apres: '9',
    });
    expect(JSON.stringify(body)).not.toContain('Client');
    expect(body.formule.ajoutees.map(({ nom }: { nom: string }) => nom)).toContain('Glycerin');
    expect(body.pieces.ajoutees).toEqual(['photo.png']);
    expect(body.non_comparable).toEqual([]);
    // The other way round, what came is what went.
    const back = (await editor.get(`/dossiers/${first.id}/diff?against=${second.id}`)).body;
    expect(back.pieces.retirees).toEqual(body.pieces.ajoutees);
    expect((await editor.get(`/dossiers/${second.id}/diff?against=rien`)).status).toBe(404);
    expect((await editor.get(`/dossiers/${second.id}/diff`)).status).toBe(422);
    const other = await sealed(await product());
    expect((await editor.get(`/dossiers/${second.id}/diff?against=${other.id}`)).status).toBe(422);
  });

  test('a Word file becomes a PDF once: the next dossiers take that one, until nothing has the file attached', {
    tags: ['slow'],
  }, async () => {
    const id = await product();
    const word = docxOf({ body: p('Une seule fois') });
    const note = await attach(id, 'divers', 'une seule fois.docx', word);
    const kept = () => app.deps.db.selectFrom('conversions').selectAll().execute();
    const before = converted;
    await sealed(id);
    await sealed(id);
    expect(converted - before).toBe(1);
    // What the storage lost is made again.
    const found = (await kept()).find((row) => row.sha256 === sha256(word));
    await app.loseFile(found?.file_id ?? '');
    await sealed(id);
    expect(converted - before).toBe(2);
    await editor.delete(`/attachments/${note}`);
    await sealed(id);
    expect((await kept()).map((row) => row.sha256)).not.toContain(sha256(word));
  });

  test('asked for twice at once it is made once; a piece that the storage lost is named, and nothing is made', {
    tags: ['slow'],
  }, async () => {
    const id = await product();
    await attach(id, 'photo', 'photo.png', PNG);
    const asked = await Promise.all([1, 2, 3].map(() => editor.post(`/products/${id}/dossiers`, {})));
    expect(new Set(asked.map(({ body }) => body.job_id)).size).toBe(1);
    await expect.poll(async () => (await editor.get(`/products/${id}/dossiers`)).body.length).toBe(1);
    const lost = await attach(id, 'divers', 'perdu.pdf', pdfOf('lost'));
    const row = await app.deps.db
      .selectFrom('attachments')
      .select('file_id')
      .where('id', '=', lost)
      .executeTakeFirstOrThrow();
    await app.loseFile(row.file_id);
    const refused = await editor.post(`/products/${id}/dossiers`, {});
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/perdu\.pdf.*manque dans le stockage/);
  });

  test('anybody may ask whether a hash is that of a sealed dossier; a dossier outlives its product', async () => {
    const id = await product();
    const dossier = await sealed(id);
    const stranger = app.anonymous;
    for (const hash of [dossier.sha256, dossier.zip_sha256])
      expect((await stranger.get(`/verify/${hash}`)).body).toEqual({ known: true, sealed_at: dossier.sealed_at });
    expect((await stranger.get(`/verify/${'0'.repeat(64)}`)).body).toEqual({ known: false, sealed_at: null });
    expect((await stranger.get('/verify/rien')).body).toEqual({ known: false, sealed_at: null });
    expect((await stranger.get(`/dossiers/${dossier.id}`)).status).toBe(401);
    const viewer = await app.as('viewer');
    expect((await viewer.post(`/products/${id}/dossiers`, {})).status).toBe(403);
    await editor.delete(`/products/${id}`);
    expect((await viewer.get(`/dossiers/${dossier.id}/pdf`)).status).toBe(200);
    const found = await viewer.get('/dossiers?search=eclat&size=2');
    expect(found.body[0]).toMatchObject({ id: dossier.id, product: { id, nom_commercial: 'Crème Éclat' } });
    expect(found.body).toHaveLength(2);
    expect((await viewer.get('/dossiers?search=introuvable')).body).toEqual([]);
    expect((await viewer.get('/dossiers?sort=sha256')).status).toBe(422);
    expect((await viewer.get('/dossiers/nobody/pdf')).status).toBe(404);
  });
});
