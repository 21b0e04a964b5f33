import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_PREFIX } from '#shared/contract/endpoint.ts';
import { openapi } from '#shared/system/system.contract.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/story.ts';
import { declared } from './declared.ts';
import { converterOf, pdfOf } from './pdf.maker.ts';
import { type Answer, ENGINES, type TestApp, testApp } from './test.app.ts';

/**
 * The example story as each state of the program kept it, a folder each: `0.1` its data folder, the others backups
 * (`npm run seed`, `npm run backup`) named by the last migration they knew. One is added when a migration is.
 */
const OLDER = join(import.meta.dirname, 'older');
const STATES = readdirSync(OLDER).sort();

/** What some reads cannot do without. */
const QUERIES: Record<string, string> = {
  '/products/values': '?field=marque',
  '/control/values': '?field=pr_nom',
  '/products/references': '?reference=CV',
  '/dossiers/{id}/diff': '?against={id}',
  '/templates/{id}/compare': '?from={fileId}&to={fileId}',
};
/**
 * What a link opens is asked with a session of its own: a guest's reads are tried in `guest.routes.test.ts`. The description of the
 * API tells of nothing that is stored.
 */
const reads = (await declared()).filter(
  ({ method, right, path }) => method === 'GET' && right !== 'guest' && path !== openapi.path,
);

/** All of them on one engine; on the other the oldest and the newest: what a backup becomes is the same rows. */
const TRIED = STATES.flatMap((state) =>
  ENGINES.filter((engine) => engine === 'sqlite' || state === STATES[0] || state === STATES.at(-1)).map(
    (engine) => [state, engine] as const,
  ),
);

describe.each(TRIED)('an installation of %s, on %s', (state, engine) => {
  let app: TestApp;
  let get: (path: string) => Promise<Answer>;
  const links = new Set<string>();
  beforeAll(async () => {
    const converter = converterOf(pdfOf('essai'));
    app = await testApp({ engine, converter, config: { metrics: 'admin' }, from: join(OLDER, state) });
    const admin = DEMO_ACCOUNTS.find(({ role }) => role === 'admin');
    const { body } = await app.anonymous.form('/auth/token', {
      username: admin?.email ?? '',
      password: DEMO_PASSWORD,
    });
    get = (path) => app.anonymous.get(path, { authorization: `Bearer ${body.access_token}` });
  });
  afterAll(() => app.close());

  const idsOf = async (table: string): Promise<string[]> =>
    (
      await app.database.db
        .selectFrom(table as 'products')
        .select('id')
        .execute()
    ).map(({ id }) => id);

  test.each(reads.filter(({ right, output }) => right !== 'link' && output !== 'redirect').map((one) => [one.path]))(
    'GET %s answers',
    async (path) => {
      const [, name] = /\{(\w+)\}/.exec(path) ?? [];
      const ids =
        name === 'sha256'
          ? ['0'.repeat(64)]
          : name
            ? await idsOf(name === 'productId' ? 'products' : tableOf(path))
            : [''];
      const statuses: number[] = [];
      let hasFiles = false;
      let hasDocuments = false;
      /** The parameter of a record of the life of a product, where the address has one. */
      const [, record] = /\{(lot|study|effect)Id\}/.exec(path) ?? [];
      let hasRecord = record === undefined;
      const [product = ''] = path.includes('{productId}') ? await idsOf('products') : [];
      /** The first row of a table that is this one's, where the address names it. */
      const firstOf = async (
        parameter: string,
        table: 'template_files' | 'attachments' | 'import_documents',
        owner: string,
        id: string,
      ): Promise<string | undefined> =>
        `${path}${QUERIES[path] ?? ''}`.includes(parameter)
          ? (
              await app.database.db
                .selectFrom(table as 'attachments')
                .select('id')
                .where(owner as 'owner_id', '=', id)
                .executeTakeFirst()
            )?.id
          : undefined;
      for (const id of ids) {
        const file = await firstOf('{fileId}', 'template_files', 'template_id', id);
        const attached = await firstOf('{attachmentId}', 'attachments', 'owner_id', id);
        hasFiles ||= attached !== undefined;
        const read = await firstOf('{doc}', 'import_documents', 'import_id', id);
        hasDocuments ||= read !== undefined;
        const followed = record
          ? await app.database.db
              .selectFrom('follow_records')
              .select('id')
              .where('product_id', '=', id)
              .where('kind', '=', record)
              .where('deleted_at', 'is', null)
              .executeTakeFirst()
          : undefined;
        hasRecord ||= followed !== undefined;
        const address = `${path.replace(/\{\w+\}/, id)}${(QUERIES[path] ?? '').replace('{id}', id)}`
          .replace('{productId}', product)
          .replace('{attachmentId}', attached ?? 'absent')
          .replace(`{${record}Id}`, followed?.id ?? 'absent')
          .replace('{doc}', read ?? 'absent')
          .replaceAll('{fileId}', file ?? '');
        const { status, bytes, headers } = await get(address);
        statuses.push(status);
        expect(status, bytes.toString().slice(0, 300)).toBeLessThan(500);
        if (String(headers['content-type']).includes('json'))
          for (const [, link] of bytes.toString().matchAll(/"(\/api\/v1\/[^"]+\?[^"]+)"/g)) if (link) links.add(link);
      }
      // A document that is sealed is inspected no more; a piece that is attached is not read as one that is removed.
      const isAsked =
        !path.endsWith('/inspect') &&
        !path.endsWith('{id}/removed') &&
        (hasFiles || !path.includes('{attachmentId}')) &&
        (hasDocuments || !path.includes('{doc}')) &&
        hasRecord;
      if (ids.length > 0 && isAsked) expect(statuses).toContain(200);
    },
  );

  test('the signed addresses that these answers give open', async () => {
    expect(links.size).toBeGreaterThan(0);
    for (const link of links) expect((await get(link.slice(API_PREFIX.length))).status, link).toBe(200);
  });
});

/** Where the things of an address are kept. */
function tableOf(path: string): string {
  if (path.startsWith('/signatures')) return 'guest_signatures';
  if (path.startsWith('/regulation/corpora')) return 'corpora';
  return path.startsWith('/regulation/entries') ? 'corpus_entries' : (path.split('/')[1] ?? '');
}
