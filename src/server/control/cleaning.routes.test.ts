import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#shared/fields/date.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const monthsAgo = (months: number): Date => {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
};
const plain = (value: unknown): string => JSON.stringify(value).replaceAll('\u00a0', ' ');

/** Every field that a validated product needs. */
const valid = (): object =>
  Object.fromEntries(
    FIELDS.filter((field) => field.message).map((field) => [
      field.name,
      field.kind === 'date' ? '2026-03-15' : field.example,
    ]),
  );

interface Point {
  key: string;
  state: string;
  missing: { text: string; field: string }[];
  reason: string | null;
}

describe.each(ENGINES)('a cleaning product on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let member: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
    member = await app.as('viewer');
  });
  afterAll(() => app.close());

  let count = 0;
  const product = async (values: object = {}): Promise<string> => {
    count += 1;
    return (await editor.post('/products/', { nom_commercial: `Produit ${engine} ${count}`, ...values })).body.id;
  };
  const turn = (id: string, type_produit: string, headers: Record<string, string> = {}) =>
    editor.put(`/products/${id}/type`, { type_produit }, headers);
  const cleaning = async (values: object = {}): Promise<string> => {
    const id = await product(values);
    expect((await turn(id, 'nettoyage')).status).toBe(200);
    return id;
  };
  const record = async (id: string, values: object) => {
    const now = (await editor.get(`/products/${id}/detergent`)).body;
    return editor.put(`/products/${id}/detergent`, { ...now, ...values });
  };
  const keep = async (id: string, values: object) => {
    const saved = await record(id, values);
    expect(saved.status, plain(saved.body)).toBe(200);
    return saved.body;
  };
  const substance = async (values: object): Promise<string> => {
    count += 1;
    const { body, status } = await editor.post('/substances', { inci: `Substance ${engine} ${count}`, ...values });
    expect(status, plain(body)).toBe(201);
    return body.id;
  };
  const formula = async (id: string, lines: readonly (readonly [string, number])[], more: object = {}) => {
    const saved = await editor.put(`/products/${id}/formula`, {
      mode: 'table',
      lines: lines.map(([substance_id, percent], index) => ({ id: `l${index}`, substance_id, percent })),
      ...more,
    });
    expect(saved.status, plain(saved.body)).toBe(200);
  };
  const points = async (id: string): Promise<Map<string, Point>> =>
    new Map((await editor.get(`/products/${id}/control`)).body.points.map((one: Point) => [one.key, one]));
  const codes = async (id: string): Promise<string[]> =>
    (await editor.get(`/products/${id}/findings`)).body.map(({ code }: { code: string }) => code);
  const attach = async (id: string, field_key: string) => {
    const { body, status } = await editor.upload('/attachments', {
      fields: { product_id: id, field_key },
      file: { name: `${field_key}.pdf`, bytes: PDF },
    });
    expect(status, plain(body)).toBe(201);
    return body.id as string;
  };

  describe('the switch', () => {
    test('a product is a cosmetic until somebody says otherwise; POST and PUT do not hear it', async () => {
      const { body } = await editor.post('/products/', {
        nom_commercial: 'Lessive',
        type_produit: 'nettoyage',
        control_total: 3,
      });
      expect(body).toMatchObject({ type_produit: 'cosmetique', control_total: 19 });
      const sent = await editor.put(`/products/${body.id}`, { ...body, type_produit: 'nettoyage' });
      expect(sent.body).toMatchObject({ type_produit: 'cosmetique' });
    });

    test('it is turned with If-Match, a revision and a line of the journal, and turned back as it was', async () => {
      const id = await product({ nom_produit: 'Nettoyant', ph: 7 });
      const before = (await editor.get(`/products/${id}`)).body;
      const rooms: [string, unknown][] = [];
      for (const room of [
        'conformity',
        'assessment',
        'exposure',
        'claims',
        'margins',
        'verdicts',
        'formula',
        'findings',
        'label',
      ]) {
        const path = `/products/${id}/${room}`;
        rooms.push([path, (await editor.get(path)).body]);
      }
      const turned = await turn(id, 'nettoyage', { 'If-Match': String(before.revision) });
      expect(turned.body).toMatchObject({
        type_produit: 'nettoyage',
        control_total: 16,
        revision: before.revision + 1,
      });
      expect((await turn(id, 'cosmetique', { 'If-Match': String(before.revision) })).status).toBe(412);
      expect((await editor.get(`/products/${id}/revisions`)).body[0].changes).toEqual([
        { field: 'type_produit', label: 'Nature du produit', from: 'Produit cosmétique', to: 'Produit de nettoyage' },
      ]);
      await keep(id, { usage: 'linge' });
      await turn(id, 'cosmetique');
      for (const [path, was] of rooms) expect((await editor.get(path)).body, path).toEqual(was);
      await turn(id, 'nettoyage');
      expect((await editor.get(`/products/${id}/detergent`)).body.usage).toBe('linge');
      await turn(id, 'cosmetique');
      const {
        revision: _,
        updated_at: __,
        findings: ___,
        control_covered: ____,
        ...after
      } = (await editor.get(`/products/${id}`)).body;
      const { revision: a, updated_at: b, findings: c, control_covered: d, ...was } = before;
      expect(after).toEqual(was);
      expect([a, b, c, d].length).toBe(4);
    });

    test('who may not write may not turn; a nature that is none is refused', async () => {
      const id = await product();
      expect((await member.put(`/products/${id}/type`, { type_produit: 'nettoyage' })).status).toBe(403);
      expect((await turn(id, 'aliment')).status).toBe(422);
    });

    test('a validated product that is turned says that it changed, and is itself again when turned back', async () => {
      const id = await product(valid());
      const { body: validated } = await editor.put(`/products/${id}`, { ...valid(), status: 'VALIDATED' });
      expect(validated, plain(validated)).toMatchObject({ status: 'VALIDATED', modified_since_validation: false });
      expect((await turn(id, 'nettoyage')).body.modified_since_validation).toBe(true);
      expect((await turn(id, 'cosmetique')).body.modified_since_validation).toBe(false);
    });

    test('what belongs to the other law is answered as it was kept, and refused by its code when written', async () => {
      const id = await product();
      const exposure = (await editor.get(`/products/${id}/exposure`)).body;
      await editor.put(`/products/${id}/exposure`, { ...exposure, amount_g_day: 2 });
      await turn(id, 'nettoyage');
      expect((await editor.get(`/products/${id}/exposure`)).body.amount_g_day).toBe(2);
      const { body: assessment } = await editor.get(`/products/${id}/assessment`);
      const { body: conformity } = await editor.get(`/products/${id}/conformity`);
      const refused = [
        await editor.put(`/products/${id}/exposure`, { ...exposure, amount_g_day: 3 }),
        await editor.put(`/products/${id}/assessment`, assessment),
        await editor.put(`/products/${id}/conformity`, { ...conformity, cpnp_reference: '1' }),
        await editor.put(`/products/${id}/control/A9`, { not_applicable_reason: 'Aucun effet connu à ce jour.' }),
        await editor.put(`/products/${id}/verdicts/x/decision`, { reason: 'vérifié' }),
      ];
      for (const { status, body } of refused) expect([status, body.code], plain(body)).toEqual([409, 'not_cosmetic']);
      expect((await editor.put(`/products/${id}/conformity`, { ...conformity, contenu_nominal: '1 l' })).status).toBe(
        200,
      );
      expect(
        (await editor.put(`/products/${id}/control/N4`, { not_applicable_reason: 'Il n’y en a pas du tout.' })).status,
      ).toBe(422);
      expect((await editor.get(`/products/${id}/verdicts`)).body).toEqual([]);
      expect((await editor.get(`/products/${id}/margins`)).body.rows).toEqual([]);
      const other = await product();
      const refusal = await record(other, { usage: 'linge' });
      expect([refusal.status, refusal.body.code]).toEqual([409, 'not_detergent']);
    });

    test('products whose names say so are proposed, until a person says of each what it is', async () => {
      const proposed = async () =>
        (await editor.get('/products/types/proposals')).body as { id: string; label: string; word: string }[];
      const of = async (id: string) => (await proposed()).find((one) => one.id === id)?.word ?? null;
      const names: [string, string | null][] = [
        ['Lessive liquide', 'lessive'],
        ['Détergent sols', 'détergent'],
        ['Multi-usages', 'multi-usages'],
        ['Spray WC', 'WC'],
        ['Nettoyante surfaces', 'nettoyante'],
        ['Gel nettoyant visage', null],
        ['Nettoyant moussant', null],
        ['Lessivette', null],
        ['Crème mains', null],
      ];
      const ids = await Promise.all(names.map(([nom_commercial]) => product({ nom_commercial })));
      for (const [index, [name, word]] of names.entries()) expect(await of(ids[index] ?? ''), name).toBe(word);
      await turn(ids[0] ?? '', 'nettoyage');
      await turn(ids[1] ?? '', 'cosmetique');
      expect([await of(ids[0] ?? ''), await of(ids[1] ?? '')]).toEqual([null, null]);
      expect((await editor.get(`/products/${ids[1]}`)).body.type_produit).toBe('cosmetique');
    });

    test('the list keeps one kind, a copy keeps its own', async () => {
      const id = await cleaning();
      const only = (await editor.get('/products?type_produit=nettoyage')).body as {
        id: string;
        type_produit: string;
      }[];
      expect(only.some((one) => one.id === id)).toBe(true);
      expect(only.every((one) => one.type_produit === 'nettoyage')).toBe(true);
      await turn(id, 'cosmetique');
      const exposure = (await editor.get(`/products/${id}/exposure`)).body;
      await editor.put(`/products/${id}/exposure`, { ...exposure, amount_g_day: 2 });
      await turn(id, 'nettoyage');
      await keep(id, { usage: 'linge', ufi: '6KTT-PSK1-AFDM-KEFU', contenu_relu: 'Relu', p_mentions: ['P102'] });
      const copy = await editor.post(`/products/${id}/duplicate`, { nom_commercial: 'Copie' });
      expect(copy.status, plain(copy.body)).toBe(201);
      expect(copy.body).toMatchObject({ type_produit: 'nettoyage', control_total: 16 });
      // What is true of the first alone stays with it.
      expect((await editor.get(`/products/${copy.body.id}/detergent`)).body).toMatchObject({
        usage: 'linge',
        ufi: null,
        contenu_relu: null,
        p_mentions: [],
      });
    });
  });

  describe('its record', () => {
    test.each([
      ['a wrong check character', { ufi: '7KTT-PSK1-AFDM-KEFU' }, /« 7 »/],
      ['a letter the alphabet lacks', { ufi: '6KTT-PSK1-AFDM-KEFO' }, /« O »/],
      ['a VAT number that is not French', { tva: 'DE123456789' }, /pas français/],
      ['a formula number above the last', { numero_formule: 268_435_456 }, /268/],
      ['a dose of zero', { dose_g: 0 }, /supérieure à zéro/],
      ['a class without category', { clp_conclusion: [{ classe: 'Skin Irrit.' }] }, /catégorie est requise/],
      [
        'a category that its class does not have',
        { clp_conclusion: [{ classe: 'Skin Irrit.', categorie: '1A' }] },
        /n’a pas de catégorie « 1A »/,
      ],
      [
        'classes beside « non classé »',
        { clp_non_classe: true, clp_conclusion: [{ classe: 'Skin Irrit.', categorie: '2' }] },
        /non classé/,
      ],
      ['a P statement that is none', { p_mentions: ['Tenir loin'] }, /P102/],
    ])('%s is refused in a sentence', async (_, values, said) => {
      const refused = await record(await cleaning(), values);
      expect([refused.status, said.test(plain(refused.body))], plain(refused.body)).toEqual([422, true]);
    });

    test('a UFI is kept as it is printed, whatever way it was typed', async () => {
      const id = await cleaning();
      expect(await keep(id, { ufi: '6kttpsk1afdmkefu' })).toMatchObject({ ufi: '6KTT-PSK1-AFDM-KEFU' });
    });

    test('a stale save is refused, and the history tells each value', async () => {
      const id = await cleaning();
      await keep(id, {
        usage: 'linge',
        clp_conclusion: [{ classe: 'Eye Irrit.', categorie: '2', mention: 'H319', methode: 'calcul' }],
      });
      const now = (await editor.get(`/products/${id}/detergent`)).body;
      const stale = await editor.put(`/products/${id}/detergent`, now, { 'If-Match': '0' });
      expect(stale.status).toBe(412);
      const [saved] = (await editor.get(`/products/${id}/control/revisions`)).body;
      expect(plain(saved.changes)).toContain('Eye Irrit. 2 H319 (calcul)');
    });

    test('a UFI is made of a VAT number and a formula number; one number, one composition', async () => {
      const [a, b] = [await substance({}), await substance({})];
      const [one, other] = [await cleaning(), await cleaning()];
      await formula(one, [[a, 100]]);
      await formula(other, [[b, 100]]);
      const made = await editor.post(`/products/${one}/detergent/ufi`, {
        tva: 'FRRF987654321',
        numero_formule: 134_217_728,
      });
      expect(made.body).toMatchObject({
        ufi: '6KTT-PSK1-AFDM-KEFU',
        tva: 'FRRF987654321',
        numero_formule: 134_217_728,
      });
      const again = await editor.post(`/products/${other}/detergent/ufi`, {
        tva: 'FRRF987654321',
        numero_formule: 134_217_728,
      });
      expect([again.status, /autre composition/.test(plain(again.body))]).toEqual([409, true]);
      await formula(other, [[a, 100]]);
      expect(
        (await editor.post(`/products/${other}/detergent/ufi`, { tva: 'FRRF987654321', numero_formule: 134_217_728 }))
          .status,
      ).toBe(200);
      expect((await editor.post(`/products/${one}/detergent/ufi`, { cle: 7, numero_formule: 1 })).status).toBe(200);
      expect((await editor.post(`/products/${one}/detergent/ufi`, { numero_formule: 1 })).status).toBe(422);
    });
  });

  describe('a substance', () => {
    test.each([
      ['hazards without a source', { clp: [{ classe: 'Skin Irrit.', categorie: '2' }] }, /d’où vient/],
      [
        'a specific limit above a hundred percent',
        { lcs: [{ classe: 'Skin Irrit.', categorie: '2', min: 101 }], clp_source: 'FDS' },
        /100 % au plus/,
      ],
      ['a class of contents that is none', { classes_detergent: ['sucre'] }, /classe de composants/],
      ['« aucune » beside a class', { classes_detergent: ['aucune', 'savon'] }, /pas des deux/],
    ])('%s is refused in a sentence', async (_, values, said) => {
      const { status, body } = await editor.post('/substances', { inci: `Refus ${engine}`, ...values });
      expect([status, said.test(plain(body))], plain(body)).toEqual([422, true]);
    });
  });

  test('its sixteen points are covered by what is there, and say what is missing', async () => {
    const water = await substance({
      inci: `Eau ${engine}`,
      classes_detergent: ['aucune'],
      clp_non_classe: true,
      clp_source: 'Connue',
      cas: ['7732-18-5'],
    });
    const sles = await substance({
      inci: `SLES ${engine}`,
      cas: ['68891-38-3'],
      classes_detergent: ['agents de surface anioniques'],
      tensioactif: true,
      biodegradation_percent: 60,
      biodegradation_methode: 'OCDE 301 B',
      biodegradation_source: 'Dossier du fournisseur',
      clp: [
        { classe: 'Skin Irrit.', categorie: '2' },
        { classe: 'Eye Dam.', categorie: '1' },
        { classe: 'Aquatic Chronic', categorie: '3' },
      ],
      clp_source: 'FDS du fournisseur, 12/03/2026',
    });
    const id = await cleaning({
      nom_produit: 'Lessive liquide',
      ref_formule: 'L-1',
      version: '1',
      format: 'Flacon 1 l',
      date_mise_marche: '2026-11-01',
    });
    const { body: conformity } = await editor.get(`/products/${id}/conformity`);
    await editor.put(`/products/${id}/conformity`, {
      ...conformity,
      contenu_nominal: '1 l',
      pr_nom: 'Clairlogis',
      pr_adresse: 'Angers',
      aucune_allegation: true,
    });
    await formula(
      id,
      [
        [water, 88],
        [sles, 12],
      ],
      { established_on: '2026-09-01' },
    );
    for (const key of ['etiquette', 'fds', 'fiche_composants', `tensioactif_${sles.replaceAll('-', '_')}`])
      await attach(id, key);
    const filled = {
      usage: 'linge',
      public: 'consommateur',
      telephone: '02 41 00 00 00',
      courriel_fiche: 'fiche@clairlogis.example',
      site_composants: 'https://clairlogis.example',
      site_verifie_le: '2026-10-01',
      dose_g: 75,
      clp_conclusion: [
        { classe: 'Eye Dam.', categorie: '1', mention: 'H318', methode: 'calcul' },
        { classe: 'Skin Irrit.', categorie: '2', mention: 'H315', methode: 'calcul' },
      ],
      clp_par: 'Nadia Perrin',
      clp_le: '2026-09-05',
      identificateur: 'Contient SLES',
      p_mentions: ['P102', 'P305+P351+P338'],
      tva: 'FR12345678901',
      ufi: '6KTT-PSK1-AFDM-KEFU',
      pcn_reference: 'PCN-1',
      pcn_date: '2026-10-10',
      fds_version: '1',
      fds_date: '2026-09-02',
      fermeture_enfant: false,
      repere_tactile: false,
      biocide: false,
      contenu_relu: 'Relu par Nadia Perrin le 05/10/2026',
    };
    // The code is that of another composition in this installation.
    await keep(id, { ...filled, ufi: null });
    await editor.post(`/products/${id}/detergent/ufi`, { tva: 'FR12345678901', numero_formule: 118 });
    const states = [...(await points(id)).values()].map(({ key, state, missing }) => [key, state, plain(missing)]);
    expect(states.filter(([, state]) => state !== 'couvert')).toEqual([]);
    expect((await editor.get(`/products/${id}/control`)).body).toMatchObject({ covered: 16, total: 16 });
    expect((await editor.get(`/products/${id}/clp`)).body).toMatchObject({
      conclusion: { pictogrammes: ['GHS05'], signal: 'Danger' },
    });
    expect(await codes(id)).toEqual(['CLP_A_VERIFIER']);

    // Each boundary of a point, and what makes it of no concern.
    const expectPoint = async (key: string, state: string, values: object) => {
      const before = (await editor.get(`/products/${id}/detergent`)).body;
      await keep(id, values);
      expect((await points(id)).get(key)?.state, `${key} ${plain(values)}`).toBe(state);
      await keep(id, before);
    };
    await expectPoint('N9', 'couvert', { site_verifie_le: dayOf(monthsAgo(12)) });
    await expectPoint('N9', 'partiel', { site_verifie_le: '2024-01-01' });
    await expectPoint('N6', 'sans_objet', { public: 'industriel' });
    await expectPoint('N5', 'sans_objet', { usage: 'surfaces' });
    await expectPoint('N13', 'partiel', { fds_date: '2026-08-31' });
    await expectPoint('N13', 'couvert', { fds_date: '2026-08-31', fds_motif: 'Sans changement de composition.' });
    await expectPoint('N14', 'couvert', { pcn_date: '2026-11-01' });
    await expectPoint('N14', 'partiel', { pcn_date: '2026-11-02' });
    await expectPoint('N14', 'sans_objet', { clp_conclusion: [{ classe: 'Aquatic Chronic', categorie: '3' }] });
    for (const key of ['N12', 'N14', 'N15'])
      await expectPoint(key, 'sans_objet', { clp_conclusion: [], clp_non_classe: true });
    await expectPoint('N16', 'partiel', { biocide: true });

    // Another composition: what stood on the former is to be done again, and is not when it is put back.
    await formula(
      id,
      [
        [water, 87],
        [sles, 13],
      ],
      { established_on: '2026-09-01' },
    );
    expect([...(await points(id)).values()].filter(({ state }) => state !== 'couvert').map(({ key }) => key)).toEqual([
      'N6',
      'N8',
      'N9',
      'N11',
      'N13',
    ]);
    expect(await codes(id)).toEqual(['CLP_A_VERIFIER', 'COMPOSITION_CHANGEE', 'UFI_A_REVOIR']);
    expect((await editor.get(`/products/${id}/detergent`)).body.sur_une_autre_composition).toEqual([
      'contenu',
      'conclusion',
      'fiche',
      'etiquette',
      'site',
      'fds',
      'pcn',
    ]);
    await attach(id, 'fiche_composants');
    expect((await points(id)).get('N8')?.state).toBe('couvert');
    await formula(
      id,
      [
        [water, 88],
        [sles, 12],
      ],
      { established_on: '2026-09-01' },
    );
    expect((await points(id)).get('N11')?.state).toBe('couvert');
  });

  test('what a careful colleague would say of it is found', async () => {
    const phosphate = await substance({
      classes_detergent: ['phosphates'],
      phosphore_percent: 25,
      clp_non_classe: true,
      clp_source: 'FDS',
    });
    const acid = await substance({
      classes_detergent: ['aucune'],
      clp: [{ classe: 'Skin Corr.', categorie: '1B' }],
      clp_source: 'FDS',
    });
    const id = await cleaning({ date_mise_marche: '2026-01-01' });
    await formula(id, [
      [phosphate, 50],
      [acid, 50],
    ]);
    await keep(id, {
      usage: 'linge',
      public: 'consommateur',
      dose_g: 100,
      pcn_date: '2026-02-01',
      clp_conclusion: [{ classe: 'Skin Irrit.', categorie: '2' }],
    });
    await editor.put(`/products/${id}/claims`, [{ id: 'a', texte: 'Désinfecte les surfaces' }]);
    const found = await codes(id);
    expect(found.toSorted()).toEqual(['BIOCIDE_A_DIRE', 'CLP_SOUS_LE_CALCUL', 'PCN_APRES_MARCHE', 'PHOSPHORE_DEPASSE']);
    expect((await points(id)).get('N5')?.state).not.toBe('couvert');
    // Nothing of the law of cosmetics is said of it.
    expect(plain((await editor.get(`/products/${id}/control`)).body)).not.toMatch(
      /article 11|CPNP|partie B|1223|marge/i,
    );
  });
});
