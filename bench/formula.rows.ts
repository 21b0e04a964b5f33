/** A firm with its substances, its raw materials, and formulas in lines that stand on them. */
import { lineWith } from '#shared/formulas/formula.ts';
import type { Database } from '../src/server/db/open.ts';

export const [SUBSTANCES, MATERIALS, FORMULAS, LINES] = [5_000, 2_000, 1_000, 30];
const AT = '2026-01-01T00:00:00.000Z';
export const SYLLABLES = [
  'gly',
  'cer',
  'ol',
  'oxy',
  'eth',
  'an',
  'pro',
  'pan',
  'cap',
  'ryl',
  'ste',
  'ar',
  'ate',
  'but',
  'yl',
];
export const nameOf = (n: number): string =>
  `${[n, n * 7, n * 13].map((k) => SYLLABLES[k % SYLLABLES.length]).join('')} ${n}`;

const record = (id: string, label: string, data: object) => ({
  id,
  label,
  name_key: label,
  data: JSON.stringify(data),
  search_text: label,
  revision: 1,
  example: 0,
  merged_into: null,
  created_at: AT,
  updated_at: AT,
  created_by: null,
  updated_by: null,
  deleted_at: null,
  deleted_by: null,
});
export const many = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

export async function prepareFormulas({ db }: Database): Promise<void> {
  const insert = async <T>(rows: T[], put: (some: T[]) => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < rows.length; at += 500) await put(rows.slice(at, at + 500));
  };
  const substances = many(SUBSTANCES).map((n) =>
    record(`s${n}`, nameOf(n), {
      inci: nameOf(n),
      cas: [],
      ec: [],
      functions: ['solvant'],
      nano: false,
      origin: 'confirmed',
      note: null,
    }),
  );
  const materials = many(MATERIALS).map((n) =>
    record(`m${n}`, `Matière ${n}`, {
      trade_name: `Matière ${n}`,
      supplier: `Fournisseur ${n % 90}`,
      code: null,
      kind: 'mélange',
      perfume_code: null,
      form: null,
      note: null,
      components: many(3).map((k) => ({
        substance_id: `s${(n * 3 + k) % SUBSTANCES}`,
        percent: 30,
        percent_min: null,
        percent_max: null,
        role: 'ingrédient',
      })),
      allergens: [],
    }),
  );
  const products = await db.selectFrom('products').select('id').orderBy('id').limit(FORMULAS).execute();
  const lines = (n: number) =>
    many(LINES).map((k) =>
      lineWith({
        id: String(k),
        percent: 3,
        ...(k === 0
          ? { substance_id: 's0' }
          : k % 2
            ? { material_id: `m${(n + k * 7) % MATERIALS}` }
            : { substance_id: `s${(n + k * 11) % 400}` }),
      }),
    );
  const uses = [
    ...many(MATERIALS).flatMap((n) =>
      many(3).map((k) => ({ owner_id: `m${n}`, record_id: `s${(n * 3 + k) % SUBSTANCES}` })),
    ),
    ...products.flatMap(({ id }, n) =>
      [...new Set(lines(n).map((line) => line.material_id ?? line.substance_id ?? ''))].map((record_id) => ({
        owner_id: id,
        record_id,
      })),
    ),
  ];
  await insert(substances, (some) => db.insertInto('substances').values(some).execute());
  await insert(materials, (some) => db.insertInto('materials').values(some).execute());
  await insert(uses, (some) => db.insertInto('record_uses').values(some).execute());
  await insert(
    products.map(({ id }, n) => ({
      product_id: id,
      data: JSON.stringify({ lines: lines(n), inci_order: [], established_on: null }),
      confirmations: '[]',
      revision: 1,
      updated_at: AT,
      updated_by: null,
    })),
    (some) => db.insertInto('formulas').values(some).execute(),
  );
  known = products.map(({ id }) => id);
}

let known: string[] = [];
export const productOf = (n: number): string => known[n % known.length] ?? '';
