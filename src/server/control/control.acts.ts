import type { CompositionAct, DetergentValues } from '#shared/detergents/detergent.contract.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { DetergentData } from './control.records.ts';
import { compositionStamp } from './control.stamp.ts';

/** What each act is told by: another value of one of these is the act again. */
const ACTS: Readonly<Partial<Record<CompositionAct, readonly (keyof DetergentValues)[]>>> = {
  contenu: ['contenu_relu'],
  conclusion: ['clp_conclusion', 'clp_non_classe', 'clp_par', 'clp_le'],
  pcn: ['pcn_date'],
  site: ['site_verifie_le'],
  // A sheet that was looked at again has another day, or another version.
  fds: ['fds_date', 'fds_version'],
};

/** Keeps what each act stands on: a new one on what the file is now, one that is taken back on nothing. */
export function actsOf(before: DetergentData, values: DetergentValues, stamp: Stamp): DetergentData['stamps'] {
  const kept = compositionStamp(stamp);
  const said = (one: DetergentValues, names: readonly (keyof DetergentValues)[]): string =>
    JSON.stringify(names.map((name) => one[name]));
  const isSaid = (names: readonly (keyof DetergentValues)[]): boolean =>
    names.some((name) => (Array.isArray(values[name]) ? values[name].length > 0 : values[name] !== null));
  return Object.fromEntries(
    Object.entries(ACTS).map(([act, names]) => [
      act,
      !isSaid(names)
        ? null
        : said(before.values, names) === said(values, names)
          ? (before.stamps[act as CompositionAct] ?? null)
          : kept,
    ]),
  );
}
