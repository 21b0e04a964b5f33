import type { Change, Revision } from '#shared/products/product.contract.ts';
import { SITTING_MS, together } from '#shared/products/product.history.ts';
import { type Db, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import * as store from './product.thin.store.ts';

/** Saves stay apart for a day: whoever works on a product sees each of them. */
const APART_MS = 86_400_000;
/** Up to when the history has been looked at (ISO 8601 UTC). */
const SETTING = 'history_thinned';
const BEGINNING = '1970-01-01T00:00:00.000Z';

type Saved = Awaited<ReturnType<typeof store.listBetween>>[number];

/**
 * A day after, the saves that one person made of a draft within a quarter of an hour become one: its first and last time,
 * what each field was before and is after, the last number. Never over a validation, a document, a dossier, a signature,
 * a decision or a file: what something was made of stays told.
 * @returns how many saves have gone into another
 */
export async function thinHistory(db: Db, clock: () => Date): Promise<number> {
  const known = (await findSetting(db, SETTING)) ?? BEGINNING;
  const to = new Date(clock().getTime() - APART_MS).toISOString();
  // Those of before may go on in those of now.
  const from = known === BEGINNING ? known : new Date(Date.parse(known) - SITTING_MS).toISOString();
  let gone = 0;
  for (const id of await store.listSavedOften(db, { from, to }))
    gone += await inTransaction(
      db,
      async (trx) => {
        const saves = await store.listBetween(trx, { id, from, to });
        const groups = groupsOf(saves, await store.listMoments(trx, id));
        for (const group of groups) {
          const [first, last] = [group[0], group.at(-1)];
          if (!first || !last) continue;
          const changes = together(
            group.map(({ changes: said }) => ({ changes: JSON.parse(said) as Change[] }) as Pick<Revision, 'changes'>),
          );
          await store.writeTogether(trx, { ...last, changes: JSON.stringify(changes), began_at: beginningOf(first) });
          await store.removeRevisions(
            trx,
            id,
            group.slice(0, -1).map(({ revision }) => revision),
          );
        }
        return groups.reduce((sum, group) => sum + group.length - 1, 0);
      },
      `product ${id}`,
    );
  await writeSetting(db, SETTING, to);
  return gone;
}

const beginningOf = ({ began_at, at }: Saved): string => began_at ?? at;

/** The saves that may become one, each group of two at least. */
function groupsOf(saves: readonly Saved[], moments: readonly string[]): Saved[][] {
  const groups: Saved[][] = [];
  for (const save of saves) {
    const open = groups.at(-1);
    const [first, last] = [open?.[0], open?.at(-1)];
    const goesOn =
      first !== undefined &&
      last !== undefined &&
      first.by === save.by &&
      isPlain(first) &&
      isPlain(save) &&
      last.revision + 1 === save.revision &&
      Date.parse(save.at) - Date.parse(beginningOf(first)) <= SITTING_MS &&
      !moments.some((at) => last.at <= at && at <= save.at);
    if (goesOn) open?.push(save);
    else groups.push([save]);
  }
  return groups.filter((group) => group.length > 1);
}

/** A save of a draft that is neither its first, nor one that changes its status. */
const isPlain = ({ revision, status, changes }: Saved): boolean =>
  revision > 1 && status === 'DRAFT' && !(JSON.parse(changes) as Change[]).some(({ field }) => field === 'status');
