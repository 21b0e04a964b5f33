import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INTAKE_LIMITS, type IntakeItem } from '#shared/intake/intake.contract.ts';
import { deflate, writeZip, type ZipEntry } from '../documents/docx/zip.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { workbookOf } from '../test/workbook.maker.ts';

const entry = (name: string, bytes: Buffer | string): ZipEntry => deflate(name, Buffer.from(bytes));
const zip = (name: string, entries: ZipEntry[]) => ({ name, bytes: writeZip(entries), type: 'application/zip' });

describe.each(ENGINES)('files that come in, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const give = async (...file: { name: string; bytes: Buffer }[]) => {
    const { status, body } = await editor.upload('/intake', { file });
    expect(status, JSON.stringify(body)).toBe(201);
    return body as { items: IntakeItem[]; refused: { file_name: string; why: string }[]; system_files: number };
  };
  const make = async (values: object) => (await editor.post('/products', values)).body;
  const word = (text: string): Buffer => docxOf({ body: text.split('\n').map(p).join('') });

  test('whose it is: whole references, then name and brand; a formula of two products is nobody’s', async () => {
    const cream = await make({
      nom_commercial: 'Crème Aube',
      marque: 'Valorme',
      ref_produit: 'P-0412',
      ref_formule: 'F-1',
    });
    await make({ nom_commercial: 'Crème Nuit', marque: 'Valorme', ref_produit: 'P-04120', ref_formule: 'F-2' });
    await make({ nom_commercial: 'Baume', marque: 'Autre', ref_formule: 'F-2' });
    const { items } = await give(
      { name: 'P-0412 stabilité.pdf', bytes: pdfOf('a') },
      { name: 'rapport.docx', bytes: word('Rapport de stabilité\nProduit P-0412') },
      { name: 'F-1.txt', bytes: Buffer.from('x') },
      { name: 'F-2.txt', bytes: Buffer.from('y') },
      { name: 'notes.docx', bytes: word('La Crème Aube de Valorme') },
      { name: 'P-04121.pdf', bytes: pdfOf('b') },
    );
    const told = items.map(({ file_name, owner, candidates }) => [file_name, owner?.id ?? null, candidates.length]);
    expect(told).toEqual([
      ['P-0412 stabilité.pdf', cream.id, 0],
      ['rapport.docx', cream.id, 0],
      ['F-1.txt', cream.id, 0],
      ['F-2.txt', null, 2],
      ['notes.docx', null, 1],
      ['P-04121.pdf', null, 0],
    ]);
    expect(items[0]).toMatchObject({ kind: 'stabilité', state: 'waiting', source: 'upload', folder: '' });
    expect(items[1]).toMatchObject({ kind: 'stabilité', owner: { label: 'Crème Aube' } });
  });

  test('a supplier’s document is of the raw material that it names; its days are those that it labels', async () => {
    const shea = (await editor.post('/materials', { trade_name: 'Beurre de karité', supplier: 'Ingrédia' })).body;
    await editor.post('/materials', { trade_name: 'Beurre', supplier: 'Ingrédia' });
    const { items } = await give(
      {
        name: 'FDS Beurre de karité.docx',
        bytes: word(
          'Fiche de données de sécurité\nDate de révision : 12/03/2024\nValable jusqu’au 12 mars 2027\nImprimé le 01/01/2026',
        ),
      },
      { name: 'fiche.docx', bytes: word('FICHE TECHNIQUE\nBeurre de karité\nDate de révision : 30/02/2024') },
      { name: 'CoA lot 12.docx', bytes: word('Certificat d’analyse\nRévisé le 01/01/2999') },
    );
    expect(items).toMatchObject([
      { kind: 'FDS', owner: { type: 'material', id: shea.id }, issued_on: '2024-03-12', expires_on: '2027-03-12' },
      { kind: 'fiche technique', owner: { id: shea.id }, issued_on: null, expires_on: null },
      { kind: 'certificat d’analyse', owner: null, issued_on: null },
    ]);
  });

  test('a file that came before its product is proposed to it once it is there, and one that somebody filed is left', async () => {
    await app.deps.jobs.start();
    const [named, told] = (
      await give(
        { name: 'Z-881 stabilité.pdf', bytes: pdfOf('z') },
        { name: 'rapport.docx', bytes: word('Produit Z-881') },
      )
    ).items as [IntakeItem, IntakeItem];
    expect([named.owner, told.owner]).toEqual([null, null]);
    const { id } = await make({ nom_commercial: 'Brume', ref_produit: 'Z-881' });
    // One that is under way began before.
    await app.deps.jobs.idle();
    await app.deps.jobs.hurry('intake.look', null);
    await app.deps.jobs.idle();
    const items = (await editor.get('/intake')).body as IntakeItem[];
    for (const one of [named, told])
      expect(items.find((item) => item.id === one.id)).toMatchObject({
        owner: { type: 'product', id, label: 'Brume' },
        why: expect.stringMatching(/Z-881/),
      });
    const texts = () => app.database.db.selectFrom('intake_texts').select('intake_id').execute();
    await app.deps.jobs.hurry('intake.sweep', null);
    await app.deps.jobs.idle();
    // Its place goes to the trash, and comes anew under another record.
    await editor.delete(`/products/${id}`);
    const { id: next } = await make({ nom_commercial: 'Brume, refaite', ref_produit: 'Z-881' });
    await app.deps.jobs.idle();
    await app.deps.jobs.hurry('intake.look', null);
    await app.deps.jobs.idle();
    const again = ((await editor.get('/intake')).body as IntakeItem[]).find((item) => item.id === named.id);
    expect(again?.owner).toMatchObject({ type: 'product', id: next });
    // Filed, what it says is kept no longer.
    await editor.post(`/intake/${named.id}/file`, { owner: { type: 'product', id: next } });
    await app.deps.jobs.hurry('intake.sweep', null);
    await app.deps.jobs.idle();
    expect((await texts()).map(({ intake_id }) => intake_id)).not.toContain(named.id);
  });

  test('an old dossier is read from where it waits, and waits no longer once it is attached', async () => {
    await app.deps.jobs.start();
    const { items } = await give({
      name: 'DIP ancien.docx',
      bytes: word('Dossier d’information produit\nNom commercial : Baume du soir\nMarque : Valorme'),
    });
    const [old] = items as [IntakeItem];
    expect(old.kind).toBe('DIP');
    const { status, body } = await editor.post(`/intake/${old.id}/import`, {});
    expect(status).toBe(202);
    await app.deps.jobs.idle();
    const [document] = (await editor.get(`/imports/${body.id}`)).body.documents;
    expect(document).toMatchObject({ file_name: 'DIP ancien.docx', state: 'read' });
    const stateOf = async () =>
      (await editor.get('/intake?state=filed')).body.find(({ id }: IntakeItem) => id === old.id);
    expect(await stateOf()).toBeUndefined();
    const accept = document.proposals.map(({ field, value }: { field: string; value: unknown }) => ({ field, value }));
    const taken = await editor.post(`/imports/${body.id}/documents/${document.id}/apply`, {
      product_id: 'new',
      accept,
      attach: true,
    });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect(await stateOf()).toMatchObject({
      kind: 'DIP',
      owner: { id: taken.body.product_id, label: 'Baume du soir' },
    });
    expect((await editor.post(`/intake/${old.id}/import`, {})).status).toBe(409);
  });

  test('an archive: each of its files, its folders as texts; what climbs, what is inside and what systems leave', async () => {
    const inner = writeZip([entry('a.txt', 'a')]);
    const { items, refused, system_files } = await give(
      zip('dossiers.zip', [
        entry('Clients/P-7/étiquette.pdf', pdfOf('c')),
        entry('../../climbs.txt', 'x1'),
        entry('C:\\temp\\windows.txt', 'x2'),
        entry('inner.zip', inner),
        entry('vide.txt', ''),
        entry('__MACOSX/._a.txt', 'm'),
        entry('.DS_Store', 'd'),
        entry('Thumbs.db', 't'),
        entry('tableau.xlsx', workbookOf({ sheets: [{ rows: [['Certificat d’analyse']] }] })),
      ]),
      { name: '~$ouvert.docx', bytes: Buffer.from('w') },
      { name: 'faux.zip', bytes: Buffer.from('PK pas une archive') },
    );
    expect(items.map(({ file_name, folder }) => [file_name, folder])).toEqual([
      ['étiquette.pdf', 'Clients/P-7'],
      ['climbs.txt', ''],
      ['windows.txt', 'C:/temp'],
      ['inner.zip', ''],
      ['tableau.xlsx', ''],
    ]);
    expect(items[0]?.kind).toBe('étiquette');
    expect(items[4]?.kind).toBe('certificat d’analyse');
    expect(refused.map(({ file_name }) => file_name)).toEqual(['vide.txt', 'faux.zip']);
    expect(system_files).toBe(4);
  });

  test('a file that is too large, a bomb, too many entries: each says why, and keeps nobody from the others', async () => {
    const big = Buffer.alloc(5 * 1024 * 1024 + 1);
    const bomb = entry('bombe.txt', big);
    const { items, refused } = await give(
      { name: 'gros.bin', bytes: big },
      zip('bombe.zip', [{ ...bomb, size: 10 }, entry('petit.txt', 'petit')]),
      zip(
        'trop.zip',
        Array.from({ length: INTAKE_LIMITS.entries + 1 }, (_, index) => entry(`${index}.txt`, 'a')),
      ),
      { name: 'petit.csv', bytes: Buffer.from('a;b') },
    );
    expect(items.map(({ file_name }) => file_name)).toContain('petit.csv');
    expect(refused.find(({ file_name }) => file_name === 'gros.bin')?.why).toMatch(/trop volumineux/);
    expect(refused.find(({ file_name }) => file_name === 'trop.zip')?.why).toMatch(/plus de 2.000 fichiers/);
    expect(items.map(({ file_name }) => file_name)).not.toContain('bombe.txt');
  });

  test('filed by a person among the pieces of its owner, once; put aside, it comes back', async () => {
    const product = await make({ nom_commercial: 'Lait', ref_produit: 'L-9' });
    const { items } = await give(
      { name: 'L-9 challenge test.pdf', bytes: pdfOf('ct') },
      { name: 'x.pdf', bytes: pdfOf('x9') },
    );
    const [first, second] = items;
    const many = await editor.post('/intake/file', { ids: [first?.id, second?.id, 'absent'] });
    expect(many.body.filed).toEqual([first?.id]);
    expect(many.body.left).toMatchObject([
      { id: second?.id, why: expect.stringMatching(/^Dites d’abord/) },
      { id: 'absent' },
    ]);
    expect((await editor.get(`/attachments/product/${product.id}`)).body).toMatchObject([
      { field_key: 'challenge_test', kind: 'challenge test', file_name: 'L-9 challenge test.pdf' },
    ]);
    const owner = { type: 'product', id: product.id };
    expect((await editor.post(`/intake/${first?.id}/file`, { owner })).status).toBe(409);
    expect((await editor.post(`/intake/${second?.id}/file`, { owner: { type: 'product', id: 'absent' } })).status).toBe(
      404,
    );
    const wrong = { owner, issued_on: '2026-01-02', expires_on: '2026-01-01' };
    expect((await editor.post(`/intake/${second?.id}/file`, wrong)).status).toBe(422);
    expect((await editor.post(`/intake/${second?.id}/leave`)).body).toMatchObject({ state: 'left' });
    expect((await editor.post(`/intake/${second?.id}/file`, { owner })).status).toBe(409);
    expect((await editor.get('/intake?state=left')).body.map(({ id }: IntakeItem) => id)).toContain(second?.id);
    expect((await editor.post(`/intake/${second?.id}/return`)).body).toMatchObject({ state: 'waiting' });
    const filed = await editor.post(`/intake/${second?.id}/file`, { owner, kind: 'DIP' });
    expect(filed.body).toMatchObject({ state: 'filed', kind: 'DIP', owner: { label: 'Lait' } });
    const pieces = (await editor.get(`/attachments/product/${product.id}`)).body;
    expect(pieces.map(({ field_key }: { field_key: string }) => field_key)).toContain('ancien_dip');
  });

  test('a file that is known says where it is; the same twice in one delivery too', async () => {
    const product = await make({ nom_commercial: 'Savon' });
    const bytes = pdfOf('identique');
    await editor.upload('/attachments', {
      fields: { product_id: product.id, field_key: 'divers' },
      file: { name: 's.pdf', bytes },
    });
    const { items } = await give(
      { name: 'a.pdf', bytes },
      { name: 'b.pdf', bytes: pdfOf('deux') },
      { name: 'c.pdf', bytes: pdfOf('deux') },
    );
    expect(items.map(({ duplicate_of }) => duplicate_of)).toEqual([
      expect.stringMatching(/^Déjà joint à «.Savon.»/),
      null,
      expect.stringMatching(/^Déjà à classer/),
    ]);
    expect((await editor.get(`/intake/${items[0]?.id}/content`)).bytes.equals(bytes)).toBe(true);
  });

  test('fifty at once, not one more; a viewer sees none', async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, bytes: Buffer.from(`n${index}`) }));
    expect((await editor.upload('/intake', { file: files(INTAKE_LIMITS.files + 1) })).status).toBe(413);
    expect((await give(...files(INTAKE_LIMITS.files))).items).toHaveLength(INTAKE_LIMITS.files);
    const viewer = await app.as('viewer');
    for (const path of ['/intake', '/intake?state=filed']) expect((await viewer.get(path)).status).toBe(403);
    expect((await editor.get('/intake?state=autre')).status).toBe(422);
  });
});
