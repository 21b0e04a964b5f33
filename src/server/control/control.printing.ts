import { type PrintedControl, printControl } from '#shared/control/control.print.ts';
import { VERSIONED_ACTS } from '#shared/control/versions.print.ts';
import type { Writer } from '#shared/fields/writer.ts';
import { FINDING_CODES } from '#shared/findings/finding.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { createFindings } from './control.findings.ts';
import type { ControlDependencies } from './control.service.ts';
import { isAsSigned } from './control.signature.ts';
import { stampOf } from './control.stamp.ts';

/** A document names people, not accounts. */
export type NameOf = (email: string | null) => string | null;

/** What a person said, by the name of that person. */
export const withName = <One extends { answer: { by: string | null } | null }>(one: One, nameOf: NameOf): One =>
  one.answer === null ? one : { ...one, answer: { ...one.answer, by: nameOf(one.answer.by) } };

/** What a document prints of the file, and what that document stands on. */
export function createPrinting({
  products,
  effects,
  audit,
  look,
  names,
}: ControlDependencies & Pick<ReturnType<typeof createFindings>, 'look'> & { names: () => Promise<NameOf> }) {
  /** What it prints is read at once; of its template, the SHA-256 and the language may be known later. */
  return async (
    productId: string,
  ): Promise<(template: { model: string; writer: Writer }) => Promise<{ data: PrintedControl; stamp: Stamp }>> => {
    const [{ found, parts, points, findings, cleaning }, nameOf, acts, revisions] = await Promise.all([
      look(productId),
      names(),
      audit.actsOn(productId, VERSIONED_ACTS),
      products.revisions(productId),
    ]);
    const { kept, files } = found;
    const { signature } = kept.assessment.data;
    return async ({ model, writer }) => ({
      data: printControl({
        points,
        cleaning,
        // Who reads it again, and what a supplier owes, stays in the house.
        findings: findings.filter(({ code }) => FINDING_CODES[code].inner !== true).map((one) => withName(one, nameOf)),
        conformity: kept.conformity.data,
        assessment: kept.assessment.data.values,
        signature: signature && { ...signature, entered_by: nameOf(signature.entered_by) },
        isAsSigned: isAsSigned(kept.assessment.data),
        claims: kept.claims.data,
        files,
        lots: found.lots,
        studies: found.studies,
        effects: cleaning ? '' : await effects.told(productId, writer),
        hasEffects: !cleaning && found.effects.length > 0,
        retention: found.retention,
        acts: acts.map(({ at, actor, action }) => ({ at, by: nameOf(actor), action })),
        revisions: revisions.map((one) => ({ ...one, by: nameOf(one.by) })),
        writer,
      }),
      stamp: stampOf({ ...parts, model }),
    });
  };
}
