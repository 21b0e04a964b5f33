import { randomUUID } from 'node:crypto';
import { AUDIT_ACTION_NAMES, type AuditAction } from '#shared/audit/audit.contract.ts';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { changedSince, type Stamp } from '#shared/findings/stamp.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Review, ReviewState, Reviews } from '#shared/reviews/review.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor, Signed } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { ReviewRow } from '../db/tables.ts';
import { bodyFault, conflict, forbidden, invalid } from '../errors.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { UserService } from '../users/user.service.ts';
import * as store from './review.store.ts';

interface Dependencies {
  db: Db;
  products: Pick<ProductService, 'get' | 'setReview'>;
  users: Pick<UserService, 'people'>;
  notices: Pick<NoticeService, 'tellOne'>;
  audit: AuditService;
  /** What the file of a product is now. */
  stampNow: (productId: string) => Promise<Stamp>;
  clock: () => Date;
}

/** An open review, as the control says it. */
export interface OpenReview {
  id: string;
  reviewer: string;
  due_on: string | null;
}

/** Acts that write in the file of a product: not those that read it, speak of it or seal it. */
const WRITING = AUDIT_ACTION_NAMES.filter((action) => !/^(?:review|comment|guest|dossier)\.|\.read$/.test(action));

/** How reviews are answered. */
function createPresenting({ db, products, users, audit, stampNow }: Dependencies) {
  /** Who wrote last in the file of a product, in whatever room. */
  const lastAuthor = async (productId: string): Promise<string | null> =>
    (await audit.lastActOn(productId, WRITING))?.actor ?? null;
  const present = async (rows: readonly ReviewRow[]): Promise<Review[]> => {
    const people = await users.people();
    const nameOf = (id: string | null): string | null => (id && people.get(id)?.name) || null;
    return rows.map(({ stamp: _, state, asked_by, asked_at, ended_by, ...row }) => ({
      ...row,
      at: asked_at,
      state: state as ReviewState,
      asked_by: nameOf(asked_by),
      reviewer: nameOf(row.reviewer_id),
      ended_by: nameOf(ended_by),
    }));
  };

  const answer = async (productId: string): Promise<Reviews> => {
    await products.get(productId);
    const rows = await store.list(db, productId);
    const current = rows.find(({ state }) => state !== 'cancelled') ?? null;
    const stamp = current?.state === 'done' && current.stamp ? (JSON.parse(current.stamp) as Stamp) : null;
    const history = await present(rows);
    const reviewer = current && (await users.people()).get(current.reviewer_id);
    return {
      current: history.find(({ id }) => id === current?.id) ?? null,
      history,
      changed: stamp ? changedSince(stamp, await stampNow(productId)) : [],
      own: Boolean(reviewer) && reviewer?.email === (await lastAuthor(productId)),
    };
  };

  return answer;
}

/** What every act on a review writes. */
function createWriting({ products, audit }: Pick<Dependencies, 'products' | 'audit'>) {
  const keep = async (trx: Executor, productId: string): Promise<void> => {
    const current = (await store.list(trx, productId)).find(({ state }) => state !== 'cancelled');
    const open = current?.state === 'asked' ? current : null;
    await products.setReview(trx, productId, {
      review_state: current?.state ?? null,
      review_by: open?.reviewer_id ?? null,
      review_due: open?.due_on ?? null,
    });
  };

  const record = (
    trx: Executor,
    { action, by, product, about }: { action: AuditAction; by: Actor; product: Product; about: string },
  ): Promise<void> =>
    audit.record(trx, {
      action,
      by,
      object: { type: 'review', id: product.id, label: `${productLabel(product)} : ${about}` },
    });

  return { keep, record };
}

