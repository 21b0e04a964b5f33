import { randomBytes, randomUUID } from 'node:crypto';
import { SESSION_EXPIRED } from '#shared/contract/error.ts';
import { isAllowed, type Role } from '#shared/contract/rights.ts';
import { SCOPE_LABELS, type TokenScope } from '#shared/contract/scopes.ts';
import { type AccessToken, TOKEN_LIMITS, TOKEN_PREFIX, type TokenRequest } from '#shared/tokens/token.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor, Signed } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { TokenRow } from '../db/tables.ts';
import { conflict, forbidden, notFound, unauthorized } from '../errors.ts';
import { createRateLimit } from '../http/rate.limit.ts';
import { secretHash } from '../http/secrets.ts';
import * as store from './token.store.ts';

interface Dependencies {
  db: Db;
  audit: AuditService;
  clock: () => Date;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Bytes of a secret. */
const SECRET_BYTES = 32;
/** How long the line of one that ended is still listed. */
const LISTED_MS = 30 * DAY;

/** Tokens of programs: each stands for its person, and may do of it what its scopes say. */
export function createTokenRoom({ db, audit, clock }: Dependencies) {
  const countRequest = createRateLimit({ count: TOKEN_LIMITS.perMinute, windowMs: MINUTE }, clock);
  const now = (): string => clock().toISOString();

  return {
    /** Who a token stands for, and what it may do. @throws 401 for one that is none, or ended; 429 */
    async authenticate(token: string): Promise<Signed> {
      const found = await store.findLive(db, { hash: secretHash(token), now: now() });
      if (!found) throw unauthorized(TOKEN_ENDED);
      countRequest(found.id);
      const hour = new Date(Math.floor(clock().getTime() / HOUR) * HOUR).toISOString();
      // A database that is busy just now is told next time.
      if (found.last_used_at !== hour) await store.touch(db, found.id, hour).catch(() => undefined);
      return {
        account: { id: found.person_id, email: found.email, role: found.role as Role },
        sessionId: found.id,
        mustChangePassword: found.must_change_password === 1,
        mustSetUpFactor: false,
        mustLink: false,
        scopes: JSON.parse(found.scopes) as TokenScope[],
      };
    },

    list: async (personId: string): Promise<AccessToken[]> => (await store.list(db, personId)).map(present),

    /** @returns it with its secret, which is kept nowhere. @throws 403 for what its person may not do, 409 beyond 20 */
    async create({ name, scopes, expires_in_days }: TokenRequest, { account, sessionId }: Signed, by: Actor) {
      const beyond = scopes.find((scope) => scope !== 'read' && !isAllowed('write', account.role, false));
      if (beyond)
        throw forbidden(
          `Votre rôle ne permet pas d’écrire : un jeton « ${SCOPE_LABELS[beyond]} » ne servirait à rien. Demandez un jeton de lecture.`,
        );
      const token = `${TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const at = clock();
      const row: TokenRow = {
        id: randomUUID(),
        person_id: account.id,
        name,
        scopes: JSON.stringify([...new Set(scopes)]),
        hash: secretHash(token),
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + expires_in_days * DAY).toISOString(),
        last_used_at: null,
      };
      await inTransaction(
        db,
        async (trx) => {
          // A new password ends sessions and tokens: none is made behind its back.
          if (!(await store.isSessionLive(trx, sessionId, now()))) throw unauthorized(SESSION_EXPIRED);
          const live = (await store.list(trx, account.id)).filter(({ expires_at }) => expires_at > now());
          if (live.length >= TOKEN_LIMITS.each)
            throw conflict(`Vous avez déjà ${TOKEN_LIMITS.each} jetons : révoquez ceux qui ne servent plus.`);
          await store.insert(trx, row);
          await audit.record(trx, { action: 'token.create', by, object: objectOf(row) });
        },
        `tokens ${account.id}`,
        'users',
      );
      return { ...present(row), token };
    },

    /** Ends one of one's own. @throws 404 */
    revoke: (id: string, { account }: Signed, by: Actor): Promise<void> =>
      inTransaction(db, async (trx) => {
        const row = await store.find(trx, { id, person_id: account.id });
        if (!row) throw notFound('jeton');
        await store.remove(trx, id);
        await audit.record(trx, { action: 'token.revoke', by, object: objectOf(row) });
      }),

    /** Forgets those that ended long ago. */
    sweep: (): Promise<void> => store.forgetBefore(db, new Date(clock().getTime() - LISTED_MS).toISOString()),
  };
}
const TOKEN_ENDED = 'Ce jeton n’existe pas, ou n’est plus valable : faites-en un autre dans « Mon compte ».';

export type TokenRoom = ReturnType<typeof createTokenRoom>;

const objectOf = ({ id, name }: TokenRow) => ({ type: 'token', id, label: name });

const present = ({ hash: _, person_id: __, scopes, ...row }: TokenRow): AccessToken => ({
  ...row,
  scopes: JSON.parse(scopes) as TokenScope[],
});
