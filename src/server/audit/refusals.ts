import { LRUCache } from 'lru-cache';
import type { Account } from '#shared/auth/auth.contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { AuditService } from './audit.service.ts';

/** The same refusal to the same person is one line of the journal for this long (ms), however often it is asked for. */
const ONCE_MS = 600_000;

/** Writes to the journal who asked for what they may not. */
export function createRefusalLog(audit: AuditService): {
  note(account: Account, refused: { declaration: Endpoint; ip: string }): Promise<void>;
} {
  const told = new LRUCache<string, true>({ max: 5_000, ttl: ONCE_MS });
  return {
    async note({ id, email }, { declaration, ip }) {
      const what = `${declaration.method} ${declaration.path}`;
      const key = `${id} ${what}`;
      if (told.has(key)) return;
      told.set(key, true);
      await audit.note({
        action: 'access.refused',
        by: { id, email, ip },
        object: { type: 'access', id: null, label: `${declaration.summary} (${what})` },
      });
    },
  };
}
