import { isCas, nameKey } from '#shared/fields/name.ts';
import { type Material, type MaterialInput, materialInput } from '#shared/materials/material.contract.ts';
import {
  type DraftPart,
  draftMaterials,
  MATERIAL_COLUMNS,
  type MaterialDraft,
  materialRows,
  mergedMaterial,
} from '#shared/materials/material.sheet.ts';
import { substanceInput } from '#shared/substances/substance.contract.ts';
import { createExchange, type Prepared } from '../records/record.import.ts';
import type { RecordKind, Records } from '../records/record.kind.ts';
import { valuesOrFaults } from '../records/record.values.ts';
import type { SubstanceService } from '../substances/substance.service.ts';

const newSubstance = ({ inci, cas }: DraftPart) => substanceInput.parse({ inci, cas, origin: 'imported' });

type ExchangeDependencies = Parameters<typeof createExchange>[0] & { substances: SubstanceService };

/** Imports and exports of raw materials. */
export function createMaterialExchange(deps: ExchangeDependencies, records: Records<MaterialInput, Material>) {
  const { substances } = deps;
  const exchange = createExchange<MaterialInput, Material, MaterialDraft>(deps, records, {
    type: 'material',
    fileName: 'matieres-premieres-diplo',
    columns: MATERIAL_COLUMNS,
    async rowsOf(all) {
      const found = await substances.listByIds(all.flatMap(({ values }) => partsOf(values)));
      const byId = new Map(found.map(({ id, values }) => [id, values]));
      return all.flatMap(({ id, values }) => materialRows(id, values, (one) => byId.get(one)));
    },
    draft: draftMaterials,
    isUnique: false,
    keyOf: ({ label, given }) => [label, given.supplier ?? '', given.code ?? ''].map(nameKey).join('\n'),
    isSame: (values, { given }) =>
      (['supplier', 'code'] as const).every(
        (name) => !given[name] || !values[name] || nameKey(given[name]) === nameKey(values[name]),
      ),
    async prepare(drafts, executor, by): Promise<Prepared<MaterialInput, MaterialDraft>> {
      const parts = drafts.flatMap(({ components, allergens }) => [...components, ...allergens]);
      const found = await substances.byNames(
        parts.map(({ inci }) => inci),
        executor,
      );
      const known = new Map(found.map((one) => [one.key, one]));
      const unknown = new Map<string, DraftPart>();
      for (const part of parts) {
        const key = nameKey(part.inci);
        if (!known.has(key) && !unknown.has(key)) unknown.set(key, part);
      }
      const ids = new Map([...known].map(([key, { id }]) => [key, id]));
      const made = by
        ? await substances.createMany(executor, [...unknown.values()].map(newSubstance), by)
        : [...unknown.keys()].map((key) => `new:${key}`);
      for (const [index, key] of [...unknown.keys()].entries()) ids.set(key, made[index] ?? '');
      const faultOf = ({ inci, cas }: DraftPart): string[] => {
        const values = known.get(nameKey(inci))?.values;
        const right = cas.filter(isCas);
        const wrong = cas.filter((number) => !isCas(number));
        if (wrong.length > 0) return [`« ${inci} » : numéro CAS impossible (${wrong.join(', ')}).`];
        if (!values || values.cas.length === 0 || right.length === 0) return [];
        if (right.some((number) => values.cas.includes(number))) return [];
        return [
          `« ${inci} » : le numéro CAS ${right.join(', ')} n’est pas celui de la substance (${values.cas.join(', ')}).`,
        ];
      };
      return {
        newSubstances: [...unknown.values()].map(({ inci }) => inci),
        merge: (before, draft) => ({
          values: mergedMaterial(before, draft, ({ inci }) => ids.get(nameKey(inci)) ?? ''),
          faults: [...new Set([...draft.components, ...draft.allergens].flatMap(faultOf))],
        }),
      };
    },
    parse: (values) => valuesOrFaults(materialInput, values, NAMES),
  });

  return {
    exchange,
  };
}

export const NAMES: RecordKind<MaterialInput, Material>['names'] = {
  trade_name: 'Nom commercial',
  supplier: 'Fournisseur',
  code: 'Code',
  kind: 'Nature',
  perfume_code: 'Code du parfum',
  form: 'Forme',
  note: 'Note',
  components: 'Composition',
  allergens: 'Allergènes',
};

export function partsOf({ components, allergens }: Pick<MaterialInput, 'components' | 'allergens'>): string[] {
  return [...components, ...allergens].map(({ substance_id }) => substance_id);
}
