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

/** What was read of a paste, as a line of a formula: what is known stands for its name. */
export function lineOfPasted(line: PastedLine & Partial<Known>, id: string): FormulaLine {
  const { substance_id = null, material_id = null, label, trade_name } = line;
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
    note: trade_name && trade_name !== label && !material_id ? `Nom commercial : ${trade_name}`.slice(0, 1_000) : null,
  });
}
