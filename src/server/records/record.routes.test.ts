import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const csvFile = (text: string) => ({ name: 'liste.csv', type: 'text/csv', bytes: Buffer.from(text) });

describe.each(ENGINES)('the libraries of the firm on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());
  const substance = async (inci: string, more: object = {}) => {
    const made = await editor.post('/substances', { inci, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id as string;
  };
  const bring = (base: string, text: string | Buffer, query = '', fields: Record<string, string> = {}) =>
    editor.upload(`/${base}/import${query}`, {
      fields,
      file: typeof text === 'string' ? csvFile(text) : { name: 'liste.xlsx', type: '', bytes: text },
    });

  test('an import shows what it would do, line by line, and then does it whole', async () => {
    await substance('Glycerin A', { cas: ['56-81-5'], functions: ['Humectant'] });
    const file = [
      'Nom INCI;N° CAS;Fonction;Nano',
      'Glycerin A;56-81-5;Solvant;',
      'Zinc Oxide A;1314-13-2;"Filtre UV ; Colorant";oui',
      'Glycerin A;56-81-5;Solvant;',
    ].join('\n');
    const seen = await bring('substances', file);
    expect(seen.status, JSON.stringify(seen.body)).toBe(200);
    expect(seen.body).toMatchObject({
      applied: false,
      counts: { create: 1, update: 1, same: 1, refused: 0 },
      columns: [
        { header: 'Nom INCI', field: 'inci' },
        { header: 'N° CAS', field: 'cas' },
        { header: 'Fonction', field: 'functions' },
        { header: 'Nano', field: 'nano' },
      ],
    });
    expect(seen.body.rows[0].changes).toEqual([
      { field: 'functions', label: 'Fonctions', from: 'Humectant', to: 'Humectant, Solvant' },
    ]);
    expect((await editor.get('/substances?search=zinc oxide a')).body).toEqual([]);
    const done = await bring('substances', file, `?apply=true&plan=${seen.body.plan}`);
    expect(done.body).toMatchObject({ applied: true, counts: { create: 1, update: 1 } });
    expect((await editor.get('/substances?search=zinc oxide a')).body[0]).toMatchObject({
      cas: ['1314-13-2'],
      functions: ['Filtre UV', 'Colorant'],
      nano: true,
      origin: 'imported',
    });
    const again = await bring('substances', file, '?apply=true');
    expect(again.body.counts).toEqual({ create: 0, update: 0, same: 3, refused: 0 });
  });

  test('a file of more lines than are read at once is refused by their number', async () => {
    const lines = (count: number): string => `INCI\n${'Aqua\n'.repeat(count)}`;
    const most = await bring('substances', lines(20_000));
    expect([most.status, most.body.rows?.length]).toEqual([200, 20_000]);
    const more = await bring('substances', lines(20_001));
    expect(more.status).toBe(422);
    expect(more.body.detail[0].msg).toMatch(/plus de 20.000 lignes/);
  });

  test('one wrong line, and nothing is imported: each is told by its line', async () => {
    await substance('Aqua B', { cas: ['7732-18-5'] });
    const file = 'INCI,CAS\nNouveau B,50-00-0\nAqua B,56-81-5\nFaux B,56-81-4\n,57-55-6\n';
    const seen = (await bring('substances', file)).body;
    expect(seen.counts).toEqual({ create: 1, update: 0, same: 0, refused: 3 });
    expect(seen.rows.map((row: { line: number; action: string }) => [row.line, row.action])).toEqual([
      [2, 'create'],
      [3, 'refused'],
      [4, 'refused'],
      [5, 'refused'],
    ]);
    expect(seen.rows[1].messages[0]).toContain('n’est pas celui de la fiche (7732-18-5)');
    const refused = await bring('substances', file, '?apply=true');
    expect(refused.status).toBe(422);
    expect(refused.body.detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual([
      ['body', 'file', 3],
      ['body', 'file', 4],
      ['body', 'file', 5],
    ]);
    expect((await editor.get('/substances?search=nouveau b')).body).toEqual([]);
  });

  test('columns that no header explains are said by a person; what changed since the preview stops the import', async () => {
    const file = 'Colonne 1;Colonne 2\nExtrait C;107-21-1\n';
    expect((await bring('substances', file)).body.counts.refused).toBe(1);
    const columns = JSON.stringify(['inci', 'cas']);
    const seen = (await bring('substances', file, '', { columns })).body;
    expect(seen.counts.create).toBe(1);
    await substance('Extrait C');
    const late = await bring('substances', file, `?apply=true&plan=${seen.plan}`, { columns });
    expect(late.status).toBe(409);
    expect((await bring('substances', file, '', { columns: '{' })).status).toBe(422);
  });

  test('what is applied is what was previewed: a file of the same names that says something else is looked at again', async () => {
    const file = (cas: string) => `Nom INCI;N° CAS;Fonction\nBenzyl Alcohol P;${cas};Conservateur`;
    const seen = (await bring('substances', file('100-51-6'))).body;
    expect((await bring('substances', file('56-81-5'), `?apply=true&plan=${seen.plan}`)).status).toBe(409);
    const done = await bring('substances', file('100-51-6'), `?apply=true&plan=${seen.plan}`);
    expect(done.body).toMatchObject({ applied: true, counts: { create: 1 } });
  });

  test('raw materials come with their parts, one row each, and the substances nobody knew', async () => {
    const file = [
      'Matière première;Fournisseur;INCI;CAS;%;Rôle',
      'Olivem D;Hallstar;Cetearyl Olivate D;;60-70;Ingrédient',
      ';;Sorbitan Olivate D;;30 - 40;Ingrédient',
      ';;Tocopherol D;59-02-9;< 0,1;Stabilisant',
      'Parfum D;Robertet;;;;',
    ].join('\n');
    const seen = (await bring('materials', file)).body;
    expect(seen.counts, JSON.stringify(seen.rows)).toEqual({ create: 2, update: 0, same: 0, refused: 0 });
    expect(seen.new_substances).toEqual(['Cetearyl Olivate D', 'Sorbitan Olivate D', 'Tocopherol D']);
    expect((await bring('materials', file, `?apply=true&plan=${seen.plan}`)).body.applied).toBe(true);
    const [olivem] = (await editor.get('/materials?search=olivem d')).body;
    expect(olivem.components).toMatchObject([
      { percent: null, percent_min: 60, percent_max: 70, role: 'ingrédient' },
      { percent_min: 30, percent_max: 40 },
      { percent_min: 0, percent_max: 0.1, role: 'stabilisant' },
    ]);
    expect(Object.values(olivem.names)).toEqual(['Cetearyl Olivate D', 'Sorbitan Olivate D', 'Tocopherol D']);
    expect((await editor.get('/substances?search=tocopherol d')).body[0]).toMatchObject({ cas: ['59-02-9'] });
    const history = (await editor.get(`/materials/${olivem.id}/revisions`)).body;
    expect(history[0].changes).toContainEqual({
      field: 'components',
      label: 'Composition',
      from: null,
      to: 'Cetearyl Olivate D 60–70\u00a0%, ingrédient ; Sorbitan Olivate D 30–40\u00a0%, ingrédient ; Tocopherol D 0–0,1\u00a0%, stabilisant',
    });
  });

  test.each(['xlsx', 'csv'])(
    'what is exported as %s comes back without a difference, and runs nothing',
    async (format) => {
      const oddity = `=1+1 « ; » "E" ${format}`;
      const a = await substance(oddity, {
        cas: ['110-27-0'],
        functions: ['a;b', 'c\\d', 'tab'],
        note: '\'=SOMME(A1)\nDeux lignes ; « guillemets » "droits"',
      });
      await editor.post('/materials', {
        trade_name: `-Matière ${format}`,
        supplier: '@Fournisseur',
        kind: 'parfum',
        perfume_code: '0012',
        components: [
          { substance_id: a, percent: 0.000002, role: 'auxiliaire' },
          { substance_id: a, percent: 5, percent_min: 1, percent_max: 9 },
          { substance_id: a },
        ],
        allergens: [{ substance_id: a, percent: 12.5 }],
      });
      for (const base of ['substances', 'materials']) {
        const file = await editor.get(`/${base}/export?format=${format}`);
        expect(file.status).toBe(200);
        const bytes = file.bytes as Buffer;
        if (format === 'csv') expect(bytes.toString()).not.toMatch(/(^|;|")[=@+]/m);
        const seen = (await bring(base, format === 'csv' ? bytes.toString() : bytes)).body;
        expect(
          seen.counts,
          JSON.stringify(seen.rows?.filter((row: { action: string }) => row.action !== 'same')),
        ).toMatchObject({ create: 0, update: 0, refused: 0 });
        expect(seen.counts.same).toBeGreaterThan(0);
      }
    },
  );

  test('a cell emptied in an exported file empties the value; one without an id leaves it', async () => {
    const id = await substance('Vidée E', { cas: ['64-17-5'], note: 'À garder' });
    const named = (await bring('substances', 'INCI;Note\nVidée E;\n')).body;
    expect(named.counts).toMatchObject({ same: 1, update: 0 });
    const meant = (await bring('substances', `Identifiant;INCI;Note\n${id};Vidée E;\n`)).body;
    expect(meant.rows[0].changes).toEqual([{ field: 'note', label: 'Note', from: 'À garder', to: null }]);
    const taken = (await bring('substances', `Identifiant;INCI\n${id};Aqua B\n`)).body;
    expect(taken.rows[0].messages[0]).toContain('existe déjà');
  });

  test('what is no table is refused with a sentence', async () => {
    for (const content of [Buffer.from([1, 0, 2]), Buffer.from('PK\u0003\u0004garbage')])
      expect((await bring('substances', content)).status).toBe(422);
    expect((await bring('substances', '\n\n')).status).toBe(422);
  });

  test('merging rewrites no formula, counts for both, and is undone; a contradiction stops it', async () => {
    const one = await substance('Glycérine F', { cas: ['56-81-5'] });
    const other = await substance('Glycerol F', { cas: ['56-81-5'] });
    const wrong = await substance('Glycol F', { cas: ['57-55-6'] });
    const product = (await editor.post('/products/', { nom_commercial: 'Crème F' })).body.id;
    const lines = [{ id: 'a', substance_id: one, percent: 100 }];
    await editor.put(`/products/${product}/formula`, { lines });
    const before = (await editor.get(`/products/${product}/formula`)).body;
    const probable = (await editor.get('/substances/duplicates')).body.probable;
    expect(probable).toContainEqual(
      expect.objectContaining({
        reason: 'cas',
        records: expect.arrayContaining([expect.objectContaining({ id: one }), expect.objectContaining({ id: other })]),
      }),
    );
    expect((await editor.post(`/substances/${one}/merge`, { into: wrong })).body.detail).toContain('se contredisent');
    expect((await editor.post(`/substances/${one}/merge`, { into: one })).status).toBe(409);
    expect((await editor.post(`/substances/${one}/merge`, { into: 'nobody' })).status).toBe(404);
    expect((await editor.post(`/substances/${one}/merge`, { into: other })).body.merged_into).toBe(other);

    const merged = (await editor.get(`/products/${product}/formula`)).body;
    expect(merged.lines).toEqual(before.lines);
    expect(merged.substances).toMatchObject([{ id: one, inci: 'Glycerol F' }]);
    expect((await editor.get(`/products/${product}/formula/inci`)).body.text).toBe('Glycerol F');
    expect((await editor.get(`/substances/${other}`)).body.used_in).toBe(1);
    expect((await editor.get(`/substances/${other}/products`)).body).toEqual([{ id: product, label: 'Crème F' }]);
    expect((await editor.get('/substances?search=glycérine f')).body).toEqual([]);
    expect((await editor.get('/substances/duplicates')).body.merged).toContainEqual({
      id: one,
      label: 'Glycérine F',
      into: { id: other, label: 'Glycerol F' },
    });
    // A pasted old name is the one it is now.
    const pasted = (await editor.post(`/products/${product}/formula/parse`, { text: 'Glycérine F 5 %' })).body;
    expect(pasted.lines[0].substance_id).toBe(other);
    expect((await editor.delete(`/substances/${other}`)).status).toBe(409);
    expect((await editor.put(`/substances/${one}`, { inci: 'X' })).status).toBe(409);
    expect((await editor.post(`/substances/${other}/merge`, { into: wrong })).status).toBe(409);

    expect((await editor.post(`/substances/${one}/unmerge`)).body.merged_into).toBeNull();
    expect((await editor.post(`/substances/${one}/unmerge`)).status).toBe(409);
    const after = (await editor.get(`/products/${product}/formula`)).body;
    expect(after.composition_sha256).toBe(before.composition_sha256);
  });

  test('a divisor below one of an earlier release is answered, and mended before it is saved', async () => {
    const id = await substance('Ancienne D', { pod: 100, factors: [{ label: 'espèce', divisor: 2 }] });
    const { body: one } = await editor.get(`/substances/${id}`);
    await app.database.db
      .updateTable('substances')
      .set(({ fn, val }) => ({ data: fn<string>('replace', ['data', val('"divisor":2'), val('"divisor":0.5')]) }))
      .where('id', '=', id)
      .execute();
    const { status, body } = await editor.get(`/substances/${id}`);
    expect([status, body.factors]).toEqual([200, [{ label: 'espèce', divisor: 0.5 }]]);
    const refused = await editor.put(`/substances/${id}`, body);
    expect([refused.status, refused.body.detail[0].msg]).toEqual([422, 'Un diviseur est au moins égal à 1.']);
    expect((await editor.put(`/substances/${id}`, { ...body, factors: one.factors })).status).toBe(200);
  });

  test('a merge that would lose what one record says alone asks first; taken, the kept record says it', async () => {
    const full = { cas: ['13463-67-7'], nano: true, genotoxic_alert: true, pod: 100, pod_kind: 'NOAEL', note: 'Lot 3' };
    const [one, other] = [await substance('Titane G', full), await substance('Titane-G')];
    const asked = await editor.post(`/substances/${one}/merge`, { into: other });
    expect([asked.status, asked.body.code]).toEqual([409, 'merge_loses']);
    for (const said of ['Numéros CAS', 'Nanomatériau', 'Alerte de génotoxicité', 'Note'])
      expect(asked.body.detail).toContain(said);
    expect((await editor.get(`/substances/${other}`)).body).toMatchObject({ nano: false, pod: null });
    expect((await editor.post(`/substances/${one}/merge`, { into: other, lacking: 'take' })).status).toBe(200);
    expect((await editor.get(`/substances/${other}`)).body).toMatchObject({ ...full, inci: 'Titane-G' });
    const acts = (await (await app.as('admin')).get('/audit?object_type=substance&size=2')).body.map(
      ({ action, object_label }: { action: string; object_label: string }) => [action, object_label],
    );
    expect(acts).toEqual([
      ['substance.merge', 'Titane G'],
      ['substance.update', 'Titane-G'],
    ]);
    await editor.post(`/substances/${one}/unmerge`);
    const [bare, kept] = [await substance('Titane H', { note: 'À perdre' }), await substance('Titane-H')];
    expect((await editor.post(`/substances/${bare}/merge`, { into: kept, lacking: 'leave' })).status).toBe(200);
    expect((await editor.get(`/substances/${kept}`)).body.note).toBeNull();
  });

  test('an imported line of what is merged, or in the trash, is refused with what to do first', async () => {
    const [one, other] = [await substance('Phénol U'), await substance('Hydroxybenzène U')];
    const line = (name: string) => `Identifiant;INCI;Note\n${one};${name};Changée\n`;
    const refused = async (name: string) => {
      const { counts, rows } = (await bring('substances', line(name))).body;
      expect(counts).toMatchObject({ create: 0, update: 0, same: 0, refused: 1 });
      return rows[0].messages;
    };
    await editor.post(`/substances/${one}/merge`, { into: other });
    for (const name of ['Phénol U', 'Autre nom U'])
      expect(await refused(name)).toEqual([
        '«\u00a0Phénol U\u00a0» est fusionnée avec «\u00a0Hydroxybenzène U\u00a0»\u00a0: changez celle-ci, ou annulez d’abord la fusion.',
      ]);
    await editor.post(`/substances/${one}/unmerge`);
    await editor.delete(`/substances/${one}`);
    expect(await refused('Phénol U')).toEqual([
      '«\u00a0Phénol U\u00a0» est dans la corbeille\u00a0: restaurez-la, puis recommencez.',
    ]);
  });

  test('a merge is not undone while the other record bears its name', async () => {
    const [one, other] = [await substance('Aqua V'), await substance('Water V')];
    await editor.post(`/substances/${one}/merge`, { into: other });
    expect((await editor.put(`/substances/${other}`, { inci: 'Aqua V' })).status).toBe(200);
    const { status, body } = await editor.post(`/substances/${one}/unmerge`);
    expect([status, body.detail]).toEqual([
      409,
      '«\u00a0Aqua V\u00a0» existe déjà\u00a0: renommez d’abord l’une des deux.',
    ]);
    await editor.put(`/substances/${other}`, { inci: 'Water V' });
    expect((await editor.post(`/substances/${one}/unmerge`)).status).toBe(200);
  });

  test('what was merged into a record that is gone for good stands for itself once it is back', async () => {
    const admin = await app.as('admin');
    const [one, other] = [await substance('Aqua W'), await substance('Water W')];
    await editor.post(`/substances/${one}/merge`, { into: other });
    for (const id of [one, other]) expect((await editor.delete(`/substances/${id}`)).status).toBe(204);
    expect((await admin.delete(`/trash/${other}`)).status).toBe(204);
    expect((await admin.post(`/trash/${one}/restore`)).status).toBe(200);
    expect((await editor.get('/substances?search=aqua w')).body).toMatchObject([{ id: one, merged_into: null }]);
  });

  test('raw materials that say two things of one breakdown are not merged', async () => {
    const water = await substance('Aqua G');
    const make = async (more: object) =>
      (await editor.post('/materials', { trade_name: 'Base G', supplier: 'Seppic', ...more })).body.id as string;
    const bare = await make({});
    const full = await make({ components: [{ substance_id: water, percent: 90 }] });
    const other = await make({ components: [{ substance_id: water, percent: 80 }] });
    expect((await editor.get('/materials/duplicates')).body.probable[0].records).toHaveLength(3);
    expect((await editor.post(`/materials/${full}/merge`, { into: other })).body.detail).toContain('composition');
    const product = (await editor.post('/products/', { nom_commercial: 'Crème G' })).body.id;
    await editor.put(`/products/${product}/formula`, { lines: [{ id: 'a', material_id: bare, percent: 100 }] });
    expect((await editor.get(`/substances/${water}`)).body.used_in).toBe(0);
    expect((await editor.post(`/materials/${bare}/merge`, { into: full })).status).toBe(200);
    expect((await editor.get(`/substances/${water}`)).body.used_in).toBe(1);
    expect((await editor.get(`/products/${product}/formula/inci`)).body.text).toContain('Aqua G');
    expect((await editor.get(`/materials/${full}`)).body.used_in).toBe(1);
    // Some by a line of its own, some by a raw material: each once, by name.
    const made = async (name: string, lines: object[]) => {
      const { id } = (await editor.post('/products/', { nom_commercial: name })).body;
      await editor.put(`/products/${id}/formula`, { lines });
    };
    await made('Éclat G', [{ id: 'a', substance_id: water, percent: 100 }]);
    await made('Zeste G', [{ id: 'a', material_id: full, percent: 100 }]);
    await made('Baume G', [
      { id: 'a', material_id: bare, percent: 50 },
      { id: 'b', substance_id: water, percent: 50 },
    ]);
    const users = (await editor.get(`/substances/${water}/products`)).body as { label: string }[];
    expect(users.map(({ label }) => label)).toEqual(['Baume G', 'Crème G', 'Éclat G', 'Zeste G']);
    expect((await editor.get(`/substances/${water}`)).body.used_in).toBe(4);
  });

  test('nothing begins to stand on what is in the trash, and nothing goes for good that something stands on', async () => {
    const admin = await app.as('admin');
    const [gone, used] = [await substance('Aqua T'), await substance('Talc T')];
    await editor.delete(`/substances/${gone}`);
    const product = (await editor.post('/products/', { nom_commercial: 'Crème T' })).body.id;
    const formula = (id: string) =>
      editor.put(`/products/${product}/formula`, { lines: [{ id: 'a', substance_id: id, percent: 100 }] });
    const made = () =>
      editor.post('/materials', { trade_name: 'Base T', components: [{ substance_id: gone, percent: 90 }] });
    for (const refused of [await formula(gone), await made()]) {
      expect(refused.status).toBe(409);
      expect(refused.body.detail).toBe(
        '« Aqua T » est dans la corbeille : restaurez-la d’abord, ou choisissez-en une autre.',
      );
    }
    expect((await admin.post(`/trash/${gone}/restore`)).status).toBe(200);
    expect((await made()).status).toBe(201);

    // Deleted while a formula took it, by two instances at once.
    expect((await formula(used)).status).toBe(200);
    const long_ago = '2020-01-01T00:00:00.000Z';
    await app.database.db.updateTable('substances').set({ deleted_at: long_ago }).where('id', '=', used).execute();
    const inTrash = async () => (await admin.get('/trash')).body.map(({ id }: { id: string }) => id);
    expect((await admin.delete(`/trash/${used}`)).status).toBe(409);
    await app.deps.trash.purge();
    expect(await inTrash()).toContain(used);
    expect((await editor.get(`/products/${product}/formula/inci`)).body.text).toContain('Talc T');
    expect((await formula(gone)).status).toBe(200);
    await app.deps.trash.purge();
    expect(await inTrash()).not.toContain(used);
  });

  test('one that comes back from the trash has a name of its own', async () => {
    const admin = await app.as('admin');
    const first = await substance('Zinc U');
    await editor.delete(`/substances/${first}`);
    const second = await substance('zinc u');
    const refused = await admin.post(`/trash/${first}/restore`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('« zinc u » existe déjà');
    await editor.put(`/substances/${second}`, { inci: 'Zinc U bis' });
    expect((await admin.post(`/trash/${first}/restore`)).status).toBe(200);
  });

  test('documents of a supplier have a kind and dates, and go to the trash with their material', async () => {
    const id = (await editor.post('/materials', { trade_name: 'Parfum H', kind: 'parfum' })).body.id;
    const file = { name: 'ifra.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4 essai') };
    const sent = await editor.upload(`/materials/${id}/attachments`, {
      fields: { kind: "certificat d'analyse", issued_on: '2025-01-15', expires_on: '2027-01-15' },
      file,
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    expect(sent.body).toMatchObject({ kind: 'certificat d’analyse', issued_on: '2025-01-15', product_id: null });
    const bad = await editor.upload(`/materials/${id}/attachments`, {
      fields: { issued_on: '2025-01-15', expires_on: '2024-01-15' },
      file,
    });
    expect(bad.status).toBe(422);
    const renamed = await editor.patch(`/attachments/${sent.body.id}`, { kind: 'IFRA', expires_on: null });
    expect(renamed.body).toMatchObject({ kind: 'IFRA', issued_on: '2025-01-15', expires_on: null });
    expect((await editor.get(`/materials/${id}`)).body.documents).toMatchObject([{ file_name: 'ifra.pdf' }]);
    expect((await editor.get(`/attachments/${sent.body.id}/content`)).bytes).toEqual(file.bytes);
    expect((await editor.upload('/materials/nobody/attachments', { file })).status).toBe(404);
    await editor.delete(`/materials/${id}`);
    expect((await editor.get(`/attachments/${sent.body.id}/content`)).status).toBe(404);
  });
});

describe('cells of a library', () => {
  test('any list of texts is written in one cell and read back', async () => {
    const { printList, readList } = await import('#shared/records/record.sheet.ts');
    fc.assert(
      fc.property(
        fc.array(
          fc
            .string()
            .map((one) => one.replace(/\n/g, '').trim())
            .filter(Boolean),
        ),
        (values) => {
          expect(readList(printList(values))).toEqual(values);
        },
      ),
    );
  });

  test('any cells are written as a CSV and read back, and none begins like a formula', async () => {
    const { readCsv, writeCsv } = await import('../documents/xlsx/csv.ts');
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('=1', "'=1", '-5', '@a', '+33', "''+", '\ta', 'a;b', 'a"b', 'a\nb'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const head = ['Nom', 'Note'];
        const text = writeCsv([head, ...rows]);
        expect(readCsv(text.slice(1)).slice(0, rows.length + 1)).toEqual([head, ...rows]);
      }),
    );
  });
});
