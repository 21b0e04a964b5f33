import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import { type AnchorKind, COMMENT_LIMITS, type Comment } from '#shared/comments/comment.contract.ts';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { isAllowed } from '#shared/contract/rights.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Tries } from '../auth/tries.service.ts';
import type { Actor, Signed } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { CommentRow } from '../db/tables.ts';
import { bodyFault, conflict, forbidden, invalid, notFound } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { UserService } from '../users/user.service.ts';
import { isPlaceOf, isShownTo, nameOfPlace, type Places } from './comment.anchors.ts';
import { createReading, type Reading } from './comment.reading.ts';
import * as store from './comment.store.ts';

export interface CommentDependencies {
  db: Db;
  products: Pick<ProductService, 'get'>;
  formulas: Pick<FormulaService, 'get'>;
  attachments: Pick<AttachmentService, 'listOf'>;
  users: Pick<UserService, 'people'>;
  notices: Pick<NoticeService, 'tellOne'>;
  tries: Pick<Tries, 'countWithin'>;
  audit: AuditService;
  clock: () => Date;
}

const HOUR_MS = 3_600_000;

/** What is written. */
export interface Written {
  anchor: { kind: AnchorKind; key: string };
  body: string;
  mentions: readonly string[];
  parent_id: string | null;
  for_guests: boolean;
}

/** Who writes: somebody of the house, or a guest, who reads what is for guests and writes nothing else. */
export type Writer = { person: Signed['account']; guest?: never } | { guest: GuestEyes; person?: never };

/** What a link shows of a product: the lines of its formula or not, and which of its files. */
export interface GuestEyes {
  id: string;
  /** `evaluateur` reads the whole file, anybody else its sheet. */
  as: string;
  seesFormula: boolean;
  /** Attachments, by id: what is outside them is told by number. */
  pieces: readonly string[];
}

const recordWith =
  ({ audit }: Pick<CommentDependencies, 'audit'>) =>
  (
    trx: Executor,
    { action, by, places, row }: { action: AuditAction; by: Actor; places: Places; row: CommentRow },
  ): Promise<void> =>
    audit.record(trx, {
      action,
      by,
      // Of what it says, nothing.
      object: { type: 'comment', id: row.product_id, label: `${productLabel(places.product)}, ${row.anchor_label}` },
    });

/** A new comment, and whom it is told to. */
function createWriting(deps: CommentDependencies, { placesOf, present, forGuest }: Reading) {
  const { db, users, notices, tries, clock } = deps;
  const now = (): string => clock().toISOString();
  const record = recordWith(deps);

  /** Whom a new one is told to: who is named, who is answered, each once and never who wrote it. */
  const tell = async (
    trx: Executor,
    { row, parent, places }: { row: CommentRow; parent: CommentRow | null; places: Places },
  ) => {
    const people = await users.people(trx);
    const told = new Set([row.person_id]);
    const one = async (id: string | null, kind: 'comment.mention' | 'comment.answer', text: string): Promise<void> => {
      if (id === null || told.has(id) || !people.get(id)?.active) return;
      told.add(id);
      await notices.tellOne(trx, id, { kind, text, link: `/products/${row.product_id}${PART_PATHS.exchange}` });
    };
    const label = productLabel(places.product);
    for (const id of JSON.parse(row.mentions) as string[])
      await one(id, 'comment.mention', `${label} : un commentaire vous nomme.`);
    await one(parent?.person_id ?? null, 'comment.answer', `${label} : une réponse à votre commentaire.`);
  };

  const checkMentions = async (mentions: readonly string[]): Promise<void> => {
    const people = await users.people();
    const gone = mentions.find((id) => !people.get(id)?.active);
    if (gone === undefined) return;
    const name = people.get(gone)?.name;
    throw invalid([
      bodyFault(
        'mentions',
        name ? `${name} n’a plus de compte actif : retirez ce nom.` : 'Une personne nommée n’est pas connue.',
      ),
    ]);
  };

  /** @throws 404, 409 beyond what a product holds, 422, 429 */
  const create = async (
    productId: string,
    { anchor, body, mentions, parent_id, for_guests }: Written,
    { writer, by }: { writer: Writer; by: Actor },
  ): Promise<Comment> => {
    const places = await placesOf(productId);
    if (for_guests && writer.person && !isAllowed('write', writer.person.role, false))
      throw forbidden('Seuls les éditeurs montrent un commentaire aux invités.');
    await checkMentions(mentions);
    await tries.countWithin(`comment ${writer.person?.id ?? writer.guest?.id}`, {
      count: COMMENT_LIMITS.perHour,
      windowMs: HOUR_MS,
    });
    const row = await inTransaction(
      db,
      async (trx) => {
        const all = await store.list(trx, productId);
        if (all.length >= COMMENT_LIMITS.each)
          throw conflict(`Ce produit a déjà ${COMMENT_LIMITS.each} commentaires : retirez-en avant d’en ajouter.`);
        const parent = parent_id === null ? null : (all.find(({ id }) => id === parent_id) ?? null);
        if (
          parent_id !== null &&
          (!parent || (writer.guest && !isShownTo(writer.guest, { row: parent, parent: null })))
        )
          throw notFound('commentaire');
        if (parent && parent.parent_id !== null)
          throw invalid([bodyFault('parent_id', 'On répond au premier commentaire, non à une réponse.')]);
        if (parent && for_guests && parent.for_guests === 0)
          throw invalid([
            bodyFault('for_guests', 'Les invités ne lisent pas ce commentaire : une réponse ne leur dirait rien.'),
          ]);
        const place = parent ? { kind: parent.anchor_kind as AnchorKind, key: parent.anchor_key } : anchor;
        const label = nameOfPlace(place, places) ?? parent?.anchor_label;
        if (label === undefined || (writer.guest && !isPlaceOf(writer.guest, place)))
          throw invalid([
            bodyFault('anchor', 'Cette place n’est pas, ou plus, de ce produit : choisissez-en une autre.'),
          ]);
        const written: CommentRow = {
          id: randomUUID(),
          product_id: productId,
          anchor_kind: place.kind,
          anchor_key: place.key,
          anchor_label: label,
          body,
          mentions: JSON.stringify([...new Set(mentions)]),
          parent_id,
          person_id: writer.person?.id ?? null,
          guest_id: writer.guest?.id ?? null,
          for_guests: for_guests ? 1 : 0,
          at: now(),
          edited_at: null,
          resolved_at: null,
          resolved_by: null,
          removed_at: null,
        };
        await store.insert(trx, written);
        await record(trx, { action: writer.guest ? 'guest.comment' : 'comment.create', by, places, row: written });
        await tell(trx, { row: written, parent, places });
        return written;
      },
      `comments ${productId}`,
    );
    const [one] = await present([row], { places, reader: writer });
    return writer.guest ? forGuest(one as Comment, writer.guest) : (one as Comment);
  };

  return create;
}

