import { describe, expect, test } from 'vitest';
import { ENGINES, testApp } from '../test/test.app.ts';
import { OUTLIVE, PARTS, TRASH } from './trash.store.ts';

describe.each(ENGINES)('the trash, on %s', (engine) => {
  test('every table that has one is declared, and so is everything that goes with what it holds', async () => {
    const app = await testApp({ engine });
    const tables = (await app.database.db.introspection.getTables())
      .filter(({ schema }) => engine === 'sqlite' || schema === app.database.schema)
      .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
    const having = (test: (column: string) => boolean): string[] =>
      tables.flatMap(({ name, columns }) => columns.filter(test).map((column) => `${name}.${column}`)).sort();

    const trashed = having((column) => column === 'deleted_at');
    const declared = [...Object.values(TRASH), ...PARTS.filter(({ type }) => type)];
    expect(trashed).toEqual([...new Set(declared.map(({ table }) => `${table}.deleted_at`))].sort());

    const owner = new RegExp(`^(owner|${Object.keys(TRASH).join('|')})_id$`);
    const named = having((column) => owner.test(column));
    expect(named).toEqual(
      [
        ...new Set(PARTS.map(({ table, column }) => `${table}.${column}`)),
        ...OUTLIVE.map((one) => one.join('.')),
      ].sort(),
    );
    await app.close();
  });
});
