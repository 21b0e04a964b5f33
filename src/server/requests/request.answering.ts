import { counted } from '#shared/fields/counted.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import type { IntakeKind, IntakeState } from '#shared/intake/intake.contract.ts';
import type { ItemState, SupplierRequest } from '#shared/requests/request.contract.ts';
import type { Actor, GuestLink } from '../caller.ts';
import { type Executor, inTransaction, lock } from '../db/open.ts';
import type { RequestItemRow, RequestRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, notFound } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import type { RequestDependencies } from './request.service.ts';
import * as store from './request.store.ts';
import { keyOfItem, lockOf, NO_NAME, SAME_FILE } from './request.words.ts';

interface AnsweringDeps extends RequestDependencies {
  get: (executor: Executor, id: string) => Promise<RequestRow>;
  present: (rows: readonly RequestRow[]) => Promise<SupplierRequest[]>;
  presentOne: (id: string) => Promise<SupplierRequest>;
  record: (
    trx: Executor,
    row: RequestRow,
    told: {
      action: 'request.receive' | 'request.absent' | 'request.accept' | 'request.refuse';
      by: Actor;
      about?: string;
    },
  ) => Promise<void>;
  labelsOf: (items: readonly RequestItemRow[]) => Promise<ReadonlyMap<string, string>>;
}

const ARRIVED =
  'Un autre fichier est arrivé pendant que vous lisiez : rechargez la page et lisez-le, puis acceptez ou refusez.';
const MOVED = 'Ce document n’est plus là où vous l’avez vu : rechargez la page.';

/** @throws 409 for one that is closed, or not sent yet */
function checkOpen({ state }: RequestRow): void {
  if (state !== 'sent' && state !== 'done') throw conflict('Cette demande est close.');
}

/** Writes what becomes of an item, and whether the request is complete then. */
function createChanging({ db, clock, get, record }: AnsweringDeps) {
  const now = (): string => clock().toISOString();
  const itemOf = async (executor: Executor, id: string, asked: string): Promise<RequestItemRow> => {
    const item = (await store.itemsOf(executor, [id])).find(({ n }) => String(n) === asked);
    if (!item) throw notFound('document demandé');
    return item;
  };

  /** Says that nothing that is required is waited for any more, or that something is: in the transaction of what changed it. */
  const settle = async (trx: Executor, id: string): Promise<void> => {
    const items = await store.itemsOf(trx, [id]);
    const isComplete = items.every(
      ({ state, required }) => state === 'accepted' || (required === 0 && (state === 'waiting' || state === 'refused')),
    );
    const row = await get(trx, id);
    const state = isComplete ? 'done' : 'sent';
    if (row.state !== state && (row.state === 'sent' || row.state === 'done')) await store.update(trx, row, { state });
  };

  /** What came for an item was filed, put aside or put back: by its own page, or among what is to be filed. */
  const moved = async (trx: Executor, { key, to, by }: { key: string; to: IntakeState; by: Actor }): Promise<void> => {
    const [id = '', n = ''] = key.split(' ');
    await lock(trx, lockOf(id));
    const item = (await store.itemsOf(trx, [id])).find((one) => String(one.n) === n);
    if (!item) return;
    // What is put aside or filed of one that is refused says nothing more; what comes back is to be read.
    if (item.state === 'refused' && to !== 'waiting') return;
    const states = (await store.listGiven(trx, [key])).map(({ state }) => state);
    const next: ItemState = states.includes('waiting') ? 'received' : states.includes('filed') ? 'accepted' : 'waiting';
    if (next === item.state) return;
    await store.setItem(trx, item, { state: next, reason: null });
    if (next === 'accepted') await record(trx, await get(trx, id), { action: 'request.accept', by, about: item.label });
    await settle(trx, id);
  };

  /** Writes what becomes of an item. @throws 409 */
  const change = async (
    id: string,
    asked: string,
    {
      from,
      values,
      seen = [],
      ...told
    }: {
      from: readonly ItemState[];
      values: Pick<RequestItemRow, 'state' | 'reason'>;
      action: Parameters<AnsweringDeps['record']>[2]['action'];
      by: Actor;
      isAnswer?: boolean;
      /** Files that wait and were read. */
      seen?: readonly string[];
    },
  ): Promise<void> => {
    await inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        if (told.isAnswer) checkOpen(row);
        const item = await itemOf(trx, id, asked);
        if (!from.includes(item.state as ItemState)) throw conflict(MOVED);
        // Something came since the person read: nobody has seen it.
        const given = told.isAnswer ? [] : await store.listGiven(trx, [keyOfItem(id, item.n)]);
        if (given.some((one) => one.state === 'waiting' && !seen.includes(one.id))) throw conflict(ARRIVED);
        await store.setItem(trx, item, values);
        if (told.isAnswer) await store.update(trx, row, { answered_at: now() });
        // It is waited for again, and reminded of.
        else if (values.state === 'refused') await store.update(trx, row, { answered_at: null });
        await record(trx, row, { action: told.action, by: told.by, about: item.label });
        await settle(trx, id);
      },
      lockOf(id),
    );
  };

  return { itemOf, change, moved };
}

