import { randomUUID } from 'node:crypto';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import { type Actor, addressKey, type GuestLink, type Origin } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import type { GuestRow } from '../db/tables.ts';
import { bodyFault, forbidden, invalid, unauthorized } from '../errors.ts';
import { createRateLimit } from '../http/rate.limit.ts';
import { secretHash } from '../http/secrets.ts';
import { LINK_SHAPE, SESSION_OVER } from './guest.keys.ts';
import type { GuestDependencies } from './guest.service.ts';
import * as store from './guest.store.ts';
import { toldOf } from './guest.words.ts';

const MINUTE = 60_000;
/** How often a link says again that it was seen (ms). */
const SEEN_MS = 5 * MINUTE;

const WRONG = {
  cut: 'Ce lien est incomplet : votre messagerie l’a peut-être coupé. Copiez l’adresse entière, jusqu’au dernier signe.',
  over: 'Ce lien n’est pas, ou plus, valable. Demandez-en un nouveau à la personne qui vous a invité.',
  locked: 'Ce lien est verrouillé après cinq codes faux. Demandez à la personne qui vous a invité de le déverrouiller.',
  late: 'Ce code n’est plus valable. Demandez-en un autre.',
  digits: `Le code a ${GUEST_LIMITS.digits} chiffres.`,
};

/** Whether it may be opened today, as far as its own row says. */
export const isOpen = ({ revoked_at, expires_at }: GuestRow, now: string): boolean =>
  revoked_at === null && expires_at > now;

type DoorDependencies = Pick<
  GuestDependencies,
  'db' | 'users' | 'notices' | 'mail' | 'jobs' | 'tries' | 'audit' | 'clock' | 'keys'
>;

const actorOf = (row: GuestRow, origin: Pick<Origin, 'ip'>): Actor => ({ id: null, email: toldOf(row), ip: origin.ip });

/** Codes are not sent again within so long (minutes). */
const CODE_PAUSE = 1;

/** Six digits: made, sent or read out, and checked. */
function createCodes({ db, keys, notices, mail, jobs, audit, clock }: DoorDependencies) {
  const now = (): string => clock().toISOString();

  /** When one that was made a moment ago ends, at the earliest. */
  const justMade = (): string =>
    new Date(clock().getTime() + (GUEST_LIMITS.codeMinutes - CODE_PAUSE) * MINUTE).toISOString();

  /** Says that digits are on their way, and makes them unless some still serve. */
  const sendCode = async (row: GuestRow): Promise<void> => {
    await inTransaction(
      db,
      async (trx) => {
        const link = await store.find(trx, row.id);
        // One that has just gone is on its way; asked for again later, it is another one, and tries go on being counted.
        if (!link || (link.code_nonce !== null && (link.code_until ?? '') > justMade())) return;
        const nonce = randomUUID();
        const until = new Date(clock().getTime() + GUEST_LIMITS.codeMinutes * MINUTE).toISOString();
        await store.update(trx, row.id, { code_nonce: nonce, code_until: until });
        if (mail.isSet)
          await mail.queue(trx, {
            key: `guest code ${nonce}`,
            to: { guestId: row.id },
            subject: 'Votre code pour lire un dossier dans Diplo',
            text: CODE_TEXT,
          });
        else
          await notices.tellOne(trx, row.created_by, {
            kind: 'guest.act',
            text: `${row.name} attend son code : lisez-le-lui.`,
            link: `/products/${row.product_id}${PART_PATHS.guests}`,
          });
      },
      `guest ${row.id}`,
    );
    jobs.wake();
  };

  /** @throws 422 for a code that is not the one, 403 once there were five of them */
  const checkCode = async (row: GuestRow, code: string, origin: Origin): Promise<void> => {
    const digits = code.replace(/[\s\u00a0\u202f.-]/g, '');
    if (!/^\d+$/.test(digits) || digits.length !== GUEST_LIMITS.digits)
      throw invalid([bodyFault('code', WRONG.digits)]);
    // What is wrong is counted even though it is refused: the refusal comes after the commit.
    const refused = await inTransaction(
      db,
      async (trx) => {
        const link = await store.find(trx, row.id);
        if (!link || link.locked_at !== null) return forbidden(WRONG.locked);
        if (link.code_nonce === null || link.code_until === null || link.code_until <= now())
          return invalid([bodyFault('code', WRONG.late)]);
        if (keys.sameDigits(digits, keys.digitsOf(link.id, link.code_nonce))) {
          await store.update(trx, link.id, { code_nonce: null, code_until: null, code_tries: 0 });
          return null;
        }
        const count = link.code_tries + 1;
        const isLocked = count >= GUEST_LIMITS.codeTries;
        await store.update(trx, link.id, { code_tries: count, ...(isLocked ? { locked_at: now() } : {}) });
        if (!isLocked) {
          const left = GUEST_LIMITS.codeTries - count;
          return invalid([
            bodyFault('code', `Ce code n’est pas le bon. Il reste ${left} ${left === 1 ? 'essai' : 'essais'}.`),
          ]);
        }
        await audit.record(trx, { action: 'guest.lock', by: actorOf(link, origin), object: objectOf(link) });
        await notices.tellOne(trx, link.created_by, {
          kind: 'guest.act',
          text: `Le lien de ${link.name} est verrouillé après cinq codes faux.`,
          link: `/products/${link.product_id}${PART_PATHS.guests}`,
        });
        return forbidden(WRONG.locked);
      },
      `guest ${row.id}`,
    );
    if (refused) throw refused;
  };

  return { sendCode, checkCode };
}