/** What becomes of one that is there. */
function createChanging(deps: CommentDependencies, { placesOf, present }: Reading) {
  const { db, clock } = deps;
  const now = (): string => clock().toISOString();
  const record = recordWith(deps);

  /** Changes one that is there. @throws 404, 403 */
  const change = async (
    id: string,
    {
      action,
      signed,
      by,
      mayChange,
      values,
    }: {
      action: AuditAction;
      signed: Signed;
      by: Actor;
      mayChange?: (row: CommentRow) => boolean;
      values: (row: CommentRow, others: readonly CommentRow[]) => Partial<CommentRow> | null;
    },
  ): Promise<Comment> => {
    const found = await store.find(db, id);
    if (!found) throw notFound('commentaire');
    const places = await placesOf(found.product_id);
    await inTransaction(
      db,
      async (trx) => {
        const row = await store.find(trx, id);
        if (!row || row.removed_at !== null) throw notFound('commentaire');
        if (mayChange && !mayChange(row)) throw forbidden('Ce commentaire est de quelqu’un d’autre.');
        const next = values(row, await store.list(trx, row.product_id));
        if (next === null) await store.remove(trx, id);
        else await store.update(trx, id, next);
        await record(trx, { action, by, places, row });
      },
      `comments ${found.product_id}`,
    );
    const [one] = await present([(await store.find(db, id)) ?? found], { places, reader: { person: signed.account } });
    return one as Comment;
  };

  const isOwn =
    ({ account }: Signed) =>
    (row: CommentRow): boolean =>
      row.person_id === account.id;

  return {
    edit: (id: string, body: string, { signed, by }: { signed: Signed; by: Actor }) =>
      change(id, {
        action: 'comment.update',
        signed,
        by,
        mayChange: isOwn(signed),
        values: () => ({ body, edited_at: now() }),
      }),
    /** One that was answered stays, without its words. */
    async remove(id: string, { signed, by }: { signed: Signed; by: Actor }): Promise<void> {
      await change(id, {
        action: 'comment.remove',
        signed,
        by,
        mayChange: (row) => isOwn(signed)(row) || signed.account.role === 'admin',
        values: (row, others) =>
          others.some(({ parent_id }) => parent_id === row.id) ? { body: '', mentions: '[]', removed_at: now() } : null,
      });
    },
    resolve: (id: string, { signed, by }: { signed: Signed; by: Actor }) =>
      change(id, {
        action: 'comment.resolve',
        signed,
        by,
        values: () => ({ resolved_at: now(), resolved_by: signed.account.id }),
      }),
    reopen: (id: string, { signed, by }: { signed: Signed; by: Actor }) =>
      change(id, {
        action: 'comment.reopen',
        signed,
        by,
        values: () => ({ resolved_at: null, resolved_by: null }),
      }),
  };
}

/** What people say of the places of a product. Nothing of it is of the file: no revision, no search, no document. */
export function createComments(deps: CommentDependencies) {
  const reading = createReading(deps);
  return {
    list: reading.list,
    create: createWriting(deps, reading),
    ...createChanging(deps, reading),
  };
}

export type CommentService = ReturnType<typeof createComments>;