/** Whoever is asked answers; whoever asked takes it back. */
function createEnding(deps: Dependencies, answer: (productId: string) => Promise<Reviews>) {
  const { db, products, users, notices, stampNow, clock } = deps;
  const { keep, record } = createWriting(deps);
  /** Ends the open one. @throws 409 where none is, 403 for who may not */
  const end = async (
    productId: string,
    {
      state,
      reason,
      signed,
      by,
      mayEnd,
    }: { state: ReviewState; reason: string | null; signed: Signed; by: Actor; mayEnd: (row: ReviewRow) => boolean },
  ): Promise<Reviews> => {
    const product = await products.get(productId);
    // What was read is what is there when it is said.
    const stamp = state === 'cancelled' ? null : JSON.stringify(await stampNow(productId));
    await inTransaction(
      db,
      async (trx) => {
        const open = (await store.list(trx, productId)).find((one) => one.state === 'asked');
        if (!open) throw conflict('Aucune relecture n’est en cours : elle vient peut-être d’être rendue ou annulée.');
        if (!mayEnd(open))
          throw forbidden(
            state === 'cancelled'
              ? 'Seuls la personne qui a demandé cette relecture et les administrateurs l’annulent.'
              : 'Cette relecture est demandée à quelqu’un d’autre.',
          );
        await store.update(trx, open.id, {
          state,
          reason,
          stamp,
          ended_at: clock().toISOString(),
          ended_by: signed.account.id,
        });
        await keep(trx, productId);
        const people = await users.people(trx);
        const who = people.get(open.reviewer_id)?.name ?? 'une personne partie';
        await record(trx, { action: ACTIONS[state], by, product, about: `demandée à ${who}` });
        const told = state === 'cancelled' ? open.reviewer_id : open.asked_by;
        if (told !== signed.account.id && people.get(told)?.active)
          await notices.tellOne(trx, told, {
            kind: state === 'cancelled' ? 'review.cancelled' : 'review.answered',
            text: `${productLabel(product)} : ${ENDED[state]}.`,
            link: `/products/${productId}${PART_PATHS.exchange}`,
          });
      },
      `review ${productId}`,
    );
    return answer(productId);
  };

  const isMine =
    ({ account }: Signed) =>
    ({ reviewer_id }: ReviewRow): boolean =>
      reviewer_id === account.id;

  return {
    done: (productId: string, reason: string | null, { signed, by }: { signed: Signed; by: Actor }) =>
      end(productId, { state: 'done', reason: reason || null, signed, by, mayEnd: isMine(signed) }),
    giveBack: (productId: string, reason: string, { signed, by }: { signed: Signed; by: Actor }) =>
      end(productId, { state: 'returned', reason, signed, by, mayEnd: isMine(signed) }),
    cancel: (productId: string, reason: string | null, { signed, by }: { signed: Signed; by: Actor }) =>
      end(productId, {
        state: 'cancelled',
        reason: reason || null,
        signed,
        by,
        mayEnd: ({ asked_by }) => asked_by === signed.account.id || signed.account.role === 'admin',
      }),
  };
}

/** Who is asked to read a file again, and what they answered. Nothing waits for it: validating and sealing go on. */
export function createReviews(deps: Dependencies) {
  const { db, products, users, notices, clock } = deps;
  const answer = createPresenting(deps);
  const { keep, record } = createWriting(deps);

  return {
    answer,

    /** @throws 409 while one is open, 422 for somebody who may not be asked */
    async ask(
      productId: string,
      { reviewer_id, due_on, note }: Pick<ReviewRow, 'reviewer_id' | 'due_on' | 'note'>,
      { signed, by }: { signed: Signed; by: Actor },
    ): Promise<Reviews> {
      const product = await products.get(productId);
      if (due_on !== null && due_on < dayOf(clock()))
        throw invalid([bodyFault('due_on', 'Ce jour est passé : choisissez aujourd’hui ou un jour à venir.')]);
      await inTransaction(
        db,
        async (trx) => {
          const reviewer = (await users.people(trx)).get(reviewer_id);
          if (!reviewer?.active)
            throw invalid([
              bodyFault('reviewer_id', 'Cette personne n’a plus de compte actif : choisissez-en une autre.'),
            ]);
          if ((await store.list(trx, productId)).some(({ state }) => state === 'asked'))
            throw conflict('Une relecture est déjà demandée : attendez sa réponse, ou annulez-la.');
          await store.insert(trx, {
            id: randomUUID(),
            product_id: productId,
            state: 'asked',
            asked_by: signed.account.id,
            asked_at: clock().toISOString(),
            reviewer_id,
            due_on,
            note: note || null,
            reason: null,
            stamp: null,
            ended_at: null,
            ended_by: null,
          });
          await keep(trx, productId);
          const until = due_on ? ` pour le ${printDay(due_on)}` : '';
          await record(trx, { action: 'review.ask', by, product, about: `demandée à ${reviewer.name}${until}` });
          if (reviewer_id !== signed.account.id)
            await notices.tellOne(trx, reviewer_id, {
              kind: 'review.asked',
              text: `${productLabel(product)} : à relire${until}.`,
              link: `/products/${productId}${PART_PATHS.exchange}`,
            });
        },
        `review ${productId}`,
      );
      return answer(productId);
    },

    ...createEnding(deps, answer),

    /** The one that waits for an answer, as the control and the calendar say it. */
    async openOf(productId: string): Promise<OpenReview | null> {
      const open = (await store.list(db, productId)).find(({ state }) => state === 'asked');
      if (!open) return null;
      const reviewer = (await users.people()).get(open.reviewer_id)?.name ?? 'une personne partie';
      return { id: open.id, reviewer, due_on: open.due_on };
    },

    people: async () =>
      [...(await users.people()).values()]
        .filter(({ active }) => active)
        .map(({ id, name }) => ({ id, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'fr')),
  };
}
const ACTIONS: Readonly<Record<ReviewState, AuditAction>> = {
  asked: 'review.ask',
  done: 'review.done',
  returned: 'review.return',
  cancelled: 'review.cancel',
};
const ENDED: Readonly<Record<ReviewState, string>> = {
  asked: 'à relire',
  done: 'relu',
  returned: 'à reprendre',
  cancelled: 'la relecture est annulée',
};

export type ReviewService = ReturnType<typeof createReviews>;
