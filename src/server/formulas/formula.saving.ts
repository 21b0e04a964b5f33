import { LONGTEXT_MAX } from '#shared/fields/field.reading.ts';
import type { Formula, FormulaInput, FormulaMode } from '#shared/formulas/formula.contract.ts';
import { type FormulaLine, formulaText, NOTHING_READ, type Shelf } from '#shared/formulas/formula.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import type { FormulaRow } from '../db/tables.ts';
import { invalid, staleFormula } from '../errors.ts';
import { namesLock } from '../records/record.kind.ts';
import { insertRevision, setUses } from '../records/record.service.ts';
import { isStale } from '../revision.ts';
import { compositionOf, type FormulaData, lineChanges, summaryOf } from './formula.changes.ts';
import type { Composing } from './formula.composing.ts';
import { createConfirming } from './formula.confirming.ts';
import type { FormulasDependencies } from './formula.service.ts';
import * as store from './formula.store.ts';

/** What a sheet said beside a name is kept until a record holds it. */
const asRecordSays = (line: FormulaLine): FormulaLine =>
  line.material_id || line.substance_id ? { ...line, ...NOTHING_READ, components: [] } : line;

/** Saves formulas, and what a person confirms of their list. */
export function createFormulaSaving(
  deps: FormulasDependencies & Pick<Composing, 'dataOf' | 'confirmationsOf' | 'shelfOf' | 'present'>,
) {
  const { db, products, audit, clock, dataOf, confirmationsOf, shelfOf, present } = deps;
  const lockOf = (id: string): string => `product ${id}`;

  /** Every fault of a body that its form alone does not show, each at its line. */
  const checkLines = (input: FormulaInput, shelf: Shelf): void => {
    const seen = new Set<string>();
    let complements = 0;
    const faults = input.lines.flatMap((line, index) => {
      const found: { loc: (string | number)[]; msg: string; type: string }[] = [];
      const say = (cell: string, msg: string): void =>
        void found.push({ loc: ['body', 'lines', index, cell], msg, type: 'value_error' });
      if (seen.has(line.id)) say('id', 'Deux lignes portent le même identifiant.');
      seen.add(line.id);
      if (line.qs === '100' && !line.may_contain) {
        complements += 1;
        if (complements > 1) say('qs', 'Une autre ligne complète déjà à 100 % : une seule le peut.');
      }
      if (line.substance_id && !shelf.substances.has(line.substance_id)) say('substance_id', 'Substance introuvable.');
      if (line.material_id && !shelf.materials.has(line.material_id))
        say('material_id', 'Matière première introuvable.');
      if (line.substance_id && line.material_id)
        say('material_id', 'Une ligne est une substance ou une matière première, pas les deux.');
      return found;
    });
    if (faults.length > 0) throw invalid(faults);
  };
  const confirming = createConfirming({ ...deps, lockOf });

  return {
    save: (id: string, given: FormulaInput, { ifMatch, by }: { ifMatch: string | null; by: Actor }): Promise<Formula> =>
      inTransaction(
        db,
        async (trx) => {
          const before = await products.get(id, trx);
          const row = await store.find(trx, id);
          const revision = row?.revision ?? 0;
          if (isStale(ifMatch, revision)) throw staleFormula();
          const input = { ...given, lines: given.lines.map(asRecordSays) };
          const shelf = await shelfOf(input.lines, trx);
          checkLines(input, shelf);
          const mode: FormulaMode = input.mode ?? 'table';
          const text = formulaText(input.lines, shelf);
          if (text.length > LONGTEXT_MAX)
            throw invalid([
              {
                loc: ['body', 'lines'],
                msg: 'La formule est trop longue : raccourcissez les noms.',
                type: 'value_error',
              },
            ]);
          const old = dataOf(row);
          const data: FormulaData = {
            lines: input.lines,
            inci_order: input.inci_order,
            established_on: input.established_on,
          };
          const changes = lineChanges(
            { before: old, after: data },
            { before: await shelfOf(old.lines, trx), after: shelf },
          );
          const next: FormulaRow = {
            product_id: id,
            data: JSON.stringify(data),
            // A total that was confirmed is that of other lines now.
            confirmations: JSON.stringify(
              confirmationsOf(row).filter(({ kind }) => kind !== 'total' || changes.length === 0),
            ),
            revision: revision + 1,
            updated_at: clock().toISOString(),
            updated_by: by.email,
          };
          if (!(await store.save(trx, next, revision))) throw staleFormula();
          await insertRevision(trx, {
            owner_id: id,
            revision: next.revision,
            at: next.updated_at,
            by: by.email,
            changes: JSON.stringify(changes),
            data: next.data,
          });
          await setUses(
            trx,
            id,
            input.lines.flatMap(({ material_id, substance_id }) => material_id ?? substance_id ?? []),
          );
          const composition = mode === 'table' ? compositionOf(input.lines, shelf) : '';
          await products.setFormula(trx, id, {
            mode,
            text: mode === 'table' ? text : null,
            composition_sha256: composition,
            change: summaryOf(old, data, { from: before.formula_mode, to: mode }),
            by,
          });
          await audit.record(trx, {
            action: 'formula.update',
            by,
            object: { type: 'formula', id, label: productLabel(before) },
          });
          return present(await products.get(id, trx), next, trx);
        },
        lockOf(id),
        // What the lines stand on stays as it is read: who changes it then finds this formula among those to compose anew.
        { shared: namesLock('material') },
        { shared: namesLock('substance') },
      ),
    ...confirming,
  };
}
