import type { Fault } from '#shared/contract/error.ts';
import type { ListQuery } from '#shared/contract/list.ts';
import { breakdownWarnings, type Material, type MaterialInput } from '#shared/materials/material.contract.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import { invalid } from '../errors.ts';
import { createRecords, type Kept, type RecordHistory } from '../records/record.service.ts';
import type { Saved, SubstanceService } from '../substances/substance.service.ts';

type Dependencies = Parameters<typeof createRecords>[0] & { substances: SubstanceService };

export interface MaterialService {
  list(query: ListQuery): Promise<{ rows: Material[]; total: number }>;
  get(id: string): Promise<Material>;
  create(values: MaterialInput, by: Actor): Promise<Material>;
  update(
    id: string,
    values: MaterialInput,
    options: { ifMatch: string | null; by: Actor; saved: Saved },
  ): Promise<Material>;
  remove(id: string, by: Actor): Promise<void>;
  revisions(id: string): Promise<RecordHistory>;
  listByIds(ids: readonly string[], executor?: Executor): Promise<{ id: string; values: MaterialInput }[]>;
  /** Ids by the key of the trade name; of a name that several suppliers sell, all of them. */
  resolve(names: readonly string[]): Promise<ReadonlyMap<string, readonly { id: string; values: MaterialInput }[]>>;
  names(): Promise<{ id: string; label: string; name_key: string }[]>;
}

export function createMaterials(deps: Dependencies): MaterialService {
  const { substances } = deps;
  const records = createRecords<MaterialInput>(deps, {
    table: 'materials',
    type: 'material',
    noun: 'matière première',
    labelOf: ({ trade_name }) => trade_name,
    textsOf: ({ trade_name, supplier, code, kind, perfume_code, form, note }) => [
      trade_name,
      supplier,
      code,
      kind,
      perfume_code,
      form,
      note,
    ],
    usesOf: ({ components, allergens }) => [...components, ...allergens].map(({ substance_id }) => substance_id),
    names: {
      trade_name: 'Nom commercial',
      supplier: 'Fournisseur',
      code: 'Code',
      kind: 'Nature',
      perfume_code: 'Code du parfum',
      form: 'Forme',
      note: 'Note',
      components: 'Composition',
      allergens: 'Allergènes',
    },
    print: (name, value) =>
      name === 'components' || name === 'allergens' ? `${(value as unknown[]).length} lignes : ${digest(value)}` : null,
  });

  const present = (kept: readonly Kept<MaterialInput>[]): Promise<Material[]> =>
    withNames(
      substances,
      kept.map(({ values, meta }) => ({ ...values, ...meta, warnings: breakdownWarnings(values) })),
    );

  /** Each id of a request is checked: a part that is no substance is told of by its place. */
  const checkParts = async (values: MaterialInput): Promise<void> => {
    const known = new Set((await substances.listByIds(partsOf(values))).map(({ id }) => id));
    const faults = (['components', 'allergens'] as const).flatMap((list) =>
      values[list].flatMap(({ substance_id }, index): Fault[] =>
        known.has(substance_id)
          ? []
          : [{ loc: ['body', list, index, 'substance_id'], msg: 'Substance introuvable.', type: 'value_error' }],
      ),
    );
    if (faults.length > 0) throw invalid(faults);
  };
  const one = async (kept: Kept<MaterialInput>): Promise<Material> => (await present([kept]))[0] as Material;

  return {
    async list(query) {
      const { rows, total } = await records.list(query);
      return { rows: await present(rows), total };
    },
    get: async (id) => one(await records.get(id)),
    async create(values, by) {
      await checkParts(values);
      return one(await records.create(values, by));
    },
    async update(id, values, options) {
      await checkParts(values);
      return one(await records.update(id, values, options));
    },
    remove: records.remove,
    revisions: records.revisions,
    listByIds: records.listByIds,
    names: records.names,
    async resolve(names) {
      const found = await records.byNames(names);
      return Map.groupBy(found, ({ key }) => key);
    },
  };
}

const partsOf = ({ components, allergens }: Pick<MaterialInput, 'components' | 'allergens'>): string[] =>
  [...components, ...allergens].map(({ substance_id }) => substance_id);

/** The names of what each is made of, beside it. */
async function withNames(substances: SubstanceService, rows: readonly Omit<Material, 'names'>[]): Promise<Material[]> {
  const found = await substances.listByIds([...new Set(rows.flatMap(partsOf))]);
  const names = new Map(found.map(({ id, values }) => [id, values.inci]));
  return rows.map((row) => ({
    ...row,
    names: Object.fromEntries(partsOf(row).map((id) => [id, names.get(id) ?? ''])),
  }));
}

/** Parts as the history prints them: enough to see that they differ. */
const digest = (parts: unknown): string =>
  (
    parts as {
      substance_id: string;
      percent: number | null;
      percent_min?: number | null;
      percent_max?: number | null;
    }[]
  )
    .map(({ percent, percent_min, percent_max }) => percent ?? `${percent_min ?? '?'}–${percent_max ?? '?'}`)
    .map((part) => `${String(part).replaceAll('.', ',')}\u00a0%`)
    .join(' ; ');
