import { createHash } from 'node:crypto';
import { writerOf } from '#shared/fields/writer.ts';
import { FINDING_CODES } from '#shared/findings/finding.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { answeredBy } from '#shared/regulation/regulation.print.ts';
import type { BuildDependencies } from './dossier.build.ts';
import { cleaningDataOf } from './dossier.cleaning.ts';
import { dataOf, type Known } from './dossier.data.ts';

/** Looks at the file of a product once: what the sheets, the manifest and the folder `donnees/` of a dossier say of it. */
export function createLooking({ products, formulas, control, exposures, documents }: BuildDependencies) {
  const detergentOf = async (productId: string, nameOf: (email: string | null) => string | null) => {
    const record = await control.detergent(productId);
    return { ...record, updated_by: nameOf(record.updated_by) };
  };
  const look = async (productId: string, product: Product) => {
    const all = await control.look(productId);
    // Who reads it again, and what a supplier is asked, stays in the house.
    const looked = { ...all, findings: all.findings.filter(({ code }) => FINDING_CODES[code].inner !== true) };
    const nameOf = await control.names();
    const named = <One extends { created_by: string | null; updated_by: string | null }>(one: One): One => ({
      ...one,
      created_by: nameOf(one.created_by),
      updated_by: nameOf(one.updated_by),
    });
    const assessment = await control.assessment(productId);
    const conformity = await control.conformity(productId);
    const known: Known = {
      product,
      formula: looked.found.formula,
      printed: await formulas.printed(productId, { rinse: conformity.rinse === 'rince', writer: writerOf('fr') }),
      inci: await formulas.inci(productId, { rinse: conformity.rinse === 'rince' }),
      // What leaves names people, not accounts.
      verdicts: looked.verdicts.map((one) => answeredBy(one, nameOf)),
      corpus: looked.parts.corpus,
      margins: looked.found.margins,
      lots: looked.found.lots.map(named),
      studies: looked.found.studies.map(named),
      retention: looked.found.retention,
      conformity,
      claims: looked.parts.claims,
      cleaning: looked.cleaning,
      detergent: looked.cleaning ? await detergentOf(productId, nameOf) : null,
      assessment: {
        ...assessment,
        updated_by: nameOf(assessment.updated_by),
        signature: assessment.signature && {
          ...assessment.signature,
          entered_by: nameOf(assessment.signature.entered_by),
        },
      },
      findings: looked.findings.map((one) => ({
        ...one,
        answer: one.answer && { ...one.answer, by: nameOf(one.answer.by) },
      })),
    };
    return { looked, found: await control.controlOf(looked), known };
  };

  /** The folder `donnees/`, each file with its size and hash. */
  const dataFor = async (known: Known) => {
    const made = known.cleaning
      ? await cleaningDataOf(known, documents.workbook)
      : await dataOf(known, { workbook: documents.workbook, marginSheet: await exposures.sheet(known.product.id) });
    return made.map((one) => ({
      ...one,
      size: one.bytes.length,
      sha256: createHash('sha256').update(one.bytes).digest('hex'),
    }));
  };

  return {
    look,
    dataFor,
    lookAt: async (productId: string) => look(productId, await products.get(productId)),
  };
}
