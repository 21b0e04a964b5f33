import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Whether that PostgreSQL is this run's own. */
    postgresIsOurs: boolean;
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

let url: Promise<string> | undefined;

/** Where PostgreSQL answers: a database for each worker, since what is locked by name is so in a whole database. */
export function postgresUrl(): Promise<string> {
  url ??= ownDatabase(inject('postgresUrl'));
  return url;
}

async function ownDatabase(server: string): Promise<string> {
  if (!inject('postgresIsOurs')) return server;
  const name = `worker_${process.env.VITEST_POOL_ID ?? 0}`;
  const known = await ask(server, `select 1 from pg_database where datname = '${name}'`);
  if (known.length === 0) await ask(server, `create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  return own.href;
}

/** The database that `copyOf` copies, once somebody has filled it. */
let filled: Promise<string> | undefined;

/**
 * A copy of a database that `fill` makes once for all the tests of a worker: a tenth of the time that its migrations take.
 * `null` on a PostgreSQL that is not ours.
 */
export async function copyOf(
  fill: (url: string) => Promise<void>,
): Promise<{ url: string; drop: () => Promise<void> } | null> {
  if (!inject('postgresIsOurs')) return null;
  const server = await postgresUrl();
  const named = (name: string): string => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  filled ??= (async () => {
    const name = `filled_${randomBytes(6).toString('hex')}`;
    await ask(server, `create database ${name}`);
    await fill(named(name));
    return name;
  })();
  const name = `t_${randomBytes(6).toString('hex')}`;
  await ask(server, `create database ${name} template ${await filled}`);
  return {
    url: named(name),
    drop: async () => {
      await ask(server, `drop database ${name} with (force)`);
    },
  };
}

/** An empty schema, and its end: every migration reads the catalogue of them all. */
export async function freshSchema(): Promise<{ url: string; schema: string; drop: () => Promise<void> }> {
  const where = await postgresUrl();
  const schema = `t_${randomBytes(6).toString('hex')}`;
  await ask(where, `create schema ${schema}`);
  return {
    url: where,
    schema,
    drop: async () => {
      await ask(where, `drop schema ${schema} cascade`);
    },
  };
}
