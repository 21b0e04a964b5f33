import type { Comment } from '#shared/comments/comment.contract.ts';
import type { CommentRow } from '../db/tables.ts';
import { anchorOf, isShownTo, type Places } from './comment.anchors.ts';
import type { CommentDependencies, GuestEyes, Writer } from './comment.service.ts';
import * as store from './comment.store.ts';

/** Comments as they are read, by whom. */
export function createReading({ db, products, formulas, attachments, users }: CommentDependencies) {
  const placesOf = async (productId: string): Promise<Places> => ({
    product: await products.get(productId),
    formula: await formulas.get(productId),
    files: await attachments.listOf({ type: 'product', id: productId }),
  });

  const present = async (
    rows: readonly CommentRow[],
    { places, reader }: { places: Places; reader: Writer },
  ): Promise<Comment[]> => {
    const people = await users.people();
    const guests = await store.guestNames(db, [...new Set(rows.flatMap(({ guest_id }) => guest_id ?? []))]);
    // Outside, nobody reads the address of an account.
    const nameOf = (id: string): string =>
      (reader.guest ? (people.get(id)?.given ?? 'La maison') : people.get(id)?.name) ?? 'une personne partie';
    return rows.map((row) => ({
      id: row.id,
      anchor: anchorOf(row, places),
      body: row.body,
      mentions: JSON.parse(row.mentions) as string[],
      parent_id: row.parent_id,
      by: row.guest_id ? (guests.get(row.guest_id) ?? null) : row.person_id && nameOf(row.person_id),
      by_guest: row.guest_id !== null,
      mine: reader.guest ? row.guest_id === reader.guest.id : row.person_id === reader.person?.id,
      at: row.at,
      edited_at: row.edited_at,
      resolved_at: row.resolved_at,
      resolved_by: row.resolved_by && nameOf(row.resolved_by),
      for_guests: row.for_guests === 1,
      removed: row.removed_at !== null,
    }));
  };

  /** What a guest reads of one: no ids of people or of files, no name but those that are said. */
  const forGuest = (one: Comment, { pieces }: GuestEyes): Comment => ({
    ...one,
    anchor:
      one.anchor.kind === 'document' ? { ...one.anchor, key: String(pieces.indexOf(one.anchor.key) + 1) } : one.anchor,
    mentions: [],
    resolved_by: null,
  });

  const list = async (productId: string, reader: Writer): Promise<Comment[]> => {
    const places = await placesOf(productId);
    const all = await store.list(db, productId);
    const byId = new Map(all.map((row) => [row.id, row]));
    const rows = all.filter(
      (row) => !reader.guest || isShownTo(reader.guest, { row, parent: byId.get(row.parent_id ?? '') ?? null }),
    );
    const found = await present(rows, { places, reader });
    const { guest } = reader;
    return guest ? found.map((one) => forGuest(one, guest)) : found;
  };

  return { placesOf, present, forGuest, list };
}
export type Reading = ReturnType<typeof createReading>;
