import { type Asker, planHash } from '../batches/batch.service.ts';
import { inTransaction } from '../db/open.ts';
import type { SheetImportRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import { countsOf, itemsOf, type PlannedRow } from './import.plan.ts';
import { blockedBy, MOVED, shapeOf } from './import.row.ts';
import type { ImportsDependencies, Own } from './import.service.ts';
import * as store from './import.store.ts';

/** Puts imports in line, once one has seen what they would write. */
export function createApplying({
  db,
  batches,
  get,
  planned,
}: ImportsDependencies & Own & { planned: (row: SheetImportRow) => Promise<PlannedRow[]> }) {
  return {
    /** Puts what a plan would write in line, as a batch. @throws 409 when anything moved; 422 while something stands in its way */
    async apply(
      id: string,
      { plan, mode, validated = false }: { plan: string; mode: 'all' | 'lines'; validated?: boolean | undefined },
      asker: Asker,
    ): Promise<{ id: string }> {
      const row = await get(db, id, asker);
      const blocked = blockedBy(shapeOf(row));
      if (blocked) throw invalid([bodyFault('plan', blocked)]);
      const rows = await planned(row);
      if (planHash(itemsOf(rows)) !== plan)
        throw conflict('Quelque chose a changé depuis l’aperçu : regardez-le de nouveau avant d’appliquer.');
      const counts = countsOf(rows);
      if (mode === 'all' && counts.refused > 0)
        throw invalid([
          bodyFault(
            'mode',
            `Des lignes sont refusées (${counts.refused}) : corrigez-les, ou importez les autres seules.`,
          ),
        ]);
      if (mode === 'all' && !validated && rows.some((one) => one.validated))
        throw invalid([
          bodyFault(
            'validated',
            'Des produits validés changeraient : dites que c’est voulu. Ils resteront validés, et « modifiés depuis leur validation ».',
          ),
        ]);
      const wanted = rows.filter((one) => validated || !one.validated);
      const kind = 'sheet.apply';
      const batch = await inTransaction(
        db,
        async (trx) => {
          const made = await batches.add(trx, {
            kind,
            title: row.file_name,
            payload: { mode, import_id: id },
            items: itemsOf(wanted),
            by: asker.by,
          });
          if (!(await store.update(trx, { id, revision: row.revision, values: { batch_id: made } }))) throw MOVED();
          return made;
        },
        batches.lineLock(asker.by),
      );
      return { id: batch };
    },
  };
}
