import { BATCH_KINDS, type BatchKind, type ItemState } from '#shared/batches/batch.contract.ts';
import { printInstant } from '#shared/fields/date.ts';
import { printValue } from '#shared/fields/field.text.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import { type FieldName, getField } from '#shared/products/product.fields.ts';
import type { BatchItemRow, BatchRow } from '../db/tables.ts';

const STATES: Record<ItemState, string> = {
  waiting: 'Non fait',
  done: 'Fait',
  failed: 'Échec',
  skipped: 'Laissé',
  reverted: 'Repris',
};

/** What a batch did, a line for each product and each of its fields. */
export async function reportRows(batch: BatchRow, items: AsyncIterable<BatchItemRow>): Promise<string[][]> {
  const rows = [['Ligne', 'Produit', 'Résultat', 'Message', 'Champ', 'Avant', 'Après']];
  for await (const item of items) {
    const said = [
      item.line === null ? '' : String(item.line),
      item.label,
      STATES[item.state as ItemState],
      item.message ?? (item.result_id !== null && item.before === null && item.after !== null ? 'Produit créé' : ''),
    ];
    const [before, after] = [item.before, item.after].map(
      (json) => (json === null ? {} : JSON.parse(json)) as Record<string, FieldValue>,
    );
    const names = Object.keys(after ?? {}) as FieldName[];
    if (names.length === 0) rows.push([...said, '', '', '']);
    for (const name of names) {
      const field = getField(name);
      rows.push([
        ...said,
        field.label,
        printValue(field, before?.[name] ?? null),
        printValue(field, after?.[name] ?? null),
      ]);
    }
  }
  const told = `${BATCH_KINDS[batch.kind as BatchKind].label} : ${batch.title}. Lancé le ${printInstant(batch.created_at)} par ${batch.created_by ?? 'personne'}.`;
  return [...rows, [], ['', told, '', '', '', '', '']];
}
