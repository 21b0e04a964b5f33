import { FIELDS } from '#shared/products/product.fields.ts';
import { productSchema } from '#shared/products/product.schema.ts';
import type { Database } from '../src/server/db/open.ts';
import type { ProductRow } from '../src/server/db/tables.ts';
import { columnsOf } from '../src/server/products/product.row.ts';
import * as store from '../src/server/products/product.store.ts';

const WORDS = ['Éclat', 'Aube', 'Tilleul', 'Karité', 'Verveine', 'Pin', 'Rose', 'Argan', 'Menthe', 'Lavande'];

/** Products number `from` to `to`, every field filled. */
export async function fill({ db }: Database, from: number, to: number): Promise<void> {
  const schema = productSchema({ validated: false, hasFormula: false });
  const filler = Object.fromEntries(FIELDS.map((field) => [field.name, field.example]));
  for (let start = from; start < to; start += 200) {
    await db.transaction().execute(async (trx) => {
      for (let n = start; n < Math.min(to, start + 200); n += 1) {
        const { status, ...values } = schema.parse({
          ...filler,
          nom_commercial: `${WORDS[n % 10]} ${WORDS[(n * 7 + 3) % 10]} ${n}`,
          ref_formule: `REF-${String(n).padStart(7, '0')}${n % 2 ? 'x' : 'y'}`,
          gamme: WORDS[(n * 3) % 10],
          nom_client: `Maison ${WORDS[n % 10]} ${n % 400}`,
          marque: `Marque ${n % 900}`,
        });
        const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
        const row: ProductRow = {
          ...columnsOf(values, { has_formula: 0, beside_text: '' }),
          beside_text: '',
          example: 0,
          type_produit: 'cosmetique',
          type_said: 0,
          files_hash: '',
          validated_hash: null,
          formula_mode: '',
          composition_sha256: '',
          modified_since_validation: n % 50 === 0 ? 1 : 0,
          control_covered: n % 20,
          control_open: 1,
          control_red: n % 100 === 0 ? 1 : 0,
          control_review: n % 70 === 0 ? 1 : 0,
          deadline_late: 0,
          effect_open: 0,
          findings_red: n % 70 === 0 ? 1 : 0,
          review_state: null,
          review_by: null,
          review_due: null,
          findings_orange: n % 7 === 0 ? 2 : 0,
          kept_until: null,
          id: `p${n}`,
          status: n % 3 ? 'DRAFT' : 'VALIDATED',
          has_formula: 0,
          revision: 1,
          created_at: at,
          updated_at: at,
          created_by: null,
          updated_by: null,
          deleted_at: null,
          deleted_by: null,
        };
        await store.insert(trx, row, { later: false });
      }
    });
  }
}
