import fc from 'fast-check';
import { expect } from 'vitest';
import { docxOf, p } from './docx.maker.ts';
import type { Caller, TestApp } from './test.app.ts';

/**
 * Products, attachments, generations and the trash, as a small model of what they promise; sequences of calls drawn at
 * random are made on the model and on the server, and both must agree after each.
 */

interface Product {
  nom_client: string;
  revision: number;
  status: 'DRAFT' | 'VALIDATED';
  deleted: boolean;
  attachments: Map<string, { key: string }>;
  /** Files that came or went. */
  fileEvents: number;
}
interface Generation {
  product: string;
  nom_client: string;
  sealed: boolean;
  deleted: boolean;
}
interface Model {
  products: Map<string, Product>;
  generations: Map<string, Generation>;
}

const KINDS = [
  'create',
  'save',
  'saveStale',
  'saveBlind',
  'remove',
  'restore',
  'attach',
  'attachFormula',
  'detach',
  'generate',
  'seal',
  'removeGeneration',
  'restoreGeneration',
  'read',
] as const;
type Kind = (typeof KINDS)[number];
export interface Step {
  kind: Kind;
  /** Which of the things there are. */
  which: number;
  text: string;
}

export const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      which: fc.nat(1_000),
      text: fc.stringMatching(/^[a-zàéù ]{1,12}$/).filter((text) => text.trim() !== ''),
    }),
    { minLength: length, maxLength: length },
  );

export interface World {
  editor: Caller;
  admin: Caller;
  template: string;
}

export async function worldOf(app: TestApp): Promise<World> {
  const [editor, admin] = [await app.as('editor'), await app.as('admin')];
  const { body } = await editor.upload('/templates', {
    fields: { name: 'Fiche' },
    file: { name: 'f.docx', bytes: docxOf({ body: p('{{nom_client}}') }) },
  });
  return { editor, admin, template: body.id };
}

const at = <T>(map: Map<string, T>, which: number): [string, T] | undefined =>
  map.size === 0 ? undefined : [...map.entries()][which % map.size];

export async function follow(world: World, sequence: readonly Step[]): Promise<void> {
  const model: Model = { products: new Map(), generations: new Map() };
  for (const step of sequence) await perform(world, model, step);
  await compare(world, model);
}

async function perform({ editor, admin, template }: World, model: Model, step: Step): Promise<void> {
  const { kind, which, text } = step;
  const found = at(model.products, which);
  const made = at(model.generations, which);
  if (kind === 'create') {
    const { status, body } = await editor.post('/products', { nom_client: text });
    expect(status).toBe(201);
    model.products.set(body.id, {
      nom_client: text,
      revision: 1,
      status: 'DRAFT',
      deleted: false,
      attachments: new Map(),
      fileEvents: 0,
    });
    return;
  }
  if (found) await onProduct({ editor, admin, template }, { model, found, kind, which, text });
  if (made) await onGeneration({ editor, admin }, { model, made, kind });
}

