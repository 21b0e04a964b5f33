import { createHash } from 'node:crypto';
import type { FormulaMode } from '#shared/formulas/formula.contract.ts';
import { type FormulaLine, nameOfLine, printQuantity, quantitiesOf, type Shelf } from '#shared/formulas/formula.ts';
import type { Change } from '#shared/products/product.contract.ts';

/** What is kept of a formula in lines. */
export interface FormulaData {
  lines: FormulaLine[];
  inci_order: string[];
  established_on: string | null;
}

/** What of a line is its composition, in the order of its hash. */
const COMPOSED = [
  'phase',
  'material_id',
  'substance_id',
  'label',
  'percent',
  'percent_min',
  'percent_max',
  'qs',
  'nano',
  'may_contain',
] as const satisfies readonly (keyof FormulaLine)[];

/** Of the lines and of what their raw materials are made of: the same composition, the same hash. */
export function compositionOf(lines: readonly FormulaLine[], shelf: Shelf): string {
  const sorted = <T extends { id: string }>(all: Iterable<T>): T[] => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const content = [
    lines.map((line) => [
      ...COMPOSED.map((name) => line[name]),
      // Of a line without them the hash is that of earlier releases.
      ...(line.cas || line.ec ? [line.cas, line.ec] : []),
    ]),
    sorted(shelf.materials.values()).map(({ id, kind, components, allergens }) => [id, kind, components, allergens]),
    sorted(shelf.substances.values()).map(({ id, inci, cas, nano }) => [id, inci, cas, nano]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** What changed, line by line, each by its name. */
export function lineChanges(
  data: { before: FormulaData; after: FormulaData },
  shelves: { before: Shelf; after: Shelf },
): Change[] {
  const print = (lines: readonly FormulaLine[], shelf: Shelf): Map<string, { name: string; said: string }> => {
    const quantities = quantitiesOf(lines);
    return new Map(
      lines.map((line, index) => {
        const name = nameOfLine(line, shelf);
        const parts = [
          name,
          printQuantity(line, quantities[index] ?? null),
          line.phase && `phase ${line.phase}`,
          line.function,
          line.nano && 'nano',
          line.may_contain && 'peut contenir',
          line.note,
        ];
        return [line.id, { name, said: parts.filter(Boolean).join(', ') }];
      }),
    );
  };
  const [before, after] = [print(data.before.lines, shelves.before), print(data.after.lines, shelves.after)];
  const changes: Change[] = [];
  for (const [id, { name, said }] of after) {
    const old = before.get(id);
    if (old?.said !== said) changes.push({ field: `line:${id}`, label: name, from: old?.said ?? null, to: said });
  }
  for (const [id, { name, said }] of before)
    if (!after.has(id)) changes.push({ field: `line:${id}`, label: name, from: said, to: null });
  const order = (lines: readonly FormulaLine[]): string => lines.map(({ id }) => id).join(' ');
  if (changes.length === 0 && order(data.before.lines) !== order(data.after.lines))
    changes.push({ field: 'order', label: 'Ordre des lignes', from: null, to: 'modifié' });
  return changes;
}

const MODE_WORDS: Record<FormulaMode, string> = { text: 'texte', file: 'fichier', table: 'tableau' };

/** The formula among the changes of the product: how many lines, and in which form. */
export function summaryOf(
  before: FormulaData,
  after: FormulaData,
  { from, to }: { from: FormulaMode; to: FormulaMode },
): Change {
  const say = (mode: FormulaMode, { lines }: FormulaData): string =>
    mode === 'table'
      ? `${MODE_WORDS[mode]}, ${lines.length} ${lines.length > 1 ? 'lignes' : 'ligne'}`
      : MODE_WORDS[mode];
  return { field: 'formule', label: 'Formule', from: say(from, before), to: say(to, after) };
}
