import { type FieldName, getField } from '#shared/products/product.fields.ts';
import type { PlannedRow } from './import.plan.ts';

/** What an import would leave of a file, to be mended and given again: a line each, as it was, and why. */
export function restRows(rows: readonly PlannedRow[]): string[][] {
  const refused = rows.filter(({ action, validated }) => action === 'refused' || validated);
  const names = [...new Set(refused.flatMap(({ cells }) => cells.map(({ field }) => field as FieldName)))];
  return [
    ['Ligne', 'Raison', ...names.map((name) => getField(name).label)],
    ...refused.map(({ line, sheet, messages, cells, validated }) => [
      line === null ? sheet : String(line),
      [
        ...messages,
        ...(validated ? ['Ce produit est validé : dites à l’import que ces produits peuvent changer.'] : []),
        ...cells.flatMap(({ field, fault }) => (fault ? [`${getField(field as FieldName).label} : ${fault}`] : [])),
      ].join(' '),
      ...names.map((name) => cells.find(({ field }) => field === name)?.source ?? ''),
    ]),
  ];
}
