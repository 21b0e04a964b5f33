import { NO_ASSESSMENT } from '#shared/control/assessment.fields.ts';
import { exposureInput } from '#shared/exposure/exposure.contract.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { FormulaLine } from '#shared/formulas/formula.ts';
import { lineOfPasted } from '#shared/formulas/paste.lines.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import { NO_CONFORMITY } from '#shared/regulation/conformity.fields.ts';
import { NO_FACTS } from '#shared/regulation/facts.ts';
import type { Actor } from '../caller.ts';
import { createDemoLibrary } from './demo.library.ts';
import type { DemoDependencies } from './demo.service.ts';
import type { StoryProduct } from './story.ts';

const MONTH_MS = 30 * 86_400_000;
const aMonthAgo = (now: Date): string => dayOf(new Date(now.getTime() - MONTH_MS));

/** @returns what writes the file of one product of the story, beside its form */
export function createDemoProducts(
  deps: DemoDependencies,
  library: (label: string) => Pick<FormulaLine, 'substance_id' | 'material_id'>,
) {
  const { formulas, control, exposures, attachments, clock } = deps;
  const { attach } = createDemoLibrary(deps);

  return async (
    id: string,
    { values, formulaFile, inTable, conformity, exposure, assessment, establishedOn, files, claims }: StoryProduct,
    by: Actor,
  ): Promise<void> => {
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
    if (conformity)
      await control.saveConformity(
        id,
        // Told a month ago, whenever the example is loaded: a statement of more than a year is none.
        { ...NO_CONFORMITY, ...NO_FACTS, ...conformity, ei_date: conformity.ei_date ? aMonthAgo(clock()) : null },
        options,
      );
    if (exposure) await exposures.save(id, exposureInput.parse(exposure), options);
    for (const file of [...(files ?? []), ...(claims ?? []).map((claim) => claim.file)]) await attach(of, file, by);
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
    // Signed last: on the formula, the label and the corpus that are there.
    if (assessment) {
      await control.saveAssessment(id, { ...NO_ASSESSMENT, ...assessment }, options);
      await control.sign(id, assessment.signed_on, options);
    }
  };
}
