import type { SubstanceInput } from '#shared/substances/substance.contract.ts';

const BASIS = [
  'study',
  'duration',
  'species',
  'route',
  'oral_bioavailability',
  'oral_bioavailability_source',
  'dermal_absorption_source',
  'genotoxic_alert',
] as const satisfies readonly (keyof SubstanceInput)[];
type Basis = Pick<SubstanceInput, (typeof BASIS)[number]>;
/** On what the numbers of a substance stand, for who redoes its margin. */
export const basisOf = (values: SubstanceInput): Basis =>
  Object.fromEntries(BASIS.map((name) => [name, values[name]])) as unknown as Basis;

/** Every number says where it is from, or that nobody said it. */
export function missingSources(values: {
  pod: number | null;
  pod_source: string | null;
  study: string | null;
  oral_bioavailability: number | null;
  oral_bioavailability_source: string | null;
  dermal_absorption_percent: number | null;
  dermal_absorption_ug_cm2: number | null;
  dermal_absorption_source: string | null;
}): string[] {
  const missing = [
    values.pod !== null && !values.pod_source && !values.study && 'POD',
    values.oral_bioavailability !== null && !values.oral_bioavailability_source && 'biodisponibilité orale',
    (values.dermal_absorption_percent !== null || values.dermal_absorption_ug_cm2 !== null) &&
      !values.dermal_absorption_source &&
      'absorption cutanée',
  ].filter(Boolean);
  return missing.length > 0 ? [`source manquante : ${missing.join(', ')}`] : [];
}
