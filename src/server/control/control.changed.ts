import { changedSince, type Stamp } from '#shared/findings/stamp.ts';
import type { Executor } from '../db/open.ts';
import type { Signature } from './control.records.ts';
import { SIGNED_PARTS, stampOfSignature } from './control.stamp.ts';
import * as days from './part.days.store.ts';

/**
 * The last day on which what the signature of before stood on changed here; `null` when nothing of it did, or when it did
 * before days were kept.
 */
export async function changedOn(
  { db, today }: { db: Executor; today: string },
  productId: string,
  { before, now }: { before: Signature; now: Stamp },
): Promise<string | null> {
  const moved = changedSince(stampOfSignature(before), now);
  const kept = new Map((await days.list(db, productId)).map((row) => [row.part, row]));
  return (
    SIGNED_PARTS.filter((part) => moved.includes(part))
      .flatMap((part) => {
        const row = kept.get(part);
        // Not followed yet: it has only just changed.
        return row?.sha256 === now[part] ? (row?.since ?? []) : today;
      })
      .toSorted()
      .at(-1) ?? null
  );
}
