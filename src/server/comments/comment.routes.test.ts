import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMENT_LIMITS } from '#shared/comments/comment.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

/** What a validated product needs, and nothing more. */
const REQUIRED = Object.fromEntries(
  FIELDS.filter((field) => field.message).map(({ name, kind, example }) => [
    name,
    kind === 'date' ? '2026-03-15' : example,
  ]),
);

describe.each(ENGINES)('reviews and comments, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let viewer: Caller;
  let admin: Caller;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    app = await testApp({ engine });
    await app.deps.jobs.start();
    [admin, editor, viewer] = [await app.as('admin'), await app.as('editor'), await app.as('viewer')];
    for (const { id, email } of (await admin.get('/users')).body) ids.set(email, id);
  });
  afterAll(() => app.close());

  const idOf = (who: Caller): string => ids.get(who.email) ?? '';
  const product = async (): Promise<string> =>
    `/products/${(await editor.post('/products', { nom_commercial: 'Crème' })).body.id}`;
  const notices = async (who: Caller): Promise<string[]> =>
    (await who.get('/notices')).body.map(({ kind }: { kind: string }) => kind);
  const followed = async (): Promise<void> => {
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
  };
  const codes = async (at: string): Promise<string[]> =>
    (await editor.get(`${at}/findings`)).body.map(({ code }: { code: string }) => code);

  test('a review is asked of one person, who answers; the file itself does not move', async () => {
    const at = await product();
    const before = (await editor.get(at)).body;
    expect((await editor.get(`${at}/review`)).body).toEqual({ current: null, history: [], changed: [], own: false });
    const asked = { reviewer_id: idOf(viewer), due_on: '2099-02-28', note: 'Surtout l’étape trois.' };
    const { status, body } = await editor.post(`${at}/review`, asked);
    expect(status).toBe(201);
    expect(body.current).toMatchObject({ state: 'asked', reviewer: viewer.email, due_on: '2099-02-28' });
    expect((await editor.post(`${at}/review`, asked)).status).toBe(409);
    expect(await notices(viewer)).toEqual(['review.asked']);
    // It is a finding, a deadline and a filter of the list, and nothing of the file.
    expect(await codes(at)).toContain('RELECTURE');
    await followed();
    const due = (await editor.get(`/deadlines?product_id=${at.split('/')[2]}`)).body;
    expect(due.map(({ kind, due_on }: { kind: string; due_on: string }) => [kind, due_on])).toEqual([
      ['relecture', '2099-02-28'],
    ]);
    const mine = (await viewer.get('/products?review=mine')).body;
    expect(mine.map(({ id }: { id: string }) => `/products/${id}`)).toEqual([at]);
    expect((await editor.get('/products?review=mine')).body).toEqual([]);
    expect((await editor.get('/products?review=late')).body).toEqual([]);
    // Another person does not answer for the reviewer.
    expect((await editor.post(`${at}/review/done`, {})).status).toBe(403);
    expect((await viewer.post(`${at}/review/return`, { reason: 'Non.' })).status).toBe(422);
    const returned = await viewer.post(`${at}/review/return`, { reason: 'Le pH manque à l’étape trois.' });
    expect(returned.body.current).toMatchObject({ state: 'returned', reason: 'Le pH manque à l’étape trois.' });
    expect((await viewer.post(`${at}/review/done`, {})).status).toBe(409);
    expect(await notices(editor)).toContain('review.answered');
    expect((await viewer.get('/products?review=mine')).body).toEqual([]);
    const { revision, status: state, progression } = (await editor.get(at)).body;
    expect([revision, state, progression]).toEqual([before.revision, before.status, before.progression]);
  });

  test('what was read and has changed since is said; a change taken back is none', async () => {
    const at = await product();
    await editor.post(`${at}/review`, { reviewer_id: idOf(editor) });
    expect((await editor.get(`${at}/review`)).body.own).toBe(true);
    expect((await editor.post(`${at}/review/done`, {})).body).toMatchObject({
      current: { state: 'done' },
      changed: [],
    });
    const { body: now } = await editor.get(at);
    await editor.put(at, { ...now, nom_commercial: 'Crème du soir' });
    expect((await editor.get(`${at}/review`)).body.changed).toContain('fiche');
    const { body: then } = await editor.get(at);
    await editor.put(at, { ...then, nom_commercial: 'Crème' });
    expect((await editor.get(`${at}/review`)).body.changed).toEqual([]);
  });

  test('a review stays where it stands when the kind of the product changes', async () => {
    const at = await product();
    await editor.post(`${at}/review`, { reviewer_id: idOf(viewer) });
    const mine = async (): Promise<number> => (await viewer.get('/products?review=mine')).body.length;
    const before = await mine();
    await editor.put(`${at}/type`, { type_produit: 'nettoyage' });
    expect(await mine()).toBe(before);
  });

  test('a review never stands in the way of a validation: the journal says that it was not waited for', async () => {
    const at = await product();
    await editor.post(`${at}/review`, { reviewer_id: idOf(viewer) });
    // Only who asked, or an administrator, takes it back.
    const other = await app.as('editor');
    expect((await other.post(`${at}/review/cancel`, {})).status).toBe(403);
    const { body: labels } = await admin.get('/audit?page=1&size=20');
    expect(labels.some(({ object_label }: { object_label: string }) => object_label?.includes('sans relecture'))).toBe(
      false,
    );
    const { body: now } = await editor.get(at);
    expect((await editor.put(at, { ...now, ...REQUIRED, status: 'VALIDATED' })).status).toBe(200);
    const [line] = (await admin.get('/audit?page=1&size=5')).body.filter(
      ({ action }: { action: string }) => action === 'product.validate',
    );
    expect(line.object_label).toMatch(/, validé sans relecture$/);
    expect((await admin.post(`${at}/review/cancel`, {})).status).toBe(200);
    expect((await editor.get(`${at}/review`)).body).toMatchObject({ current: null });
  });

  test('a file that came back still waits, whatever was asked and taken back since', async () => {
    const at = await product();
    await editor.post(`${at}/review`, { reviewer_id: idOf(viewer) });
    await viewer.post(`${at}/review/return`, { reason: 'Le pH manque à l’étape trois.' });
    await editor.post(`${at}/review`, { reviewer_id: idOf(viewer) });
    expect((await editor.post(`${at}/review/cancel`, {})).status).toBe(200);
    const { body: now } = await editor.get(at);
    expect((await editor.put(at, { ...now, ...REQUIRED, status: 'VALIDATED' })).status).toBe(200);
    const [line] = (await admin.get('/audit?page=1&size=5')).body.filter(
      ({ action }: { action: string }) => action === 'product.validate',
    );
    expect(line.object_label).toMatch(/, validé sans relecture$/);
  });

  test('whoever left is not asked, and not named', async () => {
    const at = await product();
    const gone = await app.as('viewer');
    const [{ id }] = (await admin.get('/users')).body.filter(({ email }: { email: string }) => email === gone.email);
    await admin.patch(`/users/${id}`, { active: false });
    expect((await editor.post(`${at}/review`, { reviewer_id: id })).status).toBe(422);
    const named = await editor.post(`${at}/comments`, { body: 'À voir.', mentions: [id] });
    expect(named.status).toBe(422);
    expect(named.body.detail[0].msg).toContain('n’a plus de compte actif');
    expect((await editor.post(`${at}/comments`, { body: 'À voir.', mentions: ['personne'] })).status).toBe(422);
    expect((await editor.get('/people')).body.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  test('comments have their place, their answers and their people; viewers write them too', async () => {
    const at = await product();
    const before = await notices(editor);
    const first = await viewer.post(`${at}/comments`, {
      anchor: { kind: 'field', key: 'ph' },
      body: '  Le pH est-il mesuré à 20 °C ?  ',
      mentions: [idOf(editor), idOf(viewer)],
    });
    expect(first.status).toBe(201);
    // Fields of every record of a product.
    const other = await product();
    for (const key of ['fonction', 'b1', 'fds_date']) {
      const made = await viewer.post(`${other}/comments`, { anchor: { kind: 'field', key }, body: 'À voir.' });
      expect(made.status, key).toBe(201);
    }
    expect(first.body).toMatchObject({
      anchor: { kind: 'field', key: 'ph', label: 'pH', lost: false },
      body: 'Le pH est-il mesuré à 20 °C ?',
      by: viewer.email,
      mine: true,
      for_guests: false,
    });
    expect((await notices(editor)).length).toBe(before.length + 1);
    const answer = await editor.post(`${at}/comments`, { body: 'Oui.', parent_id: first.body.id });
    expect(answer.body.anchor.key).toBe('ph');
    expect(await notices(viewer)).toContain('comment.answer');
    // One level of answers.
    expect((await viewer.post(`${at}/comments`, { body: 'Merci.', parent_id: answer.body.id })).status).toBe(422);
    // One's own alone, but for an administrator who takes one away.
    expect((await editor.patch(`/comments/${first.body.id}`, { body: 'Autre.' })).status).toBe(403);
    expect((await editor.delete(`/comments/${first.body.id}`)).status).toBe(403);
    expect((await viewer.patch(`/comments/${first.body.id}`, { body: 'À 25 °C ?' })).body.edited_at).not.toBeNull();
    expect((await editor.post(`/comments/${first.body.id}/resolve`)).body.resolved_by).toBe(editor.email);
    expect((await viewer.delete(`/comments/${first.body.id}`)).status).toBe(204);
    const [removed, kept] = (await editor.get(`${at}/comments`)).body;
    expect([removed.removed, removed.body, kept.body]).toEqual([true, '', 'Oui.']);
    expect((await editor.delete(`/comments/${answer.body.id}`)).status).toBe(204);
    // Nothing of it is of the file, of the search, or of the journal.
    expect((await editor.get('/products?search=25')).body).toEqual([]);
    expect(JSON.stringify((await admin.get('/audit?page=1&size=200')).body)).not.toMatch(/À 25|mesuré à 20/);
  });

  test.each([
    [{ body: '' }],
    [{ body: ' \n ' }],
    [{ body: 'x'.repeat(COMMENT_LIMITS.length + 1) }],
    [{ body: 'À voir.', anchor: { kind: 'field', key: 'rien' } }],
    [{ body: 'À voir.', anchor: { kind: 'point', key: 'N1' } }],
    [{ body: 'À voir.', anchor: { kind: 'ailleurs', key: '' } }],
    [{ body: 'À voir.', anchor: { kind: 'line', key: 'absente' } }],
    [{ body: 'À voir.', for_guests: 'oui' }],
  ])('%j is refused', async (body) => {
    expect((await editor.post(`${await product()}/comments`, body)).status).toBe(422);
  });

  test('a comment of 4,000 characters is taken; an anchor that goes leaves its comment', async () => {
    const at = await product();
    const fields = { product_id: at.split('/')[2] ?? '', field_key: 'etiquette' };
    const piece = (await editor.upload('/attachments', { fields, file: { name: 'a.pdf', bytes: pdfOf('a') } })).body;
    const made = await editor.post(`${at}/comments`, {
      body: 'x'.repeat(COMMENT_LIMITS.length),
      anchor: { kind: 'document', key: piece.id },
    });
    expect([made.status, made.body.anchor]).toEqual([
      201,
      { kind: 'document', key: piece.id, label: 'a.pdf', lost: false },
    ]);
    await editor.delete(`/attachments/${piece.id}`);
    expect((await editor.get(`${at}/comments`)).body[0].anchor).toMatchObject({ label: 'a.pdf', lost: true });
  });

  test('a person writes sixty in an hour, and a product holds so many', async () => {
    const at = await product();
    const busy = await app.as('editor');
    for (let turn = 0; turn < COMMENT_LIMITS.perHour; turn += 1)
      expect((await busy.post(`${at}/comments`, { body: `n° ${turn}` })).status).toBe(201);
    expect((await busy.post(`${at}/comments`, { body: 'Un de trop.' })).status).toBe(429);
    expect((await editor.get(`${at}/comments`)).body).toHaveLength(COMMENT_LIMITS.perHour);
    const { db } = app.deps;
    const written = await db
      .selectFrom('comments')
      .selectAll()
      .where('product_id', '=', at.split('/')[2] ?? '')
      .execute();
    const more = Array.from({ length: COMMENT_LIMITS.each - written.length - 1 }, (_, index) => ({
      ...written[index % written.length],
      id: `${at} ${index}`,
    })) as typeof written;
    await db.insertInto('comments').values(more).execute();
    expect((await editor.post(`${at}/comments`, { body: 'Le dernier.' })).status).toBe(201);
    expect((await editor.post(`${at}/comments`, { body: 'Un de trop.' })).status).toBe(409);
  });

  test('only who may write shows a comment to guests, and never below one that they do not read', async () => {
    const at = await product();
    expect((await viewer.post(`${at}/comments`, { body: 'Pour vous.', for_guests: true })).status).toBe(403);
    const { body: inner } = await editor.post(`${at}/comments`, { body: 'Entre nous.' });
    const shown = await editor.post(`${at}/comments`, { body: 'Pour vous.', parent_id: inner.id, for_guests: true });
    expect(shown.status).toBe(422);
  });
});
