import type { KnownNames } from '#shared/formulas/nearest.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Db } from '../db/open.ts';
import type { DocumentService } from '../documents/document.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RecordHistory } from '../records/record.kind.ts';
import { listRecordRevisions } from '../records/record.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { createFormulaComposing } from './formula.composing.ts';
import { createFormulaSaving } from './formula.saving.ts';
import * as store from './formula.store.ts';
import { createFormulaSuggesting } from './formula.suggesting.ts';

export interface FormulasDependencies {
  db: Db;
  products: ProductService;
  substances: SubstanceService;
  materials: MaterialService;
  /** Names that the annexes and the Commission's inventory make known. */
  lawNames: () => Promise<KnownNames>;
  documents: Pick<DocumentService, 'formula'>;
  audit: AuditService;
  clock: () => Date;
}

export function createFormulas(deps: FormulasDependencies) {
  const { db, products } = deps;
  const { dataOf, confirmationsOf, shelfOf, present, ...composing } = createFormulaComposing(deps);
  const { parse, suggest } = createFormulaSuggesting(deps);
  const saving = createFormulaSaving({ ...deps, dataOf, confirmationsOf, shelfOf, present });

  return {
    ...composing,
    ...saving,
    parse,
    suggest,

    /** The cosmetics whose formula is in lines: what the annexes judge. */
    cosmeticsInLines: (): Promise<string[]> => store.listCosmeticsInLines(db),

    async revisions(id: string): Promise<RecordHistory> {
      await products.get(id);
      return (await listRecordRevisions(db, id)).map(({ revision, at, by, changes }) => ({
        revision,
        at,
        by,
        changes: JSON.parse(changes),
      }));
    },
  };
}

export type FormulaService = ReturnType<typeof createFormulas>;
