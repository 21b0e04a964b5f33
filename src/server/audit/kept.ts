import type { AuditService } from './audit.service.ts';

/**
 * What was computed, as long as the journal's last line is the same: each write tells of itself there, in its own transaction and in
 * whichever instance.
 */
export function keptByHead<T>(audit: Pick<AuditService, 'head'>, compute: () => Promise<T>): () => Promise<T> {
  let kept: { head: number; value: T } | null = null;
  return async () => {
    const head = await audit.head();
    if (kept?.head !== head) kept = { head, value: await compute() };
    return kept.value;
  };
}