async function onProduct(
  { editor, admin, template }: World,
  { model, found, kind, which, text }: { model: Model; found: [string, Product] } & Step,
): Promise<void> {
  const [id, product] = found;
  const alive = !product.deleted;
  const save = async (headers: Record<string, string>, expected: number): Promise<void> => {
    const { status, body } = await editor.put(`/products/${id}`, { nom_client: text, status: 'DRAFT' }, headers);
    expect(status).toBe(alive ? expected : 404);
    if (status !== 200) return;
    product.revision += 1;
    product.nom_client = text;
    product.status = 'DRAFT';
    expect(body.revision).toBe(product.revision);
  };
  switch (kind) {
    case 'save':
      return save({ 'if-match': `"${product.revision}"` }, 200);
    case 'saveStale':
      return save({ 'if-match': `"${product.revision + 7}"` }, 412);
    case 'saveBlind':
      return save({}, 200);
    case 'remove':
      expect((await editor.delete(`/products/${id}`)).status).toBe(alive ? 204 : 404);
      product.deleted = true;
      return;
    case 'restore':
      expect((await admin.post(`/trash/${id}/restore`)).status).toBe(alive ? 404 : 200);
      product.deleted = false;
      return;
    case 'attach':
    case 'attachFormula': {
      const key = kind === 'attach' ? 'pieces_jointes' : 'formula';
      const { status, body } = await editor.upload('/attachments', {
        fields: { product_id: id, field_key: key },
        file: { name: 'a.txt', bytes: Buffer.from(text) },
      });
      expect(status).toBe(alive ? 201 : 404);
      if (status !== 201) return;
      product.attachments.set(body.id, { key });
      product.fileEvents += 1;
      return;
    }
    case 'detach': {
      const attachment = at(product.attachments, which);
      if (!attachment) return;
      expect((await editor.delete(`/attachments/${attachment[0]}`)).status).toBe(alive ? 204 : 404);
      if (!alive) return;
      product.attachments.delete(attachment[0]);
      product.fileEvents += 1;
      return;
    }
    case 'generate': {
      const { status, body } = await editor.post('/generations', { template_id: template, product_id: id });
      expect(status).toBe(alive ? 201 : 404);
      if (status === 201)
        model.generations.set(body.id, {
          product: id,
          nom_client: product.nom_client.trim(),
          sealed: false,
          deleted: false,
        });
      return;
    }
    case 'read': {
      const { status, body } = await editor.get(`/products/${id}`);
      expect(status).toBe(alive ? 200 : 404);
      if (alive)
        expect(body).toMatchObject({
          revision: product.revision,
          status: product.status,
          has_formula_attachment: [...product.attachments.values()].some((one) => one.key === 'formula'),
        });
      return;
    }
    default:
  }
}

async function onGeneration(
  { editor, admin }: Pick<World, 'editor' | 'admin'>,
  { made, kind }: { model: Model; made: [string, Generation]; kind: Kind },
): Promise<void> {
  const [id, generation] = made;
  const alive = !generation.deleted;
  switch (kind) {
    case 'seal':
      expect((await editor.patch(`/generations/${id}/validate`)).status).toBe(
        alive ? (generation.sealed ? 409 : 200) : 404,
      );
      if (alive) generation.sealed = true;
      return;
    case 'removeGeneration':
      expect((await editor.delete(`/generations/${id}`)).status).toBe(alive ? 204 : 404);
      generation.deleted = true;
      return;
    case 'restoreGeneration':
      expect((await admin.post(`/trash/${id}/restore`)).status).toBe(alive ? 404 : 200);
      generation.deleted = false;
      return;
    case 'read': {
      const { status, body } = await editor.get(`/generations/${id}`);
      expect(status).toBe(alive ? 200 : 404);
      // The names it was made from stay, whatever becomes of the product.
      if (alive)
        expect(body).toMatchObject({
          status: generation.sealed ? 'success' : 'draft',
          product: { id: generation.product },
        });
      return;
    }
    default:
  }
}

/** Everything of the model is on the server, and only that is told of it. */
async function compare({ editor, admin }: World, model: Model): Promise<void> {
  const listed = new Set((await editor.get('/products')).body.map((one: { id: string }) => one.id));
  const trashed = new Set((await admin.get('/trash')).body.map((one: { id: string }) => one.id));
  for (const [id, product] of model.products) {
    expect(listed.has(id)).toBe(!product.deleted);
    expect(trashed.has(id)).toBe(product.deleted);
    if (product.deleted) continue;
    const revisions = (await editor.get(`/products/${id}/revisions`)).body.map(
      (one: { revision: number }) => one.revision,
    );
    expect(revisions).toHaveLength(product.revision + product.fileEvents);
    expect([...new Set(revisions)]).toEqual(
      Array.from({ length: product.revision }, (_, index) => product.revision - index),
    );
    const attachments = (await editor.get(`/attachments/product/${id}`)).body;
    expect(attachments.map((one: { id: string }) => one.id).sort()).toEqual([...product.attachments.keys()].sort());
  }
  const documents = new Set((await editor.get('/generations')).body.map((one: { id: string }) => one.id));
  for (const [id, generation] of model.generations) expect(documents.has(id)).toBe(!generation.deleted);
  expect((await admin.get('/audit/verify')).body.valid).toBe(true);
}
