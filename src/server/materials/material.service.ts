import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { Fault } from '#shared/contract/error.ts';
import { nameKey } from '#shared/fields/name.ts';
import { printNumber, toMicros } from '#shared/fields/percent.ts';
import { ROLE_LABELS } from '#shared/formulas/formula.ts';
import { breakdownWarnings, type Material, type MaterialInput } from '#shared/materials/material.contract.ts';
import type { Executor } from '../db/open.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { invalid } from '../errors.ts';
import type { RecordExchange } from '../records/record.import.ts';
import type { Named, RecordDependencies, Records } from '../records/record.kind.ts';
import { createRecords } from '../records/record.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { createMaterialExchange, NAMES, partsOf } from './material.exchange.ts';

export interface MaterialService extends Records<MaterialInput, Material> {
  /** By the key of the trade name; of a name that several suppliers sell, all of them. */
  resolve(names: readonly string[]): Promise<ReadonlyMap<string, readonly Named<MaterialInput>[]>>;
  exchange: RecordExchange;
}

interface Dependencies extends RecordDependencies {
  substances: SubstanceService;
  documents: Pick<DocumentService, 'libraryTable' | 'workbook' | 'csv'>;
  /** The files of suppliers that are attached to these. */
  filesOf: (ids: readonly string[], executor: Executor) => Promise<ReadonlyMap<string, Attachment[]>>;
}

export function createMaterials(deps: Dependencies): MaterialService {
  const { substances, filesOf } = deps;
  const records: Records<MaterialInput, Material> = createRecords<MaterialInput, Material>(deps, {
    table: 'materials',
    type: 'material',
    noun: 'matière première',
    labelOf: ({ trade_name }) => trade_name,
    detailOf: ({ supplier, code }) => [supplier, code].filter(Boolean).join(', ') || null,
    textsOf: ({ trade_name, supplier, code, kind, perfume_code, form, note }) => [
      trade_name,
      supplier,
      code,
      kind,
      perfume_code,
      form,
      note,
    ],
    usesOf: partsOf,
    names: NAMES,
    async printer(all, executor) {
      const names = await namesOf(all.flatMap(partsOf), executor);
      return (name, value) =>
        name === 'components' || name === 'allergens'
          ? (value as Part[]).map((part) => printPart(part, names)).join(' ; ')
          : null;
    },
    check: checkParts,
    async present(kept, executor) {
      const names = await namesOf(
        kept.flatMap(({ values }) => partsOf(values)),
        executor,
      );
      const files = await filesOf(
        kept.map(({ meta }) => meta.id),
        executor,
      );
      return kept.map(({ values, meta }) => ({
        ...values,
        ...meta,
        documents: files.get(meta.id) ?? [],
        warnings: breakdownWarnings(values),
        names: Object.fromEntries(partsOf(values).map((id) => [id, names.get(id) ?? ''])),
      }));
    },
    disagreement(one, other) {
      const differ = (name: 'components' | 'allergens' | 'perfume_code'): boolean =>
        one[name] !== null &&
        other[name] !== null &&
        one[name].length > 0 &&
        other[name].length > 0 &&
        JSON.stringify(one[name]) !== JSON.stringify(other[name]);
      const names = (['components', 'allergens', 'perfume_code'] as const).filter(differ).map((name) => NAMES[name]);
      if (names.length === 0) return null;
      return `Ces deux fiches se contredisent (${names.join(', ').toLowerCase()}) : accordez-les d’abord, ou gardez les deux.`;
    },
    async probable() {
      const all = await records.all();
      const same = Map.groupBy(all, ({ values }) => [values.trade_name, values.supplier ?? ''].map(nameKey).join('\n'));
      return [...same.values()]
        .filter((group) => group.length > 1)
        .map((group) => ({ reason: 'trade_name' as const, ids: group.map(({ id }) => id) }));
    },
  });

  async function namesOf(ids: readonly string[], executor?: Executor): Promise<Map<string, string>> {
    return new Map((await substances.listByIds(ids, executor)).map(({ id, values }) => [id, values.inci]));
  }

  /** Each id of a request is checked: a part that is no substance is told of by its place. */
  async function checkParts(values: MaterialInput): Promise<void> {
    const known = await namesOf(partsOf(values));
    const faults = (['components', 'allergens'] as const).flatMap((list) =>
      values[list].flatMap(({ substance_id }, index): Fault[] =>
        known.has(substance_id)
          ? []
          : [{ loc: ['body', list, index, 'substance_id'], msg: 'Substance introuvable.', type: 'value_error' }],
      ),
    );
    if (faults.length > 0) throw invalid(faults);
  }
  const { exchange } = createMaterialExchange(deps, records);

  return {
    ...records,
    exchange,
    async resolve(names) {
      return Map.groupBy(await records.byNames(names), ({ key }) => key);
    },
  };
}

type Part = MaterialInput['allergens'][number] & Partial<MaterialInput['components'][number]>;

/** « Glycerin 60–70 %, solvant ». A substance that an import will make is known by its name alone. */
function printPart(
  { substance_id, percent, percent_min, percent_max, role }: Part,
  names: ReadonlyMap<string, string>,
): string {
  const say = (value: number): string => printNumber(toMicros(value), 0);
  const amount =
    percent !== null
      ? `${say(percent)}\u00a0%`
      : typeof percent_min === 'number' || typeof percent_max === 'number'
        ? `${say(percent_min ?? 0)}–${say(percent_max ?? 100)}\u00a0%`
        : null;
  const name = names.get(substance_id) ?? substance_id.replace(/^new:/, '');
  return [[name, amount].filter(Boolean).join(' '), role && ROLE_LABELS[role].toLowerCase()].filter(Boolean).join(', ');
}
