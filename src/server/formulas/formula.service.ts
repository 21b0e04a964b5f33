import { dayOf } from '#shared/fields/date.ts';
import { LONGTEXT_MAX } from '#shared/fields/field.rule.ts';
import type {
  confirmation,
  Formula,
  FormulaInput,
  FormulaMode,
  Inci,
  PastedFormula,
} from '#shared/formulas/formula.contract.ts';
import { NO_FORMULA, type PrintedFormula, printFormula } from '#shared/formulas/formula.print.ts';
import {
  type FormulaLine,
  formulaText,
  gapSentence,
  quantitiesOf,
  type Shelf,
  totalsOf,
} from '#shared/formulas/formula.ts';
import { type InciList, inciListOf } from '#shared/formulas/inci.list.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import type { KnownNames } from '#shared/formulas/nearest.ts';
import { PASTE_LENGTH } from '#shared/formulas/paste.read.ts';
import { toPercent } from '#shared/formulas/percent.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Suggestion } from '#shared/substances/substance.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { FormulaRow } from '../db/tables.ts';
import { type DocumentService, type SharedNames, shareNames } from '../documents/document.service.ts';
import { conflict, invalid, pasteTooLong, staleFormula } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import {
  insertRevision,
  listRecordRevisions,
  listUsers,
  type RecordHistory,
  setUses,
} from '../records/record.service.ts';
import { bytesOf, sizeOf } from '../storage/inbox.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { compositionOf, type FormulaData, lineChanges, summaryOf } from './formula.changes.ts';
import { resolvePasted } from './formula.resolve.ts';
import * as store from './formula.store.ts';

type Confirmation = (typeof confirmation)['_zod']['output'];

const EMPTY: FormulaData = { lines: [], inci_order: [], established_on: null };
const SUGGESTED = 12;

interface Dependencies {
  db: Db;
  products: ProductService;
  substances: SubstanceService;
  materials: MaterialService;
  /** Names that the annexes and the Commission's inventory make known. */
  lawNames: () => Promise<KnownNames>;
  documents: Pick<DocumentService, 'formula'>;
  audit: AuditService;
  clock: () => Date;
}

