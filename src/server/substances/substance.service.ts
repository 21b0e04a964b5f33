import type { ListQuery } from '#shared/contract/list.ts';
import type { Substance, SubstanceInput } from '#shared/substances/substance.contract.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import { createRecords, findByNumbers, type Kept, type RecordHistory } from '../records/record.service.ts';

type Dependencies = Parameters<typeof createRecords>[0];

export interface SubstanceService {
  list(query: ListQuery): Promise<{ rows: Substance[]; total: number }>;
  get(id: string): Promise<Substance>;
  create(values: SubstanceInput, by: Actor): Promise<Substance>;
  update(
    id: string,
    values: SubstanceInput,
    options: { ifMatch: string | null; by: Actor; saved: Saved },
  ): Promise<Substance>;
  remove(id: string, by: Actor): Promise<void>;
  revisions(id: string): Promise<RecordHistory>;
  listByIds(ids: readonly string[], executor?: Executor): Promise<{ id: string; values: SubstanceInput }[]>;
  /** The keys of all names (`nameKey`), and what each stands for. */
  names(): Promise<{ id: string; label: string; name_key: string }[]>;
  /** Ids by name, by CAS and by EC number. */
  resolve(wanted: { names: readonly string[]; numbers: readonly string[] }): Promise<Resolved>;
}

/** Told, in the transaction of a save, of what stands on the record. */
export type Saved = (trx: Executor, users: string[]) => Promise<void>;

export interface Resolved {
  /** By `nameKey`. */
  byName: ReadonlyMap<string, string>;
  /** A number may be that of several. */
  byNumber: ReadonlyMap<string, readonly string[]>;
}

export function createSubstances(deps: Dependencies): SubstanceService {
  const records = createRecords<SubstanceInput>(deps, {
    table: 'substances',
    type: 'substance',
    noun: 'substance',
    labelOf: ({ inci }) => inci,
    textsOf: ({ inci, cas, ec, functions, note }) => [inci, ...cas, ...ec, ...functions, note],
    numbersOf: ({ cas, ec }) => [...cas, ...ec],
    names: {
      inci: 'Nom INCI',
      cas: 'Numéros CAS',
      ec: 'Numéros CE',
      functions: 'Fonctions',
      nano: 'Nanomatériau',
      origin: 'Origine',
      note: 'Note',
    },
    print: (name, value) => (name === 'nano' ? (value ? 'Oui' : 'Non') : null),
    isUnique: true,
  });
  const present = ({ values, meta }: Kept<SubstanceInput>): Substance => ({ ...values, ...meta, merged_into: null });

  return {
    async list(query) {
      const { rows, total } = await records.list(query);
      return { rows: rows.map(present), total };
    },
    get: async (id) => present(await records.get(id)),
    create: async (values, by) => present(await records.create(values, by)),
    update: async (id, values, options) => present(await records.update(id, values, options)),
    remove: records.remove,
    revisions: records.revisions,
    listByIds: records.listByIds,
    names: records.names,
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
