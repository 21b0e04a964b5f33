import { setImmediate } from 'node:timers/promises';
import { counted } from '#shared/fields/counted.ts';
import { isFilled } from '#shared/fields/field.ts';
import type { ImportPlan, KeyField, PlanRow, RowAction } from '#shared/imports/import.contract.ts';
import type { Draft } from '#shared/imports/sheet.read.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import type { FieldName } from '#shared/products/product.fields.ts';
import { getField } from '#shared/products/product.fields.ts';
import { isRequired } from '#shared/products/product.status.ts';
import { type FieldInput, keyOf, type NewItem } from '../batches/batch.service.ts';
import { type FieldValues, IN_LINES, type ProductService, type ProductView } from '../products/product.service.ts';

/** A line of a file, held against what there is. */
export interface PlannedRow extends PlanRow {
  /** What it would write; `null` of one that is the same, or refused. */
  item: NewItem | null;
}

interface Key {
  field: 'ref_produit' | KeyField;
  value: string;
}

/** Lines looked at before others are heard. */
const SLICE = 200;
const LABEL_LENGTH = 200;

/** By what the product of a line is known: its reference of product, else the field that was chosen. */
function keyOfDraft({ cells }: Draft, chosen: KeyField | null): Key | null {
  for (const field of ['ref_produit', chosen] as const) {
    const value = field && cells.find((cell) => cell.field === field)?.value;
    if (field && typeof value === 'string' && value.trim() !== '') return { field, value: value.trim() };
  }
  return null;
}

const withoutReference = ({ cells }: Draft): Draft['cells'] => cells.filter(({ field }) => field !== 'ref_produit');

const labelOf = ({ cells, sheet, line }: Draft, key: Key | null): string => {
  const name = cells.find(({ field }) => field === 'nom_commercial' || field === 'nom_produit')?.value;
  const text = isFilled(name) ? String(name) : (key?.value ?? (line === null ? sheet : `Ligne ${line}`));
  return text.slice(0, LABEL_LENGTH);
};

/** What a line says of its product, besides which one it is. */
const contentOf = ({ cells }: Draft, key: Key | null): string =>
  JSON.stringify(
    cells
      .filter(({ field }) => field !== key?.field)
      .map(({ field, value, fault }) => [field, value, fault])
      .toSorted(),
  );

/** The products that the keys of a file may mean, by field and key. */
async function knownBy(
  products: Pick<ProductService, 'named'>,
  keys: readonly (Key | null)[],
): Promise<Map<string, ProductView[]>> {
  const known = new Map<string, ProductView[]>();
  const fields = Map.groupBy(
    keys.filter((key) => key !== null),
    ({ field }) => field,
  );
  for (const [field, some] of fields)
    for await (const product of products.named(field, [...new Set(some.map(({ value }) => value))])) {
      const at = `${field} ${keyOf(String(product.values[field] ?? ''))}`;
      known.set(at, [...(known.get(at) ?? []), product]);
    }
  return known;
}

/** What a file would do, line by line, before it does anything. */
export async function planRows(
  products: Pick<ProductService, 'named'>,
  { drafts, key: chosen }: { drafts: readonly Draft[]; key: KeyField | null },
): Promise<PlannedRow[]> {
  const keys = drafts.map((draft) => keyOfDraft(draft, chosen));
  const known = await knownBy(products, keys);
  // A line that names a product by its reference and one that names it by its name may mean the same one.
  const meantBy = (key: Key | null): readonly ProductView[] =>
    key ? (known.get(`${key.field} ${keyOf(key.value)}`) ?? []) : [];
  const identityOf = (key: Key | null): string | null => {
    const [one, other] = meantBy(key);
    if (one && !other) return one.id;
    return key ? `${key.field} ${keyOf(key.value)}` : null;
  };
  // Of each product of the file: the line that names it first, whether another one says otherwise, and which.
  const lines = new Map<string, { first: number; content: string; other: number | null }>();
  for (const [at, draft] of drafts.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    const key = keys[at] ?? null;
    const identity = identityOf(key);
    if (identity === null) continue;
    const content = contentOf(draft, key);
    const known = lines.get(identity);
    if (!known) lines.set(identity, { first: at, content, other: null });
    else if (known.other === null && known.content !== content) known.other = at;
  }
  /** Lines that make a product with a reference, by the other field by which one of the same name would be known. */
  const made = new Map<string, Draft>();
  for (const [at, draft] of drafts.entries()) {
    const key = keys[at] ?? null;
    const name = key?.field === 'ref_produit' ? keyOfDraft({ ...draft, cells: withoutReference(draft) }, chosen) : null;
    if (name && meantBy(key).length === 0) made.set(keyOf(name.value), draft);
  }
  // One that is there under the name of a new reference, and has none of its own, may be the product that is meant.
  const names = drafts.map((draft, at) =>
    keys[at]?.field === 'ref_produit' && meantBy(keys[at] ?? null).length === 0
      ? keyOfDraft({ ...draft, cells: withoutReference(draft) }, chosen ?? 'nom_commercial')
      : null,
  );
  const named = await knownBy(products, names);
  const twinOf = (name: Key | null): ProductView | null =>
    (name && named.get(`${name.field} ${keyOf(name.value)}`)?.find(({ values }) => !isFilled(values.ref_produit))) ??
    null;
  const rows: PlannedRow[] = [];
  for (const [at, draft] of drafts.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    const key = keys[at] ?? null;
    const said = lines.get(identityOf(key) ?? '');
    const other = said && said.other !== null ? (drafts[said.other === at ? said.first : said.other] ?? null) : null;
    const repeats = said && said.first < at ? (drafts[said.first] ?? null) : null;
    const isNamed = key !== null && key.field !== 'ref_produit' && meantBy(key).length === 0;
    const maker = isNamed ? (made.get(keyOf(key.value)) ?? null) : null;
    rows.push(planRow(draft, { key, found: meantBy(key), other, repeats, maker, twin: twinOf(names[at] ?? null) }));
  }
  return rows;
}

