import type { Found } from '#shared/control/findings.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES } from '#shared/findings/finding.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import type { FindingAnswerRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import type { createFindings } from './control.findings.ts';
import type { ControlDependencies } from './control.service.ts';
import { hashOf } from './control.stamp.ts';
import * as store from './finding.store.ts';

/** What an answer is about: once that is something else, the answer falls. */
const basisOf = ({ text, due_on, fact }: Found): string => hashOf([text, due_on, fact]);

/** A finding with what a person said of it, as long as it is about what is found now. */
function answeredWith({ fact, ...finding }: Found, row: FindingAnswerRow | null): Finding {
  const isOfIt = row?.basis === basisOf({ fact, ...finding }) && !FINDING_CODES[finding.code].answeredIn;
  return { ...finding, answer: isOfIt ? { by: row.by, at: row.at, reason: row.reason } : null };
}

export function answeredOf(found: readonly Found[], answers: readonly FindingAnswerRow[]): Finding[] {
  const byKey = new Map(answers.map((one) => [one.key, one]));
  return found.map((one) => answeredWith(one, byKey.get(one.key) ?? null));
}

/** What people answer to findings. */
export function createFindingAnswers({
  db,
  products,
  audit,
  clock,
  look,
}: ControlDependencies & Pick<ReturnType<typeof createFindings>, 'look'>) {
  const seen = async (productId: string, key: string) => {
    const { found, all } = await look(productId);
    const one = all.find((finding) => finding.key === key);
    if (!one) throw notFound('remarque');
    const room = FINDING_CODES[one.code].answeredIn;
    if (room) throw conflict(`Cette remarque ne se répond pas ici, mais ${room}.`);
    return { one, label: productLabel(found.product) };
  };
  /** @param reason `null` takes the answer back */
  return async (productId: string, key: string, reason: string | null, by: Actor): Promise<Finding> => {
    const { one, label } = await seen(productId, key);
    const row: FindingAnswerRow | null =
      reason === null
        ? null
        : {
            product_id: productId,
            key,
            reason,
            basis: basisOf(one),
            at: clock().toISOString(),
            by: by.email,
          };
    await inTransaction(
      db,
      async (trx) => {
        await products.get(productId, trx);
        if (row === null) await store.removeAnswer(trx, productId, key);
        else await store.setAnswer(trx, row);
        await audit.record(trx, {
          action: row === null ? 'finding.unanswer' : 'finding.answer',
          by,
          object: { type: 'control', id: productId, label },
        });
      },
      `findings ${productId}`,
    );
    // Of what was answered, though the fact may have become another one meanwhile.
    return answeredWith(one, row);
  };
}
