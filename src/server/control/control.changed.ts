import { changedSince, type Stamp } from '#shared/findings/stamp.ts';
import type { Executor } from '../db/open.ts';
import type { Signature } from './control.records.ts';
import { SIGNED_PARTS, stampOfSignature } from './control.stamp.ts';
import * as days from './part.days.store.ts';

/**
 * The last day on which what is signed became what it is, as far as it is known here: since the signature of before, or before
 * that one already; `null` when nothing changed, or when it did before days were kept.
 */
export async function changedOn(
  { db, today }: { db: Executor; today: string },
  productId: string,
  { before, now }: { before: Signature; now: Stamp },
): Promise<string | null> {
  const moved = changedSince(stampOfSignature(before), now);
  const kept = new Map((await days.list(db, productId)).map((row) => [row.part, row]));
  const since = SIGNED_PARTS.filter((part) => moved.includes(part)).flatMap((part) => {
    const row = kept.get(part);
    // Not followed yet: it has only just changed.
    return row?.sha256 === now[part] ? (row?.since ?? []) : today;
  });
  return [...since, ...(before.changed_on ? [before.changed_on] : [])].toSorted().at(-1) ?? null;
}
