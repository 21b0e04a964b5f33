import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, daysAfter, monthsAfter } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import type { Lot } from '#shared/lots/lot.contract.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const TODAY = dayOf(new Date());
const DAY_MS = 86_400_000;

describe.each(ENGINES)('lots, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    admin = await app.as('admin');
  });
  afterAll(() => app.close());

  const product = async (values: object = { nom_commercial: 'Crème' }): Promise<string> =>
    `/products/${(await admin.post('/products', values)).body.id}`;
  const idOf = (at: string): string => at.split('/')[2] ?? '';
  const attach = (at: string, file: { name: string; bytes: Buffer }) =>
    admin.upload('/attachments', { fields: { product_id: idOf(at), field_key: 'etiquette' }, file });
  const faultsOf = (body: { detail: { loc: string[]; msg: string }[] }): Record<string, string> =>
    Object.fromEntries(body.detail.map(({ loc, msg }) => [loc.at(-1), msg]));
  const lot = { numero: 'L26-118', fabrique_le: '2026-03-02', premiere_mise: '2026-03-16', quantite: 12_400 };

  test('a lot comes, is changed, goes and comes back; each with its revision, its history and its line', async () => {
    const at = await product();
    const made = await admin.post(`${at}/lots`, lot);
    expect(made.status).toBe(201);
    expect(made.headers.etag).toBe('"1"');
    const one: Lot = made.body;
    expect(one).toMatchObject({ ...lot, derniere_mise: null, revision: 1, composition_sha256: null });

    const path = `${at}/lots/${one.id}`;
    // What the server adds may be sent back, unread.
    const saved = await admin.put(
      path,
      { ...one, derniere_mise: '2026-06-30', composition_sha256: 'x' },
      { 'If-Match': '"1"' },
    );
    expect(saved.body).toMatchObject({ derniere_mise: '2026-06-30', composition_sha256: null, revision: 2 });
    expect((await admin.put(path, one, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await admin.get(path)).body).toEqual(saved.body);
    expect((await admin.get(`${at}/lots`)).body).toEqual([saved.body]);

    // No other product has it.
    const other = await product();
    expect((await admin.get(`${other}/lots/${one.id}`)).status).toBe(404);
    expect((await admin.put(`${other}/lots/${one.id}`, one)).status).toBe(404);
    expect((await admin.delete(`${other}/lots/${one.id}`)).status).toBe(404);

    expect((await admin.delete(path)).status).toBeLessThan(300);
    expect((await admin.get(`${at}/lots`)).body).toEqual([]);
    expect((await admin.get(path)).status).toBe(404);
    const trashed = (await admin.get('/trash')).body.find(({ id }: { id: string }) => id === one.id);
    expect(trashed).toMatchObject({ type: 'lot', label: expect.stringMatching(/^L26-118 — ./) });
    expect((await admin.post(`/trash/${one.id}/restore`)).status).toBe(200);
    expect((await admin.get(path)).body.numero).toBe('L26-118');

    const history = (await admin.get(`${at}/follow-up/revisions`)).body;
    expect(history.map(({ revision, label }: { revision: number; label: string }) => [label, revision])).toEqual([
      ['L26-118', 2],
      ['L26-118', 1],
    ]);
    expect(history[0].changes).toEqual([
      { field: 'derniere_mise', label: 'Dernière mise sur le marché', from: null, to: '30/06/2026' },
    ]);
    const lines = (await admin.get('/audit?page=1&size=20')).body as { action: string; object_label: string }[];
    for (const action of ['lot.create', 'lot.update', 'lot.remove', 'lot.restore'])
      expect(lines.some((line) => line.action === action && line.object_label.includes('L26-118'))).toBe(true);
  });

  test('a lot is found by its number among those of all products, and not once it or its product is gone', async () => {
    const [at, gone] = [await product({ nom_commercial: 'Sérum' }), await product()];
    const sold = (await admin.post(`${at}/lots`, { numero: 'Éclat 100_A' })).body;
    await admin.post(`${gone}/lots`, { numero: 'Éclat 100_B' });
    await admin.post(`${at}/lots`, { numero: 'Éclat 1003A' });
    const found = async (search: string): Promise<string[]> => {
      const answer = await admin.get(`/lots?page=1&size=6&search=${encodeURIComponent(search)}`);
      expect(answer.headers['x-total-count']).toBe(`${answer.body.length}`);
      return answer.body.map(({ numero }: { numero: string }) => numero);
    };
    expect((await admin.get('/lots?search=eclat%20100_A')).body).toEqual([
      { id: sold.id, numero: 'Éclat 100_A', product: { id: idOf(at), label: 'Sérum' } },
    ]);
    // A sign that a search of the base knows is a sign like another.
    expect(await found('ECLAT 100_')).toEqual(['Éclat 100_B', 'Éclat 100_A']);
    await admin.delete(gone);
    expect(await found('eclat 100_')).toEqual(['Éclat 100_A']);
    await admin.delete(`${at}/lots/${sold.id}`);
    expect(await found('éclat')).toEqual(['Éclat 1003A']);
    expect((await admin.get('/lots?page=1&size=1')).body).toHaveLength(1);
  });

  test.each([
    [{ numero: '' }, { numero: 'Donnez le numéro imprimé sur les unités.' }],
    [{ fabrique_le: daysAfter(TODAY, 1) }, { fabrique_le: /avenir/, premiere_mise: undefined }],
    [{ derniere_mise: daysAfter(TODAY, 1) }, { derniere_mise: /avenir/ }],
    [{ premiere_mise: '2026-03-01' }, { premiere_mise: /fabriqué le 02\/03\/2026/ }],
    [{ premiere_mise: null, derniere_mise: '2026-03-01' }, { derniere_mise: /fabriqué le 02\/03\/2026/ }],
    [{ derniere_mise: '2026-03-15' }, { derniere_mise: /précède la première/ }],
    [{ fabrique_le: '2026-02-29' }, { fabrique_le: /Date invalide/ }],
    [{ quantite: 1.5 }, { quantite: 'Un nombre entier est attendu.' }],
    [{ quantite: 0 }, { quantite: /au moins égale à 1/ }],
    [{ quantite: 'beaucoup' }, { quantite: /Nombre invalide/ }],
  ])('%j is a sentence by its field', async (values, faults) => {
    const at = await product();
    const base = 'fabrique_le' in values ? { numero: 'A' } : lot;
    const { status, body } = await admin.post(`${at}/lots`, { ...base, ...values });
    expect(status).toBe(422);
    const said = faultsOf(body);
    for (const [name, text] of Object.entries(faults))
      if (text === undefined) expect(said[name]).toBeUndefined();
      else expect(said[name]).toMatch(text);
  });

  test.each([
    [{ fabrique_le: '2026-03-16', premiere_mise: '2026-03-16', derniere_mise: '2026-03-16' }],
    [{ fabrique_le: TODAY }],
    [{ quantite: 1 }],
    [{ quantite: '12 400' }],
  ])('%j is taken', async (values) => {
    const at = await product();
    expect((await admin.post(`${at}/lots`, { numero: 'A', ...values })).status).toBe(201);
  });

  test('two lots of one number, and one placed after the stop, are refused; a stop before a lot too', async () => {
    const at = await product();
    const { body: one } = await admin.post(`${at}/lots`, lot);
    expect(faultsOf((await admin.post(`${at}/lots`, { numero: 'l26-118' })).body).numero).toMatch(/déjà un lot/);
    expect((await admin.put(`${at}/lots/${one.id}`, lot)).status).toBe(200);

    expect(faultsOf((await admin.put(`${at}/arret`, { le: '2026-03-15' })).body).le).toMatch(/L26-118.*16\/03\/2026/);
    expect(faultsOf((await admin.put(`${at}/arret`, { le: daysAfter(TODAY, 1) })).body).le).toMatch(/avenir/);
    const stopped = await admin.put(`${at}/arret`, { le: '2026-03-16', motif: 'Remplacé' }, { 'If-Match': '"0"' });
    expect(stopped.body).toMatchObject({
      le: '2026-03-16',
      motif: 'Remplacé',
      conservation_jusqu_au: '2036-03-16',
      au_moins: null,
      revision: 1,
    });
    expect((await admin.put(`${at}/arret`, null, { 'If-Match': '"0"' })).status).toBe(412);
    const late = { numero: 'L27', premiere_mise: '2026-03-17' };
    expect(faultsOf((await admin.post(`${at}/lots`, late)).body).premiere_mise).toMatch(/arrêt.*16\/03\/2026/);
    expect((await admin.post(`${at}/lots`, { ...late, premiere_mise: '2026-03-16' })).status).toBe(201);
    expect((await admin.put(`${at}/arret`)).status).toBe(422);
    const lifted = await admin.put(`${at}/arret`, null);
    expect(lifted.body).toMatchObject({ le: null, motif: null, conservation_jusqu_au: null, au_moins: '2036-03-16' });
    expect((await admin.post(`${at}/lots`, late)).status).toBe(422);
    expect((await admin.post(`${at}/lots`, { ...late, numero: 'L28' })).status).toBe(201);
    expect((await admin.get(`${at}/arret`)).body.au_moins).toBe('2036-03-17');
  });

  test('with a lot, the last lot of the conformity is theirs, and what is sent for it is not read', async () => {
    const at = await product();
    const before = (await admin.put(`${at}/conformity`, { dernier_lot_numero: 'X1', dernier_lot_date: '2025-01-31' }))
      .body;
    expect((await admin.get(`${at}/arret`)).body.au_moins).toBe('2035-01-31');
    const { body: one } = await admin.post(`${at}/lots`, lot);
    const conformity = (await admin.get(`${at}/conformity`)).body;
    expect(conformity).toMatchObject({ dernier_lot_numero: 'L26-118', dernier_lot_date: '2026-03-16' });
    const { revision: _, updated_at: __, updated_by: ___, ...values } = conformity;
    const saved = await admin.put(`${at}/conformity`, { ...values, dernier_lot_date: '2020-01-01', fonction: 'F' });
    expect(saved.body).toMatchObject({ fonction: 'F', dernier_lot_date: '2026-03-16' });
    await admin.delete(`${at}/lots/${one.id}`);
    expect((await admin.get(`${at}/conformity`)).body).toMatchObject({
      dernier_lot_numero: before.dernier_lot_numero,
      dernier_lot_date: '2025-01-31',
    });
  });

  test('a notification says what changed since, and no longer once it is brought up to date or it is as it was', async () => {
    const at = await product({ nom_commercial: 'Crème', ref_formule: 'F1' });
    const save = async (values: object): Promise<void> => {
      const { revision: _, updated_at: __, updated_by: ___, ...now } = (await admin.get(`${at}/conformity`)).body;
      expect((await admin.put(`${at}/conformity`, { ...now, ...values })).status).toBe(200);
    };
    const said = async (): Promise<string[]> =>
      ((await admin.get(`${at}/findings`)).body as Finding[])
        .filter(({ code }) => code === 'CPNP_A_METTRE_A_JOUR')
        .map(({ text }) => text.split(/\s: /)[1] ?? '');
    await save({ category: 'crème visage', pr_nom: 'Valorme' });
    expect(await said()).toEqual([]);
    await save({ cpnp_date: '2026-01-10', category: 'crème corps' });
    expect(await said()).toEqual([]);
    await save({ pr_nom: 'Valorme SAS', fonction: 'Hydrater' });
    expect(await said()).toEqual(['personne responsable.']);
    await save({ pr_nom: 'Valorme' });
    expect(await said()).toEqual([]);
    const label = await attach(at, { name: 'e.pdf', bytes: pdfOf('etiquette') });
    await admin.put(at, { nom_commercial: 'Crème riche', ref_formule: 'F1', ingredients: 'Aqua' });
    expect(await said()).toEqual(['nom commercial, étiquette, composition.']);
    await save({ cpnp_maj_date: '2026-02-10' });
    expect(await said()).toEqual([]);
    await admin.delete(`/attachments/${label.body.id}`);
    expect(await said()).toEqual(['étiquette.']);
  });

  test('a product may stop today', async () => {
    const at = await product();
    expect((await admin.put(`${at}/arret`, { le: TODAY })).status).toBe(200);
  });

  test('the last day is kept, and the day after it may go', async () => {
    const [at, now] = [await product(), TODAY];
    await admin.post(`${at}/lots`, { numero: 'A', premiere_mise: monthsAfter(now, -120) });
    await admin.put(`${at}/arret`, { le: monthsAfter(now, -119), motif: null });
    await admin.delete(at);
    expect((await admin.delete(`/trash/${idOf(at)}`)).status).toBe(409);
    app.wait(DAY_MS);
    admin = await app.as('admin');
    expect((await admin.delete(`/trash/${idOf(at)}`)).status).toBeLessThan(300);
  });

  test('nothing of a product goes before its end: neither after thirty days in the trash, nor by hand', async () => {
    const [kept, sold, draft] = [await product(), await product(), await product()];
    // Its only lot is in the trash, and a case stands in its register.
    const gone = await product();
    const { body: only } = await admin.post(`${gone}/lots`, lot);
    await admin.post(`${gone}/effects`, { recu_le: lot.premiere_mise, source: 'vente', gravite: { deces: true } });
    await admin.delete(`${gone}/lots/${only.id}`);
    await admin.post(`${kept}/lots`, lot);
    await admin.post(`${sold}/lots`, { numero: 'A', premiere_mise: '2014-02-28' });
    await admin.put(`${sold}/arret`, { le: '2014-12-31', motif: null });
    const piece = await attach(kept, { name: 'a.pdf', bytes: pdfOf('a') });
    await admin.delete(`/attachments/${piece.body.id}`);
    // What kind of product it is said to be, and saves of its form, change nothing of that.
    await admin.put(`${kept}/type`, { type_produit: 'nettoyage' });
    await admin.put(kept, { nom_commercial: 'Autre nom' });
    for (const at of [kept, sold, draft, gone]) await admin.delete(at);
    app.wait(31 * DAY_MS);
    admin = await app.as('admin');
    await app.deps.trash.purge();
    // The lot that tells that it was sold does not go before it.
    await app.deps.trash.purge();
    const left = (await admin.get('/trash')).body.map(({ id }: { id: string }) => id);
    expect(left).toEqual(expect.arrayContaining([idOf(kept), idOf(sold), idOf(gone)]));
    expect(left).not.toContain(idOf(draft));
    const pieces = await app.database.db
      .selectFrom('attachments')
      .select('id')
      .where('owner_id', '=', idOf(kept))
      .execute();
    expect(pieces).toHaveLength(1);

    const refused = await admin.delete(`/trash/${idOf(kept)}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/dix ans après le dernier lot/)]);
    expect((await (await app.as('editor')).delete(`/trash/${idOf(sold)}`)).status).toBe(403);
    expect((await admin.delete(`/trash/${idOf(sold)}`)).status).toBeLessThan(300);
    expect((await admin.delete(`/trash/${idOf(sold)}`)).status).toBe(404);
    const rows = await app.database.db
      .selectFrom('follow_records')
      .select('id')
      .where('product_id', '=', idOf(sold))
      .execute();
    expect(rows).toEqual([]);
    const lines = (await admin.get('/audit?page=1&size=5')).body as { action: string }[];
    expect(lines.map(({ action }) => action)).toContain('trash.remove');
  });
});
