import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POINT_COUNTS, PRODUCT_KIND_NAMES } from '#shared/contract/product.kinds.ts';
import { POINTS_OF } from '#shared/control/point.titles.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const LONG =
  'Au vu des informations de la partie A et de leur examen, le produit est jugé sûr dans les conditions d’utilisation normales.';
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

interface Point {
  key: string;
  state: string;
  missing: { text: string; field: string }[];
  reason: string | null;
}

describe.each(ENGINES)('ready for a control on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const product = async (values: object = {}) =>
    (await editor.post('/products/', { nom_commercial: 'Crème', ...values })).body.id as string;
  const controlOf = async (id: string) => (await editor.get(`/products/${id}/control`)).body;
  const pointOf = async (id: string, key: string): Promise<Point> =>
    (await controlOf(id)).points.find((one: Point) => one.key === key);
  const attach = async (id: string, field_key: string, told: object = {}) => {
    const { body, status } = await editor.upload('/attachments', {
      fields: { product_id: id, field_key },
      file: { name: `${field_key}.pdf`, bytes: PDF },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    if (Object.keys(told).length > 0) await editor.patch(`/attachments/${body.id}`, told);
    return body.id as string;
  };
  const save = async (id: string, room: string, values: object) => {
    const { revision: _, updated_at: __, updated_by: ___, ...now } = (await editor.get(`/products/${id}/${room}`)).body;
    const saved = await editor.put(`/products/${id}/${room}`, { ...now, ...values });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    return saved.body;
  };

  test('an empty product has nineteen empty points, and nothing stands in the wrong order', async () => {
    const id = (await editor.post('/products/', {})).body.id;
    const control = await controlOf(id);
    expect(control).toMatchObject({ covered: 0, total: 19, progression: 0, chronology: [] });
    expect(control.points).toHaveLength(19);
    for (const kind of PRODUCT_KIND_NAMES) expect(POINTS_OF[kind].length).toBe(POINT_COUNTS[kind]);
    expect(control.points.filter((one: Point) => one.state !== 'vide').map((one: Point) => one.key)).toEqual([]);
    expect(control.points.every((one: Point) => one.missing.length > 0)).toBe(true);
  });

  test('a point is partial, then covered, then partial again when the file that proves it goes', async () => {
    const id = await product({
      nom_produit: 'Crème visage',
      ref_formule: 'R1',
      version: '1',
      format: 'Tube',
      resp_mise_marche: 'Maison',
    });
    expect((await pointOf(id, '11-2-a')).state).toBe('partiel');
    await save(id, 'conformity', {
      category: 'crème visage',
      fonction: 'Hydrater',
      contenu_nominal: '50 ml',
      pr_nom: 'Maison',
      pr_adresse: '1 rue des Lices, Angers',
    });
    expect((await pointOf(id, '11-2-a')).missing).toEqual([{ text: 'Photo du produit (fichier)', field: 'photo' }]);
    const photo = await attach(id, 'photo');
    expect(await pointOf(id, '11-2-a')).toMatchObject({ state: 'couvert', missing: [] });
    await editor.delete(`/attachments/${photo}`);
    expect((await pointOf(id, '11-2-a')).state).toBe('partiel');
  });

  test('a formula in a file or in a text is partial; lines without a number or a function are named', async () => {
    const text = await product({ ingredients: 'Aqua 100 %' });
    expect(await pointOf(text, 'A1')).toMatchObject({ state: 'partiel', missing: [{ field: 'formula' }] });
    const file = await product();
    await attach(file, 'formula');
    expect((await pointOf(file, 'A1')).missing[0]?.text).toMatch(/à relire/);
    const id = await product();
    const water = (await editor.post('/substances', { inci: `Aqua ${engine}`, functions: ['Solvant'] })).body.id;
    await editor.put(`/products/${id}/formula`, {
      lines: [
        { id: 'a', substance_id: water, percent: 90 },
        { id: 'b', label: 'Inconnue', percent: 5 },
      ],
    });
    const { state, missing } = await pointOf(id, 'A1');
    expect(state).toBe('partiel');
    expect(missing.map((one) => one.text).join(' | ')).toMatch(/manque.*Inconnue.*Numéro CAS.*Aqua/);
    const { body } = await editor.get(`/substances/${water}`);
    await editor.put(`/substances/${water}`, { ...body, note: 'Mélange, sans CAS.' });
    await editor.put(`/products/${id}/formula`, { lines: [{ id: 'a', substance_id: water, percent: 100 }] });
    expect((await pointOf(id, 'A1')).state).toBe('couvert');
  });

  test('microbiology is held against the limit of the population, and a low risk stands for the challenge test', async () => {
    const id = await product({
      germes_aerobies: '< 10',
      levures_moisissures: 150,
      e_coli: 'Absence',
      staphylocoques: 'Absence dans 1 g',
    });
    await save(id, 'conformity', {
      p_aeruginosa: 'Absence',
      c_albicans: 'Absence',
      population: 'adulte',
      faible_risque: 'Produit anhydre.',
    });
    await attach(id, 'microbiologie');
    expect(await pointOf(id, 'A3')).toMatchObject({ state: 'couvert' });
    await save(id, 'conformity', { population: 'moins de 3 ans' });
    expect((await pointOf(id, 'A3')).missing.map((one) => one.text)).toEqual([
      'Germes, levures et moisissures\u00a0: 160 ufc/g dépassent 100 ufc/g (ISO 17516)',
    ]);
  });

  test('only three points may not concern a product, and only for a reason', async () => {
    const id = await product();
    const say = (key: string, not_applicable_reason: string | null) =>
      editor.put(`/products/${id}/control/${key}`, { not_applicable_reason });
    expect((await say('A9', 'Trop court')).status).toBe(422);
    expect((await say('11-2-e', 'Aucune expérimentation animale n’a été faite.')).status).toBe(422);
    expect((await say('A1', 'La formule est un secret de fabrication.')).status).toBe(422);
    expect((await say('A99', 'Une raison assez longue pour un point.')).status).toBe(404);
    const { body } = await say('11-2-d', 'Le produit ne revendique aucun effet particulier.');
    expect(body.points.find((one: Point) => one.key === '11-2-d')).toMatchObject({
      state: 'sans_objet',
      reason: 'Le produit ne revendique aucun effet particulier.',
    });
    expect(body.covered).toBe(1);
    await say('11-2-d', null);
    expect((await controlOf(id)).covered).toBe(0);
  });

  test('each claim has its proof, and claims with one id are refused', async () => {
    const id = await product();
    const put = (claims: object[]) => editor.put(`/products/${id}/claims`, claims);
    const saved = await put([{ id: 'a1', texte: 'Hydrate 24 h', support: 'etiquette', preuve: 'etude' }]);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.headers.etag).toBe('"1"');
    expect((await pointOf(id, '11-2-d')).missing).toEqual([
      { text: '«\u00a0Hydrate 24 h\u00a0»\u00a0: le fichier de la preuve', field: 'claims' },
    ]);
    await attach(id, 'allegation_a1');
    expect((await pointOf(id, '11-2-d')).state).toBe('couvert');
    expect(
      (
        await put([
          { id: 'a', texte: 'x' },
          { id: 'a', texte: 'y' },
        ])
      ).status,
    ).toBe(422);
    expect((await put([{ id: 'A!', texte: 'x' }])).status).toBe(422);
    expect((await put([{ id: 'a', texte: ' ' }])).status).toBe(422);
  });

  test('who approves is not the assessor; an assessment is signed on a formula, and is to be revised once it moves', async () => {
    const id = await product({ valide_par: 'Claire', date_mise_marche: '2026-03-15' });
    expect((await pointOf(id, 'B4')).state).toBe('vide');
    const substance = (await editor.post('/substances', { inci: `Glycerin ${engine}`, cas: ['56-81-5'] })).body.id;
    const lines = (percent: number) => [{ id: 'a', substance_id: substance, percent }];
    await editor.put(`/products/${id}/formula`, { lines: lines(100), established_on: '2026-02-01' });
    await save(id, 'assessment', {
      status: undefined,
      evaluateur_nom: 'Dr Hélène Marchand',
      evaluateur_adresse: 'Angers',
      b1: LONG,
      b2: 'Court.',
      b3: LONG,
    });
    expect((await pointOf(id, 'B1')).state).toBe('couvert');
    expect((await pointOf(id, 'B2')).state).toBe('partiel');
    const sign = (signed_on: string | null) => editor.post(`/products/${id}/assessment/sign`, { signed_on });
    expect((await sign(null)).status).toBe(422);
    const early = await sign('2026-01-15');
    expect(early.status).toBe(422);
    expect(early.body.detail[0].msg).toMatch(/antérieure à la formule/);
    expect((await sign('2199-01-01')).status).toBe(422);
    const signed = await sign('2026-02-10');
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    expect(signed.body).toMatchObject({ status: 'signée', changes: [], signed_on: '2026-02-10' });
    expect(signed.body.signature).toMatchObject({ formula_revision: 1, entered_by: editor.email });
    // The formula was typed today: our own clock is not that of a signature of February.
    expect((await controlOf(id)).chronology.map((one: { code: string }) => one.code)).toEqual([
      'SANS_CPNP',
      'SAISIE_APRES_COUP',
    ]);

    await editor.put(`/products/${id}/formula`, { lines: lines(99), established_on: '2026-02-01' });
    const moved = (await editor.get(`/products/${id}/assessment`)).body;
    expect(moved.status).toBe('à réviser');
    expect(moved.changes).toMatchObject([
      { label: `Formule\u00a0: Glycerin ${engine}`, from: '100,00\u00a0%', to: '99,00\u00a0%' },
    ]);
    expect((await controlOf(id)).chronology.map((one: { code: string }) => one.code)).toContain('EVALUATION_A_REVISER');
    // Put back, it is what was signed.
    await editor.put(`/products/${id}/formula`, { lines: lines(100), established_on: '2026-02-01' });
    expect((await editor.get(`/products/${id}/assessment`)).body.status).toBe('signée');
    await save(id, 'assessment', { b2: LONG });
    expect((await editor.get(`/products/${id}/assessment`)).body).toMatchObject({
      status: 'à réviser',
      changes: [{ field: 'b2' }],
    });
  });

  test('a signature is that of a person, on a day that can be; a text whose lines are turned round is another text', async () => {
    const id = await product({ ingredients: 'Aqua 95\nGlycerin 5', date_mise_marche: '2026-03-15' });
    const sign = (signed_on: string) => editor.post(`/products/${id}/assessment/sign`, { signed_on });
    await save(id, 'assessment', { evaluateur_nom: 'x 1', b1: LONG, b2: LONG, b3: LONG });
    const nobody = await sign('2026-02-10');
    expect(nobody).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'evaluateur_nom'] }] } });
    await save(id, 'assessment', { evaluateur_nom: 'Hélène Marchand' });
    // Regulation (EC) 1223/2009 is of 30 November 2009.
    for (const [day, status] of [
      ['1900-01-01', 422],
      ['2009-11-29', 422],
      ['2009-11-30', 200],
    ] as const)
      expect((await sign(day)).status, day).toBe(status);
    const statusNow = async () => (await editor.get(`/products/${id}/assessment`)).body;
    expect((await statusNow()).status).toBe('signée');
    const write = async (ingredients: string) => {
      const { body } = await editor.get(`/products/${id}`);
      expect((await editor.put(`/products/${id}`, { ...body, ingredients })).status).toBe(200);
    };
    await write('Glycerin 5\nAqua 95');
    expect(await statusNow()).toMatchObject({
      status: 'à réviser',
      changes: [{ label: expect.stringContaining('ordre') }],
    });
    await write('Aqua 95\nGlycerin 5\nAqua 95');
    expect((await statusNow()).status).toBe('à réviser');
    await write('Aqua 95\nGlycerin 5');
    expect((await statusNow()).status).toBe('signée');
    // A day that an earlier release took may stay, and be sent back.
    const before = await statusNow();
    expect((await editor.put(`/products/${id}/assessment`, before)).status).toBe(200);
  });

  test('what came too late is red, and says where and when each day was typed', async () => {
    const id = await product({ date_mise_marche: '2026-03-15', date_validation: '2026-04-01' });
    await save(id, 'conformity', {
      cpnp_date: '2026-03-20',
      stabilite_date: '2026-05-02',
      bpf_expiration: '2026-06-01',
      dernier_lot_date: '2026-07-01',
    });
    await save(id, 'assessment', { signed_on: '2026-04-10' });
    const { chronology } = await controlOf(id);
    expect(chronology.map((one: { code: string; level: string }) => `${one.level} ${one.code}`)).toEqual([
      'rouge B_APRES_MARCHE',
      'rouge CPNP_APRES_MARCHE',
      'orange RAPPORT_APRES_SIGNATURE',
      'orange VALIDATION_APRES_MARCHE',
      'orange BPF_EXPIREES_AU_DERNIER_LOT',
    ]);
    expect(chronology[1].dates).toMatchObject([
      { label: 'Notification CPNP', date: '2026-03-20', source: 'Conformité' },
      { date: '2026-03-15', source: 'Fiche du produit' },
    ]);
    for (const { typed_at } of chronology[1].dates) expect(typed_at).toMatch(/^\d{4}-/);
  });

  test('what was done was not done tomorrow; a record is saved over its own revision, and has its history', async () => {
    const id = await product();
    const future = await editor.put(`/products/${id}/conformity`, { cpnp_date: '2199-01-01', zone: 'visage' });
    expect(future.status).toBe(422);
    expect(future.body.detail[0].loc).toEqual(['body', 'cpnp_date']);
    const wrong = await editor.put(`/products/${id}/conformity`, { durabilite: 'Toujours', nano: 'peut-être' });
    expect(wrong.body.detail.map((one: { loc: string[] }) => one.loc.at(-1)).sort()).toEqual(['durabilite', 'nano']);
    const saved = await editor.put(
      `/products/${id}/conformity`,
      { nano: 'non', bpf_declaration: true, durabilite: 'PAO' },
      { 'if-match': '"0"' },
    );
    expect(saved.body).toMatchObject({ nano: false, bpf_declaration: 'Oui', durabilite: 'PAO', revision: 1 });
    expect((await editor.put(`/products/${id}/conformity`, {}, { 'if-match': '"0"' })).status).toBe(412);
    // What was answered may be sent back.
    expect((await editor.put(`/products/${id}/conformity`, saved.body)).status).toBe(200);
    const assessed = (await editor.get(`/products/${id}/assessment`)).body;
    expect((await editor.put(`/products/${id}/assessment`, assessed)).status).toBe(200);
    const { body: history } = await editor.get(`/products/${id}/control/revisions`);
    const first = history.find(
      (one: { record: string; revision: number }) => one.record === 'conformity' && one.revision === 1,
    );
    expect(first.changes).toMatchObject([
      { label: 'Contient des nanomatériaux', from: null, to: 'Non' },
      { label: 'Mention de durabilité', to: 'Durée après ouverture (PAO)' },
      { label: 'Déclaration de conformité aux BPF', to: 'Oui' },
    ]);
    const viewer = await app.as('viewer');
    expect((await viewer.get(`/products/${id}/control`)).status).toBe(200);
    expect((await viewer.put(`/products/${id}/assessment`, {})).status).toBe(403);
    expect((await editor.get('/products/nobody/control')).status).toBe(404);
  });

  test('the list follows: its column and its filters are computed in the background, whatever was written', async () => {
    const id = await product({
      nom_commercial: `Suivi ${engine}`,
      // To come: what is sold without an assessment is told by itself.
      date_mise_marche: '2099-03-15',
      infos_fabrication: 'X',
    });
    const listed = async (query = '') =>
      (await editor.get(`/products/?search=${encodeURIComponent(`Suivi ${engine}`)}${query}`)).body;
    await app.deps.jobs.start();
    await expect.poll(async () => (await listed())[0]?.control_covered).toBe(1);
    expect(await listed('&control_red=true')).toEqual([]);
    await editor.put(`/products/${id}`, {
      nom_commercial: `Suivi ${engine}`,
      date_mise_marche: '2026-03-15',
      infos_fabrication: 'X',
    });
    await save(id, 'conformity', { cpnp_date: '2026-03-20', bpf_declaration: true, bpf_site: 'Angers' });
    // Nobody asks: what is written is followed.
    await expect.poll(async () => (await listed('&control_red=true'))[0]?.control_covered).toBe(2);
    expect(await listed('&control_open=true')).toHaveLength(1);
  });

  test('a signature is about this very composition: what is renamed or reordered is the same, a perfume is not another', async () => {
    const id = await product();
    const one = (await editor.post('/substances', { inci: `Betaine ${engine}` })).body;
    const other = (await editor.post('/substances', { inci: `Squalane ${engine}` })).body;
    const perfume = async (trade_name: string) =>
      (await editor.post('/materials', { trade_name, kind: 'parfum', perfume_code: trade_name, supplier: 'X' })).body
        .id;
    const [aube, soir] = [await perfume(`Aube ${engine}`), await perfume(`Soir ${engine}`)];
    const put = (lines: object[]) => editor.put(`/products/${id}/formula`, { lines });
    const a = { id: 'a', substance_id: one.id, percent: 60 };
    const b = { id: 'b', substance_id: other.id, percent: 39 };
    const c = (material_id: string) => ({ id: 'c', material_id, percent: 1 });
    await put([a, b, c(aube)]);
    await save(id, 'assessment', { evaluateur_nom: 'Dr H. Marchand', b1: LONG, b2: LONG, b3: LONG });
    expect((await editor.post(`/products/${id}/assessment/sign`, { signed_on: '2026-02-10' })).status).toBe(200);
    const statusNow = async () => (await editor.get(`/products/${id}/assessment`)).body;
    await put([b, c(aube), a]);
    await editor.put(`/substances/${one.id}`, { ...one, inci: `Betaïne ${engine}` });
    expect(await statusNow()).toMatchObject({ status: 'signée', changes: [] });
    await put([a, b, c(soir)]);
    expect((await statusNow()).changes).toHaveLength(2);
    await put([{ ...a, nano: true }, b, c(aube)]);
    expect((await statusNow()).status).toBe('à réviser');
    await editor.put(`/products/${id}/formula`, { mode: 'text', lines: [a, b, c(aube)] });
    expect((await statusNow()).changes).toMatchObject([{ label: 'Formule', from: 'tableau', to: 'texte' }]);
  });

  test('a formula given as a file is that file; a signature that is only typed signs nothing', async () => {
    const id = await product();
    const file = await attach(id, 'formula');
    await save(id, 'assessment', {
      evaluateur_nom: 'Dr H. Marchand',
      evaluateur_adresse: 'Angers',
      b1: LONG,
      b2: LONG,
      b3: LONG,
      signed_on: '2026-02-10',
    });
    await attach(id, 'evaluateur_preuve');
    await attach(id, 'signature');
    expect((await pointOf(id, 'B4')).missing).toEqual([
      { text: 'Signature enregistrée, avec sa date', field: 'signed_on' },
    ]);
    await editor.post(`/products/${id}/assessment/sign`, {});
    expect((await pointOf(id, 'B4')).state).toBe('couvert');
    // The file was put here today: it was not what somebody signed in February.
    expect((await controlOf(id)).chronology.map((one: { code: string }) => one.code)).toContain('SAISIE_APRES_COUP');
    await editor.delete(`/attachments/${file}`);
    await editor.upload('/attachments', {
      fields: { product_id: id, field_key: 'formula' },
      file: { name: 'formule.pdf', bytes: Buffer.concat([PDF, Buffer.from('%2')]) },
    });
    expect((await editor.get(`/products/${id}/assessment`)).body.status).toBe('à réviser');
  });

  test('what contradicts a reason takes its place; ranges, limits and « NA » are read as they are', async () => {
    const id = await product({ germes_aerobies: '10 à 5000', levures_moisissures: 'NA' });
    await editor.put(`/products/${id}/control/11-2-d`, {
      not_applicable_reason: 'Le produit ne revendique aucun effet.',
    });
    await editor.put(`/products/${id}/claims`, [{ id: 'a', texte: 'Hydrate' }]);
    expect((await pointOf(id, '11-2-d')).state).toBe('partiel');
    const { missing } = await pointOf(id, 'A3');
    expect(missing.map(({ field, text }) => `${field} ${text}`).join(' | ')).toMatch(
      /levures_moisissures .*dénombrement est attendu.*5000 ufc\/g dépassent/,
    );
    const low = await product();
    await save(low, 'conformity', { faible_risque: 'Produit anhydre, activité de l’eau de 0,3.' });
    expect((await pointOf(low, 'A3')).state).toBe('partiel');
    await attach(low, 'bpf_certificat', { kind: 'BPF', expires_on: '2024-01-01' });
    await save(low, 'conformity', { bpf_declaration: true, bpf_site: 'Angers', dernier_lot_date: '2026-06-01' });
    expect((await pointOf(low, '11-2-c-bpf')).missing[0]?.text).toMatch(/a expiré, il valait jusqu’au 01\/01\/2024/);
    expect((await controlOf(low)).chronology[0].code).toBe('BPF_EXPIREES_AU_DERNIER_LOT');
    const late = await editor.upload('/attachments', {
      fields: { product_id: low, field_key: 'divers' },
      file: { name: 'x.pdf', bytes: PDF },
    });
    expect((await editor.patch(`/attachments/${late.body.id}`, { issued_on: '2199-01-01' })).status).toBe(422);
  });

  test('a formula is known to a hundred: what a raw material leaves open is named', async () => {
    const id = await product();
    const part = (await editor.post('/substances', { inci: `Cera ${engine}`, cas: ['8012-89-3'], functions: ['X'] }))
      .body.id;
    const material = (
      await editor.post('/materials', {
        trade_name: `Base ${engine}`,
        kind: 'mélange',
        components: [{ substance_id: part, percent: 10 }],
      })
    ).body.id;
    const parfum = (await editor.post('/substances', { inci: 'Parfum', cas: [], note: 'sans CAS', functions: ['X'] }))
      .body;
    await editor.put(`/products/${id}/formula`, {
      lines: [
        { id: 'a', material_id: material, percent: 99 },
        { id: 'b', substance_id: parfum.id, percent: 1 },
      ],
    });
    const { missing } = await pointOf(id, 'A1');
    expect(missing.map(({ text }) => text).join(' | ')).toMatch(
      /Décomposition incomplète.*Base.*Parfum sans matière première/,
    );
  });

  test('one file of an odd name does not keep the others from being computed', async () => {
    const odd = await product();
    await save(odd, 'assessment', { signed_on: '2026-01-10' });
    const file = await attach(odd, 'divers', { kind: 'microbiologie', issued_on: '2026-02-10', alias: 'constructor' });
    const { chronology } = await controlOf(odd);
    expect(chronology[0]).toMatchObject({ code: 'RAPPORT_APRES_SIGNATURE' });
    expect(chronology[0].dates[0].typed_at).toMatch(/^\d{4}-/);
    await editor.delete(`/attachments/${file}`);
  });
});
