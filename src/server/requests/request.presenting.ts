import type { AuditAction } from '#shared/audit/audit.contract.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { IntakeKind, IntakeState } from '#shared/intake/intake.contract.ts';
import type { ItemState, RequestState, SupplierRequest } from '#shared/requests/request.contract.ts';
import { nextReminder, oddities } from '#shared/requests/request.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { RequestItemRow, RequestRow } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import type { RequestDependencies } from './request.service.ts';
import * as store from './request.store.ts';
import { keyOfItem, NO_NAME, SAME_FILE } from './request.words.ts';

const CLOSED =
  'Le compte qui l’a envoyée est fermé : le lien du fournisseur n’ouvre plus rien. « Relancer » le reprend à votre nom.';
const undelivered = (email: string): string =>
  `Le dernier message n’a pas pu être remis à ${email} : vérifiez l’adresse auprès du fournisseur.`;
/** Whether the same file was filed for the document already, or waits before this one; what was put aside is sent again. */
const isAmong = (
  files: readonly { id: string; sha256: string; state: string }[],
  { id, sha256 }: { id: string; sha256: string },
): boolean =>
  files.some(
    (other, at) =>
      other.id !== id &&
      other.sha256 === sha256 &&
      (other.state === 'filed' || (other.state === 'waiting' && at < files.findIndex((one) => one.id === id))),
  );
/** Whether the supplier has still something to give for it. */
const isOwed = ({ state, required }: RequestItemRow): boolean =>
  required === 1 && (state === 'waiting' || state === 'refused');

/** A request as it is shown: with what came for each of its items. */
function createPresenting({ db, products, materials, users, mail, clock }: RequestDependencies) {
  const today = (): string => dayOf(clock());

  /** How products and raw materials are called, by id; those that are gone are not there. */
  const labelsOf = async (
    items: readonly RequestItemRow[],
    executor: Executor = db,
  ): Promise<ReadonlyMap<string, string>> => {
    const idsOf = (type: string): string[] => [
      ...new Set(items.flatMap(({ owner_type, owner_id }) => (owner_type === type ? [owner_id] : []))),
    ];
    const labels = new Map(
      (await materials.listByIds(idsOf('material'), executor)).map(({ id, label }) => [id, label]),
    );
    // In the trash it is still called so by who was asked.
    for (const { id, label } of await products.labelsOf(idsOf('product'), executor)) labels.set(id, label);
    return labels;
  };

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
    const links = new Map(
      (
        await store.listLinks(
          db,
          rows.map(({ id }) => id),
        )
      ).map((link) => [link.request_id, link]),
    );
    return rows.map((row) => {
      const link = links.get(row.id);
      const isClosed = link !== undefined && link.active !== 1;
      const reminded = JSON.parse(row.reminded) as string[];
      const isReminding = mail.isSet && row.state === 'sent' && row.reminding === 1 && !isClosed;
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
              state: item.state as ItemState,
              reason: item.reason,
              intake_ids: files.map(({ id }) => id),
              files: files.map(({ id, file_name, state, kind, expires_on, why, sha256 }) => ({
                id,
                file_name,
                state: state as IntakeState,
                says: [
                  ...oddities(item.kind as IntakeKind | null, { kind: kind as IntakeKind | null, expires_on }, today()),
                  ...(why.includes(NO_NAME) ? [NO_NAME] : []),
                  ...(isAmong(files, { id, sha256 }) ? [SAME_FILE] : []),
                ],
              })),
            };
          }),
        state: row.state as RequestState,
        sent_at: row.sent_at,
        answered_at: row.answered_at,
        reminded,
        next_reminder: isReminding ? nextReminder({ ...row, reminded }) : null,
        // Only while something is owed: what has come is for the house to read.
        late:
          row.state === 'sent' && row.due_on < today() && items.some((one) => one.request_id === row.id && isOwed(one)),
        troubles:
          row.state === 'sent'
            ? [...(isClosed ? [CLOSED] : []), ...(link?.mail_state === 'failed' ? [undelivered(row.email)] : [])]
            : [],
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
/** What every part of the room stands on. */
export function createBase(deps: RequestDependencies) {
  const { db, audit, clock } = deps;
  const { present, labelsOf } = createPresenting(deps);
  const today = (): string => dayOf(clock());
  const now = (): string => clock().toISOString();

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

  return { present, labelsOf, get, presentOne, record, today, now };
}
export type Base = ReturnType<typeof createBase>;
