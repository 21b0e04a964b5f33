import { nameKey } from '../fields/name.ts';
import { NAME_MAX } from '../records/record.contract.ts';
import { type FormulaLine, LINE_MOST, lineWith } from './formula.ts';
import type { PastedLine } from './paste.read.ts';

/** What a name was found to be. */
interface Known {
  substance_id: string | null;
  material_id: string | null;
}

/** What the sheet says beside the name. */
const readBeside = ({ cas, ec, trade_name, supplier, components, label }: PastedLine) => ({
  cas: cas?.slice(0, LINE_MOST.number) ?? null,
  ec: ec?.slice(0, LINE_MOST.number) ?? null,
  trade_name: trade_name && trade_name !== label ? trade_name.slice(0, NAME_MAX) : null,
  supplier: supplier?.slice(0, NAME_MAX) ?? null,
  components: components
    .slice(0, LINE_MOST.components)
    .map(({ inci, ...share }) => ({ inci: inci.slice(0, NAME_MAX), ...share })),
});

/** Under which name a substance was bought, and of whom: nothing of the sheet is lost. */
function soldAs({ trade_name, supplier, label }: PastedLine): string | null {
  const sold = trade_name && nameKey(trade_name) !== nameKey(label) ? [trade_name, supplier] : [supplier];
  return sold.filter(Boolean).join(', ').slice(0, LINE_MOST.note) || null;
}

/** What was read of a paste, as a line of a formula: what is known stands for its name. */
export function lineOfPasted(line: PastedLine & Partial<Known>, id: string): FormulaLine {
  const { substance_id = null, material_id = null, label } = line;
  return lineWith({
    id,
    phase: line.phase?.slice(0, LINE_MOST.phase) ?? null,
    substance_id,
    material_id,
    label: substance_id || material_id ? null : label.slice(0, NAME_MAX),
    percent: line.percent,
    percent_min: line.percent_min,
    percent_max: line.percent_max,
    qs: line.qs,
    function: line.function?.slice(0, LINE_MOST.function) ?? null,
    may_contain: line.may_contain,
    // A raw material says by itself how it is called and who sells it.
    ...(material_id ? {} : substance_id ? { note: soldAs(line) } : readBeside(line)),
  });
}