/** The door that a link opens. Opening it does nothing and consumes nothing: mail scanners open links, and send forms. */
export function createDoor(deps: DoorDependencies) {
  const { db, keys, users, mail, tries, audit, clock } = deps;
  const now = (): string => clock().toISOString();
  const countRequest = createRateLimit({ count: GUEST_LIMITS.perMinute, windowMs: MINUTE }, clock);
  const { sendCode, checkCode } = createCodes(deps);

  return {
    /** @throws 401 for a link that is none, 403 for one that is locked, 422 for a wrong code, 429 */
    async open({ token, code }: { token: string; code: string | null }, origin: Origin) {
      const bucket = `guest ${addressKey(origin.ip)}`;
      await tries.refuseBeyond(bucket, { count: GUEST_LIMITS.wrong, windowMs: 15 * MINUTE });
      const wrong = async (why: string): Promise<never> => {
        await tries.count(bucket);
        throw unauthorized(why);
      };
      const given = token.trim();
      if (!LINK_SHAPE.test(given)) return await wrong(WRONG.cut);
      const row = await store.findByHash(db, secretHash(given));
      if (!row || !isOpen(row, now()) || !(await store.isStanding(db, row))) return await wrong(WRONG.over);
      countRequest(row.id);
      if (row.code === 1) {
        if (row.locked_at !== null) throw forbidden(WRONG.locked);
        if (code === null) {
          await sendCode(row);
          return {
            ...NOT_YET,
            by: mail.isSet ? ('mail' as const) : ('person' as const),
          };
        }
        await checkCode(row, code, origin);
      }
      await audit.note({ action: 'guest.enter', by: actorOf(row, origin), object: objectOf(row) });
      await store.update(db, row.id, { last_seen_at: now() });
      return { step: 'open' as const, ...(await keys.session(row.id)) };
    },

    /** Whose link a session is of, looked up at each request. @throws 401, 429 */
    async authenticate(token: string): Promise<GuestLink> {
      const id = await keys.linkOf(token);
      const row = await store.find(db, id);
      if (!row || !isOpen(row, now()) || !(await store.isStanding(db, row))) throw unauthorized(SESSION_OVER);
      countRequest(id);
      const seen = new Date(clock().getTime() - SEEN_MS).toISOString();
      // A database that is busy just now is told next time.
      if (row.last_seen_at === null || row.last_seen_at < seen)
        await store.update(db, id, { last_seen_at: now() }).catch(() => undefined);
      const inviter = await users.find(row.created_by);
      return {
        id,
        number: row.number,
        productId: row.product_id,
        requestId: row.request_id,
        name: row.name,
        as: row.role,
        may: JSON.parse(row.may) as string[],
        pieces: JSON.parse(row.pieces) as string[],
        seesFormula: row.role === 'evaluateur' || row.formula === 1,
        expiresAt: row.expires_at,
        inviter: { id: row.created_by, name: inviter?.name || null },
        told: toldOf(row),
      };
    },

    session: async (link: GuestLink) => ({
      ...(await keys.session(link.id)),
      kind: link.requestId === null ? ('product' as const) : ('request' as const),
      name: link.name,
      invited_by: link.inviter.name,
      as: link.as,
      may: link.may as ('comment' | 'attach' | 'sign')[],
      expires_at: link.expiresAt,
    }),
  };
}

const NOT_YET = { step: 'code', access_token: null, token_type: 'bearer', expires_in: 0 } as const;

const objectOf = ({ product_id, request_id, number }: GuestRow) =>
  request_id === null
    ? { type: 'guest', id: product_id, label: `Lien ${number}` }
    : { type: 'request', id: request_id, label: `Lien ${number}` };

/** What is between braces is put in when it goes: neither is kept with the message. */
const CODE_TEXT = `Bonjour,

Voici le code qui ouvre le dossier que l’on vous invite à lire :

{code}

Il sert une fois, et dix minutes. Si vous n’avez rien demandé, ne faites rien.
`;
