import { printClass } from '#shared/clp/clp.classes.ts';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { ASSESSMENT_FIELDS, type AssessmentValues, NO_ASSESSMENT } from '#shared/control/assessment.fields.ts';
import type { Claim } from '#shared/control/claims.contract.ts';
import type { ControlRecord } from '#shared/control/control.contract.ts';
import type { NotifiedStamp } from '#shared/control/cpnp.ts';
import { POINT_TITLES, type PointKey } from '#shared/control/point.titles.ts';
import type { ActStamps } from '#shared/detergents/cleaning.state.ts';
import { CLP_METHODS, type DetergentValues, NO_DETERGENT } from '#shared/detergents/detergent.contract.ts';
import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import { dayOf } from '#shared/fields/date.ts';
import { dayFaults } from '#shared/fields/days.ts';
import type { FieldDefinition } from '#shared/fields/field.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import type { Lot } from '#shared/lots/lot.contract.ts';
import { lastLotOf, placedOn } from '#shared/lots/retention.ts';
import { changesOfFields } from '#shared/products/changes.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { CONFORMITY_FIELDS, type ConformityValues, NO_CONFORMITY } from '#shared/regulation/conformity.fields.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { readOnceBeside } from '../db/moment.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { ControlRecordRow } from '../db/tables.ts';
import { bodyFault, invalid, notCosmetic, notDetergent, staleRecord } from '../errors.ts';
import { fileLock, type WriteOptions } from '../follow/follow.service.ts';
import type { LotService } from '../lots/lot.service.ts';
import type { ProductService } from '../products/product.service.ts';
import { isStale } from '../revision.ts';
import * as store from './control.store.ts';

export interface Signature {
  signed_on: string;
  entered_at: string;
  entered_by: string | null;
  formula_revision: number;
  /** When the formula was typed here, then. */
  formula_typed_at: string | null;
  composition_sha256: string | null;
  corpus: { id: string; date: string | null; sha256: string } | null;
  label: { version: string | null; files: string[] };
  /** What was signed, as it was read. */
  values: AssessmentValues;
  mode: Formula['mode'];
  lines: { key: string; name: string; percent: string }[];
  /** What it stood on; absent in signatures of before. */
  stamp?: Stamp;
  /** The last day on which what it stands on became what it is, as far as signatures saw it here; absent in those of before. */
  changed_on?: string | null;
}

/** A signature recorded with a day on which what it is about was still something else. Days: `YYYY-MM-DD`. */
export interface EarlySignature {
  signed_on: string;
  entered_on: string;
  /** When what the signature of before stood on had changed here. */
  changed_on: string;
  /** One of that day or later was recorded since: it is told for the record, whatever is recorded later. */
  settled?: true;
}

/** What a cleaning product says beside its form, what each act on its composition stood on, and the codes that were made. */
export interface DetergentData {
  values: DetergentValues;
  stamps: ActStamps;
  /** One number, one composition, for good: each UFI that was made or typed, with the composition it was of. */
  ufis: readonly { ufi: string; composition: string | null }[];
}

/** What each kind of record holds. */
export interface RecordData {
  conformity: ConformityValues;
  assessment: { values: AssessmentValues; signature: Signature | null; early: EarlySignature[] };
  detergent: DetergentData;
  claims: Claim[];
  exceptions: Partial<Record<PointKey, string>>;
}

export interface Kept<K extends ControlRecord> {
  data: RecordData[K];
  revision: number;
  updated_at: string | null;
  updated_by: string | null;
}

const EMPTY: { [K in ControlRecord]: () => RecordData[K] } = {
  conformity: () => NO_CONFORMITY,
  assessment: () => ({ values: NO_ASSESSMENT, signature: null, early: [] }),
  detergent: () => ({ values: NO_DETERGENT, stamps: {}, ufis: [] }),
  claims: () => [],
  exceptions: () => ({}),
};

/** What a notification to the CPNP stood on, beside the day of it. */
const NOTIFICATION = 'cpnp';

interface Save<K extends ControlRecord> {
  productId: string;
  kind: K;
  data: (before: RecordData[K], trx: Executor) => Promise<RecordData[K]> | RecordData[K];
  /** Said in the history when nothing of the values changes. */
  told?: Change[];
  action?: 'assessment.sign' | 'detergent.ufi';
  /** What a notification that is told by this save stands on. */
  notified?: NotifiedStamp | undefined;
  ifMatch: string | null;
  by: Actor;
}

export interface ControlRecords {
  read<K extends ControlRecord>(productId: string, kind: K, executor?: Executor): Promise<Kept<K>>;
  /** All of one product. */
  readAll(productId: string): Promise<{ [K in ControlRecord]: Kept<K> } & { notified: NotifiedStamp | null }>;
  save<K extends ControlRecord>(save: Save<K>): Promise<Kept<K>>;
}

