import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { ListQuery } from '#shared/contract/list.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf, daysBetween, printDay } from '#shared/fields/date.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import type { IntakeKind, IntakeState, OwnerType } from '#shared/intake/intake.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import {
  type ItemState,
  REQUEST_LIMITS,
  type RequestInput,
  type RequestLetter,
  type RequestState,
  type SupplierRequest,
} from '#shared/requests/request.contract.ts';
import { nextReminder, oddities } from '#shared/requests/request.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Actor, NOBODY, type Signed } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { RequestItemRow, RequestRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, notFound, staleRecord } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { GuestService } from '../guests/guest.service.ts';
import type { IntakeService } from '../intake/intake.service.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createAnswering } from './request.answering.ts';
import * as store from './request.store.ts';
import { keyOfItem, letterOf, lockOf, NO_NAME } from './request.words.ts';

export interface RequestDependencies {
  db: Db;
  products: Pick<ProductService, 'get'>;
  materials: Pick<MaterialService, 'listByIds'>;
  formulas: Pick<FormulaService, 'get'>;
  guests: Pick<GuestService, 'insert' | 'ofRequest' | 'urlOf' | 'checkAddress' | 'keep'>;
  intake: Pick<IntakeService, 'receive' | 'fileOne' | 'leave'>;
  users: Pick<UserService, 'people'>;
  notices: Pick<NoticeService, 'tellOne'>;
  mail: Pick<MailService, 'isSet' | 'queue'>;
  jobs: Pick<Jobs, 'handle' | 'wake'>;
  audit: AuditService;
  clock: () => Date;
}

