import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { Guest, GuestAct, GuestRole, GuestState } from '#shared/guests/guest.contract.ts';
import { isFormula } from '#shared/guests/guest.fields.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor, Signed } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { GuestRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, notFound } from '../errors.ts';
import { isOpen } from './guest.door.ts';
import { DAY_MS } from './guest.giving.ts';
import type { createMaking } from './guest.making.ts';
import type { GuestDependencies } from './guest.service.ts';
import * as store from './guest.store.ts';
import { later, presentSignature } from './guest.words.ts';

export interface Invitation {
  name: string;
  email: string;
  as: GuestRole;
  may: readonly GuestAct[];
  pieces: readonly string[];
  formula: boolean;
  days: number;
  code: boolean;
}

type People = Awaited<ReturnType<GuestDependencies['users']['people']>>;

/** Links as those of the house read them. */
function createPresenting({ db, keys, users, mail, stampNow, clock }: GuestDependencies) {
  const now = (): string => clock().toISOString();

  const stateOf = (row: GuestRow, people: People): GuestState => {
    if (row.revoked_at !== null) return 'revoked';
    if (!isOpen(row, now())) return 'expired';
    if (!people.get(row.created_by)?.active) return 'closed';
    return row.locked_at !== null ? 'locked' : 'live';
  };

  const present = async (rows: readonly GuestRow[], { account }: Signed): Promise<Guest[]> => {
    const people = await users.people();
    const nameOf = (id: string | null): string | null => (id && people.get(id)?.name) || null;
    const signatures = await store.listSignatures(
      db,
      rows.map(({ id }) => id),
    );
    const stamps = new Map<string, Stamp>();
    for (const { product_id, state } of signatures)
      if (state === 'waiting' && !stamps.has(product_id))
        stamps.set(product_id, await stampNow(product_id).catch(() => ({})));
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      name: row.name,
      email: row.email,
      as: row.role as GuestRole,
      may: JSON.parse(row.may) as GuestAct[],
      pieces: JSON.parse(row.pieces) as string[],
      formula: row.formula === 1,
      code: row.code === 1,
      state: stateOf(row, people),
      created_at: row.created_at,
      created_by: nameOf(row.created_by),
      expires_at: row.expires_at,
      last_seen: row.last_seen_at,
      digits:
        !mail.isSet &&
        stateOf(row, people) === 'live' &&
        row.code_nonce !== null &&
        row.code_until !== null &&
        row.code_until > now() &&
        (row.created_by === account.id || account.role === 'admin')
          ? keys.digitsOf(row.id, row.code_nonce)
          : null,
      signatures: signatures
        .filter(({ guest_id }) => guest_id === row.id)
        .map((one) => presentSignature(one, stamps.get(one.product_id) ?? {}, nameOf)),
    }));
  };
  const presentOne = async (id: string, signed: Signed): Promise<Guest> => {
    const row = await store.find(db, id);
    if (!row) throw notFound('lien');
    return (await present([row], signed))[0] as Guest;
  };

  return { present, presentOne };
}

/** What the link lets do. @throws 422 for what cannot be given, each by its field */
function checkInvitation(
  asked: Invitation,
  { product, owned }: { product: Product; owned: readonly Attachment[] },
): GuestAct[] {
  const may = [...new Set(asked.may)];
  if (may.includes('sign') && !asked.code)
    throw invalid([bodyFault('code', 'Une signature demande un code : laissez-le coché.')]);
  if (may.includes('sign') && (asked.as !== 'evaluateur' || product.type_produit !== 'cosmetique'))
    throw invalid([bodyFault('may', 'Seul l’évaluateur d’un cosmétique signe la partie B.')]);
  const files = new Set(owned.map(({ id }) => id));
  const isHidden = asked.as === 'autre' && !asked.formula;
  if (isHidden && owned.some((one) => isFormula(one) && asked.pieces.includes(one.id)))
    throw invalid([
      bodyFault('pieces', 'Un conseil ne lit pas la formule : retirez son fichier, ou cochez qu’il la lit.'),
    ]);
  if (asked.pieces.some((id) => !files.has(id)))
    throw invalid([
      bodyFault('pieces', 'Une pièce choisie n’est pas, ou plus, de ce produit : choisissez de nouveau.'),
    ]);
  return may;
}

const GONE = 'Produit à la corbeille';
/** What a link opens. */
interface Opened {
  label: string;
  type_produit: ProductKind;
}

/** One that is closed with its account is taken on: it opens in the name of who extends it. @throws 409 for one that ended */
function extended(
  { revoked_at, erased_at, expires_at }: GuestRow,
  { days, taker, now }: { days: number; taker: string | null; now: Date },
): Partial<GuestRow> {
  if (revoked_at !== null || erased_at !== null) throw conflict('Ce lien est révoqué : faites-en un autre.');
  const until = new Date(now.getTime() + days * DAY_MS).toISOString();
  return { expires_at: later(until, expires_at), ...(taker === null ? {} : { created_by: taker }) };
}