export function createControlRecords({
  db,
  products,
  lots,
  audit,
  clock,
}: {
  db: Db;
  products: ProductService;
  lots: Pick<LotService, 'listOf' | 'keep'>;
  audit: AuditService;
  clock: () => Date;
}): ControlRecords {
  const find = readOnceBeside(db, store.find);
  const present = <K extends ControlRecord>(kind: K, row: ControlRecordRow | undefined): Kept<K> => {
    const empty = EMPTY[kind]();
    const held = row ? JSON.parse(row.data) : empty;
    const data =
      kind === 'assessment' || kind === 'detergent'
        ? { ...empty, ...held, values: { ...(empty as RecordData['assessment' | 'detergent']).values, ...held.values } }
        : Array.isArray(held)
          ? held
          : // A field that came later than the record is empty.
            { ...empty, ...held };
    return {
      data,
      revision: row?.revision ?? 0,
      updated_at: row?.updated_at ?? null,
      updated_by: row?.updated_by ?? null,
    };
  };

  /** The last lot of a product with lots is theirs; what the conformity said of it is kept, and not read. */
  const withLots = <K extends ControlRecord>(one: Kept<K>, all: readonly Lot[]): Kept<K> => {
    const last = lastLotOf(all.toSorted((a, b) => a.created_at.localeCompare(b.created_at)));
    const said = { dernier_lot_numero: last?.numero, dernier_lot_date: last && placedOn(last) };
    return last ? { ...one, data: { ...one.data, ...said } } : one;
  };
  const asRead = async <K extends ControlRecord>(kind: K, productId: string, one: Kept<K>, executor: Executor) =>
    kind === 'conformity' ? withLots(one, await lots.listOf(productId, executor)) : one;

  const keepNotified = async (
    trx: Executor,
    { productId, notified, by }: { productId: string; notified: NotifiedStamp; by: Actor },
  ): Promise<void> => {
    const was = await store.find(trx, { product_id: productId, kind: NOTIFICATION });
    const revision = was?.revision ?? 0;
    const row = { product_id: productId, kind: NOTIFICATION, data: JSON.stringify(notified), revision: revision + 1 };
    await store.save(trx, { ...row, updated_at: clock().toISOString(), updated_by: by.email }, revision);
  };

  return {
    read: async (productId, kind, executor = db) =>
      asRead(kind, productId, present(kind, await find(executor, { product_id: productId, kind })), executor),

    async readAll(productId) {
      const [kept, all] = await Promise.all([store.list(db, productId), lots.listOf(productId)]);
      const rows = new Map(kept.map((row) => [row.kind, row]));
      return {
        conformity: withLots(present('conformity', rows.get('conformity')), all),
        assessment: present('assessment', rows.get('assessment')),
        detergent: present('detergent', rows.get('detergent')),
        claims: present('claims', rows.get('claims')),
        exceptions: present('exceptions', rows.get('exceptions')),
        notified: JSON.parse(rows.get(NOTIFICATION)?.data ?? 'null'),
      };
    },

    save: ({ productId, kind, data, told = [], action, notified, ifMatch, by }) =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          const before = present(kind, await store.find(trx, { product_id: productId, kind }));
          if (isStale(ifMatch, before.revision)) throw staleRecord();
          const next = await data(before.data, trx);
          if (kind === 'conformity' && (await lots.listOf(productId, trx)).length > 0)
            Object.assign(next, lastLotSaid(before.data as ConformityValues));
          checkKind(kind, product.type_produit, { before: before.data, after: next });
          checkDays(kind, { before: before.data, after: next, today: dayOf(clock()) });
          const row: ControlRecordRow = {
            product_id: productId,
            kind,
            data: JSON.stringify(next),
            revision: before.revision + 1,
            updated_at: clock().toISOString(),
            updated_by: by.email,
          };
          if (!(await store.save(trx, row, before.revision))) throw staleRecord();
          if (notified) await keepNotified(trx, { productId, notified, by });
          await products.referencesChanged(trx, productId);
          if (kind === 'conformity') await lots.keep(trx, productId);
          await store.insertRevision(trx, {
            product_id: productId,
            kind,
            revision: row.revision,
            at: row.updated_at,
            by: by.email,
            changes: JSON.stringify([...changesOf(kind, before.data, next), ...told]),
            data: row.data,
          });
          await audit.record(trx, {
            action: action ?? `${kind}.update`,
            by,
            object: { type: 'control', id: productId, label: productLabel(product) },
          });
          return asRead(kind, productId, present(kind, row), trx);
        },
        fileLock(productId),
      ),
  };
}

