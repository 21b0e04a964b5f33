import type { TrashItem } from '#shared/trash/trash.contract.ts';
import type { Executor } from '../db/open.ts';
import type { GenerationRow, ProductRow, TemplateRow } from '../db/tables.ts';

type Deleted<Row, Label extends keyof Row> = Pick<Row, Label> & {
  id: string;
  deleted_at: string;
  deleted_by: string | null;
};

export interface TrashRows {
  product: Deleted<ProductRow, 'summary'>[];
  template: Deleted<TemplateRow, 'name'>[];
  generation: Deleted<GenerationRow, 'file_name'>[];
}

const TABLES = { product: 'products', template: 'templates', generation: 'generations' } as const;

export async function listDeleted(db: Executor): Promise<TrashRows> {
  return {
    product: await db
      .selectFrom('products')
      .select(['id', 'summary', 'deleted_at', 'deleted_by'])
      .where('deleted_at', 'is not', null)
      .$narrowType<{ deleted_at: string }>()
      .execute(),
    template: await db
      .selectFrom('templates')
      .select(['id', 'name', 'deleted_at', 'deleted_by'])
      .where('deleted_at', 'is not', null)
      .$narrowType<{ deleted_at: string }>()
      .execute(),
    generation: await db
      .selectFrom('generations')
      .select(['id', 'file_name', 'deleted_at', 'deleted_by'])
      .where('deleted_at', 'is not', null)
      .$narrowType<{ deleted_at: string }>()
      .execute(),
  };
}

export async function restore(db: Executor, type: TrashItem['type'], id: string): Promise<void> {
  await db.updateTable(TABLES[type]).set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute();
}

/** Removes for good what was deleted before `deleted`; sealed generations only when sealed before `sealed`. */
export async function purge(db: Executor, { deleted, sealed }: { deleted: string; sealed: string }): Promise<number> {
  const gone = [
    await db.deleteFrom('attachments').where('deleted_at', '<', deleted).executeTakeFirst(),
    await db
      .deleteFrom('attachments')
      .where('owner_type', '=', 'product')
      .where('owner_id', 'in', (eb) => eb.selectFrom('products').select('id').where('deleted_at', '<', deleted))
      .executeTakeFirst(),
    await db
      .deleteFrom('product_revisions')
      .where('product_id', 'in', (eb) => eb.selectFrom('products').select('id').where('deleted_at', '<', deleted))
      .executeTakeFirst(),
    await db.deleteFrom('products').where('deleted_at', '<', deleted).executeTakeFirst(),
    await db.deleteFrom('templates').where('deleted_at', '<', deleted).executeTakeFirst(),
    await db
      .deleteFrom('generations')
      .where('deleted_at', '<', deleted)
      .where((eb) => eb.or([eb('status', '=', 'draft'), eb('validated_at', '<', sealed)]))
      .executeTakeFirst(),
  ];
  return gone.reduce((sum, result) => sum + Number(result.numDeletedRows), 0);
}