const recorderOf =
  (audit: GuestDependencies['audit']) =>
  (
    trx: Executor,
    { action, by, row, label }: { action: AuditAction; by: Actor; row: GuestRow; label: string },
  ): Promise<void> =>
    audit.record(trx, {
      action,
      by,
      object: { type: 'guest', id: row.product_id, label: `${label}, ${row.name} <${row.email}>, lien ${row.number}` },
    });

/** Links, as those of the house make and end them. */
export function createLinksOfGuests(deps: GuestDependencies, making: ReturnType<typeof createMaking>) {
  const { urlOf, insert, checkAddress, checkRoom } = making;
  const { db, products, attachments, audit, clock } = deps;
  const now = (): string => clock().toISOString();
  const { present, presentOne } = createPresenting(deps);

  const record = recorderOf(audit);

  /** Changes the link of a product. @throws 404 for one that is none, or of a request */
  const change = async (
    id: string,
    {
      action,
      signed,
      by,
      values,
    }: {
      action: AuditAction;
      signed: Signed;
      by: Actor;
      values: (row: GuestRow, isStanding: boolean) => Partial<GuestRow>;
    },
  ): Promise<Guest> => {
    await inTransaction(
      db,
      async (trx) => {
        const row = await store.find(trx, id);
        if (!row?.product_id) throw notFound('lien');
        // One that opens nothing today may be ended: its product may come back.
        const label = await products.get(row.product_id, trx).then(productLabel, (problem: unknown) => {
          if (action !== 'guest.revoke') throw problem;
          return GONE;
        });
        if (action === 'guest.extend' && !isOpen(row, now())) await checkRoom(trx, row.product_id);
        await store.update(trx, id, values(row, await store.isStanding(trx, row)));
        await record(trx, { action, by, row, label });
      },
      `guest ${id}`,
    );
    return await presentOne(id, signed);
  };

  return {
    /** @returns it with its address, which is said once. @throws 409, 422 */
    async invite(productId: string, asked: Invitation, { signed, by }: { signed: Signed; by: Actor }) {
      const product = await products.get(productId);
      checkAddress();
      const owned = await attachments.listOf({ type: 'product', id: productId });
      const may = checkInvitation(asked, { product, owned });
      const row = await inTransaction(
        db,
        async (trx) => {
          const made = await insert(
            trx,
            {
              product_id: productId,
              request_id: null,
              name: asked.name,
              email: asked.email,
              role: asked.as,
              may: JSON.stringify(may),
              pieces: JSON.stringify([...new Set(asked.pieces)]),
              formula: asked.formula ? 1 : 0,
              code: asked.code ? 1 : 0,
            },
            { days: asked.days, by: signed.account.id },
          );
          await record(trx, { action: 'guest.invite', by, row: made, label: productLabel(product) });
          return made;
        },
        'guests',
      );
      return { ...(await presentOne(row.id, signed)), url: urlOf(row.id) };
    },

    async list(productId: string, signed: Signed): Promise<Guest[]> {
      await products.get(productId);
      return await present(await store.list(db, productId), signed);
    },
    async listAll(signed: Signed) {
      const rows = await store.list(db, null);
      const found: (Guest & { product: { id: string } & Opened })[] = [];
      const known = new Map<string, Opened>();
      for (const one of await present(rows, signed)) {
        const id = rows.find((row) => row.id === one.id)?.product_id ?? '';
        // One in the trash has no name to say: its links open nothing.
        const product =
          known.get(id) ??
          (await products.get(id).then(
            (there) => ({ label: productLabel(there), type_produit: there.type_produit }),
            (): Opened => ({ label: GONE, type_produit: 'cosmetique' }),
          ));
        known.set(id, product);
        found.push({ ...one, product: { id, ...product } });
      }
      return found;
    },
    revoke: (id: string, who: { signed: Signed; by: Actor }) =>
      change(id, { action: 'guest.revoke', ...who, values: (row) => ({ revoked_at: row.revoked_at ?? now() }) }),
    extend: (id: string, days: number, who: { signed: Signed; by: Actor }) =>
      change(id, {
        action: 'guest.extend',
        ...who,
        values: (row, isStanding) =>
          extended(row, { days, taker: isStanding ? null : who.signed.account.id, now: clock() }),
      }),
    unlock: (id: string, who: { signed: Signed; by: Actor }) =>
      change(id, {
        action: 'guest.unlock',
        ...who,
        values: () => ({ locked_at: null, code_tries: 0, code_nonce: null, code_until: null }),
      }),
  };
}
