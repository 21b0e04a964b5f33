import type { Writer } from '../fields/writer.ts';
import type { Margins } from './exposure.contract.ts';
import { AGGREGATE, SCCS_SOURCE } from './exposure.table.ts';
import { HYPOTHESES, sayHypothesis } from './hypotheses.ts';
import { isAboveTtc, printDailyAmount } from './margins.ts';

/** What a row says beside its numbers, in English: its note is French. */
export function notesInEnglish(row: Margins['rows'][number], { figures }: Writer): string[] {
  const isOral = row.supposed.includes('biodisponibilite_50') || row.oral_bioavailability !== null;
  return [
    row.is_aggregate &&
      `aggregate exposure, ${figures(printDailyAmount(row.a_mg_kg_d ?? AGGREGATE.mg_kg_day))} mg/kg bw/day (${SCCS_SOURCE})`,
    ...row.supposed.map((key) => `${HYPOTHESES[key].short_en}: assumption (${HYPOTHESES[key].source})`),
    ...row.omitted.map((key) => sayHypothesis(key).omitted_en),
    row.pod !== null && row.route === null && 'route of the study not given: no correction',
    row.pod !== null && row.route !== null && !isOral && `route “${row.route}”: external POD, no correction`,
    row.sed_mg_kg_d === 0 && 'MoS not computed: no exposure',
    row.pod === null && row.ttc === null && 'no TTC applies to such a substance',
    row.ttc !== null && row.sed_mg_kg_d !== null && (isAboveTtc(row) ? 'above the TTC' : 'below the TTC'),
    row.pod !== null && row.genotoxic_alert && 'genotoxicity alert: a margin rules out no effect without threshold',
  ].flatMap((said) => said || []);
}
