import { type PrintedControl, printControl } from '#shared/control/control.print.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { createFindings } from './control.findings.ts';
import type { ControlDependencies } from './control.service.ts';
import { stampOf } from './control.stamp.ts';

/** What a document prints of the file, and what that document stands on. */
export function createPrinting({
  products,
  users,
  look,
}: ControlDependencies & Pick<ReturnType<typeof createFindings>, 'look'>) {
  /** @param model SHA-256 of its template */
  return async (productId: string, model: string): Promise<{ data: PrintedControl; stamp: Stamp }> => {
    const { found, parts, points, findings } = await look(productId);
    const { kept, files } = found;
    // A document names people, not accounts.
    const names = new Map((await users.names()).map(({ email, name }) => [email, name]));
    const nameOf = (email: string | null): string | null => email && (names.get(email) ?? email);
    const { signature } = kept.assessment.data;
    const data = printControl({
      points,
      findings,
      conformity: kept.conformity.data,
      assessment: kept.assessment.data.values,
      signature: signature && { ...signature, entered_by: nameOf(signature.entered_by) },
      claims: kept.claims.data,
      files,
      revisions: (await products.revisions(productId)).map((one) => ({ ...one, by: nameOf(one.by) })),
    });
    return { data, stamp: stampOf({ ...parts, model }) };
  };
}
