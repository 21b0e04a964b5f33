import type { DetergentInput } from '#shared/detergents/detergent.contract.ts';
import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import { exposureInput } from '#shared/exposure/exposure.contract.ts';
import type { FieldDefinition } from '#shared/fields/field.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { CONFORMITY_FIELDS } from '#shared/regulation/conformity.fields.ts';
import type { ConformityInput } from '#shared/regulation/regulation.contract.ts';
import type { Actor } from '../caller.ts';
import type { ControlService } from '../control/control.service.ts';
import type { ExposureService } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { ProductService } from '../products/product.service.ts';

interface Dependencies {
  products: ProductService;
  formulas: FormulaService;
  exposures: ExposureService;
  control: ControlService;
}

/** The values of these fields, those that are true of the very product left empty. */
const copied = (fields: readonly FieldDefinition[], values: object): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name, ofItsOwn }) => [name, ofItsOwn ? null : (values as Record<string, unknown>)[name]]),
  );

/** Products made of others: a draft with the form, the formula, the conformity and the exposure of one that is there. */
export function createDuplicates({ products, formulas, exposures, control }: Dependencies) {
  return {
    /** @returns the copy; when one of its parts is refused it goes to the trash, and the refusal is told */
    async make(
      id: string,
      names: Pick<Product, 'nom_commercial' | 'ref_formule' | 'ref_produit'>,
      by: Actor,
    ): Promise<Product> {
      const source = await products.get(id);
      const [formula, conformity, exposure, detergent] = await Promise.all([
        formulas.get(id),
        control.conformity(id),
        exposures.get(id),
        control.detergent(id),
      ]);
      const copy = await products.create({ ...copied(FIELDS, source), ...names }, by);
      const first = { ifMatch: null, by };
      try {
        if (formula.mode === 'table') {
          const { lines, inci_order } = formula;
          await formulas.save(copy.id, { mode: 'table', lines, inci_order, established_on: null }, first);
        }
        if (conformity.revision > 0)
          await control.saveConformity(
            copy.id,
            copied(CONFORMITY_FIELDS, conformity) as unknown as ConformityInput,
            first,
          );
        if (exposure.revision > 0) {
          // What the assessor wrote of the other product stays with it.
          const { revision: _, updated_at: __, updated_by: ___, remarks: ____, ...values } = exposure;
          await exposures.save(copy.id, exposureInput.parse(values), first);
        }
        // Last: what it keeps of the other kind of product is written while it may be.
        if (source.type_produit !== copy.type_produit) await products.setType(copy.id, source.type_produit, first);
        if (detergent.revision > 0 && source.type_produit === 'nettoyage')
          await control.saveDetergent(copy.id, copied(DETERGENT_FIELDS, detergent) as unknown as DetergentInput, first);
      } catch (problem) {
        await products.remove(copy.id, { ifMatch: null, by }).catch(() => undefined);
        throw problem;
      }
      return products.get(copy.id);
    },
  };
}

export type DuplicateService = ReturnType<typeof createDuplicates>;
