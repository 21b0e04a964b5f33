import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTROL_FIELDS } from '#shared/control/control.print.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { NOBODY } from '../caller.ts';
import { readXml } from '../documents/docx/docx.ts';
import { readZip } from '../documents/docx/zip.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { installTemplates } from './shipped.service.ts';

const file = (body: string, name = 'modèle.docx') => ({ name, bytes: docxOf({ body }) });
const ASSETS = join(import.meta.dirname, '../../../assets');

describe.each(ENGINES)('templates on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());
  const create = async (body: string, name = 'M') =>
    (await editor.upload('/templates/', { fields: { name }, file: file(body) })).body;

  test('both ways to create: JSON without a file, multipart with one', async () => {
    const json = await editor.post('/templates', { name: 'Vide', description: 'd' });
    expect(json).toMatchObject({
      status: 201,
      body: { name: 'Vide', version: '1', file_name: null, placeholders: [] },
    });
    const made = await editor.upload('/templates/', {
      fields: { name: 'Plein', version: '2.1' },
      file: file(p('{{nom_commercial}} {{#fichiers}}{{nom}}{{/fichiers}}')),
    });
    expect(made).toMatchObject({
      status: 201,
      body: { version: '2.1', file_name: 'modèle.docx', placeholders: ['nom_commercial', 'fichiers', 'nom'] },
    });
    expect((await editor.get(`/templates/${made.body.id}`)).body).toEqual(made.body);
  });

  test('a file is judged by its content, not by its name', async () => {
    const disguised = await editor.upload('/templates/', {
      fields: { name: 'x' },
      file: { name: 'x.docx', bytes: Buffer.from('non') },
    });
    expect(disguised).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'file'], msg: 'Le fichier doit être un document Word (.docx)' }] },
    });
    const honest = await editor.upload('/templates/', { fields: { name: 'x' }, file: file(p('x'), 'sans-extension') });
    expect(honest.status).toBe(201);
  });

  test('a name is needed', async () => {
    for (const body of [{}, { name: '  ' }, { name: 'x'.repeat(201) }])
      expect((await editor.post('/templates', body)).status).toBe(422);
  });

  test('the list gives ten, says how many, searches', async () => {
    for (let index = 0; index < 12; index += 1) await editor.post('/templates', { name: `Liste ${index}` });
    const first = await editor.get('/templates?search=liste');
    expect(first.body).toHaveLength(10);
    expect(first.headers['x-total-count']).toBe('12');
    expect((await editor.get('/templates?search=liste&page=2&size=10')).body).toHaveLength(2);
  });

  test('changing, replacing the file, downloading it again', async () => {
    const { id } = await create(p('{{ph}}'));
    const renamed = await editor.put(`/templates/${id}`, { name: 'Neuf', description: 'Pour les crèmes' });
    expect(renamed.body).toMatchObject({ name: 'Neuf', description: 'Pour les crèmes', placeholders: ['ph'] });
    const replaced = await editor.upload(`/templates/${id}`, { method: 'PUT', file: file(p('{{marque}}'), 'v2.docx') });
    expect(replaced.body).toMatchObject({ name: 'Neuf', placeholders: ['marque'], file_name: 'v2.docx' });
    const { bytes, headers } = await editor.get(`/templates/${id}/docx`);
    expect(bytes.equals(file(p('{{marque}}')).bytes)).toBe(true);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="v2.docx"/);
  });

  test('a duplicate is another template with the same file', async () => {
    const { id } = await create(p('{{ph}}'));
    const { status, body } = await editor.post(`/templates/${id}/duplicate`, { name: 'Copie' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Copie', placeholders: ['ph'] });
    await editor.delete(`/templates/${id}`);
    expect((await editor.get(`/templates/${body.id}/docx`)).status).toBe(200);
    expect((await editor.get(`/templates/${id}`)).status).toBe(404);
  });

  test('the preview names the tags, the unknown ones with what was meant', async () => {
    const { id } = await create(p('{{nom_commercial}} {{nom_comercial}} {{Nom produit}} {{zzz_rien_de_tel}}'));
    const { body } = await editor.post(`/templates/${id}/preview`);
    expect(body.placeholders).toEqual([
      { name: 'nom_commercial', label: 'Nom commercial', known: true, suggestion: null },
      { name: 'nom_comercial', label: null, known: false, suggestion: 'nom_commercial' },
      { name: 'Nom produit', label: null, known: false, suggestion: 'nom_produit' },
      { name: 'zzz_rien_de_tel', label: null, known: false, suggestion: null },
    ]);
    expect(body.unknown).toEqual(['nom_comercial', 'Nom produit', 'zzz_rien_de_tel']);
    expect(body.errors).toEqual([]);
  });

  test('the validation tells broken and unknown tags, each with the text around it', async () => {
    const { id } = await create(p('Produit {{nom_comercial}} ici') + p('pH {{ph'));
    const { body } = await editor.post(`/templates/${id}/validate`);
    expect(body.valid).toBe(false);
    expect(body.errors).toMatchObject([
      { code: 'unclosed-tag', context: 'pH {{ph' },
      { code: 'unknown-placeholder', context: 'Produit {{nom_comercial}} ici' },
    ]);
    const unknown = await create(p('Produit {{nom_comercial}} ici'));
    expect((await editor.post(`/templates/${unknown.id}/validate`)).body).toMatchObject({
      valid: false,
      errors: [{ code: 'unknown-placeholder', tag: '{{nom_comercial}}', context: 'Produit {{nom_comercial}} ici' }],
    });
    const good = await create(p('{{ph}}'));
    expect((await editor.post(`/templates/${good.id}/validate`)).body).toEqual({
      valid: true,
      errors: [],
      warnings: [],
    });
    const plain = await create(p('rien'));
    expect((await editor.post(`/templates/${plain.id}/validate`)).body).toMatchObject({
      valid: true,
      warnings: [{ code: 'no-placeholder' }],
    });
  });

  test('the list says how many tags of a template are broken or unknown, and forgets it with a right file', async () => {
    const made = await create(p('{{nom_commercial} {{inconnue}}'));
    const faultsOf = async () => (await editor.get(`/templates/${made.id}`)).body.faults;
    expect(await faultsOf()).toBeGreaterThan(0);
    await editor.upload(`/templates/${made.id}`, {
      method: 'PUT',
      fields: { name: 'M' },
      file: file(p('{{nom_commercial}}')),
    });
    expect(await faultsOf()).toBe(0);
  });

  test('the annotated first template is a template without a fault', async () => {
    const { bytes } = await editor.get('/templates/starter');
    const { body } = await editor.upload('/templates/', {
      fields: { name: 'Départ' },
      file: { name: 'x.docx', bytes },
    });
    expect(body.faults).toBe(0);
    expect(FIELDS.filter(({ name }) => !body.placeholders.includes(name))).toEqual([]);
  });

  test('a template without a file says so', async () => {
    const { body } = await editor.post('/templates', { name: 'Vide' });
    for (const path of ['preview', 'validate'])
      expect((await editor.post(`/templates/${body.id}/${path}`)).status).toBe(409);
    expect((await editor.get(`/templates/${body.id}/docx`)).status).toBe(409);
  });

  test('the guide lists every field and the rest, each with an example', async () => {
    const { body } = await editor.get('/templates/placeholders');
    expect(body).toHaveLength(FIELDS.length + CONTROL_FIELDS.length + 59);
    expect(body.map((one: { name: string }) => one.name)).toEqual(
      expect.arrayContaining(FIELDS.map((field) => field.name)),
    );
    for (const one of body) expect(one.example).not.toBe('');
    expect(body.find((one: { name: string }) => one.name === 'date_mise_marche').example).toBe('15/03/2026');
  });

  test('a misspelt tag is mended in the file itself, wherever it stands, and nothing else changes', async () => {
    const cut =
      '<w:p><w:r><w:t>{{nom_</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>comercial | majuscules}} fin</w:t></w:r></w:p>';
    const word = docxOf({
      body: cut + p('{{#nom_comercial}}oui{{/nom_comercial}} {{ph}}'),
      header: p('{{nom_comercial}}'),
      footer: p('intact'),
    });
    const { body } = await editor.upload('/templates/', {
      fields: { name: 'À corriger' },
      file: { name: 'm.docx', bytes: word },
    });
    const before = (await editor.post(`/templates/${body.id}/validate`)).body;
    expect(before.valid).toBe(false);
    expect(new Set(before.errors.map((one: { suggestion: string }) => one.suggestion))).toEqual(
      new Set(['nom_commercial']),
    );
    const names = { name: 'nom_comercial', by: 'nom_commercial' };
    expect((await (await app.as('viewer')).post(`/templates/${body.id}/mend`, names)).status).toBe(403);
    expect((await editor.post(`/templates/${body.id}/mend`, { ...names, by: 'inconnue' })).status).toBe(422);
    const mended = await editor.post(`/templates/${body.id}/mend`, names);
    expect(mended.body).toMatchObject({ faults: 0, placeholders: ['nom_commercial', 'ph'] });
    expect((await editor.post(`/templates/${body.id}/validate`)).body.valid).toBe(true);
    expect((await editor.post(`/templates/${body.id}/mend`, names)).status).toBe(409);
    const entries = (bytes: Buffer) => new Map(readZip(bytes).map((one) => [one.name, one]));
    const [old, now] = [entries(word), entries((await editor.get(`/templates/${body.id}/docx`)).bytes)];
    expect(now.get('word/footer.xml')?.compressed).toEqual(old.get('word/footer.xml')?.compressed);
    const found = now.get('word/document.xml');
    const xml = found ? readXml(found) : '';
    expect(xml).toContain('{{nom_commercial | majuscules}}');
    expect(xml).toContain('{{#nom_commercial}}oui{{/nom_commercial}}');
  });

  test('a template of before is looked at again: what was a fault may be none', async () => {
    const { body } = await editor.upload('/templates/', {
      fields: { name: 'Ancien' },
      file: { name: 'a.docx', bytes: docxOf({ body: p('{{ph | sinon : -}}') }) },
    });
    await app.deps.db.updateTable('templates').set({ faults: null }).where('id', '=', body.id).execute();
    await app.deps.templates.queueThumbnails();
    await expect
      .poll(async () => {
        app.deps.jobs.wake();
        return (await editor.get(`/templates/${body.id}`)).body.faults;
      })
      .toBe(0);
  });

  test('every tag is told with its place, and so is what no tag prints; fields of a mail merge are told', async () => {
    const merge = '<w:p><w:r><w:instrText> MERGEFIELD nom_client \\* MERGEFORMAT </w:instrText></w:r></w:p>';
    const word = docxOf({ body: p('pH {{ph}}, {{ph | sinon : -}}') + merge, header: p('{{nom_client}}') });
    const { body } = await editor.upload('/templates/', {
      fields: { name: 'Lieux' },
      file: { name: 'l.docx', bytes: word },
    });
    const found = (await editor.get(`/templates/${body.id}/tags`)).body;
    expect(found.tags).toEqual([
      {
        name: 'ph',
        written: '{{ph}}',
        label: 'pH',
        part: 'Corps du document',
        context: 'pH {{ph}}, {{ph | sinon : -}}',
      },
      expect.objectContaining({ written: '{{ph | sinon : -}}' }),
      expect.objectContaining({ name: 'nom_client', part: 'En-tête' }),
    ]);
    const unprinted = found.unprinted.map(({ name }: { name: string }) => name);
    expect(unprinted).toContain('viscosite');
    expect(unprinted).not.toContain('ph');
    expect(found.notes[0]).toMatchObject({ code: 'merge-field', context: 'nom_client' });
  });

  test('the templates that come with Diplo are valid; the DIP is first, prints every field, and neither comes back', async () => {
    const admin = await app.as('admin');
    await installTemplates(app.deps, ASSETS);
    const shipped = (await admin.get('/templates/')).body.slice(0, 4);
    expect(shipped.map(({ name, langue }: { name: string; langue: string }) => [name, langue])).toEqual([
      ['DIP complet', 'fr'],
      ['Rapport sur la sécurité, partie A', 'fr'],
      ['Product information file', 'en'],
      ['Dossier détergent', 'fr'],
    ]);
    for (const { id } of shipped)
      expect((await admin.post(`/templates/${id}/validate`)).body).toEqual({ valid: true, errors: [], warnings: [] });
    const [dip, partA, pif, cleaning] = shipped;
    expect(pif.placeholders).toEqual(dip.placeholders);
    const missing = FIELDS.filter((field) => !dip.placeholders.includes(field.name)).map((field) => field.name);
    // What the house notes for itself is handed to nobody.
    expect(missing).toEqual(['notes_commentaires']);
    // What part B concludes is not in part A.
    expect(partA.placeholders).toEqual(expect.arrayContaining(['marges', 'formule_lignes', 'points_art11']));
    expect(partA.placeholders).not.toContain('b1');
    await admin.delete(`/templates/${partA.id}`);
    // One that still has the file of an earlier release is given today's; another file is a person's, and stays.
    const before = mkdtempSync(join(tmpdir(), 'diplo-assets-'));
    cpSync(ASSETS, before, { recursive: true });
    const older = docxOf({ body: p('{{nom_commercial}}') });
    const hashes = [createHash('sha256').update(older).digest('hex')];
    writeFileSync(
      join(before, 'modeles-anciens.json'),
      JSON.stringify({ 'modele-dip.docx': hashes, 'modele-detergent.docx': hashes }),
    );
    const put = (id: string, bytes: Buffer) =>
      admin.upload(`/templates/${id}`, { method: 'PUT', fields: {}, file: { name: 'a.docx', bytes } });
    const file = { fileName: 'a.docx', mimeType: '', content: older };
    await app.deps.templates.update(dip.id, { file, by: NOBODY });
    await put(cleaning.id, older);
    await put(pif.id, docxOf({ body: p('Le nôtre : {{ph}}') }));
    await installTemplates(app.deps, before);
    const named = async (id: string) => (await admin.get(`/templates/${id}`)).body.placeholders;
    expect([await named(dip.id), await named(pif.id)]).toEqual([dip.placeholders, ['ph']]);
    // One that a person put back is theirs too.
    expect(await named(cleaning.id)).toEqual(['nom_commercial']);
    expect((await admin.get(`/templates/${dip.id}/files`)).body).toHaveLength(3);
    expect((await admin.get('/templates/?search=partie')).body).toEqual([]);
  });
});
