import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTICE_LIMITS, type Notice } from '#shared/notices/notice.contract.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const DAY = 86_400_000;

describe.each(ENGINES)('what people are told, on %s', (engine) => {
  let app: TestApp;
  let [editor, other, viewer] = [] as unknown as [Caller, Caller, Caller];
  beforeAll(async () => {
    app = await testApp({ engine });
    await app.deps.jobs.start();
    [editor, other, viewer] = [await app.as('editor'), await app.as('editor'), await app.as('viewer')];
  });
  afterAll(() => app.close());

  const of = async (person: Caller): Promise<Notice[]> => (await person.get('/notices')).body;
  const waiting = async (person: Caller) => (await of(person)).filter(({ kind }) => kind === 'intake.waiting');
  const give = async (...names: string[]) =>
    (await editor.upload('/intake', { file: names.map((name) => ({ name, bytes: pdfOf(`${name}${engine}`) })) })).body
      .items;

  test('whoever started work on many products is told of its end, and nobody else', async () => {
    const { id } = (await editor.post('/products', { nom_commercial: 'Crème' })).body;
    const demand = { kind: 'field.set', products: [id], field: 'marque', op: 'set', value: 'Valorme' };
    const { plan } = (await editor.post('/batches/plan', demand)).body;
    const batch = (await editor.post('/batches', { ...demand, plan })).body;
    await app.deps.jobs.idle();
    expect(await of(editor)).toMatchObject([
      { kind: 'batch.ended', link: `/automation/batches/${batch.id}`, read_at: null },
    ]);
    expect((await of(editor))[0]?.text).toMatch(/^Travail fini, 1 fait sur 1\. Marque/);
    expect(await of(other)).toEqual([]);
  });

  test('files to be filed are told to whoever may file them, once, with how many there are now; and no longer once none waits', async () => {
    const [one] = await give('a.pdf');
    expect(await waiting(other)).toMatchObject([
      { text: '1 fichier est à classer.', link: '/automation?onglet=a-classer' },
    ]);
    const [two, three] = await give('b.pdf', 'c.pdf');
    expect((await waiting(other)).map(({ text }) => text)).toEqual(['3 fichiers sont à classer.']);
    expect(await waiting(editor)).toEqual([]);
    expect(await waiting(viewer)).toEqual([]);
    for (const { id } of [one, two]) await editor.post(`/intake/${id}/leave`);
    expect(await waiting(other)).toHaveLength(1);
    const { id } = (await editor.post('/products', { nom_commercial: 'Crème' })).body;
    await editor.post(`/intake/${three.id}/file`, { owner: { type: 'product', id } });
    expect(await waiting(other)).toEqual([]);
  });

  test('one says what one has read, of one’s own alone; what is read stays', async () => {
    await give('d.pdf');
    const [mine] = await waiting(other);
    expect((await viewer.post('/notices/read', { ids: [mine?.id] })).status).toBe(204);
    expect((await waiting(other))[0]?.read_at).toBeNull();
    expect((await other.post('/notices/read', { ids: [mine?.id, 'absent'] })).status).toBe(204);
    expect((await waiting(other))[0]?.read_at).not.toBeNull();
    await give('e.pdf');
    expect(await waiting(other)).toHaveLength(2);
  });

  test.each<[ids: unknown, status: number]>([
    [[], 422],
    [['x'], 204],
    [Array.from({ length: NOTICE_LIMITS.listed }, (_, at) => `${at}`), 204],
    [Array.from({ length: NOTICE_LIMITS.listed + 1 }, (_, at) => `${at}`), 422],
    ['x', 422],
    [[1], 422],
    [['x'.repeat(101)], 422],
  ])('what is said to be read: %#', async (ids, status) => {
    expect((await other.post('/notices/read', { ids })).status).toBe(status);
  });

  test(`they are kept ${NOTICE_LIMITS.days} days`, async () => {
    const rows = [NOTICE_LIMITS.days - 1, NOTICE_LIMITS.days + 1].map((days) => ({
      id: `${engine}-${days}`,
      person_id: 'x',
      kind: 'batch.ended',
      text: '',
      link: '/',
      at: new Date(Date.now() - days * DAY).toISOString(),
      read_at: null,
      mailed_at: null,
    }));
    await app.database.db.insertInto('notices').values(rows).execute();
    await app.deps.jobs.hurry('notices.sweep', null);
    await app.deps.jobs.idle();
    const left = await app.database.db.selectFrom('notices').select('id').where('person_id', '=', 'x').execute();
    expect(left).toEqual([{ id: `${engine}-${NOTICE_LIMITS.days - 1}` }]);
  });
});