export function createFormulas({
  db,
  products,
  substances,
  materials,
  lawNames,
  documents,
  audit,
  clock,
}: Dependencies) {
  const dataOf = (row: FormulaRow | undefined): FormulaData => (row ? JSON.parse(row.data) : EMPTY);
  /** The names of the law as threads see them: as long as these names are in force. */
  const sharedLaw = new WeakMap<KnownNames, SharedNames>();
  const confirmationsOf = (row: FormulaRow | undefined): Confirmation[] => (row ? JSON.parse(row.confirmations) : []);
  const lockOf = (id: string): string => `product ${id}`;

  /** What the lines stand on, those in the trash too. */
  const shelfOf = async (lines: readonly FormulaLine[], executor: Executor = db): Promise<Shelf> => {
    const used = await materials.listByIds(
      lines.flatMap(({ material_id }) => material_id ?? []),
      executor,
    );
    const ids = [
      ...lines.flatMap(({ substance_id }) => substance_id ?? []),
      ...used.flatMap(({ values }) =>
        [...values.components, ...values.allergens].map(({ substance_id }) => substance_id),
      ),
    ];
    const found = await substances.listByIds(ids, executor);
    return {
      substances: new Map(
        found.map(({ id, values: { inci, cas, ec, functions, nano } }) => [id, { id, inci, cas, ec, functions, nano }]),
      ),
      materials: new Map(
        used.map(({ id, values: { trade_name, supplier, kind, perfume_code, components, allergens } }) => [
          id,
          { id, trade_name, supplier, kind, perfume_code, components, allergens },
        ]),
      ),
    };
  };

  const present = async (product: Product, row: FormulaRow | undefined, executor: Executor = db): Promise<Formula> => {
    const data = dataOf(row);
    const shelf = await shelfOf(data.lines, executor);
    const totals = totalsOf(data.lines);
    const sentence = gapSentence(totals);
    const confirmations = confirmationsOf(row);
    const total = confirmations.find(({ kind }) => kind === 'total');
    return {
      ...data,
      mode: product.formula_mode,
      revision: row?.revision ?? 0,
      total: toPercent(totals.total),
      complement: totals.complement === null ? null : toPercent(totals.complement),
      warnings:
        data.lines.length > 0 && sentence
          ? [{ code: totals.gap < 0 ? 'OVER_100' : 'GAP', message: sentence, line: null }]
          : [],
      confirmations,
      confirmed_by: total?.by ?? null,
      confirmed_at: total?.at ?? null,
      composition_sha256: product.formula_mode === 'table' ? compositionOf(data.lines, shelf) : null,
      updated_at: row?.updated_at ?? null,
      updated_by: row?.updated_by ?? null,
      substances: [...shelf.substances.values()].map((one) => ({
        ...one,
        cas: [...one.cas],
        ec: [...one.ec],
        functions: [...one.functions],
      })),
      materials: [...shelf.materials.values()].map((one) => ({
        ...one,
        components: [...one.components],
        allergens: [...one.allergens],
      })),
    };
  };

  /** Every fault of a body that its form alone does not show, each at its line. */
  const checkLines = (input: FormulaInput, shelf: Shelf): void => {
    const seen = new Set<string>();
    let complements = 0;
    const faults = input.lines.flatMap((line, index) => {
      const found: { loc: (string | number)[]; msg: string; type: string }[] = [];
      const say = (cell: string, msg: string): void =>
        void found.push({ loc: ['body', 'lines', index, cell], msg, type: 'value_error' });
      if (seen.has(line.id)) say('id', 'Deux lignes portent le même identifiant.');
      seen.add(line.id);
      if (line.qs === '100' && !line.may_contain) {
        complements += 1;
        if (complements > 1) say('qs', 'Une autre ligne complète déjà à 100 % : une seule le peut.');
      }
      if (line.substance_id && !shelf.substances.has(line.substance_id)) say('substance_id', 'Substance introuvable.');
      if (line.material_id && !shelf.materials.has(line.material_id))
        say('material_id', 'Matière première introuvable.');
      if (line.substance_id && line.material_id)
        say('material_id', 'Une ligne est une substance ou une matière première, pas les deux.');
      return found;
    });
    if (faults.length > 0) throw invalid(faults);
  };

  /** The legal list of the lines as they are kept. */
  const listOf = async (
    row: FormulaRow | undefined,
    { rinse, first_placed, at }: { rinse: boolean; first_placed?: string | undefined; at?: string | undefined },
  ): Promise<InciList> => {
    const { lines, inci_order } = dataOf(row);
    const confirmations = confirmationsOf(row);
    const today = dayOf(clock());
    const about = (wanted: Confirmation['kind']): string[] =>
      confirmations.flatMap((one) => (one.kind === wanted && one.about ? [one.about] : []));
    return inciListOf(
      { lines, shelf: await shelfOf(lines), quantities: quantitiesOf(lines) },
      {
        rinse,
        firstPlaced: first_placed ?? today,
        at: at ?? today,
        oldStock: confirmations.some(({ kind }) => kind === 'old_stock'),
        order: inci_order,
        leftOut: about('left_out'),
        included: about('allergen_included'),
        apart: about('allergen_apart'),
      },
    );
  };

  const recompose = async (trx: Executor, productId: string): Promise<void> => {
    const row = await store.find(trx, productId);
    if (!row) return;
    const { lines } = dataOf(row);
    await products.setComposition(trx, productId, compositionOf(lines, await shelfOf(lines, trx)));
  };

  return {
    get: async (id: string): Promise<Formula> => present(await products.get(id), await store.find(db, id)),

    save: (id: string, input: FormulaInput, { ifMatch, by }: { ifMatch: string | null; by: Actor }): Promise<Formula> =>
      inTransaction(
        db,
        async (trx) => {
          const before = await products.get(id, trx);
          const row = await store.find(trx, id);
          const revision = row?.revision ?? 0;
          if (ifMatch !== null && ifMatch !== '*' && ifMatch !== String(revision)) throw staleFormula();
          const shelf = await shelfOf(input.lines, trx);
          checkLines(input, shelf);
          const mode: FormulaMode = input.mode ?? 'table';
          const text = formulaText(input.lines, shelf);
          if (text.length > LONGTEXT_MAX)
            throw invalid([
              {
                loc: ['body', 'lines'],
                msg: 'La formule est trop longue : raccourcissez les noms.',
                type: 'value_error',
              },
            ]);
          const old = dataOf(row);
          const data: FormulaData = {
            lines: input.lines,
            inci_order: input.inci_order,
            established_on: input.established_on,
          };
          const changes = lineChanges(
            { before: old, after: data },
            { before: await shelfOf(old.lines, trx), after: shelf },
          );
          const next: FormulaRow = {
            product_id: id,
            data: JSON.stringify(data),
            // A total that was confirmed is that of other lines now.
            confirmations: JSON.stringify(
              confirmationsOf(row).filter(({ kind }) => kind !== 'total' || changes.length === 0),
            ),
            revision: revision + 1,
            updated_at: clock().toISOString(),
            updated_by: by.email,
          };
          if (!(await store.save(trx, next, revision))) throw staleFormula();
          await insertRevision(trx, {
            owner_id: id,
            revision: next.revision,
            at: next.updated_at,
            by: by.email,
            changes: JSON.stringify(changes),
            data: next.data,
          });
          await setUses(
            trx,
            id,
            input.lines.flatMap(({ material_id, substance_id }) => material_id ?? substance_id ?? []),
          );
          const composition = mode === 'table' ? compositionOf(input.lines, shelf) : '';
          await products.setFormula(trx, id, {
            mode,
            text: mode === 'table' ? text : null,
            composition_sha256: composition,
            change: summaryOf(old, data, { from: before.formula_mode, to: mode }),
            by,
          });
          await audit.record(trx, {
            action: 'formula.update',
            by,
            object: { type: 'formula', id, label: productLabel(before) },
          });
          return present(await products.get(id, trx), next, trx);
        },
        lockOf(id),
      ),

    /** @throws 413 above 2 MiB or 2 000 lines */
    async parse(
      id: string,
      { text, file }: { text: string | undefined; file: UploadedFile | null },
    ): Promise<PastedFormula> {
      await products.get(id);
      const size = file ? sizeOf(file.content) : (text ?? '').length;
      if (size > PASTE_LENGTH) throw pasteTooLong({ line: null, cell: null });
      const [known, sold, law] = await Promise.all([substances.names(), materials.names(), lawNames()]);
      const shared = sharedLaw.get(law) ?? shareNames(law.all.keys());
      sharedLaw.set(law, shared);
      const pasted = await documents.formula(file ? { file: () => bytesOf(file.content) } : { text: text ?? '' }, {
        names: shared,
        own: known.map(({ name_key }) => name_key),
      });
      return resolvePasted({ substances, materials }, pasted, { known, sold, law });
    },

    async inci(
      id: string,
      { rinse, first_placed, at }: { rinse: boolean; first_placed?: string | undefined; at?: string | undefined },
    ): Promise<Inci> {
      await products.get(id);
      const { text, items, allergens, warnings } = await listOf(await store.find(db, id), { rinse, first_placed, at });
      return { text, items, allergens, warnings };
    },

    confirm: (
      id: string,
      { kind, about, confirmed }: { kind: Confirmation['kind']; about: string | null; confirmed: boolean },
      by: Actor,
    ): Promise<Formula> =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(id, trx);
          const row = await store.find(trx, id);
          if (!row) throw conflict('Ce produit n’a pas de formule en tableau : il n’y a rien à confirmer.');
          const others = confirmationsOf(row).filter((one) => one.kind !== kind || one.about !== about);
          const confirmations = JSON.stringify(
            confirmed ? [...others, { kind, about, by: by.email, at: clock().toISOString() }] : others,
          );
          await store.setConfirmations(trx, id, confirmations);
          await audit.record(trx, {
            action: 'formula.confirm',
            by,
            object: { type: 'formula', id, label: productLabel(product) },
          });
          return present(product, { ...row, confirmations }, trx);
        },
        lockOf(id),
      ),

    /** What a document prints of it; nothing while it is no table. */
    async printed(id: string): Promise<PrintedFormula> {
      const { formula_mode } = await products.get(id);
      if (formula_mode !== 'table') return NO_FORMULA;
      const row = await store.find(db, id);
      const { lines } = dataOf(row);
      return printFormula({ lines, shelf: await shelfOf(lines) }, await listOf(row, { rinse: false }));
    },

    /** The lines of a formula in lines, and what they stand on; `null` while it is none. @throws 404 */
    async composition(id: string): Promise<{ lines: FormulaLine[]; shelf: Shelf } | null> {
      const { formula_mode } = await products.get(id);
      if (formula_mode !== 'table') return null;
      const { lines } = dataOf(await store.find(db, id));
      return { lines, shelf: await shelfOf(lines) };
    },

    /** The products whose formula is in lines. */
    inLines: (): Promise<string[]> => store.listInLines(db),

    async revisions(id: string): Promise<RecordHistory> {
      await products.get(id);
      return (await listRecordRevisions(db, id)).map(({ revision, at, by, changes }) => ({
        revision,
        at,
        by,
        changes: JSON.parse(changes),
      }));
    },

    /** Substances, then raw materials, whose name or number holds these words. */
    async suggest(words: string): Promise<Suggestion[]> {
      const key = nameKey(words);
      if (!key) return [];
      const pick = <Row extends { name_key: string }>(rows: readonly Row[]): Row[] =>
        rows
          .filter(({ name_key }) => name_key.includes(key))
          .sort((a, b) => rank(a.name_key, key) - rank(b.name_key, key) || (a.name_key < b.name_key ? -1 : 1))
          .slice(0, SUGGESTED);
      const numbered =
        (await substances.resolve({ names: [], numbers: [words.trim()] })).byNumber.get(words.trim()) ?? [];
      const all = await substances.names();
      const named = [...all.filter(({ id }) => numbered.includes(id)), ...pick(all)];
      const sold = pick(await materials.names());
      const details = new Map(
        (await materials.listByIds(sold.map(({ id }) => id))).map(({ id, values }) => [id, values.supplier]),
      );
      // Names that are no substance of the firm yet.
      const mine = new Set(all.map(({ name_key }) => name_key));
      const law = pick(
        [...(await lawNames()).all].flatMap(([name_key, { name, functions }]) =>
          mine.has(name_key) ? [] : [{ name_key, name, functions }],
        ),
      );
      return [
        ...named.map(({ id, label }) => ({ id, name: label, kind: 'substance' as const, detail: null })),
        ...sold.map(({ id, label }) => ({
          id,
          name: label,
          kind: 'material' as const,
          detail: details.get(id) ?? null,
        })),
        ...law.map(({ name_key, name, functions }) => ({
          id: `name:${name_key}`,
          name,
          kind: 'name' as const,
          detail: functions.join(', ').toLowerCase() || null,
        })),
      ];
    },

    /** What stands on a substance or a raw material that changed is composed of something else now. */
    async recordChanged(trx: Executor, users: readonly string[]): Promise<void> {
      // A substance is in products, and in raw materials that are in products.
      const above = (await Promise.all(users.map((id) => listUsers(trx, id)))).flat();
      for (const id of new Set([...users, ...above])) await recompose(trx, id);
    },
  };
}

export type FormulaService = ReturnType<typeof createFormulas>;

/** The exact name first, then those that begin so, then the rest. */
const rank = (name: string, key: string): number => (name === key ? 0 : name.startsWith(key) ? 1 : 2);
