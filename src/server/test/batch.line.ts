import { randomUUID } from 'node:crypto';
import type { Caller, TestApp } from './test.app.ts';

/** Enough of them take longer than a few requests, on whatever machine. */
const PRODUCTS = 300;

/** Keeps the line of batches busy for a while, when asked to: what is put in line meanwhile waits, and can be stopped. */
export async function createBusyLine(app: TestApp): Promise<() => Promise<void>> {
  const other: Caller = await app.as('editor');
  const products: string[] = [];
  for (let at = 0; at < PRODUCTS; at += 1)
    products.push((await other.post('/products', { nom_commercial: `File ${at}` })).body.id);
  return async () => {
    const demand = { kind: 'field.set', products, field: 'gamme', op: 'set', value: randomUUID() };
    const { body } = await other.post('/batches/plan', demand);
    await other.post('/batches', { ...demand, plan: body.plan });
  };
}
