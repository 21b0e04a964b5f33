import { type AddressInfo, connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASTE_CELL, PASTE_LINE } from '#shared/formulas/paste.read.ts';
import { EXPORT_LIMITS } from '#shared/regulation/export.read.ts';
import { deflate, writeZip } from '../documents/docx/zip.ts';
import { addressOf, bodiesOf, repeated, UNITS } from './hostile.texts.ts';
import { lawFile, SMALL_LAW, smallLawFiles } from './law.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from './test.app.ts';

/** Processor time (ms) that one request may take of the thread that answers everybody. */
const LOOP_MS = 1_000;

/** How long the thread that answers was busy with it. */
async function busy<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const begun = process.threadCpuUsage();
  const answer = await work();
  const { user, system } = process.threadCpuUsage(begun);
  return { ms: (user + system) / 1000, answer };
}

describe.each(ENGINES)('no text stops the server, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  let editor: Caller;
  let product: string;
  beforeAll(async () => {
    app = await testApp({ engine });
    [admin, editor] = [await app.as('admin'), await app.as('editor')];
    product = (await editor.post('/products', { nom_commercial: 'Crème' })).body.id;
  });
  afterAll(() => app.close());

  const parse = (text: string) => busy(() => editor.post(`/products/${product}/formula/parse`, { text }));
  const parseFile = (name: string, bytes: Buffer) =>
    busy(() => editor.upload(`/products/${product}/formula/parse`, { file: { name, bytes } }));

  test('every text that a declaration takes: long, repeated, nested, or no text at all', async () => {
    const left = new Set([
      'POST /auth/signup',
      'POST /auth/token',
      'POST /users',
      'POST /demo',
      'POST /auth/password-check',
    ]);
    for (const declaration of app.declarations) {
      if (!declaration.body || left.has(`${declaration.method} ${declaration.path}`)) continue;
      for (const body of bodiesOf(declaration)) {
        const url = addressOf(declaration, product);
        const { ms, answer } = await busy(() =>
          admin.raw({ method: declaration.method, url, payload: body as object }),
        );
        const said = `${declaration.method} ${url} ${JSON.stringify(body).slice(0, 200)}`;
        if (answer.status !== 503 || !url.includes('/regulation/corpora/fetch'))
          expect(answer.status, said).toBeLessThan(500);
        expect(ms, said).toBeLessThan(LOOP_MS);
      }
    }
  });

  test.each(UNITS)('a paste of « %s » on one line, on many, in cells', async (unit) => {
    const long = await parse(repeated(unit, 40_000).replaceAll('\n', ' '));
    expect(long.answer).toMatchObject({ status: 413 });
    expect(long.answer.body.detail).toContain('ligne 1');
    const line = repeated(unit, PASTE_LINE).replaceAll('\n', ' ');
    for (const text of [
      line,
      Array.from({ length: 60 }, () => line).join('\n'),
      `a\t${line.slice(0, PASTE_CELL)}\n`.repeat(50),
    ]) {
      const { ms, answer } = await parse(text);
      expect([200, 422]).toContain(answer.status);
      expect(ms).toBeLessThan(LOOP_MS);
    }
  });

  test('a line of so many characters is read, one more is refused by its rank', async () => {
    const name = (length: number) => `${'Glycerin '.repeat(length).slice(0, length - 4)} 5 %`;
    expect((await parse(`Aqua 95 %\n${name(PASTE_LINE)}`)).answer.status).toBe(200);
    const { body, status } = (await parse(`Aqua 95 %\n${name(PASTE_LINE + 1)}`)).answer;
    expect([status, body.detail]).toEqual([413, expect.stringContaining('ligne 2 est trop longue')]);
  });

  const workbook = (strings: string[], rows: string): Buffer =>
    writeZip(
      Object.entries({
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="F" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/sharedStrings.xml': `<sst>${strings.map((one) => `<si><t>${one}</t></si>`).join('')}</sst>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      }).map(([name, body]) => deflate(name, Buffer.from(`<?xml version="1.0"?>${body}`))),
    );
  const cellsOf = (rows: number, columns: number): string =>
    Array.from({ length: rows }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(columns)}</row>`).join('');

  test('a workbook whose cells share one long text gives back no more than is read', async () => {
    const { ms, answer } = await parseFile('f.xlsx', workbook([repeated('a ', 9_000)], cellsOf(1_000, 50)));
    expect(answer.status).toBe(413);
    expect(ms).toBeLessThan(LOOP_MS);
    const one = await parseFile('f.xlsx', workbook([repeated('a', PASTE_CELL + 1)], cellsOf(2, 1)));
    expect(one.answer).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('cellule 1 de la ligne 1') },
    });
    const library = workbook([repeated('1 ', 9_000)], cellsOf(5_000, 10));
    const seen = await busy(() => editor.upload('/substances/import', { file: { name: 's.xlsx', bytes: library } }));
    expect(seen.answer.status).toBe(422);
    expect(seen.ms).toBeLessThan(LOOP_MS);
    for (const [length, status] of [
      [5_000, 200],
      [5_001, 422],
    ] as const) {
      const bytes = Buffer.from(`Nom INCI;Notes\nGlycerin;${'x'.repeat(length)}`);
      const { answer: said } = await busy(() =>
        editor.upload('/substances/import', { file: { name: 's.csv', bytes } }),
      );
      expect([said.status, status === 422 && JSON.stringify(said.body)]).toEqual([
        status,
        status === 422 && expect.stringContaining('La cellule 2 de la ligne 2'),
      ]);
    }
  });

  test('a measure, of the sheet and of conformity, is refused by its length before it is read', async () => {
    const text = `1${' '.repeat(60_000)}x`;
    for (const [path, field] of [
      [`/products/${product}`, 'arsenic'],
      [`/products/${product}/conformity`, 'p_aeruginosa'],
    ] as const) {
      const before = (await editor.get(path)).body;
      const { ms, answer } = await busy(() => editor.put(path, { ...before, [field]: text }));
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['body', field], msg: expect.stringContaining('trop long') }]);
      expect(ms).toBeLessThan(LOOP_MS);
    }
    const odd = await editor.put(`/products/${product}/conformity`, { cmr: { toString: 1 } });
    expect(odd.status).toBe(422);
  });

  test('an export with a cell too long is refused by its place, whatever is repeated in it', async () => {
    const file = (text: string) =>
      lawFile('III', [{ ...SMALL_LAW.III[0], ref: '1', name: text, limit: text } as (typeof SMALL_LAW.III)[number]]);
    const bring = (bytes: Buffer) =>
      busy(() => admin.upload('/regulation/corpora', { file: { name: 'III.csv', bytes } }));
    const long = await bring(file(repeated(' x', EXPORT_LIMITS.cell + 2)));
    expect(long.answer).toMatchObject({ status: 422 });
    expect(JSON.stringify(long.answer.body)).toContain('trop longue pour un export');
    expect(long.ms).toBeLessThan(LOOP_MS);
    for (const unit of UNITS) {
      const { ms, answer } = await bring(file(`x${repeated(unit, EXPORT_LIMITS.cell - 2)}x`));
      expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
      expect(ms).toBeLessThan(LOOP_MS);
      const read = await busy(() => editor.get(`/regulation/corpora/${answer.body.id}`));
      expect(read.ms).toBeLessThan(LOOP_MS);
      await admin.delete(`/regulation/corpora/${answer.body.id}`);
    }
  });

  test('a corpus of an earlier release that holds such a text is shown as unreadable, judges nothing, and goes', async () => {
    const { body: corpus } = await admin.upload('/regulation/corpora', { file: smallLawFiles() });
    expect((await admin.post(`/regulation/corpora/${corpus.id}/activate`)).status).toBe(200);
    await app.database.db
      .updateTable('corpus_entries')
      .set({ cells: JSON.stringify({ name: ' '.repeat(200_000), limit: ' '.repeat(200_000) }) })
      .where('corpus_id', '=', corpus.id)
      .where('annex', '=', 'V')
      .execute();
    // Another server, which has not read it yet.
    const later = await testApp({ engine, from: async ({ database }) => copyRows(app, database) });
    const reader = await later.as('viewer');
    const chief = await later.as('admin');
    const { ms, answer } = await busy(async () => ({
      list: await reader.get('/regulation/corpora'),
      one: await reader.get(`/regulation/corpora/${corpus.id}`),
      entries: await reader.get('/regulation/entries'),
      check: await reader.post('/regulation/check', { inci: 'Phenoxyethanol', percent: 1 }),
    }));
    expect(answer.list.body).toMatchObject([
      { active: true, unreadable: expect.stringContaining('ne peut pas être lu') },
    ]);
    expect(answer.one).toMatchObject({ status: 200, body: { unreadable: expect.any(String), differences: [] } });
    expect(answer.entries.body).toEqual([]);
    expect(answer.check.body).toMatchObject({ state: 'a_verifier', entries: [] });
    expect(ms).toBeLessThan(LOOP_MS);
    expect((await chief.post(`/regulation/corpora/${corpus.id}/activate`)).status).toBe(409);
    expect((await chief.delete(`/regulation/corpora/${corpus.id}`)).status).toBe(204);
    expect((await reader.get('/regulation/corpora')).body).toEqual([]);
    await later.close();
  });
});

/** The corpora of one installation in another. */
async function copyRows(from: TestApp, to: TestApp['database']): Promise<void> {
  const { migrate } = await import('../db/migrate.ts');
  const { alignCatalogue } = await import('../products/product.catalogue.service.ts');
  await migrate(to);
  await alignCatalogue(to);
  for (const table of ['corpora', 'corpus_entries'] as const)
    for (const row of await from.database.db.selectFrom(table).selectAll().execute())
      await to.db.insertInto(table).values(row).execute();
}

describe('what nobody reads', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await testApp({ config: { signup: 'closed' } });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.server.address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  /** Sends these requests on one connection, and gives the statuses of all that is answered. */
  const statuses = (requests: readonly (string | Buffer)[], count: number): Promise<number[]> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        const found = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
        if (found.length >= count) {
          socket.destroy();
          resolve(found);
        }
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`closed after: ${text.slice(0, 300)}`)));
      for (const one of requests) socket.write(one);
    });
  const head = (line: string, length: number, more = ''): string =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${more}\r\n`;
  const NEXT = 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test.each([
    ['a GET with a body', 'GET /api/v1/health', '', 200],
    ['a GET of no address', 'GET /nowhere', '', 404],
    ['a POST of an unknown kind', 'POST /api/v1/auth/token', 'Content-Type: text/x\r\n', 415],
    ['a POST by nobody', 'POST /api/v1/products', 'Content-Type: application/json\r\n', 401],
    ['a DELETE by nobody', 'DELETE /api/v1/products/x', 'Content-Type: application/json\r\n', 401],
    ['a compressed body', 'POST /api/v1/auth/token', 'Content-Encoding: gzip\r\n', 415],
  ])('the connection serves the next request after %s', async (_, line, more, expected) => {
    const body = Buffer.alloc(600_000, 'x');
    expect(await statuses([head(line, body.length, more), body, NEXT], 2)).toEqual([expected, 200]);
  });

  test('a Host that is empty or said twice is a request that cannot be read', async () => {
    expect(await statuses(['GET /api/v1/health HTTP/1.1\r\nHost:\r\n\r\n'], 1)).toEqual([400]);
    expect(await statuses(['GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n'], 1)).toEqual([400]);
  });

  test('a body above what its route takes is refused, one below is read', async () => {
    const editor = await app.as('editor');
    const template = (length: number) => editor.post('/templates', { name: 'x'.repeat(length) });
    expect((await template(200_000)).status).toBe(413);
    expect((await template(100_000)).status).toBe(422);
    const product = {
      nom_commercial: 'Crème',
      observations_finales: 'é'.repeat(49_000),
      notes_commentaires: 'é'.repeat(49_000),
    };
    expect((await editor.post('/products', product)).status).toBe(201);
  });

  test('an undeclared proxy is told of on the page of the state, and the day after no more', async () => {
    const part = async () =>
      (await (await app.as('admin')).get('/health/parts')).body.find(({ key }: { key: string }) => key === 'proxy');
    expect(await part()).toMatchObject({ ok: true });
    await app.anonymous.get('/health', { 'x-forwarded-for': '203.0.113.9' });
    expect(await part()).toMatchObject({ ok: false, said: expect.stringContaining('TRUST_PROXY') });
    app.wait(86_400_001);
    expect(await part()).toMatchObject({ ok: true });
  });
});
