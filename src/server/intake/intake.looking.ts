import { setImmediate } from 'node:timers/promises';
import type { IntakeKind } from '#shared/intake/intake.contract.ts';
import { createOwners } from './intake.owner.ts';
import type { IntakeDependencies } from './intake.service.ts';
import * as store from './intake.store.ts';

/** Files read at once, and lines of the journal. */
const [AT_ONCE, LINES] = [50, 1_000];

/**
 * Looks again for whose those are that nobody has claimed, once a product or a raw material has come or changed: files often
 * come before what they are about.
 */
export function handleLooking({
  db,
  products,
  materials,
  audit,
  jobs,
}: Pick<IntakeDependencies, 'db' | 'products' | 'materials' | 'audit' | 'jobs'>): void {
  const meant = createOwners({ products, materials });
  /** The last line of the journal that was looked at; at a start, nobody knows what has changed since. */
  let seen: number | null = null;

  const hasChanged = async (head: number): Promise<boolean> => {
    if (seen === null || head - seen > LINES) return true;
    const lines = await audit.after(seen, LINES);
    return lines.some(({ object_type }) => object_type === 'product' || object_type === 'material');
  };

  jobs.handle('intake.look', {
    perform: async ({ signal }) => {
      const head = await audit.head();
      if (!(await hasChanged(head))) {
        seen = head;
        return;
      }
      await store.freeOfGone(db);
      let after = '';
      for (;;) {
        const rows = await store.listUnclaimed(db, after, AT_ONCE);
        for (const { id, file_name, folder, kind, text, words, candidates, why } of rows) {
          if (signal.aborted) throw signal.reason;
          const looked = {
            file_name,
            folder,
            kind: kind as IntakeKind | null,
            text,
            words: JSON.parse(words) as string[],
          };
          const found = await meant(looked);
          const now = JSON.stringify(found.candidates);
          if (found.owner || now !== candidates || found.why !== why)
            await store.propose(db, id, {
              owner_type: found.owner?.type ?? null,
              owner_id: found.owner?.id ?? null,
              candidates: now,
              why: found.why,
            });
          await setImmediate();
        }
        const last = rows.at(-1);
        if (!last) break;
        after = last.id;
      }
      seen = head;
    },
  });
}
