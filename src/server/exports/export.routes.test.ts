import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('everything, exported, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await testApp({ engine, converter: converterOf(pdfOf('essai')) });
    admin = await app.as('admin');
  });
  afterAll(() => app.close());

  test('the archive holds what there is, each file with its hash; its sheet, brought back, changes nothing', async () => {
    const { body: cream } = await admin.post('/products', {
      nom_commercial: 'Crème « Éclat »',
      ref_produit: 'X-1',
      ph: 5.5,
      date_mise_marche: '2026-03-15',
      observations_physico: '=1+1\n-5',
      viscosite: '< 10',
    });
    await admin.post('/products', { nom_commercial: 'Crème « Éclat »', ref_produit: 'X-2' });
    const { body: liquid } = await admin.post('/products', { nom_commercial: 'Lessive', ref_produit: 'X-3' });
    await admin.put(`/products/${liquid.id}/type`, { type_produit: 'nettoyage' });
    const { body: substance } = await admin.post('/substances', { inci: 'Glycerin', cas: ['56-81-5'] });
    await admin.put(`/products/${cream.id}/formula`, {
      lines: [{ id: 'a', substance_id: substance.id, percent: 100 }],
    });
    await admin.post(`/products/${cream.id}/lots`, { numero: 'L26-001' });
    const piece = Buffer.from('une pièce');
    for (const name of ['rapport.pdf', 'rapport.pdf', '../../etc/passwd'])
      await admin.upload('/attachments', {
        fields: { product_id: cream.id, field_key: 'etiquette' },
        file: { name, bytes: name.endsWith('pdf') ? pdfOf(name) : piece },
      });
    const template = await admin.upload('/templates', {
      fields: { name: 'Fiche' },
      file: { name: 'm.docx', bytes: docxOf({ body: p('{{nom_commercial}}') }) },
    });
    const generation = await admin.post('/generations', { template_id: template.body.id, product_id: cream.id });
    await admin.patch(`/generations/${generation.body.id}/validate`);
    // One that was validated after it, and one of a product that is in the trash: they are kept ten years.
    const seal = async (product_id: string) => {
      const made = await admin.post('/generations', { template_id: template.body.id, product_id });
      expect((await admin.patch(`/generations/${made.body.id}/validate`)).status).toBe(200);
    };
    await seal(cream.id);
    const gone = (await admin.post('/products', { nom_commercial: 'Retirée' })).body.id;
    await seal(gone);
    await admin.delete(`/products/${gone}`);

    const answer = await admin.get('/export/all');
    expect(answer.status).toBe(200);
    const files = new Map(readZip(answer.bytes).map((entry) => [entry.name, inflate(entry)]));
    const paths = [...files.keys()];
    expect(paths).toEqual(
      expect.arrayContaining([
        'produits.xlsx',
        'substances.xlsx',
        'matieres-premieres.xlsx',
        'produits/Creme-Eclat_X-1/dossier.json',
        'produits/Creme-Eclat_X-2/dossier.json',
        'produits/Lessive_X-3/dossier.json',
        'produits/Creme-Eclat_X-1/pieces/rapport.pdf',
        'produits/Creme-Eclat_X-1/pieces/rapport (2).pdf',
        'produits/Creme-Eclat_X-1/document-valide.docx',
        'produits/Creme-Eclat_X-1/document-valide.pdf',
        expect.stringMatching(/^produits\/Creme-Eclat_X-1\/documents-valides\/.+\.pdf$/),
        `documents-gardes/${gone}/document-valide.pdf`,
        'manifeste.json',
        'SHA256SUMS',
      ]),
    );
    expect(paths.every((path) => !path.includes('..') && !path.startsWith('/'))).toBe(true);
    for (const line of String(files.get('SHA256SUMS')).trim().split('\n')) {
      const [sum = '', path = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(files.get(path) ?? '')
          .digest('hex'),
        path,
      ).toBe(sum);
    }
    const manifest = JSON.parse(String(files.get('manifeste.json')));
    expect(manifest.fichiers.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      paths.filter((path) => path !== 'manifeste.json' && path !== 'SHA256SUMS').toSorted(),
    );
    const dossier = JSON.parse(String(files.get('produits/Creme-Eclat_X-1/dossier.json')));
    expect([dossier.formule.lines, dossier.lots, dossier.etudes]).toMatchObject([[{}], [{ numero: 'L26-001' }], []]);
    expect(dossier.controle.points).not.toHaveLength(0);
    expect(dossier).toHaveProperty('verdicts');
    expect(JSON.parse(String(files.get('produits/Lessive_X-3/dossier.json')))).toHaveProperty('nettoyage');

    const sheet = files.get('produits.xlsx') ?? Buffer.alloc(0);
    const { body: read } = await admin.upload('/imports/sheets', { file: { name: 'produits.xlsx', bytes: sheet } });
    const plan = (await admin.get(`/imports/${read.id}/plan`)).body;
    expect(plan.counts).toEqual({ create: 0, update: 0, same: 3, refused: 0 });
    const [line] = (await admin.get('/audit?page=1&size=20')).body.filter(
      ({ action }: { action: string }) => action === 'export.all',
    );
    expect(line).toBeDefined();
  });

  test('it is the administrators’; a file that is lost keeps nobody from the others, and is said', async () => {
    expect((await (await app.as('editor')).get('/export/all')).status).toBe(403);
    const { file_id } = await app.database.db
      .selectFrom('attachments')
      .select('file_id')
      .where('file_name', '=', 'passwd')
      .executeTakeFirstOrThrow();
    await app.loseFile(file_id);
    const answer = await admin.get('/export/all');
    expect(answer.status).toBe(200);
    const files = new Map(readZip(answer.bytes).map((entry) => [entry.name, inflate(entry)]));
    const { manquants, fichiers } = JSON.parse(String(files.get('manifeste.json')));
    expect(manquants).toEqual([
      { path: 'produits/Creme-Eclat_X-1/pieces/passwd', pourquoi: 'Ce fichier n’est plus sur le serveur.' },
    ]);
    expect(fichiers).toHaveLength(files.size - 2);
  });
});
