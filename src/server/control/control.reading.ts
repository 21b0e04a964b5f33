import type { Shelf } from '#shared/formulas/formula.ts';
import type { Read, StateDependencies } from './control.state.ts';

/** Reads what the points stand on. */
export function createStateReading({ products, formulas, exposures, attachments, records }: StateDependencies) {
  const read = async (productId: string): Promise<Read> => {
    const product = await products.get(productId);
    const formula = await formulas.get(productId);
    const shelf: Shelf = {
      substances: new Map(formula.substances.map((one) => [one.id, one])),
      materials: new Map(formula.materials.map((one) => [one.id, one])),
    };
    const [margins, files, kept] = [
      await exposures.margins(productId),
      await attachments.listOf({ type: 'product', id: productId }),
      await records.readAll(productId),
    ];
    return { product, formula, shelf, margins, files, kept };
  };

  return {
    read,
  };
}
