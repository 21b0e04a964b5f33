import { nameKey } from '#shared/fields/name.ts';
import { writeNumber } from '#shared/fields/number.ts';
import {
  SUBSTANCE_DEFAULTS,
  type Substance,
  type SubstanceInput,
  substanceInput,
} from '#shared/substances/substance.contract.ts';
import { HAZARD_NAMES, hazardsDisagree, isHazard, printHazard } from '#shared/substances/substance.hazards.sheet.ts';
import {
  draftSubstances,
  mergedSubstance,
  ORIGIN_LABELS,
  SUBSTANCE_COLUMNS,
  type SubstanceDraft,
  substanceRows,
} from '#shared/substances/substance.sheet.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { createExchange, type RecordExchange } from '../records/record.import.ts';
import type { RecordDependencies, RecordKind, Records } from '../records/record.kind.ts';
import { createRecords, findByNumbers, listSharedNumbers } from '../records/record.service.ts';
import { valuesOrFaults } from '../records/record.values.ts';

export interface SubstanceService extends Records<SubstanceInput, Substance> {
  /** Ids by name, by CAS and by EC number. */
  resolve(wanted: { names: readonly string[]; numbers: readonly string[] }): Promise<Resolved>;
  exchange: RecordExchange;
}

export interface Resolved {
  /** By `nameKey`. */
  byName: ReadonlyMap<string, string>;
  /** A number may be that of several. */
  byNumber: ReadonlyMap<string, readonly string[]>;
}

const NAMES: RecordKind<SubstanceInput, Substance>['names'] = {
  inci: 'Nom INCI',
  cas: 'Numéros CAS',
  ec: 'Numéros CE',
  functions: 'Fonctions',
  nano: 'Nanomatériau',
  origin: 'Origine',
  note: 'Note',
  pod: 'Point de départ (mg/kg pc/j)',
  pod_kind: 'Nature du point de départ',
  pod_source: 'Source du point de départ',
  route: 'Voie de l’étude',
  study: 'Étude',
  species: 'Espèce de l’étude',
  duration: 'Durée de l’étude',
  factors: 'Facteurs',
  oral_bioavailability: 'Biodisponibilité orale (%)',
  oral_bioavailability_source: 'Source de la biodisponibilité',
  dermal_absorption_percent: 'Absorption cutanée (%)',
  dermal_absorption_ug_cm2: 'Absorption cutanée (µg/cm²)',
  dermal_absorption_source: 'Source de l’absorption',
  molecular_weight: 'Masse molaire (Da)',
  log_pow: 'Log Pow',
  cramer: 'Classe de Cramer',
  genotoxic_alert: 'Alerte de génotoxicité',
  profile: 'Profil toxicologique',
  ...HAZARD_NAMES,
};

export function createSubstances(
  deps: RecordDependencies & { documents: Pick<DocumentService, 'libraryTable' | 'workbook' | 'csv'> },
): SubstanceService {
  const records: Records<SubstanceInput, Substance> = createRecords<SubstanceInput, Substance>(deps, {
    table: 'substances',
    type: 'substance',
    noun: 'substance',
    labelOf: ({ inci }) => inci,
    detailOf: ({ cas, ec }) => [...cas, ...ec].join(', ') || null,
    textsOf: ({ inci, cas, ec, functions, note }) => [inci, ...cas, ...ec, ...functions, note],
    numbersOf: ({ cas, ec }) => [...cas, ...ec],
    names: NAMES,
    printer: async () => (name, value) => {
      if (name === 'nano' || name === 'genotoxic_alert') return value ? 'Oui' : 'Non';
      if (name === 'factors')
        return (value as SubstanceInput['factors']).map(({ label, divisor }) => `${label} ÷ ${divisor}`).join(', ');
      if (isHazard(name)) return printHazard(name, value) || null;
      if (typeof value === 'number') return writeNumber(value);
      return name === 'origin' ? ORIGIN_LABELS[value as SubstanceInput['origin']] : null;
    },
    defaults: SUBSTANCE_DEFAULTS,
    isUnique: true,
    present: async (kept) => kept.map(({ values, meta }) => ({ ...values, ...meta })),
    disagreement(one, other) {
      if (one.pod !== null && other.pod !== null && (one.pod ?? null) !== (other.pod ?? null))
        return `Leurs points de départ se contredisent (${one.pod} et ${other.pod} mg/kg pc/j) : accordez-les d’abord.`;
      const hazards = hazardsDisagree(one, other);
      if (hazards) return hazards;
      if (one.cas.length === 0 || other.cas.length === 0 || one.cas.some((number) => other.cas.includes(number)))
        return null;
      return `Leurs numéros CAS se contredisent (« ${one.inci} » : ${one.cas.join(', ')} ; « ${other.inci} » : ${other.cas.join(', ')}) : corrigez d’abord celui qui est faux.`;
    },
    async probable() {
      const shared = await listSharedNumbers(deps.db);
      const names = Map.groupBy(await records.names(), ({ name_key }) => name_key.replace(/[\s-]+/g, ''));
      return [
        ...[...names.values()]
          .filter((same) => same.length > 1)
          .map((same) => ({ reason: 'name' as const, ids: same.map(({ id }) => id) })),
        ...[...Map.groupBy(shared, ({ number }) => number).values()].map((same) => ({
          reason: 'cas' as const,
          ids: same.map(({ substance_id }) => substance_id),
        })),
      ];
    },
  });

  const exchange = createExchange<SubstanceInput, Substance, SubstanceDraft>(deps, records, {
    type: 'substance',
    fileName: 'substances-diplo',
    columns: SUBSTANCE_COLUMNS,
    rowsOf: async (all) => all.flatMap(({ id, values }) => substanceRows(id, values)),
    draft: draftSubstances,
    isUnique: true,
    keyOf: ({ label }) => nameKey(label),
    isSame: () => true,
    prepare: async () => ({ merge: mergedSubstance, newSubstances: [] }),
    parse: (values) => valuesOrFaults(substanceInput, values, NAMES),
  });

  return {
    ...records,
    exchange,
    async resolve({ names, numbers }) {
      const found = await records.byNames(names);
      const numbered = await findByNumbers(deps.db, [...new Set(numbers)]);
      return {
        byName: new Map(found.map(({ key, id }) => [key, id])),
        byNumber: new Map(
          [...Map.groupBy(numbered, ({ number }) => number)].map(([number, all]) => [number, all.map(({ id }) => id)]),
        ),
      };
    },
  };
}
