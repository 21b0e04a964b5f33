import { OLD_DOCUMENT_KEY, SLOTS } from '#shared/control/slots.ts';
import { INTAKE_DAYS, type IntakeItem, type IntakeKind, type OwnerType } from '#shared/intake/intake.contract.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { IntakeRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, Refusal } from '../errors.ts';
import { fileLock } from '../storage/files.service.ts';
import type { IntakeDependencies } from './intake.service.ts';
import * as store from './intake.store.ts';

/** Where a person files a file; what is not said stays as it is proposed. */
export interface Filing {
  owner: { type: OwnerType; id: string };
  kind?: IntakeKind | null | undefined;
  issued_on?: string | null | undefined;
  expires_on?: string | null | undefined;
}

type Filed = Pick<Filing, 'owner'> & Pick<IntakeRow, 'kind'> & Partial<Pick<IntakeRow, 'issued_on' | 'expires_on'>>;

export const MOVED =
  'Ce fichier n’est plus là où vous l’avez vu : quelqu’un l’a classé ou mis de côté. Rechargez la liste.';

const DAY_MS = 86_400_000;
/** Pieces that no place is made for. */
const OTHERS_KEY = 'divers';
const OF_RECORDS = 'documents';

/** The place of a piece of this kind: of a product, the first that is made for it. */
function placeOf(type: OwnerType, kind: IntakeKind | null): string {
  if (type !== 'product') return OF_RECORDS;
  if (kind === 'DIP') return OLD_DOCUMENT_KEY;
  return SLOTS.find((slot) => slot.kind !== undefined && slot.kind === kind)?.key ?? OTHERS_KEY;
}

type FilingDependencies = Pick<
  IntakeDependencies,
  | 'db'
  | 'attachments'
  | 'products'
  | 'materials'
  | 'substances'
  | 'notices'
  | 'audit'
  | 'clock'
  | 'onAnswerMoved'
  | 'answerLocks'
> & {
  get: (executor: Executor, id: string) => Promise<store.IntakeWithFile>;
  answer: (id: string) => Promise<IntakeItem>;
};

/** Files what came in among the pieces of its owner. */
export function createFiling({
  db,
  attachments,
  products,
  materials,
  substances,
  notices,
  audit,
  clock,
  onAnswerMoved,
  answerLocks,
  get,
  answer,
}: FilingDependencies) {
  const lockOf = ({ type, id }: Filing['owner']): string =>
    ({ product: products.owner, material: materials.owner, substance: substances.owner })[type].lockOf(id);
  const check = ({ type, id }: Filing['owner'], trx: Executor): Promise<unknown> =>
    ({ product: products.owner, material: materials.owner, substance: substances.owner })[type].check(id, trx);

  /** Says where one is, in the transaction that puts it there. */
  const filed = async (
    trx: Executor,
    { id, file_name, source, source_key }: store.IntakeWithFile,
    to: Filed,
    by: Actor,
  ): Promise<void> => {
    const { owner, ...told } = to;
    const expires_at = new Date(clock().getTime() + INTAKE_DAYS * DAY_MS).toISOString();
    await store.update(trx, id, { state: 'filed', owner_type: owner.type, owner_id: owner.id, ...told, expires_at });
    await audit.record(trx, { action: 'intake.file', by, object: { type: 'intake', id, label: file_name } });
    if (source === 'request' && source_key) await onAnswerMoved(trx, { key: source_key, to: 'filed', by });
    if ((await store.count(trx, 'waiting')) === 0) await notices.settle(trx, 'intake.waiting');
  };

  /** @throws 404 for an owner that is not there, 409 for a file that somebody has filed, 422 for its dates */
  const fileOne = async (id: string, filing: Filing, by: Actor): Promise<IntakeItem> => {
    const { file_id, source_key } = await get(db, id);
    await inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        if (row.state !== 'waiting') throw conflict(MOVED);
        const { owner } = filing;
        await check(owner, trx);
        const said = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given);
        const kind = said(filing.kind, row.kind as IntakeKind | null);
        const days = {
          issued_on: said(filing.issued_on, row.issued_on),
          expires_on: said(filing.expires_on, row.expires_on),
        };
        await attachments.attachStored(trx, {
          owner,
          field_key: placeOf(owner.type, kind),
          told: { kind: kind === 'DIP' ? 'autre' : kind, ...days },
          file: { fileId: row.file_id, fileName: row.file_name, mimeType: row.mime_type },
          by,
        });
        await filed(trx, row, { owner, kind, ...days }, by);
      },
      lockOf(filing.owner),
      fileLock(file_id),
      `intake ${id}`,
      ...answerLocks(source_key),
    );
    return answer(id);
  };

  return {
    fileOne,

    /** An old dossier was read from here and attached to its product: it waits no longer. */
    async attached(trx: Executor, { fileId, productId, by }: { fileId: string; productId: string; by: Actor }) {
      const owner = { type: 'product', id: productId } as const;
      for (const row of await store.listWaiting(trx, fileId)) await filed(trx, row, { owner, kind: 'DIP' }, by);
    },

    /** What `attached` holds. */
    attachLocks: async (fileId: string): Promise<string[]> =>
      (await store.listWaiting(db, fileId)).flatMap(({ id, source_key }) => [
        `intake ${id}`,
        ...answerLocks(source_key),
      ]),

    /** Those of these that have an owner, each by itself: one that cannot be filed keeps nobody from the others. */
    async fileMany(ids: readonly string[], by: Actor) {
      const filed: string[] = [];
      const left: { id: string; why: string }[] = [];
      for (const id of new Set(ids)) {
        try {
          const { owner_type, owner_id } = await get(db, id);
          if (!owner_type || !owner_id) throw invalid([bodyFault('ids', 'Dites d’abord où classer ce fichier.')]);
          await fileOne(id, { owner: { type: owner_type as OwnerType, id: owner_id } }, by);
          filed.push(id);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          left.push({ id, why: error.message });
        }
      }
      return { filed, left };
    },
  };
}