/** A request as it is shown: with what came for each of its items. */
function createPresenting({ db, products, materials, users, mail, clock }: RequestDependencies) {
  const today = (): string => dayOf(clock());

  /** How products and raw materials are called, by id; those that are gone are not there. */
  const labelsOf = async (items: readonly RequestItemRow[]): Promise<ReadonlyMap<string, string>> => {
    const idsOf = (type: string): string[] => [
      ...new Set(items.flatMap(({ owner_type, owner_id }) => (owner_type === type ? [owner_id] : []))),
    ];
    const labels = new Map((await materials.listByIds(idsOf('material'))).map(({ id, label }) => [id, label]));
    for (const id of idsOf('product')) {
      const label = await products.get(id).then(productLabel, () => null);
      if (label !== null) labels.set(id, label);
    }
    return labels;
  };

  /** What came says more than what is kept: filed by hand, it is accepted. */
  const stateOf = (item: RequestItemRow, files: readonly { state: string }[]): ItemState =>
    item.state === 'received' && files.length > 0 && !files.some(({ state }) => state === 'waiting')
      ? files.some(({ state }) => state === 'filed')
        ? 'accepted'
        : 'waiting'
      : (item.state as ItemState);

  const present = async (rows: readonly RequestRow[]): Promise<SupplierRequest[]> => {
    const items = await store.itemsOf(
      db,
      rows.map(({ id }) => id),
    );
    const labels = await labelsOf(items);
    const given = await store.listGiven(
      db,
      items.map(({ request_id, n }) => keyOfItem(request_id, n)),
    );
    const people = await users.people();
    return rows.map((row) => {
      const reminded = JSON.parse(row.reminded) as string[];
      const isReminding = mail.isSet && row.state === 'sent' && row.reminding === 1;
      return {
        id: row.id,
        supplier: row.supplier,
        email: row.email,
        message: row.message,
        due_on: row.due_on,
        reminding: row.reminding === 1,
        items: items
          .filter(({ request_id }) => request_id === row.id)
          .map((item) => {
            const files = given.filter(({ source_key }) => source_key === keyOfItem(row.id, item.n));
            return {
              n: item.n,
              kind: item.kind as IntakeKind | null,
              label: item.label,
              for: {
                type: item.owner_type as 'material' | 'product',
                id: item.owner_id,
                label: labels.get(item.owner_id) ?? 'Fiche à la corbeille',
              },
              required: item.required === 1,
              state: stateOf(item, files),
              reason: item.reason,
              files: files.map(({ id, file_name, state, kind, expires_on, why }) => ({
                id,
                file_name,
                state: state as IntakeState,
                says: [
                  ...oddities(item.kind as IntakeKind | null, { kind: kind as IntakeKind | null, expires_on }, today()),
                  ...(why.includes(NO_NAME) ? [NO_NAME] : []),
                ],
              })),
            };
          }),
        state: row.state as RequestState,
        sent_at: row.sent_at,
        answered_at: row.answered_at,
        reminded,
        next_reminder: isReminding ? nextReminder({ ...row, reminded }) : null,
        late: row.state === 'sent' && row.due_on < today(),
        revision: row.revision,
        created_at: row.created_at,
        created_by: people.get(row.created_by)?.name ?? null,
        updated_at: row.updated_at,
        updated_by: row.updated_by && (people.get(row.updated_by)?.name ?? null),
      };
    });
  };
  return { present, labelsOf };
}
/** What suppliers are asked for: each item is a document, of a raw material or of a product. */
export function createRequests(deps: RequestDependencies) {
  const { db, products, materials, formulas, guests, users, mail, jobs, audit, clock } = deps;
  const now = (): string => clock().toISOString();
  const today = (): string => dayOf(clock());
  const { present, labelsOf } = createPresenting(deps);

  const get = async (executor: Executor, id: string): Promise<RequestRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('demande');
    return row;
  };
  const presentOne = async (id: string): Promise<SupplierRequest> =>
    (await present([await get(db, id)]))[0] as SupplierRequest;

  const record = (
    trx: Executor,
    row: RequestRow,
    { action, by, about = '' }: { action: AuditAction; by: Actor; about?: string },
  ) =>
    audit.record(trx, {
      action,
      by,
      object: { type: 'request', id: row.id, label: [row.supplier, about].filter(Boolean).join(', ') },
    });

  /** @throws 422 for what is not there, naming the item */
  const checkOwners = async (items: RequestInput['items']): Promise<void> => {
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

  /** Puts the message in line, in the transaction that says that it goes. */
  const queue = async (
    trx: Executor,
    row: RequestRow,
    { guestId, isReminder }: { guestId: string; isReminder: boolean },
  ) => {
    const signed = (await users.people(trx)).get(row.created_by)?.name ?? null;
    const awaited = (await store.itemsOf(trx, [row.id])).filter(({ state }) => ['waiting', 'refused'].includes(state));
    const { subject, text } = letterOf(row, awaited, { isReminder, signed });
    const rank = isReminder ? (JSON.parse(row.reminded) as string[]).length + 1 : 0;
    if (mail.isSet) await mail.queue(trx, { key: `request ${row.id} ${rank}`, to: { guestId }, subject, text });
    return { subject, text };
  };

  /** @throws 409 for one that is not sent, or has been reminded of today */
  const remind = async (
    id: string,
    { by, isDue }: { by: Actor; isDue?: (row: RequestRow) => boolean },
  ): Promise<{ guestId: string; subject: string; text: string } | null> =>
    inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        if (isDue && !isDue(row)) return null;
        if (row.state !== 'sent') throw conflict('Seule une demande envoyée se relance.');
        const reminded = JSON.parse(row.reminded) as string[];
        if (reminded.includes(today())) throw conflict('Ce fournisseur a déjà été relancé aujourd’hui.');
        const guest = await guests.ofRequest(trx, id);
        if (!guest) throw notFound('lien');
        const letter = await queue(trx, row, { guestId: guest.id, isReminder: true });
        await store.update(trx, row, { reminded: JSON.stringify([...reminded, today()]) });
        await record(trx, row, { action: 'request.remind', by, about: `relance ${reminded.length + 1}` });
        return { guestId: guest.id, ...letter };
      },
      lockOf(id),
    );

  jobs.handle('requests.remind', {
    isReady: async () => mail.isSet,
    perform: async () => {
      const isDue = (row: RequestRow): boolean => {
        const next =
          row.state === 'sent' && row.reminding === 1
            ? nextReminder({ ...row, reminded: JSON.parse(row.reminded) as string[] })
            : null;
        return next !== null && next <= today();
      };
      // Another instance may have done it since: it is asked again where it is written.
      for (const row of (await store.listToRemind(db)).filter(isDue)) await remind(row.id, { by: NOBODY, isDue });
      jobs.wake();
    },
  });

  const letter = async (
    id: string,
    guestId: string,
    { subject, text }: { subject: string; text: string },
  ): Promise<RequestLetter> => {
    const url = guests.urlOf(guestId);
    jobs.wake();
    return { ...(await presentOne(id)), mailed: mail.isSet, url, subject, text: text.replace('{lien}', url) };
  };

  return {
    ...createAnswering({ ...deps, get, present, presentOne, record, labelsOf }),
    get: presentOne,

    async list({
      product_id,
      ...query
    }: Omit<ListQuery, 'sort' | 'search'> & { state?: RequestState | undefined; product_id?: string | undefined }) {
      const owners = product_id === undefined ? null : await ownersOf(product_id);
      const { rows, total } = await store.list(db, { ...query, owners });
      return { rows: await present(rows), total };
    },

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
          await record(trx, { ...row, ...next }, { action: 'request.update', by });
        },
        lockOf(id),
      );
      return await presentOne(id);
    },

    /** @returns it with its link and its words. @throws 409 */
    async send(id: string, { signed, by }: { signed: Signed; by: Actor }): Promise<RequestLetter> {
      guests.checkAddress();
      const sent = await inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          if (row.state !== 'draft') throw conflict('Cette demande est déjà partie.');
          const days = Math.min(
            GUEST_LIMITS.daysMax,
            Math.max(1, daysBetween(today(), row.due_on)) + REQUEST_LIMITS.daysAfter,
          );
          const guest = await guests.insert(
            trx,
            {
              product_id: null,
              request_id: id,
              name: row.supplier,
              email: row.email,
              role: 'fournisseur',
              may: '["attach"]',
              pieces: '[]',
              formula: 0,
              code: 0,
            },
            { days, by: signed.account.id },
          );
          const words = await queue(trx, row, { guestId: guest.id, isReminder: false });
          await store.update(trx, row, {
            state: 'sent',
            sent_at: now(),
            updated_at: now(),
            updated_by: signed.account.id,
          });
          await record(trx, row, { action: 'request.send', by, about: `pour le ${printDay(row.due_on)}` });
          return { guestId: guest.id, ...words };
        },
        lockOf(id),
        'guests',
      );
      return letter(id, sent.guestId, sent);
    },

    async remind(id: string, by: Actor): Promise<RequestLetter> {
      guests.checkAddress();
      const sent = await remind(id, { by });
      if (!sent) throw notFound('demande');
      return letter(id, sent.guestId, sent);
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

  /** A product, and the raw materials that it is made of. */
  async function ownersOf(productId: string): Promise<string[]> {
    const { lines } = await formulas.get(productId);
    return [productId, ...new Set(lines.flatMap(({ material_id }) => material_id ?? []))];
  }
}

/** @throws 422 for a day that is over */
function checkDay(day: string, today: string): void {
  if (day < today) throw invalid([bodyFault('due_on', 'Ce jour est passé : donnez-en un à venir.')]);
}

/** Documents that are still waited for, as the control and the calendar say them. */
export interface AwaitedRequest {
  id: string;
  supplier: string;
  due_on: string;
  labels: string[];
}

/** @param owners a product, and the raw materials it is made of */
export async function awaitedOf(db: Executor, owners: readonly string[]): Promise<AwaitedRequest[]> {
  const rows = await store.listAwaited(db, owners);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, all]) => ({
    id,
    supplier: all[0]?.supplier ?? '',
    due_on: all[0]?.due_on ?? '',
    labels: all.map(({ label }) => label),
  }));
}

/** The products and raw materials that a request is about. */
export const ownersOfRequest = async (db: Executor, id: string): Promise<{ type: OwnerType; id: string }[]> =>
  (await store.itemsOf(db, [id])).map(({ owner_type, owner_id }) => ({ type: owner_type as OwnerType, id: owner_id }));

export type RequestService = ReturnType<typeof createRequests>;