/** What a supplier reads and answers. */
function createSupplied(deps: AnsweringDeps) {
  const { db, guests, intake, notices, get, present, labelsOf } = deps;
  const { itemOf, change } = createChanging(deps);
  /** @throws 404 for the link of a product */
  const requestOf = async (link: GuestLink): Promise<RequestRow> => {
    if (link.requestId === null) throw notFound('demande');
    return get(db, link.requestId);
  };
  const tell = (link: GuestLink, text: string): Promise<void> =>
    inTransaction(db, (trx) =>
      notices.tellOne(trx, link.inviter.id, { kind: 'request.act', text, link: `/requests?id=${link.requestId}` }),
    );

  return {
    /** What the supplier is shown: the list, and of a product its name. */
    async shown(link: GuestLink) {
      const row = await requestOf(link);
      const [one] = await present([row]);
      return {
        supplier: row.supplier,
        message: row.message,
        due_on: row.due_on,
        items: (one?.items ?? []).map(({ n, kind, label, for: of, required, state, reason, files }) => ({
          n,
          kind,
          label,
          about: of.label,
          required,
          state,
          // Why something is refused is for the supplier to read; why one does not exist, the supplier wrote.
          reason,
          files: files.map(({ file_name }) => file_name),
        })),
      };
    },

    /** @throws 409 for what is settled, 422 for neither a file nor a reason */
    async answer(
      link: GuestLink,
      asked: string,
      { given, absent, by }: { given: readonly UploadedFile[]; absent: string | undefined; by: Actor },
    ) {
      const row = await requestOf(link);
      checkOpen(row);
      const item = await itemOf(db, row.id, asked);
      if (item.state === 'accepted') throw conflict('Ce document est déjà accepté : il n’y a plus rien à envoyer.');
      if (given.length === 0 && absent === undefined)
        throw invalid([bodyFault('file', 'Joignez le document, ou dites pourquoi il n’existe pas.')]);
      if (given.length === 0) {
        await change(row.id, asked, {
          from: ['waiting', 'refused', 'absent'],
          values: { state: 'absent', reason: absent ?? null },
          action: 'request.absent',
          by,
          isAnswer: true,
        });
        await tell(link, `${row.supplier} dit qu’un document n’existe pas : ${item.label}.`);
        return { received: [], refused: [] };
      }
      // Whoever is asked for thirty documents sends them on one day, and some of them again.
      const count = (await store.itemsOf(db, [row.id])).length;
      const { arrived, refused } = await guests.keep(link, given, GUEST_LIMITS.files + count);
      const label = (await labelsOf([item])).get(item.owner_id) ?? '';
      await intake.receive(arrived, {
        source: 'request',
        by,
        key: keyOfItem(row.id, item.n),
        owner: {
          type: item.owner_type as 'material' | 'product',
          id: item.owner_id,
          why: `${row.supplier} l’a envoyé : « ${item.label} » était demandé.`,
          named: { label, otherwise: NO_NAME },
        },
        kind: item.kind as IntakeKind | null,
      });
      if (arrived.length > 0) {
        await change(row.id, asked, {
          from: ['waiting', 'refused', 'absent', 'received'],
          values: { state: 'received', reason: null },
          action: 'request.receive',
          by,
          isAnswer: true,
        });
        await tell(link, `${row.supplier} a envoyé ${counted(arrived.length, 'fichier')} : ${item.label}.`);
      }
      return { received: arrived.map(({ file_name }) => file_name), refused };
    },
  };
}

/** Ids of the files that were read before it was decided; not said by who decides of all that is there. */
type Seen = readonly string[] | undefined;

/** What a supplier answers, and what an editor makes of it. */
export function createAnswering(deps: AnsweringDeps) {
  const { intake, materials, presentOne } = deps;
  const { change, moved } = createChanging(deps);
  /** A raw material that was merged meanwhile is the one it is now. */
  const standingOf = async ({ type, id }: { type: 'material' | 'product'; id: string }): Promise<string> =>
    type === 'material' ? ((await materials.get(id)).merged_into ?? id) : id;
  /** An item, and what came for it that nobody has filed. @throws 409 when some of that was not seen */
  const waitingOf = async (id: string, asked: string, seen: Seen) => {
    const item = (await presentOne(id)).items.find(({ n }) => String(n) === asked);
    if (!item) throw notFound('document demandé');
    const waiting = item.files.filter(({ state }) => state === 'waiting');
    if (seen && waiting.some((file) => !seen.includes(file.id))) throw conflict(ARRIVED);
    return { item, waiting };
  };
  return {
    ...createSupplied(deps),
    moved,

    /** Files what came. @throws 409 where nothing waits, or something came that was not seen */
    async accept(id: string, asked: string, { seen, by }: { seen?: Seen; by: Actor }): Promise<SupplierRequest> {
      const { item, waiting } = await waitingOf(id, asked, seen);
      if (waiting.length > 0) {
        // The last of them says that it is accepted (`moved`).
        for (const file of waiting.filter(({ says }) => !says.includes(SAME_FILE)))
          await intake.fileOne(
            file.id,
            // What was asked for is what it is, once a person has read it.
            {
              owner: { type: item.for.type, id: await standingOf(item.for) },
              ...(item.kind === null ? {} : { kind: item.kind }),
            },
            by,
          );
        for (const file of waiting.filter(({ says }) => says.includes(SAME_FILE))) await intake.leave(file.id, by);
        return await presentOne(id);
      }
      if (item.state !== 'absent') throw conflict('Rien n’attend d’être accepté ici.');
      await change(id, asked, {
        from: ['absent'],
        values: { state: 'accepted', reason: item.reason },
        action: 'request.accept',
        by,
      });
      return await presentOne(id);
    },

    async refuse(
      id: string,
      asked: string,
      { reason, seen, by }: { reason: string; seen?: Seen; by: Actor },
    ): Promise<SupplierRequest> {
      const { item, waiting } = await waitingOf(id, asked, seen);
      if (item.state !== 'received' && item.state !== 'absent') throw conflict('Rien n’attend d’être refusé ici.');
      await change(id, asked, {
        from: ['received', 'absent'],
        values: { state: 'refused', reason },
        action: 'request.refuse',
        by,
        seen: waiting.map((file) => file.id),
      });
      for (const file of waiting) await intake.leave(file.id, by);
      return await presentOne(id);
    },
  };
}
