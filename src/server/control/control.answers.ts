import type { Found } from '#shared/control/findings.ts';
import { identityIn } from '#shared/effects/identity.ts';
import { lowerFirst, shortened } from '#shared/fields/text.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES } from '#shared/findings/finding.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { FindingAnswerRow } from '../db/tables.ts';
import { conflict, movedOn, notFound } from '../errors.ts';
import type { createFindings } from './control.findings.ts';
import type { ControlDependencies } from './control.service.ts';
import { hashOf } from './control.stamp.ts';
import * as store from './finding.store.ts';

/** What an answer is about: once that is something else, the answer falls. */
const basisOf = ({ text, due_on, fact }: Found): string => hashOf([text, due_on, fact]);

/** A finding with what a person said of it, as long as it is about what is found now. */
function answeredWith({ fact, ...finding }: Found, row: FindingAnswerRow | null): Finding {
  const basis = basisOf({ fact, ...finding });
  const isOfIt = row?.basis === basis && !FINDING_CODES[finding.code].answeredIn;
  return { ...finding, basis, answer: isOfIt ? { by: row.by, at: row.at, reason: row.reason } : null };
}

export function answeredOf(found: readonly Found[], answers: readonly FindingAnswerRow[]): Finding[] {
  const byKey = new Map(answers.map((one) => [one.key, one]));
  return found.map((one) => answeredWith(one, byKey.get(one.key) ?? null));
}

const MOVED = 'Ce que dit cette remarque vient de changer : relisez-la, puis répondez à ce qu’elle dit maintenant.';

interface Asked {
  key: string;
  reason: string;
  /** What its author read, where it is said. */
  basis?: string | undefined;
}

/** What people answer to findings. */
export function createFindingAnswers({
  db,
  products,
  audit,
  clock,
  look,
}: ControlDependencies & Pick<ReturnType<typeof createFindings>, 'look'>) {
  const seen = async (productId: string) => {
    const { found, all } = await look(productId);
    const byKey = new Map(all.map((one) => [one.key, one]));
    const get = (key: string): Found => {
      const one = byKey.get(key);
      if (!one) throw notFound('remarque');
      const room = FINDING_CODES[one.code].answeredIn;
      if (room) throw conflict(`Cette remarque ne se répond pas ici, mais ${room}.`);
      return one;
    };
    return { get, label: productLabel(found.product) };
  };
  const write = (
    productId: string,
    {
      action,
      by,
      labels,
      work,
    }: { action: 'finding.answer' | 'finding.unanswer'; by: Actor; labels: readonly string[]; work: Work },
  ): Promise<void> =>
    inTransaction(
      db,
      async (trx) => {
        await products.get(productId, trx);
        await work(trx);
        for (const label of labels)
          await audit.record(trx, { action, by, object: { type: 'control', id: productId, label } });
      },
      `findings ${productId}`,
    );

  return {
    /**
     * All of them, or none.
     * @returns what was answered, though its fact may have become another one meanwhile
     * @throws 404 for a finding that is none (any more), 409 for one that its room answers, 412 when something else is found
     */
    async answer(productId: string, asked: readonly Asked[], by: Actor): Promise<Finding[]> {
      const { get, label } = await seen(productId);
      const at = clock().toISOString();
      const answered = asked.map(({ key, reason, basis }) => {
        const one = get(key);
        if (basis !== undefined && basis !== basisOf(one)) throw movedOn(MOVED);
        return { one, row: { product_id: productId, key, reason, basis: basisOf(one), at, by: by.email } };
      });
      await write(productId, {
        action: 'finding.answer',
        by,
        // The words stay, whatever is answered later.
        labels: answered.map(({ one, row }) => `${label}, ${sayFinding(one)}${sayReason(one, row.reason)}`),
        work: async (trx) => {
          for (const { row } of answered) await store.setAnswer(trx, row);
        },
      });
      return answered.map(({ one, row }) => answeredWith(one, row));
    },

    async unanswer(productId: string, key: string, by: Actor): Promise<Finding> {
      const { get, label } = await seen(productId);
      const one = get(key);
      await write(productId, {
        action: 'finding.unanswer',
        by,
        labels: [`${label}, ${sayFinding(one)}`],
        work: (trx) => store.removeAnswer(trx, productId, key),
      });
      return answeredWith(one, null);
    },
  };
}
const sayFinding = ({ code, text }: Pick<Found, 'code' | 'text'>): string =>
  `${lowerFirst(FINDING_CODES[code].label)} (${shortened(text, SAID_MAX)})`;
/** Nothing of a case, and nobody's address, stays in the journal for ever. */
const sayReason = ({ code }: Pick<Found, 'code'>, reason: string): string =>
  code.startsWith('EIG') || code.startsWith('EFFET') || identityIn(reason) !== null ? '' : ` : ${reason}`;
/** So much of a finding is quoted by the journal (characters). */
const SAID_MAX = 80;
type Work = (trx: Executor) => Promise<void>;
