import { randomUUID } from 'node:crypto';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { FORMULA_KEY } from '#shared/products/product.fields.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import { bodyFault, invalid, notFound } from '../errors.ts';
import type { FileAnswer, UploadedFile } from '../http/file.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import { sizeOf } from '../storage/inbox.ts';
import * as store from './attachment.store.ts';

export interface AttachmentService {
  listOf(productId: string): Promise<Attachment[]>;
  create(input: { product_id: string; field_key: string; file: UploadedFile; by: Actor }): Promise<Attachment>;
  rename(id: string, alias: string | null, by: Actor): Promise<Attachment>;
  remove(id: string, by: Actor): Promise<void>;
  read(id: string, by: Actor): Promise<FileAnswer>;
}

const present = (row: store.AttachmentWithFile): Attachment => ({
  id: row.id,
  product_id: row.product_id,
  field_key: row.field_key,
  file_name: row.file_name,
  alias: row.alias,
  mime_type: row.mime_type,
  size: row.size,
  sha256: row.sha256,
  created_at: row.created_at,
});

const MIME = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;

export function createAttachments({
  db,
  files,
  products,
  audit,
  clock,
}: {
  db: Db;
  files: FileService;
  products: ProductService;
  audit: AuditService;
  clock: () => Date;
}): AttachmentService {
  const get = async (executor: Executor, id: string): Promise<store.AttachmentWithFile> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('pièce jointe');
    return row;
  };

  const refreshFormula = async (trx: Executor, productId: string): Promise<void> => {
    const rows = await store.listOf(trx, productId);
    await products.setFormula(
      trx,
      productId,
      rows.some((row) => row.field_key === FORMULA_KEY),
    );
  };

  return {
    async listOf(productId) {
      await products.get(productId);
      return (await store.listOf(db, productId)).map(present);
    },

    async create({ product_id, field_key, file, by }) {
      if (sizeOf(file.content) === 0) throw invalid([bodyFault('file', 'Le fichier est vide.')]);
      await products.get(product_id);
      const stored = await files.save(file.content);
      const row = {
        id: randomUUID(),
        product_id,
        field_key,
        file_name: file.fileName,
        alias: null,
        mime_type: MIME.test(file.mimeType) ? file.mimeType.toLowerCase() : 'application/octet-stream',
        file_id: stored.id,
        created_at: clock().toISOString(),
        deleted_at: null,
        deleted_by: null,
      };
      await inTransaction(
        db,
        async (trx) => {
          await products.get(product_id, trx);
          await files.record(trx, stored);
          await store.insert(trx, row);
          await refreshFormula(trx, product_id);
          await audit.record(trx, {
            action: 'attachment.create',
            by,
            object: { type: 'attachment', id: row.id, label: row.file_name },
          });
        },
        `product ${product_id}`,
      );
      return present({ ...row, sha256: stored.sha256, size: stored.size });
    },

    async rename(id, alias, by) {
      const { product_id } = await get(db, id);
      return inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          const next = alias === '' ? null : alias;
          await store.update(trx, id, { alias: next });
          await audit.record(trx, {
            action: 'attachment.update',
            by,
            object: { type: 'attachment', id, label: next ?? row.file_name },
          });
          return present({ ...row, alias: next });
        },
        `product ${product_id}`,
      );
    },

    async remove(id, by) {
      const { product_id } = await get(db, id);
      await inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          await store.update(trx, id, { deleted_at: clock().toISOString(), deleted_by: by.email });
          await refreshFormula(trx, row.product_id);
          await audit.record(trx, {
            action: 'attachment.remove',
            by,
            object: { type: 'attachment', id, label: row.alias ?? row.file_name },
          });
        },
        `product ${product_id}`,
      );
    },

    async read(id, by) {
      const row = await get(db, id);
      if (row.field_key === FORMULA_KEY)
        await audit.note({
          action: 'attachment.read',
          by,
          object: { type: 'attachment', id, label: row.alias ?? row.file_name },
        });
      return {
        ...(await files.open(row.file_id)),
        // Never what the sender declared: a browser must not run it.
        mimeType: 'application/octet-stream',
        fileName: row.file_name,
        disposition: 'attachment',
      };
    },
  };
}
