import { describe, expect, test } from 'vitest';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
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

  test('a sealed document never goes before its ten years, on the 29th of February either', async () => {
    const app = await testApp({ engine, converter: converterOf(pdfOf('essai')) });
    const [admin, editor] = [await app.as('admin'), await app.as('editor')];
    const file = { name: 'f.docx', bytes: docxOf({ body: p('{{nom_commercial}}') }) };
    const { body: template } = await admin.upload('/templates', { fields: { name: 'Fiche' }, file });
    const product_id = (await editor.post('/products', { nom_commercial: 'Crème' })).body.id;
    const { id } = (await editor.post('/generations', { template_id: template.id, product_id })).body;
    expect((await editor.patch(`/generations/${id}/validate`)).status).toBe(200);
    const { db } = app.database;
    const isThere = async () => (await db.selectFrom('generations').select('id').execute()).length === 1;
    const sealedOn = { validated_at: '2026-03-01T10:00:00.000Z', deleted_at: '2030-01-01T00:00:00.000Z' };
    await db.updateTable('generations').set(sealedOn).where('id', '=', id).execute();
    for (const [day, is] of [
      ['2036-02-29T12:00:00Z', true],
      ['2036-03-01T09:59:00Z', true],
      ['2036-03-01T10:01:00Z', false],
    ] as const) {
      app.wait(Date.parse(day) - app.deps.clock().getTime());
      await app.deps.trash.purge();
      expect(await isThere(), day).toBe(is);
    }
    await app.close();
  });

  test('a product whose day of marketing has come goes only when an administrator says so', async () => {
    const app = await testApp({ engine });
    const editor = await app.as('editor');
    const then = new Date(app.deps.clock().getTime() + 31 * 86_400_000);
    const made = async (days: number | null): Promise<string> => {
      const date_mise_marche = days === null ? null : daysAfter(dayOf(then), days);
      const { id } = (await editor.post('/products', { nom_commercial: `Crème ${days}`, date_mise_marche })).body;
      await editor.delete(`/products/${id}`);
      return id;
    };
    const [never, before, on, after] = [await made(null), await made(-400), await made(0), await made(1)];
    app.wait(31 * 86_400_000);
    await app.deps.trash.purge();
    const admin = await app.as('admin');
    const inTrash = async (): Promise<string[]> => (await admin.get('/trash')).body.map(({ id }: { id: string }) => id);
    expect((await inTrash()).toSorted()).toEqual([before, on].toSorted());
    expect(await inTrash()).not.toContain(never);
    expect(await inTrash()).not.toContain(after);
    expect((await admin.delete(`/trash/${on}`)).status).toBe(204);
    expect(await inTrash()).toEqual([before]);
    await app.close();
  });

  test('what a sold product stood on is never purged by itself: cases, lots, removed pieces, sheets of what it is made of', async () => {
    const app = await testApp({ engine });
    const editor = await app.as('editor');
    const made = async (date_mise_marche: string | null): Promise<string> =>
      (await editor.post('/products', { nom_commercial: `Crème ${date_mise_marche}`, date_mise_marche })).body.id;
    const yesterday = daysAfter(dayOf(app.deps.clock()), -1);
    const [sold, unsold] = [await made(yesterday), await made(null)];
    const file = { name: 'a.pdf', bytes: pdfOf('a') };
    const pieceOf = async (product_id: string): Promise<string> =>
      (await editor.upload('/attachments', { fields: { product_id, field_key: 'etiquette' }, file })).body.id;
    const removed = [await pieceOf(sold), await pieceOf(unsold)];
    const substance = async (inci: string): Promise<string> => (await editor.post('/substances', { inci })).body.id;
    const [used, idle] = [await substance('Panthenol'), await substance('Allantoin')];
    await editor.put(`/products/${unsold}/formula`, {
      mode: 'table',
      lines: [lineWith({ id: '1', substance_id: used, percent: 100 })],
    });
    for (const id of [used, idle])
      removed.push(
        (await editor.upload(`/substances/${id}/attachments`, { fields: { field_key: 'fiche' }, file })).body.id,
      );
    for (const id of removed) expect((await editor.delete(`/attachments/${id}`)).status).toBe(204);
    const effect = (await editor.post(`/products/${sold}/effects`, { recu_le: yesterday, source: 'vente' })).body.id;
    expect((await editor.delete(`/products/${sold}/effects/${effect}`)).status).toBe(204);
    app.wait(60 * 86_400_000);
    await app.deps.trash.purge();
    const ids = async (table: 'attachments' | 'follow_records'): Promise<string[]> =>
      (await app.database.db.selectFrom(table).select('id').execute()).map(({ id }) => id);
    // Of the product that was never sold, and of the substance that nothing is made of, nothing is kept.
    expect((await ids('attachments')).toSorted()).toEqual([removed[0], removed[2]].toSorted());
    expect(await ids('follow_records')).toEqual([effect]);
    await app.close();
  });

  test('a product that comes back has the composition that its raw materials have now', async () => {
    const app = await testApp({ engine });
    const [admin, editor] = [await app.as('admin'), await app.as('editor')];
    const ids: string[] = [];
    for (const inci of ['Panthenol', 'Allantoin']) ids.push((await editor.post('/substances', { inci })).body.id);
    const composed = (substance_id = '') => ({ trade_name: 'MP', components: [{ substance_id, percent: 100 }] });
    const material = (await editor.post('/materials', composed(ids[0]))).body;
    const { id } = (await editor.post('/products', { nom_commercial: 'Crème' })).body;
    const lines = [lineWith({ id: '1', material_id: material.id, percent: 100 })];
    await editor.put(`/products/${id}/formula`, { mode: 'table', lines });
    await editor.delete(`/products/${id}`);
    await editor.put(`/materials/${material.id}`, composed(ids[1]));
    expect((await admin.post(`/trash/${id}/restore`)).status).toBe(200);
    const kept = await app.database.db.selectFrom('products').select('composition_sha256').executeTakeFirstOrThrow();
    expect(kept.composition_sha256).toBe((await editor.get(`/products/${id}/formula`)).body.composition_sha256);
    await app.close();
  });
});
