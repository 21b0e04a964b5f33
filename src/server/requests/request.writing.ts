import { randomUUID } from 'node:crypto';
import { counted } from '#shared/fields/counted.ts';
import type { RequestInput, SupplierRequest } from '#shared/requests/request.contract.ts';
import type { Actor, Signed } from '../caller.ts';
import { type Executor, inTransaction, lock } from '../db/open.ts';
import type { RequestItemRow, RequestRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, staleRecord } from '../errors.ts';
import type { Base } from './request.presenting.ts';
import { daysOf } from './request.sending.ts';
import type { RequestDependencies } from './request.service.ts';
import * as store from './request.store.ts';
import { lockOf } from './request.words.ts';

/** @throws 422 for what is not there, naming the item */
const checkOwnersWith =
  ({ products, materials }: Pick<RequestDependencies, 'products' | 'materials'>) =>
  async (items: RequestInput['items']): Promise<void> => {
    const known = new Set(
      (await materials.listByIds(items.flatMap(({ for: of }) => (of.type === 'material' ? [of.id] : [])))).map(
        ({ id }) => id,
      ),
    );
    for (const [index, { for: of }] of items.entries()) {
      const isThere =
        of.type === 'material'
          ? known.has(of.id)
          : await products.get(of.id).then(
              () => true,
              () => false,
            );
      if (!isThere)
        throw invalid([
          {
            ...bodyFault('items', `Ligne ${index + 1} : cette fiche n’est plus là, choisissez-en une autre.`),
            loc: ['body', 'items', index, 'for'],
          },
        ]);
    }
  };

const rowsOf = (id: string, items: RequestInput['items']): RequestItemRow[] =>
  items.map(({ kind, label, for: of, required }, index) => ({
    request_id: id,
    n: index + 1,
    kind,
    label,
    owner_type: of.type,
    owner_id: of.id,
    required: required ? 1 : 0,
    state: 'waiting',
    reason: null,
  }));

/** @throws 422 for a day that is over */
function checkDay(day: string, today: string): void {
  if (day < today) throw invalid([bodyFault('due_on', 'Ce jour est passé : donnez-en un à venir.')]);
}

/** A request, written and changed. */
export function createWriting(
  { db, products, materials, guests }: RequestDependencies,
  { get, presentOne, record, today, now }: Base,
) {
  const checkOwners = checkOwnersWith({ products, materials });

  return {
    async create(body: RequestInput, { signed, by }: { signed: Signed; by: Actor }): Promise<SupplierRequest> {
      await checkOwners(body.items);
      checkDay(body.due_on, today());
      const id = randomUUID();
      const { items, reminding, ...values } = body;
      const row: RequestRow = {
        ...values,
        message: values.message || null,
        id,
        reminding: reminding ? 1 : 0,
        reminded: '[]',
        state: 'draft',
        sent_at: null,
        answered_at: null,
        revision: 1,
        created_at: now(),
        created_by: signed.account.id,
        updated_at: now(),
        updated_by: signed.account.id,
      };
      await inTransaction(db, async (trx) => {
        await store.insert(trx, row, rowsOf(id, items));
        await record(trx, row, { action: 'request.create', by, about: counted(items.length, 'document') });
      });
      return await presentOne(id);
    },

    /** @throws 409 for what a supplier reads already, 412 */
    async update(
      id: string,
      body: RequestInput,
      { ifMatch, signed, by }: { ifMatch: string | null; signed: Signed; by: Actor },
    ): Promise<SupplierRequest> {
      const before = await get(db, id);
      if (before.state === 'draft') await checkOwners(body.items);
      if (body.due_on !== before.due_on) checkDay(body.due_on, today());
      await inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          if (ifMatch !== null && ifMatch !== String(row.revision)) throw staleRecord();
          if (row.state === 'done' || row.state === 'cancelled')
            throw conflict('Cette demande est finie : faites-en une autre.');
          const items = rowsOf(id, body.items);
          const asked = (all: readonly RequestItemRow[]): string =>
            JSON.stringify(
              all.map(({ kind, label, owner_type, owner_id, required }) => [
                kind,
                label,
                owner_type,
                owner_id,
                required,
              ]),
            );
          const isRead = row.state === 'sent';
          const isSame =
            asked(await store.itemsOf(trx, [id])) === asked(items) &&
            row.email === body.email &&
            row.supplier === body.supplier;
          if (isRead && !isSame)
            throw conflict(
              'Le fournisseur lit déjà cette demande : changez son jour ou ses relances, ou annulez-la et faites-en une autre.',
            );
          const { items: _, reminding, ...values } = body;
          const next = {
            ...values,
            message: values.message || null,
            reminding: reminding ? 1 : 0,
            updated_at: now(),
            updated_by: signed.account.id,
          };
          if (!(await store.update(trx, row, next))) throw staleRecord();
          if (!isRead) await store.replaceItems(trx, id, items);
          else {
            // Its link lasts until the new day, as far as a link lasts.
            const guest = await guests.ofRequest(trx, id);
            if (guest) await guests.renew(trx, guest, { days: daysOf(body.due_on, today()), by: null });
          }
          await record(trx, { ...row, ...next }, { action: 'request.update', by });
        },
        lockOf(id),
      );
      return await presentOne(id);
    },

    /** Those that the example made, unless somebody sent them or made them theirs. */
    async removeExample(trx: Executor, ids: readonly string[]): Promise<void> {
      for (const id of ids) await lock(trx, lockOf(id));
      await store.removeExample(trx, ids);
    },

    async cancel(id: string, { signed, by }: { signed: Signed; by: Actor }): Promise<SupplierRequest> {
      await inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          if (row.state === 'cancelled') throw conflict('Cette demande est déjà annulée.');
          await store.update(trx, row, { state: 'cancelled', updated_at: now(), updated_by: signed.account.id });
          await record(trx, row, { action: 'request.cancel', by });
        },
        lockOf(id),
      );
      return await presentOne(id);
    },
  };
}