interface Held {
  key: Key | null;
  found: readonly ProductView[];
  /** A line that says otherwise of the same product. */
  other: Draft | null;
  /** The line that said it first. */
  repeats: Draft | null;
  /** The line that would make a product of its name, with a reference. */
  maker: Draft | null;
  /** A product of its name that has no reference, where the line has one that nobody knows. */
  twin: ProductView | null;
}

const placeOf = ({ line, sheet }: Draft): string => (line === null ? `la feuille « ${sheet} »` : `la ligne ${line}`);

function planRow(draft: Draft, { key, found, other, repeats, maker, twin }: Held): PlannedRow {
  const product = found.length === 1 ? (found[0] ?? null) : null;
  const messages: string[] = [];
  if (key === null) messages.push('Ni référence ni nom : on ne sait pas de quel produit il s’agit.');
  if (found.length > 1)
    messages.push(
      `${counted(found.length, 'produit porte', 'produits portent')} « ${key?.value} » : ${found
        .map(({ label }) => label)
        .toSorted()
        .join(', ')}. Donnez la référence du produit.`,
    );
  if (maker)
    messages.push(
      `${placeOf(maker)} crée un produit de ce nom avec une référence : donnez-la ici aussi.`.replace(/^l/, 'L'),
    );
  if (twin)
    messages.push(
      `« ${twin.label} » existe déjà, sans référence : donnez-lui d’abord la référence « ${key?.value} », puis redonnez le fichier.`,
    );
  if (other)
    messages.push(`${placeOf(other)} dit autre chose du même produit : gardez l’une des deux.`.replace(/^l/, 'L'));
  const cells = draft.cells.map(({ field, source, value, fault, warning }) => {
    const from = product?.values[field] ?? null;
    return { field, source, from, to: value, fault: fault ?? faultOf(field, { value, from, product }), warning };
  });
  const changed = cells.filter(({ from, to, fault }) => fault === null && !isSameValue(from, to));
  const isRefused = messages.length > 0 || cells.some(({ fault }) => fault !== null);
  const action: RowAction = isRefused
    ? 'refused'
    : repeats !== null || (product && changed.length === 0)
      ? 'same'
      : product
        ? 'update'
        : 'create';
  if (repeats && !isRefused) messages.push(`Déjà dite à ${placeOf(repeats)}.`);
  const label = product?.label ?? labelOf(draft, key);
  const values = Object.fromEntries(changed.map(({ field, to }) => [field, to])) as FieldValues;
  const input: FieldInput = {
    action: product ? 'update' : 'create',
    values,
    seen: Object.fromEntries(changed.map(({ field, from }) => [field, from])),
    key: product ? null : key,
  };
  const isDone = action === 'create' || action === 'update';
  return {
    line: draft.line,
    sheet: draft.sheet,
    label,
    product_id: product?.id ?? null,
    action,
    messages,
    validated: action === 'update' && product?.status === 'VALIDATED',
    cells,
    item: isDone ? { object_id: product?.id ?? null, label, line: draft.line, input: JSON.stringify(input) } : null,
  };
}

/** What a product does not take, though its field would. */
function faultOf(
  name: FieldName,
  { value, from, product }: { value: unknown; from: unknown; product: ProductView | null },
): string | null {
  if (!product || isSameValue(from as string | null, value as string | null)) return null;
  if (name === 'ingredients' && product.isInLines) return IN_LINES;
  const isNeeded = isRequired(getField(name), {
    validated: product.status === 'VALIDATED',
    hasFormula: product.hasFormula,
  });
  return value === null && isNeeded ? 'Ce produit est validé, et ce champ y est obligatoire.' : null;
}

export const countsOf = (rows: readonly PlannedRow[]): ImportPlan['counts'] => {
  const counts = { create: 0, update: 0, same: 0, refused: 0 };
  for (const { action } of rows) counts[action] += 1;
  return counts;
};

/** What would be written, in its order. */
export const itemsOf = (rows: readonly PlannedRow[]): NewItem[] => rows.flatMap(({ item }) => (item ? [item] : []));
