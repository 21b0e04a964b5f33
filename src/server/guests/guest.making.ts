import { randomUUID } from 'node:crypto';
import { dayOf, monthsAfter } from '#shared/fields/date.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import type { Executor } from '../db/open.ts';
import type { GuestRow } from '../db/tables.ts';
import { conflict } from '../errors.ts';
import { isLoopback } from '../http/hosts.ts';
import { secretHash } from '../http/secrets.ts';
import { isOpen } from './guest.door.ts';
import { DAY_MS } from './guest.giving.ts';
import type { GuestDependencies } from './guest.service.ts';
import * as store from './guest.store.ts';
import { later } from './guest.words.ts';

/** What a link is made of: its address, its row, what a message says of it. */
export function createMaking({ db, config: { publicUrl }, keys, clock }: GuestDependencies) {
  const now = (): string => clock().toISOString();

  /** @throws 409 where no address of ours is safe to give away */
  const address = (): URL => {
    if (publicUrl === null)
      throw conflict(
        'Aucun lien ne peut être donné : l’administrateur doit d’abord régler PUBLIC_URL, l’adresse de Diplo vue de l’extérieur.',
      );
    if (publicUrl.protocol !== 'https:' && !isLoopback(publicUrl.hostname))
      throw conflict('Aucun lien ne peut être donné : PUBLIC_URL doit commencer par https.');
    return publicUrl;
  };
  const urlOf = (id: string): string => new URL(`/invite#${keys.tokenOf(id)}`, address()).toString();

  /** @throws 409 beyond what may live at once */
  const checkRoom = async (trx: Executor, productId: string | null): Promise<void> => {
    const live = await store.countLive(trx, productId, now());
    if (productId !== null && live.each >= GUEST_LIMITS.each)
      throw conflict(`Ce produit a déjà ${GUEST_LIMITS.each} liens valables : révoquez ceux qui ne servent plus.`);
    if (live.all >= GUEST_LIMITS.all)
      throw conflict(`Il y a déjà ${GUEST_LIMITS.all} liens valables : révoquez ceux qui ne servent plus.`);
  };

  /** The link of a request lasts until its answer may come; another secret key, or another person, takes it on. */
  const renew = async (
    trx: Executor,
    row: GuestRow,
    { days, by }: { days: number; by: string | null },
  ): Promise<void> => {
    const until = new Date(clock().getTime() + days * DAY_MS).toISOString();
    await store.update(trx, row.id, {
      expires_at: later(until, row.expires_at),
      hash: secretHash(keys.tokenOf(row.id)),
      ...(by === null ? {} : { created_by: by }),
    });
  };

  /** A new link, in the transaction of what it opens. @throws 409 beyond what may live at once */
  const insert = async (
    trx: Executor,
    values: Pick<
      GuestRow,
      'product_id' | 'request_id' | 'name' | 'email' | 'role' | 'may' | 'pieces' | 'formula' | 'code'
    >,
    { days, by }: { days: number; by: string },
  ): Promise<GuestRow> => {
    await checkRoom(trx, values.product_id);
    const id = randomUUID();
    const row: GuestRow = {
      ...values,
      id,
      number: await store.nextNumber(trx),
      hash: secretHash(keys.tokenOf(id)),
      created_at: now(),
      created_by: by,
      expires_at: new Date(clock().getTime() + days * DAY_MS).toISOString(),
      revoked_at: null,
      locked_at: null,
      code_nonce: null,
      code_until: null,
      code_tries: 0,
      last_seen_at: null,
      shown: null,
      erased_at: null,
    };
    await store.insert(trx, row);
    return row;
  };

  return {
    urlOf,
    insert,
    checkRoom,
    renew,
    isStanding: store.isStanding,
    /** The link of a request. */
    ofRequest: store.findOfRequest,
    /** @throws 409 where no address of ours is safe to give away */
    checkAddress: (): void => {
      address();
    },

    /** What a message to a guest needs when it goes: its address, and what is between its braces. */
    async letter(id: string, text: string): Promise<{ email: string; text: string } | null> {
      const row = await store.find(db, id);
      if (!row || row.email === '' || !isOpen(row, now()) || !(await store.isStanding(db, row))) return null;
      if (text.includes('{code}') && (row.code_nonce === null || (row.code_until ?? '') <= now())) return null;
      // Another secret key since then: the link of before is no more, and this one takes its place.
      if (text.includes('{lien}') && secretHash(keys.tokenOf(id)) !== row.hash)
        await store.update(db, id, { hash: secretHash(keys.tokenOf(id)) });
      return {
        email: row.email,
        text: text
          .replace('{code}', row.code_nonce === null ? '' : keys.digitsOf(id, row.code_nonce))
          .replace('{lien}', text.includes('{lien}') ? urlOf(id) : ''),
      };
    },
  };
}

/** Forgets who was invited, twelve months after the end. */
export function handleSweep({ jobs, audit, clock }: GuestDependencies): void {
  const now = (): string => clock().toISOString();
  jobs.handle('guests.sweep', {
    perform: async () => async (trx) => {
      const before = `${monthsAfter(dayOf(clock()), -GUEST_LIMITS.keptMonths)}T00:00:00.000Z`;
      for (const row of await store.listToErase(trx, before)) {
        await store.erase(trx, row, now());
        await audit.record(trx, {
          action: 'guest.erase',
          by: { id: null, email: null, ip: null },
          object: { type: 'guest', id: row.product_id, label: `Lien ${row.number}` },
        });
      }
    },
  });
}
