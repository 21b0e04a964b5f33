import { NO_ASSESSMENT } from '#shared/control/assessment.fields.ts';
import { NO_DETERGENT } from '#shared/detergents/detergent.contract.ts';
import { surfactantFileKey } from '#shared/detergents/detergent.fields.ts';
import { exposureInput } from '#shared/exposure/exposure.contract.ts';
import { printDay } from '#shared/fields/date.ts';
import type { FormulaLine } from '#shared/formulas/formula.ts';
import { lineOfPasted } from '#shared/formulas/paste.lines.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import { NO_CONFORMITY } from '#shared/regulation/conformity.fields.ts';
import { NO_FACTS } from '#shared/regulation/facts.contract.ts';
import type { Actor, Signed } from '../caller.ts';
import { createDemoLibrary } from './demo.library.ts';
import type { DemoDependencies } from './demo.service.ts';
import type { StoryProduct } from './story.ts';

/** Part B as it is signed on paper. */
const partBOf = ({
  b1,
  b2,
  b3,
  evaluateur_nom,
  evaluateur_diplome,
  evaluateur_adresse,
  signed_on,
}: NonNullable<StoryProduct['assessment']>): string[] => [
  `B.1. Conclusion. ${b1}`,
  `B.2. Avertissements et instructions de l’étiquette. ${b2}`,
  `B.3. Raisonnement. ${b3}`,
  `B.4. ${evaluateur_nom}, ${evaluateur_diplome}, ${evaluateur_adresse}. Signé le ${printDay(signed_on)}.`,
];

/** Whoever loads the example, as if signed in just now; `null` for a program. */
export const signedAs = ({ id, email }: Actor): Signed | null =>
  id === null
    ? null
    : {
        account: { id, email: email ?? '', role: 'admin' },
        sessionId: '',
        mustChangePassword: false,
        mustSetUpFactor: false,
        mustLink: false,
      };

/** @returns what writes the file of one product of the story, beside its form */
export function createDemoProducts(
  deps: DemoDependencies,
  library: (label: string) => Pick<FormulaLine, 'substance_id' | 'material_id'>,
) {
  const { products, formulas, control, exposures, attachments, lots, studies, comments, reviews } = deps;
  const { attach } = createDemoLibrary(deps);

  return async (
    id: string,
    {
      values,
      formulaFile,
      inTable,
      conformity,
      exposure,
      assessment,
      establishedOn,
      files,
      claims,
      lots: batches = [],
      studies: followed = [],
      comments: said = [],
      review,
      ...one
    }: StoryProduct,
    by: Actor,
  ): Promise<void> => {
    if (one.kind) await products.setType(id, one.kind, { ifMatch: null, by });
    if (inTable) {
      const { lines } = readPaste(values.ingredients ?? '');
      await formulas.save(
        id,
        {
          mode: 'table',
          lines: lines.map((line, index) => lineOfPasted({ ...line, ...library(line.label) }, String(index + 1))),
          inci_order: [],
          established_on: establishedOn ?? null,
        },
        { ifMatch: null, by },
      );
    }
    const options = { ifMatch: null, by };
    const of = { type: 'product', id: id };
    if (exposure) await exposures.save(id, exposureInput.parse(exposure), options);
    for (const { isPartB, of: substance, ...file } of [...(files ?? []), ...(claims ?? []).map((claim) => claim.file)])
      await attach(
        of,
        {
          ...file,
          ...(substance ? { field_key: surfactantFileKey(library(substance).substance_id ?? '') } : {}),
          ...(isPartB && assessment ? { lines: partBOf(assessment) } : {}),
        },
        by,
      );
    // After the label and the photo: it is notified with them.
    if (conformity) await control.saveConformity(id, { ...NO_CONFORMITY, ...NO_FACTS, ...conformity }, options);
    for (const lot of batches) await lots.create(id, lot, by);
    for (const study of followed) await studies.create(id, study, by);
    if (one.detergent) await control.saveDetergent(id, { ...NO_DETERGENT, ...one.detergent }, options);
    if (one.ufi) await control.makeUfi(id, { ...one.ufi, cle: null }, options);
    if (claims)
      await control.saveClaims(
        id,
        claims.map(({ file: _, ...claim }) => claim),
        options,
      );
    if (formulaFile)
      await attachments.create({
        owner: { type: 'product', id: id },
        field_key: 'formula',
        file: { fileName: formulaFile.name, mimeType: 'text/csv', content: Buffer.from(formulaFile.text) },
        by,
      });
    // Whoever loads the example is asked to read it again.
    const signed = signedAs(by);
    if (signed) {
      const person = signed.account;
      for (const comment of said)
        await comments.create(
          id,
          { ...comment, mentions: [], parent_id: null, for_guests: false },
          { writer: { person }, by },
        );
      if (review) await reviews.ask(id, { reviewer_id: person.id, due_on: null, note: review.note }, { signed, by });
    }
    // Signed last: on the formula, the label and the corpus that are there.
    if (assessment) {
      await control.saveAssessment(id, { ...NO_ASSESSMENT, ...assessment }, options);
      await control.sign(id, assessment.signed_on, options);
    }
  };
}
