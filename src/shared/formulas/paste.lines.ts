import { nameKey } from '../fields/name.ts';
import { NAME_MAX } from '../records/record.contract.ts';
import { type FormulaLine, lineWith } from './formula.ts';
import type { PastedLine } from './paste.read.ts';

/** What a name was found to be. */
interface Known {
  substance_id: string | null;
  material_id: string | null;
}

const PHASE_MAX = 8;
const FUNCTION_MAX = 120;

const NUMBER_MAX = 40;
const NOTE_MAX = 1_000;
const COMPONENTS_MAX = 60;

/** What the sheet says beside the name. */
const readBeside = ({ cas, ec, trade_name, supplier, components, label }: PastedLine) => ({
  cas: cas?.slice(0, NUMBER_MAX) ?? null,
  ec: ec?.slice(0, NUMBER_MAX) ?? null,
  trade_name: trade_name && trade_name !== label ? trade_name.slice(0, NAME_MAX) : null,
  supplier: supplier?.slice(0, NAME_MAX) ?? null,
  components: components
    .slice(0, COMPONENTS_MAX)
    .map(({ inci, ...share }) => ({ inci: inci.slice(0, NAME_MAX), ...share })),
});

/** Under which name it was bought, and of whom, of a substance that no raw material brings: nothing of the sheet is lost. */
function soldAs({ trade_name, supplier, label }: PastedLine, materialId: string | null): string | null {
  const sold = trade_name && nameKey(trade_name) !== nameKey(label) ? [trade_name, supplier] : [supplier];
  return materialId === null ? sold.filter(Boolean).join(', ').slice(0, NOTE_MAX) || null : null;
}

/** What was read of a paste, as a line of a formula: what is known stands for its name. */
export function lineOfPasted(line: PastedLine & Partial<Known>, id: string): FormulaLine {
  const { substance_id = null, material_id = null, label } = line;
  return lineWith({
    id,
    phase: line.phase?.slice(0, PHASE_MAX) ?? null,
    substance_id,
    material_id,
    label: substance_id || material_id ? null : label.slice(0, NAME_MAX),
    percent: line.percent,
    percent_min: line.percent_min,
    percent_max: line.percent_max,
    qs: line.qs,
    function: line.function?.slice(0, FUNCTION_MAX) ?? null,
    may_contain: line.may_contain,
    ...(substance_id || material_id ? { note: soldAs(line, material_id) } : readBeside(line)),
  });
}
