import { isCas, nameKey } from '#shared/fields/name.ts';
import type { PastedFormula } from '#shared/formulas/formula.contract.ts';
import { labelName } from '#shared/formulas/inci.label.ts';
import { type KnownNames, nearestAmong } from '#shared/formulas/nearest.ts';
import type { Pasted } from '#shared/formulas/paste.read.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';

/** Which substance or raw material each line is, where there is no doubt. */
/** Names held against the inventory, which has thirty thousand, in one paste. */
const ASKED_MAX = 200;

export async function resolvePasted(
  { substances, materials }: { substances: SubstanceService; materials: MaterialService },
  pasted: Pasted,
  { known, sold, law }: { known: readonly { label: string }[]; sold: readonly { label: string }[]; law: KnownNames },
): Promise<PastedFormula> {
  const names = pasted.lines.flatMap(({ label, trade_name }) => [
    label,
    labelName(label),
    ...(trade_name ? [trade_name] : []),
  ]);
  const numbers = pasted.lines.flatMap(({ cas, ec }) => [cas, ec].filter((number) => number !== null));
  const { byName, byNumber } = await substances.resolve({ names, numbers });
  const byTrade = await materials.resolve(names);
  const nearest = nearestAmong([...known, ...sold].map(({ label }) => label));
  let asked = 0;
  const nearly = (label: string): string | null => {
    const mine = nearest(label);
    if (mine || law.all.has(nameKey(label)) || asked >= ASKED_MAX) return mine;
    asked += 1;
    return law.nearest(label);
  };
  const warnings = [...pasted.warnings];
  const lines = pasted.lines.map((line, index) => {
    const warn = (code: string, message: string): void =>
      void warnings.push({ code, message, line: index } as (typeof warnings)[number]);
    if (line.cas && !isCas(line.cas))
      warn(
        'CAS_IMPOSSIBLE',
        `« ${line.label} » : le numéro CAS ${line.cas} est impossible, un de ses chiffres est faux.`,
      );
    const sellers = byTrade.get(nameKey(line.trade_name ?? line.label)) ?? [];
    const offered = line.supplier
      ? sellers.filter(({ values }) => nameKey(values.supplier ?? '') === nameKey(line.supplier ?? ''))
      : sellers;
    const material = offered.length === 1 ? offered[0] : undefined;
    if (offered.length > 1)
      warn('SEVERAL', `« ${line.label} » : plusieurs matières premières portent ce nom. Choisissez.`);
    const named = byName.get(nameKey(line.label)) ?? byName.get(nameKey(labelName(line.label)));
    const numbered = [
      ...new Set([line.cas, line.ec].flatMap((number) => (number ? (byNumber.get(number) ?? []) : []))),
    ];
    // A name and a number that say two things: a person says which is right.
    const disagree = named !== undefined && numbered.length > 0 && !numbered.includes(named);
    if (disagree)
      warn('DISAGREE', `« ${line.label} » : le nom et le numéro CAS désignent deux substances. Choisissez.`);
    const substance = disagree ? undefined : (named ?? (numbered.length === 1 ? numbered[0] : undefined));
    const isMaterial = material !== undefined && (line.trade_name !== null || substance === undefined);
    return {
      ...line,
      substance_id: isMaterial ? null : (substance ?? null),
      material_id: isMaterial ? (material?.id ?? null) : null,
      suggestion: substance || isMaterial || disagree ? null : nearly(line.label),
    };
  });
  return { ...pasted, lines, warnings };
}
