import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_PREFIX } from '#shared/contract/endpoint.ts';
import type { Control } from '#shared/control/control.contract.ts';
import type { Effect } from '#shared/effects/effect.contract.ts';
import { EFFECTS_MAX, ERASABLE } from '#shared/effects/effect.contract.ts';
import { dayOf, daysAfter, monthsAfter } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const TODAY = dayOf(new Date());
const SERIOUS = { hospitalisation: true };
const LIGHT = {
  incapacite: false,
  handicap: false,
  hospitalisation: false,
  anomalie_congenitale: false,
  risque_vital: false,
  deces: false,
};
const LONG = 'Au vu des informations de la partie A, le produit est jugé sûr, au sens de l’article 3 du règlement.';

describe.each(ENGINES)('undesirable effects, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let viewer: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    [editor, viewer] = [await app.as('editor'), await app.as('viewer')];
  });
  afterAll(() => app.close());

  const product = async (): Promise<string> =>
    `/products/${(await editor.post('/products', { nom_commercial: 'Crème' })).body.id}`;
  const effect = (more: object = {}) => ({ recu_le: '2026-03-02', source: 'consommateur', gravite: LIGHT, ...more });
  const findings = async (at: string): Promise<Finding[]> => (await editor.get(`${at}/findings`)).body;
  const codes = async (at: string): Promise<string[]> => (await findings(at)).map(({ code }) => code);
  const missingOfA9 = async (at: string): Promise<string> => {
    const { points } = (await editor.get(`${at}/control`)).body as Control;
    return JSON.stringify(points.find(({ key }) => key === 'A9')?.missing);
  };

  test('a point of effects that « does not concern » the product does, once there is a case', async () => {
    const at = await product();
    const say = await editor.put(`${at}/control/A9`, {
      not_applicable_reason: 'Produit jamais mis en vente à ce jour.',
    });
    const a9 = ({ points }: Control) => points.find(({ key }) => key === 'A9');
    expect(a9(say.body)).toMatchObject({ state: 'sans_objet' });
    await editor.post(`${at}/effects`, effect());
    expect(a9((await editor.get(`${at}/control`)).body)?.state).not.toBe('sans_objet');
  });

  test('a case is kept as it was given; what is computed of it is sent back unread', async () => {
    const at = await product();
    const made = await editor.post(`${at}/effects`, effect({ gravite: SERIOUS, description: 'Rougeur.' }));
    expect([made.status, made.body.detail]).toEqual([201, undefined]);
    const one: Effect = made.body;
    expect(one).toMatchObject({
      pays: 'FR',
      usage: 'inconnu',
      grave: true,
      a_transmettre_le: '2026-03-22',
      autorite: 'Anses, cosmetovigilance@anses.fr',
      remarques: [],
      criteres: { chronologie: 'inconnu' },
      gravite: { hospitalisation: true, deces: null },
    });
    expect(one.transmission_texte).toContain('Rougeur.');
    const path = `${at}/effects/${one.id}`;
    const again = await editor.put(path, one, { 'If-Match': '"1"' });
    expect(again.body).toEqual({ ...one, revision: 2, updated_at: again.body.updated_at });
    expect((await editor.put(path, one, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await editor.put(path, { ...one, pays: 'be' })).body.autorite).toMatch(/^autorité compétente\s: Belgique$/);
    const other = await product();
    expect((await editor.get(`${other}/effects/${one.id}`)).status).toBe(404);
    expect((await editor.delete(path)).status).toBeLessThan(300);
    expect((await editor.get(`${at}/effects`)).body).toEqual([]);
  });

  test.each([
    [{ recu_le: daysAfter(TODAY, 1) }, 'recu_le', /avenir/],
    [{ recu_le: null }, 'recu_le', /jour/],
    [{ source: 'voisin' }, 'source', /pas de la liste/],
    [{ pays: 'France' }, 'pays', /deux lettres/],
    [{ gravite: { hospitalisation: 'oui' } }, 'hospitalisation', /Oui, non/],
    [{ grave_su_le: '2026-03-01' }, 'grave_su_le', /avant le cas, reçu le 02\/03\/2026/],
    [{ transmis_le: '2026-03-01' }, 'transmis_le', /avant d’être connu/],
    [{ transmis_le: daysAfter(TODAY, 1) }, 'transmis_le', /avenir/],
    [{ clos_le: '2026-03-01' }, 'clos_le', /avant d’être connu/],
    [{ non_transmis_motif: 'Trop court : 19 car' }, 'non_transmis_motif', /20 caractères/],
    [{ imputabilite: 'probable' }, 'imputabilite_par', /nommez-la/],
    [{ imputabilite: 'probable', imputabilite_par: 'H. Marchand' }, 'imputabilite_motif', /raison/],
    [{ criteres: { chronologie: 'peut-être' } }, 'chronologie', /pas de la liste/],
    [{ description: 'Rappeler au 06 12 34 56 78.' }, 'description', /téléphone/],
    [{ mesures: 'Écrire à claire@valorme.fr' }, 'mesures', /adresse email/],
    [{ lot_id: 'aucun' }, 'lot_id', /pas de ce produit/],
    [{ nom: 'Dupont' }, 'nom', /./],
  ])('%j is a sentence by its field', async (values, name, text) => {
    const { status, body } = await editor.post(`${await product()}/effects`, effect(values));
    expect(status).toBe(422);
    const said = (body.detail as { loc: string[]; msg: string }[]).map(({ loc, msg }) => [loc.at(-1), msg]);
    expect(Object.fromEntries(said)[name]).toMatch(text);
  });

  test('the day itself, twenty characters, and a lot that looks like a telephone are taken', async () => {
    const at = await product();
    const { body: lot } = await editor.post(`${at}/lots`, { numero: '0612345678' });
    const taken = effect({
      grave_su_le: '2026-03-02',
      transmis_le: '2026-03-02',
      non_transmis_motif: 'Vingt caractères, ok',
      lot_id: lot.id,
      description: 'Le lot 0612345678, et 0612345678 encore.',
    });
    const { status, body } = await editor.post(`${at}/effects`, taken);
    expect([status, body.detail]).toEqual([201, undefined]);
    const level = { imputabilite: 'exclue', imputabilite_par: 'H. Marchand', imputabilite_motif: 'Autre produit.' };
    const judged = await editor.put(`${at}/effects/${body.id}`, { ...body, ...level });
    expect(judged.body).toMatchObject({ imputabilite_le: TODAY, remarques: ['CRITERES', 'EXCLUSION'] });
  });

  test('a serious one runs its clock through findings and chronology until it is sent, or said not to be', async () => {
    const at = await product();
    const received = (days: number, more: object = {}) =>
      effect({ recu_le: daysAfter(TODAY, -days), gravite: SERIOUS, ...more });
    const { body: one } = await editor.post(`${at}/effects`, received(14));
    const path = `${at}/effects/${one.id}`;
    const level = async (): Promise<unknown> =>
      (await findings(at)).flatMap(({ code, level: found, due_on }) =>
        code.startsWith('E') ? [[code, found, due_on]] : [],
      );
    expect(await level()).toEqual([['EIG', 'orange', daysAfter(TODAY, 6)]]);
    await editor.put(path, received(15));
    expect(await level()).toEqual([['EIG', 'rouge', daysAfter(TODAY, 5)]]);
    await editor.put(path, received(20));
    expect(await level()).toEqual([['EIG', 'rouge', TODAY]]);
    await editor.put(path, received(21));
    expect(await level()).toEqual([['EIG_HORS_DELAI', 'rouge', daysAfter(TODAY, -1)]]);
    expect(JSON.stringify((await editor.get(`${at}/control`)).body.chronology)).toContain('hors délai de 1 jour');
    // Sent late it stays told, and is no deadline any more; sent in time it is neither.
    await editor.put(path, received(21, { transmis_le: TODAY }));
    expect(await level()).toEqual([['EIG_HORS_DELAI', 'rouge', null]]);
    await editor.put(path, received(21, { transmis_le: daysAfter(TODAY, -1) }));
    expect(await level()).toEqual([]);
    await editor.put(path, received(40, { non_transmis_motif: 'Le produit n’est pas le nôtre.' }));
    expect(await level()).toEqual([]);
    await editor.put(path, received(40, { gravite: {} }));
    expect(await level()).toEqual([['EFFET_A_QUALIFIER', 'orange', daysAfter(TODAY, -20)]]);
    await editor.put(path, received(40, { gravite: LIGHT }));
    expect(await level()).toEqual([]);
  });

  test('the statement is written by a click alone; a serious one after it makes A9 wanting at once', async () => {
    const at = await product();
    await editor.post(`${at}/lots`, { numero: 'A', premiere_mise: '2026-01-05', quantite: 10_000 });
    const day = daysAfter(TODAY, -10);
    await editor.post(`${at}/effects`, effect({ recu_le: day }));
    const summary = (await viewer.get(`${at}/effects/summary`)).body;
    expect(summary).toMatchObject({ since: '2026-01-05', total: 1, graves: 0, unites: 10_000, pour_10000: 1 });
    expect((await editor.get(`${at}/conformity`)).body.ei_declaration).toBeNull();
    expect((await viewer.post(`${at}/effects/statement`, { at: day })).status).toBe(403);
    expect((await editor.post(`${at}/effects/statement`, { at: daysAfter(TODAY, 1) })).status).toBe(422);
    const stated = await editor.post(`${at}/effects/statement`, { at: day });
    expect((await editor.get(`${at}/conformity`)).body).toMatchObject({
      ei_declaration: stated.body.ei_declaration,
      ei_date: day,
    });
    expect(stated.body.ei_declaration).toMatch(/1 effet indésirable rapporté/);
    expect(await missingOfA9(at)).not.toContain('depuis ce relevé');
    // Of that very day too, one that is entered after it was written is none of those that it tells of.
    await editor.post(`${at}/effects`, effect({ recu_le: day, gravite: SERIOUS }));
    await editor.post(`${at}/effects`, effect({ recu_le: daysAfter(day, 1) }));
    expect(await missingOfA9(at)).toContain('1 effet grave depuis ce relevé');
    await editor.post(`${at}/effects/statement`, { at: day });
    expect(await missingOfA9(at)).not.toContain('depuis ce relevé');
    await editor.post(`${at}/effects`, effect({ recu_le: daysAfter(day, 1), gravite: SERIOUS }));
    expect(await missingOfA9(at)).toContain('1 effet grave depuis ce relevé');
    await editor.post(`${at}/effects/statement`, { at: TODAY });
    expect(await missingOfA9(at)).not.toContain('depuis ce relevé');
    // Twelve months on, that day too, it is one; the day after it is none.
    const { revision: _, updated_at: __, updated_by: ___, ...values } = (await editor.get(`${at}/conformity`)).body;
    const state = async (ei_date: string): Promise<string> => {
      await editor.put(`${at}/conformity`, { ...values, ei_date });
      return missingOfA9(at);
    };
    expect(await state(monthsAfter(TODAY, -12))).not.toContain('plus de 12 mois');
    expect(await state(daysAfter(monthsAfter(TODAY, -12), -1))).toContain('plus de 12 mois');
  });

  test('after a signature a serious one asks to look at the assessment again, unless somebody excluded it', async () => {
    const at = await product();
    await editor.put(at, { nom_commercial: 'Crème', ingredients: 'Aqua' });
    await editor.put(`${at}/assessment`, { evaluateur_nom: 'H. Marchand', b1: LONG, b2: LONG, b3: LONG });
    await editor.post(`${at}/effects`, effect({ gravite: SERIOUS, transmis_le: '2026-03-05' }));
    await editor.post(`${at}/assessment/sign`, { signed_on: '2026-03-10' });
    expect((await editor.get(`${at}/impact`)).body).toEqual([]);
    const { body: one } = await editor.post(`${at}/effects`, effect({ gravite: SERIOUS, transmis_le: '2026-03-05' }));
    expect((await editor.get(`${at}/impact`)).body).toMatchObject([
      { cause: 'effet_grave', le: '2026-03-02', revoir: [{ key: 'A9' }, { key: 'B' }, { key: 'B2' }] },
    ]);
    expect(await codes(at)).toContain('EVALUATION_A_REVISER');
    const judged = await editor.put(`${at}/effects/${one.id}`, {
      ...one,
      imputabilite: 'exclue',
      imputabilite_par: 'H. Marchand',
      imputabilite_motif: 'Autre cause établie.',
    });
    expect((await editor.get(`${at}/impact`)).body).toEqual([]);
    expect(await codes(at)).not.toContain('EVALUATION_A_REVISER');
    // One of before the act, that is said to be serious after it.
    await editor.put(`${at}/effects/${one.id}`, { ...judged.body, imputabilite: 'probable' });
    expect(await codes(at)).toContain('EVALUATION_A_REVISER');
  });

  test('a case of before it became a cleaning product is still settled, and its file looks at nothing of cosmetics', async () => {
    const at = await product();
    const { body: one } = await editor.post(`${at}/effects`, effect({ gravite: SERIOUS }));
    await editor.put(`${at}/type`, { type_produit: 'nettoyage' });
    expect((await editor.put(`${at}/effects/${one.id}`, { ...one, transmis_le: '2026-03-05' })).status).toBe(200);
    expect((await editor.get(`${at}/impact`)).body).toEqual([]);
  });

  test('a viewer and a program read no case; a cleaning product has none', async () => {
    const at = await product();
    const { body: one } = await editor.post(`${at}/effects`, effect());
    const path = `${at}/effects/${one.id}`;
    for (const asked of [`${at}/effects`, path, `${path}/revisions`])
      expect((await viewer.get(asked)).status, asked).toBe(403);
    expect((await viewer.post(`${at}/effects`, effect())).status).toBe(403);
    const { body: token } = await editor.post('/tokens', { name: 'ERP', scopes: ['write'] });
    const program = app.withToken(token.token);
    expect((await program.get(`${at}/effects`)).status).toBe(403);
    expect((await program.get(`${at}/effects/summary`)).status).toBe(200);
    expect((await editor.post(`${path}/erase`, { champs: ['description'] })).status).toBe(403);
    const soap = await product();
    await editor.put(`${soap}/type`, { type_produit: 'nettoyage' });
    expect((await editor.post(`${soap}/effects`, effect())).status).toBe(409);
    expect((await editor.post(`${soap}/effects/statement`, { at: TODAY })).status).toBe(409);
  });

  test('nothing of a case is in any other answer, nor in what is kept besides; erased, it is nowhere', {
    tags: ['slow'],
  }, async () => {
    const at = await product();
    const id = at.split('/')[2] ?? '';
    const marked = Object.fromEntries(ERASABLE.map((name) => [name, `MARQUE ${name} tout à fait reconnaissable`]));
    const { body: one } = await editor.post(
      `${at}/effects`,
      effect({ gravite: SERIOUS, ...marked, imputabilite: 'probable', sexe: 'MARQUE sexe' }),
    );
    const path = `${at}/effects/${one.id}`;
    await editor.put(path, { ...one, description: 'MARQUE une autre description' });
    const admin = await app.as('admin');
    const reads = app.declarations.filter(
      ({ method, path: to, output }) => method === 'GET' && output !== 'file' && !to.includes('/effects'),
    );
    for (const { path: to } of reads) {
      const asked = to.replaceAll(/\{\w+\}/g, id).replace('/api/v1', '');
      const { body } = await admin.get(`${asked}${to === '/deadlines' ? '?from=2000-01-01&to=2100-01-01' : ''}`);
      expect(JSON.stringify(body ?? null), `${API_PREFIX}${to}`).not.toContain('MARQUE');
    }
    expect((await admin.get('/products?search=MARQUE')).body).toEqual([]);

    await editor.delete(path);
    const erased = await admin.post(`${path}/erase`, { champs: [...ERASABLE] });
    expect(erased.body).toMatchObject({
      description: null,
      reference: null,
      sexe: null,
      imputabilite_motif: 'Texte effacé par un administrateur.',
      effacements: [{ champs: [...ERASABLE] }],
    });
    const tables = await app.database.db.introspection.getTables();
    for (const { name, schema, columns } of tables) {
      if (engine === 'postgres' && schema !== app.database.schema) continue;
      const texts = columns.filter(({ dataType }) => /text|char/i.test(dataType)).map((column) => column.name);
      for (const row of await app.database.db
        .selectFrom(name as 'follow_records')
        .selectAll()
        .execute())
        for (const column of texts)
          expect(String((row as unknown as Record<string, unknown>)[column] ?? ''), `${name}.${column}`).not.toContain(
            'MARQUE une',
          );
    }
    const rows = await app.database.db
      .selectFrom('follow_revisions')
      .selectAll()
      .where('owner_id', '=', one.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain('MARQUE');
  });

  test('as many cases as a product may have, and not one more', async () => {
    const at = await product();
    const id = at.split('/')[2] ?? '';
    const now = '2026-01-01T00:00:00.000Z';
    const row = (index: number) => ({
      ...{ id: `${id}-${index}`, product_id: id, kind: 'effect', label: 'x', revision: 1 },
      data: JSON.stringify({ recu_le: '2026-01-01' }),
      ...{ created_at: now, created_by: null, updated_at: now, updated_by: null, deleted_at: null, deleted_by: null },
    });
    for (let from = 0; from < EFFECTS_MAX - 1; from += 500)
      await app.database.db
        .insertInto('follow_records')
        .values(Array.from({ length: Math.min(500, EFFECTS_MAX - 1 - from) }, (_, index) => row(from + index)))
        .execute();
    expect((await editor.post(`${at}/effects`, effect())).status).toBe(201);
    expect((await editor.post(`${at}/effects`, effect())).status).toBe(409);
  });
});
