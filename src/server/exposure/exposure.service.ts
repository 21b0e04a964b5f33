import { type ExposureInput, type ExposureRecord, exposureInput } from '#shared/exposure/exposure.contract.ts';
import type { KeptMargin } from '#shared/exposure/margins.kept.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { ExposureRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { notCosmetic, staleRecord } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { ProductService } from '../products/product.service.ts';
import { isStale } from '../revision.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createHypotheses } from './exposure.hypotheses.ts';
import { createMargins } from './exposure.margins.ts';
import * as store from './exposure.store.ts';

/** The last validated document of a product, and the margins it prints. */
export interface SealedMargins {
  generation_id: string;
  file_name: string;
  validated_at: string;
  margins: KeptMargin[];
}

export interface ExposuresDependencies {
  db: Db;
  products: ProductService;
  formulas: FormulaService;
  substances: SubstanceService;
  users: Pick<UserService, 'names'>;
  documents: Pick<DocumentService, 'workbook'>;
  audit: AuditService;
  sealedMargins: (productId: string) => Promise<SealedMargins | null>;
  clock: () => Date;
}

export function createExposures(deps: ExposuresDependencies) {
  const { db, products, audit, clock } = deps;
  const present = (row: ExposureRow | undefined): ExposureRecord => ({
    ...exposureInput.parse(row ? JSON.parse(row.data) : {}),
    revision: row?.revision ?? 0,
    updated_at: row?.updated_at ?? null,
    updated_by: row?.updated_by ?? null,
  });
  const { margins, sheet, workbook } = createMargins({ ...deps, present });
  const { hypotheses, accept } = createHypotheses(deps);

  return {
    async get(productId: string): Promise<ExposureRecord> {
      await products.get(productId);
      return present(await store.find(db, productId));
    },

    save: (
      productId: string,
      input: ExposureInput,
      { ifMatch, by }: { ifMatch: string | null; by: Actor },
    ): Promise<ExposureRecord> =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          if (product.type_produit !== 'cosmetique') throw notCosmetic('l’exposition');
          const before = await store.find(trx, productId);
          const revision = before?.revision ?? 0;
          if (isStale(ifMatch, revision)) throw staleRecord();
          const row: ExposureRow = {
            product_id: productId,
            data: JSON.stringify(input),
            revision: revision + 1,
            updated_at: clock().toISOString(),
            updated_by: by.email,
          };
          if (!(await store.save(trx, row, revision))) throw staleRecord();
          await audit.record(trx, {
            action: 'exposure.update',
            by,
            object: { type: 'exposure', id: productId, label: productLabel(product) },
          });
          return present(row);
        },
        `exposure ${productId}`,
      ),

    margins,
    sheet,
    hypotheses,
    accept,
    workbook,
  };
}

export type ExposureService = ReturnType<typeof createExposures>;
