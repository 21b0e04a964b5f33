import type { Label } from '#shared/control/control.contract.ts';
import { checkLabel, type LabelCheck } from '#shared/control/label.check.ts';
import { cpnpSheet, type LabelState, labelParts, labelRemarks } from '#shared/control/label.ts';
import { notFound, Refusal } from '../errors.ts';
import type { ControlRecords } from './control.records.ts';
import type { ControlDependencies } from './control.service.ts';

interface LabelDeps
  extends Pick<ControlDependencies, 'products' | 'formulas' | 'regulation' | 'attachments' | 'files' | 'documents'> {
  records: ControlRecords;
}

/** The text of a label, and what of it an artwork lacks. */
export function createLabel({ products, formulas, regulation, attachments, files, documents, records }: LabelDeps) {
  const stateOf = async (productId: string): Promise<LabelState> => {
    const product = await products.get(productId);
    const conformity = (await records.read(productId, 'conformity')).data;
    const inci = await formulas.inci(productId, { rinse: conformity.rinse === 'rince' });
    const verdicts = product.formula_mode === 'table' ? await regulation.verdicts(productId, {}) : [];
    return { product, conformity, inci, warnings: [...new Set(verdicts.flatMap((one) => one.warnings))] };
  };

  return {
    async label(productId: string): Promise<Label> {
      const state = await stateOf(productId);
      const isOf = isCosmetic(state);
      return {
        parts: partsOf(state),
        remarks: isOf ? labelRemarks(state) : [],
        cpnp: isOf ? cpnpSheet(state) : [],
      };
    },

    /** @throws 404 for a file that is not this product's */
    async checkLabel(productId: string, attachmentId: string): Promise<LabelCheck> {
      const state = await stateOf(productId);
      const file = (await attachments.listOf({ type: 'product', id: productId })).find(({ id }) => id === attachmentId);
      if (!file) throw notFound('pièce jointe');
      const fileId = (await attachments.fileIdsOf([file.id])).get(file.id) ?? '';
      const read = await documents
        .words(() => files.read(fileId))
        .catch((error: unknown) => {
          // Too heavy to be read: said as one that cannot be.
          if (error instanceof Refusal && error.status === 422) return TOO_HEAVY;
          throw error;
        });
      return checkLabel(read, partsOf(state), isCosmetic(state) ? state.inci.items : []);
    },
  };
}

/** The label of a cosmetic is written from its file: article 19. That of a cleaning product has another law. */
const isCosmetic = ({ product }: LabelState): boolean => product.type_produit === 'cosmetique';
const partsOf = (state: LabelState) => (isCosmetic(state) ? labelParts(state) : []);

const TOO_HEAVY = { text: null, unreadable: 'Ce fichier est trop lourd pour être lu : comparez à l’œil, et dites-le.' };