/** The catalogue of each kind of record that has one. */
const FIELDS_OF: Readonly<Partial<Record<ControlRecord, readonly FieldDefinition[]>>> = {
  conformity: CONFORMITY_FIELDS,
  assessment: ASSESSMENT_FIELDS,
  detergent: DETERGENT_FIELDS,
};

/** Fields of the conformity that are about the notification of a cosmetic. Article 13. */
const OF_CPNP = ['cpnp_reference', 'cpnp_date', 'cpnp_maj_date', 'cpnp_formulation_cadre'] as const;

/** What belongs to the law of the other kind of product is answered as it was kept, and not written. @throws 409 */
function checkKind<K extends ControlRecord>(
  kind: K,
  product: ProductKind,
  { before, after }: { before: RecordData[K]; after: RecordData[K] },
): void {
  if (product === 'cosmetique') {
    if (kind === 'detergent') throw notDetergent();
    return;
  }
  if (kind === 'assessment') throw notCosmetic('l’évaluation de la sécurité');
  if (kind === 'exceptions') throw notCosmetic('un point de l’article 11');
  const [was, is] = [valuesOf(kind, before), valuesOf(kind, after)];
  if (kind === 'conformity' && OF_CPNP.some((name) => (was[name] ?? null) !== (is[name] ?? null)))
    throw notCosmetic('la notification au CPNP');
}

/** What was done was not done tomorrow, nor before it could be. @throws 422, each such day at its field */
function checkDays<K extends ControlRecord>(
  kind: K,
  { before, after, today }: { before: RecordData[K]; after: RecordData[K]; today: string },
): void {
  const faults = dayFaults(FIELDS_OF[kind] ?? [], {
    before: valuesOf(kind, before),
    after: valuesOf(kind, after),
    today,
  }).map(({ name, text }) => bodyFault(name, text));
  if (faults.length > 0) throw invalid(faults);
}

const valuesOf = <K extends ControlRecord>(kind: K, data: RecordData[K]): Record<string, unknown> =>
  kind === 'assessment' || kind === 'detergent'
    ? { ...(data as RecordData['assessment' | 'detergent']).values }
    : { ...(data as object) };

const CLAIM_NAMES = ['texte', 'support', 'critere', 'preuve', 'adequation', 'revue_le'] as const;

/** What differs, as people read it: fields by their labels, claims by their texts, points by their titles. */
export function changesOf<K extends ControlRecord>(kind: K, before: RecordData[K], after: RecordData[K]): Change[] {
  if (kind === 'claims') return changesOfClaims(before as Claim[], after as Claim[]);
  if (kind === 'exceptions') {
    const [was, is] = [before as RecordData['exceptions'], after as RecordData['exceptions']];
    return (Object.keys(POINT_TITLES) as PointKey[]).flatMap((key) =>
      (was[key] ?? null) === (is[key] ?? null)
        ? []
        : [{ field: key, label: `${POINT_TITLES[key]} : sans objet`, from: was[key] ?? null, to: is[key] ?? null }],
    );
  }
  const [was, is] = [valuesOf(kind, before), valuesOf(kind, after)];
  return [
    ...changesOfFields(FIELDS_OF[kind] ?? [], was, is),
    ...(kind === 'detergent' ? changesOfLists(was as DetergentValues, is as DetergentValues) : []),
  ];
}

/** The lists of a cleaning product, each as one sentence. */
function changesOfLists(was: DetergentValues, is: DetergentValues): Change[] {
  const concluded = ({ clp_conclusion }: DetergentValues): string =>
    clp_conclusion
      .map((one) =>
        [printClass(one), one.mention, one.methode && `(${CLP_METHODS[one.methode].toLowerCase()})`]
          .filter(Boolean)
          .join(' '),
      )
      .join(', ');
  return (
    [
      ['clp_conclusion', 'Classification conclue', concluded(was), concluded(is)],
      ['p_mentions', 'Mentions P', was.p_mentions.join(', '), is.p_mentions.join(', ')],
    ] as const
  ).flatMap(([field, label, from, to]) => (from === to ? [] : [{ field, label, from: from || null, to: to || null }]));
}

function changesOfClaims(before: readonly Claim[], after: readonly Claim[]): Change[] {
  const [was, is] = [new Map(before.map((one) => [one.id, one])), new Map(after.map((one) => [one.id, one]))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [a, b] = [was.get(id), is.get(id)];
    if (a && b && CLAIM_NAMES.every((name) => a[name] === b[name])) return [];
    const say = (one: Claim | undefined): string | null => one?.texte ?? null;
    return [{ field: `claims:${id}`, label: 'Allégation', from: say(a), to: say(b) }];
  });
}

const lastLotSaid = ({ dernier_lot_numero, dernier_lot_date }: ConformityValues) => ({
  dernier_lot_numero,
  dernier_lot_date,
});

export type SaveOptions = WriteOptions;
