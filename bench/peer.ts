/**
 * The list, a save and a new product beside Directus, on the same PostgreSQL, in one run: 5,000 products of the same fields, eight
 * clients. Directus keeps its journal and its revisions, as Diplo does; its rate limiter is off, as it is by default.
 * Directus is no dependency: `DIRECTUS=<a folder where npm installed directus and pg> node scripts/run.mjs bench/peer.ts`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { FIELDS } from '#shared/products/product.fields.ts';
import { claim, endOfBench } from './claim.ts';
import { onBothEngines, sender } from './clients.ts';

const FOLDER = process.env.DIRECTUS;
if (!FOLDER) throw new Error('DIRECTUS names a folder where npm installed directus and pg');
const [COUNT, CLIENTS, SECONDS, PORT, TOKEN] = [5_000, 8, 5, 8_155, 'banc-de-mesure-0123456789'];
const FULL = Object.fromEntries(FIELDS.map(({ name, example }) => [name, example]));
const DIRECTUS = `http://127.0.0.1:${PORT}`;

type Send = ReturnType<typeof sender>;

/** Directus on a database of its own, with a collection of the same fields and as many rows. */
async function startDirectus(postgres: string): Promise<{ child: ChildProcess; send: Send }> {
  const environment = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(PORT),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: postgres,
    SECRET: 'banc',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'un mot de passe',
    ADMIN_TOKEN: TOKEN,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
  };
  const cli = join(FOLDER ?? '', 'node_modules/directus/cli.js');
  const bootstrap = spawn(process.execPath, [cli, 'bootstrap'], {
    cwd: FOLDER,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((done) => bootstrap.once('exit', done));
  if (code !== 0) throw new Error(`Directus does not start on this Node: its bootstrap ends with ${code}`);
  const child = spawn(process.execPath, [cli, 'start'], {
    cwd: FOLDER,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const send = sender(DIRECTUS, { authorization: `Bearer ${TOKEN}` });
  for (let turn = 0; ; turn += 1) {
    try {
      await send('GET', '/server/ping');
      break;
    } catch (error) {
      if (error instanceof SyntaxError) break;
      if (turn > 240) throw error;
      await setTimeout(500);
    }
  }
  await send('POST', '/collections', {
    collection: 'produits',
    schema: {},
    meta: { accountability: 'all' },
    fields: [
      {
        field: 'id',
        type: 'uuid',
        meta: { special: ['uuid'] },
        schema: { is_primary_key: true, length: 36, has_auto_increment: false },
      },
      { field: 'date_updated', type: 'timestamp', meta: { special: ['date-created', 'date-updated'] }, schema: {} },
      ...FIELDS.map(({ name }) => ({ field: name, type: 'text', schema: {} })),
    ],
  });
  for (let from = 0; from < COUNT; from += 100)
    await send(
      'POST',
      '/items/produits',
      Array.from({ length: 100 }, (_, n) => ({ ...FULL, ref_formule: `REF-${from + n}` })),
    );
  return { child, send };
}

await onBothEngines(
  COUNT,
  async (_, { url, headers, postgres, open }) => {
    const database = open();
    await sql`create database peer`.execute(database.db);
    await database.close();
    const server = new URL(postgres);
    server.pathname = '/peer';
    const { child, send: directus } = await startDirectus(server.href);
    const diplo = sender(`${url}/api/v1`, headers);

    type Work = (client: number, turn: number) => Promise<unknown>;
    const rate = async (work: Work): Promise<number> => {
      let done = 0;
      const end = performance.now() + SECONDS * 1_000;
      await Promise.all(
        Array.from({ length: CLIENTS }, async (__, client) => {
          for (let turn = 0; performance.now() < end; turn += 1, done += 1) await work(client, turn);
        }),
      );
      return done / SECONDS;
    };
    /** How many a second, of one and then of the other. */
    async function beside(what: string, own: Work, peer: Work, atLeast: number): Promise<void> {
      await rate(peer);
      await rate(own);
      const [theirs, ours] = [await rate(peer), await rate(own)];
      console.log(
        `${what.padEnd(16)} ${ours.toFixed(0)} a second, Directus ${theirs.toFixed(0)}: ${claim(what, ours / theirs, 'times', { atLeast })}`,
      );
    }
    const idsOf = async (send: Send, path: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let client = 0; client < CLIENTS; client += 1) {
        const made = (await send('POST', path, { ...FULL, nom_commercial: `Banc ${client}` })) as {
          id?: string;
          data?: { id: string };
        };
        ids.push(made.id ?? made.data?.id ?? '');
      }
      return ids;
    };
    const [ours, theirs] = [await idsOf(diplo, '/products'), await idsOf(directus, '/items/produits')];
    await beside(
      'the list',
      (_client, turn) => diplo('GET', `/products/?page=${1 + (turn % 50)}&size=10`),
      (_client, turn) =>
        directus('GET', `/items/produits?page=${1 + (turn % 50)}&limit=10&sort=-date_updated&meta=filter_count`),
      5,
    );
    await beside(
      'a save',
      (client, turn) => diplo('PUT', `/products/${ours[client]}`, { ...FULL, notes_commentaires: `Note ${turn}` }),
      (client, turn) =>
        directus('PATCH', `/items/produits/${theirs[client]}`, { ...FULL, notes_commentaires: `Note ${turn}` }),
      5,
    );
    // What is left when nothing is asked over HTTP, checked, locked, journalled or kept as history: a save can come no nearer.
    const below = open();
    const rows = await below.db.selectFrom('products').selectAll().where('id', 'in', ours).execute();
    const floor = await rate((client, turn) => {
      const row = rows[client % rows.length];
      if (!row) throw new Error('no product');
      return below.db
        .updateTable('products')
        .set({ data: row.data, search_text: `${row.search_text} ${turn}`, revision: row.revision + turn })
        .where('id', '=', row.id)
        .execute();
    });
    console.log(`  the bare update of that row: ${floor.toFixed(0)} a second`);
    await below.close();
    await beside(
      'a new product',
      (_client, turn) => diplo('POST', '/products', { ...FULL, ref_produit: `B${turn}` }),
      (_client, turn) => directus('POST', '/items/produits', { ...FULL, ref_produit: `B${turn}` }),
      5,
    );
    child.kill('SIGKILL');
  },
  { only: 'postgres' },
);
endOfBench();
