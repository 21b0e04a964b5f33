import type { Language, Writer } from '../fields/writer.ts';
import type { Margins } from './exposure.contract.ts';
import { AGGREGATE, SCCS_SOURCE } from './exposure.table.ts';
import { HYPOTHESES, sayHypothesis } from './hypotheses.ts';
import {
  aggregated,
  BY_AREA,
  type Exposure,
  isAboveTtc,
  isByArea,
  printDailyAmount,
  SWALLOWED,
  SWALLOWED_WHOLE,
} from './margins.ts';
import { isAllSwallowed, lackingRoutes, ROUTE_LACKS } from './routes.ts';

/** What a row says beside its numbers, in English: its note is French. */
export function notesInEnglish(row: Margins['rows'][number], exposure: Exposure, { figures }: Writer): string[] {
  const isOral = row.route !== null && SWALLOWED.test(row.route);
  return [
    row.is_aggregate &&
      `aggregate exposure, ${figures(printDailyAmount(row.a_mg_kg_d ?? AGGREGATE.mg_kg_day))} mg/kg bw/day (${SCCS_SOURCE})`,
    ...row.supposed.map((key) => `${HYPOTHESES[key].short_en}: assumption (${HYPOTHESES[key].source})`),
    ...row.omitted.map((key) => sayHypothesis(key).omitted_en),
    row.pod !== null && row.route === null && 'route of the study not given: no correction',
    row.pod !== null && row.route !== null && !isOral && `route “${row.route}”: external POD, no correction`,
    isAllSwallowed(exposure) && !row.is_aggregate && !isByArea(row) && SWALLOWED_WHOLE.en,
    isByArea(row) && BY_AREA.en,
    ...lackingRoutes(row.is_aggregate ? aggregated(exposure) : exposure).map((route) => ROUTE_LACKS[route].en),
    row.offered.length > 0 &&
      `${HYPOTHESES.absorption_10.short_en} possible (molecular weight and log Pow): to be accepted first`,
    row.sed_mg_kg_d === 0 && 'MoS not computed: no exposure',
    row.pod === null && row.ttc === null && 'no TTC applies to such a substance',
    row.ttc !== null && row.sed_mg_kg_d !== null && (isAboveTtc(row) ? 'above the TTC' : 'below the TTC'),
    row.pod !== null && row.genotoxic_alert && 'genotoxicity alert: a margin rules out no effect without threshold',
  ].flatMap((said) => said || []);
}

/** « Étude subchronique, 90 jours, lapin, voie cutanée »: on what a point of departure stands. */
export const sayStudy = (
  { study, duration, species, route }: Pick<Margins['rows'][number], 'study' | 'duration' | 'species' | 'route'>,
  language: Language = 'fr',
): string =>
  [study, duration, species, route && (language === 'en' ? `route: ${route}` : `voie ${route}`)]
    .filter(Boolean)
    .join(', ');
