import { BATCH_ITEMS_MAX, type BatchDemand, type DemandOf } from '#shared/batches/batch.contract.ts';
import { readField } from '#shared/fields/field.reading.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { type FieldValue, isFilled } from '#shared/fields/field.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import { type FieldName, getField, type ProductField } from '#shared/products/product.fields.ts';
import { isRequired } from '#shared/products/product.status.ts';
import type { Db } from '../db/open.ts';
import { bodyFault, invalid } from '../errors.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { ProductService, ProductView } from '../products/product.service.ts';
import type { TemplateService } from '../templates/template.service.ts';
import type { Asker } from './batch.asker.ts';
import type { FieldInput } from './batch.items.ts';
import { emptyPlan, hashed, type Planned } from './batch.plan.ts';
import { createUndoPlan } from './batch.undo.plan.ts';
import type { Undoing } from './batch.undoing.ts';

export interface PlanningDeps {
  db: Db;
  clock: () => Date;
  products: ProductService;
  templates: Pick<TemplateService, 'source'>;
  generations: Pick<GenerationService, 'changedOf'>;
  undoing: Undoing;
}

/** What work on many products would do, before it does anything. */
export function createPlanning({ db, clock, products, templates, generations, undoing }: PlanningDeps) {
  /** The products of a demand, those that are gone told apart. @throws 422 above the limit, or without any */
  const idsOf = async (wanted: DemandOf<'generate'>['products'], { by }: Asker): Promise<readonly string[]> => {
    const ids = Array.isArray(wanted)
      ? [...new Set(wanted)]
      : await products.idsOf({ ...products.askedBy(wanted.query, by.id ?? ''), page: undefined, size: undefined });
    if (ids.length > BATCH_ITEMS_MAX)
      throw invalid([bodyFault('products', 'Un travail porte sur 5 000 produits au plus.')]);
    return ids;
  };
  const missing = (ids: readonly string[], found: ReadonlySet<string>) =>
    ids.filter((id) => !found.has(id)).map((id) => ({ id, label: id, reason: 'Ce produit n’est plus là.' }));

  const planFields = async (demand: DemandOf<'field.set'>, asker: Asker): Promise<Planned> => {
    const field = getField(demand.field as FieldName);
    const wanted = wantedOf(field, demand);
    const made = emptyPlan(titleOf(field, demand, wanted));
    const ids = await idsOf(demand.products, asker);
    const found = new Set<string>();
    for await (const product of products.views(ids)) {
      found.add(product.id);
      const from = product.values[field.name];
      const reason = whyNot(field, { product, demand, wanted, from });
      if (reason) made.skipped.push({ id: product.id, label: product.label, reason });
      else {
        const validated = product.status === 'VALIDATED';
        made.changes.push({ id: product.id, label: product.label, field: field.name, from, to: wanted, validated });
        const input: FieldInput = {
          action: 'update',
          values: { [field.name]: wanted },
          seen: { [field.name]: from },
          key: null,
        };
        made.items.push({ object_id: product.id, label: product.label, line: null, input: JSON.stringify(input) });
      }
    }
    made.skipped.push(...missing(ids, found));
    return hashed(made);
  };

  const planDocuments = async (
    { template_id, only_changed, products: wanted }: DemandOf<'generate'>,
    asker: Asker,
  ): Promise<Planned> => {
    const template = await templates.source(template_id);
    const made = emptyPlan(`Documents « ${template.name} »`, {
      template_id,
      ...(only_changed ? { only_changed } : {}),
    });
    const ids = await idsOf(wanted, asker);
    const changed = only_changed ? await generations.changedOf(template_id, ids) : null;
    const found = new Set<string>();
    for await (const product of products.views(ids)) {
      found.add(product.id);
      if (changed && changed.get(product.id)?.length === 0) {
        made.skipped.push({ id: product.id, label: product.label, reason: UNCHANGED });
        continue;
      }
      made.changes.push({
        id: product.id,
        label: product.label,
        field: null,
        from: null,
        to: template.name,
        validated: false,
      });
      made.items.push({
        object_id: product.id,
        label: product.label,
        line: null,
        input: JSON.stringify({ template_id }),
      });
    }
    made.skipped.push(...missing(ids, found));
    return hashed(made);
  };

  const planUndo = createUndoPlan({ db, clock, products, undoing });

  return {
    plan: (demand: BatchDemand, asker: Asker): Promise<Planned> =>
      demand.kind === 'field.set'
        ? planFields(demand, asker)
        : demand.kind === 'generate'
          ? planDocuments(demand, asker)
          : planUndo(demand, asker),
  };
}

/** The value that is to be written. @throws 422 */
function wantedOf(field: ProductField, { op, value, from }: DemandOf<'field.set'>): FieldValue {
  if (op === 'empty') return null;
  const { value: wanted, faults } = readField(field, value ?? null);
  if (faults.length > 0) throw invalid(faults.map((msg) => bodyFault('value', msg)));
  if (wanted === null) throw invalid([bodyFault('value', 'Donnez la valeur, ou choisissez « Vider ».')]);
  if (op === 'replace' && !isFilled(from)) throw invalid([bodyFault('from', 'Donnez la valeur à remplacer.')]);
  return wanted;
}

const quoted = (field: ProductField, value: FieldValue): string => `« ${printValue(field, value).slice(0, 80)} »`;

const titleOf = (field: ProductField, { op, from }: DemandOf<'field.set'>, wanted: FieldValue): string => {
  if (op === 'empty') return `${field.label} : vidé`;
  if (op === 'set') return `${field.label} : ${quoted(field, wanted)}`;
  return `${field.label} : ${quoted(field, readField(field, from ?? null).value)} devient ${quoted(field, wanted)}`;
};

/** Why a product stays as it is; `null` when it changes. */
function whyNot(
  field: ProductField,
  {
    product,
    demand,
    wanted,
    from,
  }: { product: ProductView; demand: DemandOf<'field.set'>; wanted: FieldValue; from: FieldValue },
): string | null {
  if (isSameValue(from, wanted)) return wanted === null ? 'Déjà vide.' : 'A déjà cette valeur.';
  if (demand.op === 'replace' && !isSameValue(from, readField(field, demand.from ?? null).value))
    return isFilled(from) ? `Contient ${quoted(field, from)}.` : 'Est vide.';
  const isNeeded = isRequired(field, { validated: product.status === 'VALIDATED', hasFormula: product.hasFormula });
  return wanted === null && isNeeded ? 'Ce produit est validé, et ce champ y est obligatoire.' : null;
}

export const UNCHANGED = 'Rien n’a changé depuis son dernier document.';
