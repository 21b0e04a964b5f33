import { standsAt } from '#shared/attachments/attachment.place.ts';
import { COMPOSITION_FILES } from '#shared/detergents/detergent.fields.ts';
import { type EffectFacts, seriousUnstated } from '#shared/effects/effect.facts.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import { certifiedParts } from '#shared/formulas/certificate.ts';
import { expandedLines, type Shelf } from '#shared/formulas/formula.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { withStudyKind } from '#shared/studies/study.file.ts';
import { atOneMoment } from '../db/moment.ts';
import type { Db } from '../db/open.ts';
import type { Read, StateDependencies } from './control.state.ts';
import * as store from './control.store.ts';

/** What says what is known of effects on a day. */
const STATEMENT_FIELDS: readonly string[] = ['ei_date', 'ei_declaration'];

/** Serious effects that the statement of a day did not know. */
export async function unstated(
  db: Db,
  productId: string,
  { on, effects }: { on: string | null; effects: readonly EffectFacts[] },
): Promise<readonly EffectFacts[]> {
  if (on === null || effects.length === 0) return [];
  const saved = (await store.listRevisions(db, productId)).find(({ changes }) =>
    (JSON.parse(changes) as Change[]).some(({ field }) => STATEMENT_FIELDS.includes(field)),
  );
  return seriousUnstated(effects, { at: saved?.at ?? null, on });
}

/** Reads what the points stand on. */
export function createStateReading({
  products,
  formulas,
  substances,
  materials,
  exposures,
  attachments,
  lots: lotRoom,
  studies: studyRoom,
  effects: effectRoom,
  records,
  openReview,
  awaitedOf,
}: StateDependencies) {
  /** What the newest file of each of these places stood on. */
  const fileStampsOf = async (files: Read['files']): Promise<Read['fileStamps']> => {
    const stamps: [string, Stamp | null][] = [];
    for (const [act, key] of Object.entries(COMPOSITION_FILES)) {
      const newest = files
        .filter((file) => standsAt(file, key))
        .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))[0];
      if (newest) stamps.push([act, await attachments.stampOf(newest.id)]);
    }
    return Object.fromEntries(stamps);
  };

  /** Values of what perfumes and certificates bring, by id. */
  const certifiedOf = async ({ materials: sold }: Shelf): Promise<Read['certified']> => {
    const ids = [...sold.values()].flatMap((one) => certifiedParts(one).map(({ substance_id }) => substance_id));
    return new Map((await substances.listByIds([...new Set(ids)])).map((one) => [one.id, one.values]));
  };

  /** Its formula, the records that stand in it, and what is awaited of suppliers. */
  const composedOf = async (productId: string) => {
    const formula = await formulas.get(productId);
    const shelf: Shelf = {
      substances: new Map(formula.substances.map((one) => [one.id, one])),
      materials: new Map(formula.materials.map((one) => [one.id, one])),
    };
    const lines = formula.mode === 'table' ? formula.lines : [];
    const ids = expandedLines(lines, shelf).flatMap((one) => one.substance?.id ?? []);
    const materialIds = lines.flatMap(({ material_id }) => material_id ?? []);
    const [used, sold, requests] = await Promise.all([
      substances.listByIds(ids),
      materials.listByIds(materialIds),
      awaitedOf([productId, ...materialIds]),
    ]);
    return { formula, shelf, used, sold, requests };
  };

  const readNow = async (productId: string): Promise<Read> => {
    const [product, composed, { lots, retention }, studies, margins, attached, kept, cases, review] = await Promise.all(
      [
        products.get(productId),
        composedOf(productId),
        lotRoom.readAll(productId),
        studyRoom.listOf(productId),
        exposures.margins(productId),
        attachments.listOf({ type: 'product', id: productId }),
        records.readAll(productId),
        effectRoom.listOf(productId),
        openReview(productId),
      ],
    );
    const { formula, shelf, used, sold, requests } = composed;
    const files = withStudyKind(attached, studies);
    const profiles = new Map(used.map((one) => [one.id, one.values]));
    const invented = product.example ? [] : [...sold, ...used].flatMap(({ label, example }) => (example ? label : []));
    const isCleaning = product.type_produit === 'nettoyage';
    const fileStamps = isCleaning ? await fileStampsOf(files) : {};
    const certified = isCleaning ? await certifiedOf(shelf) : new Map();
    // Of a case its clock, and none of its texts.
    const effects = cases.map(({ id, values }): EffectFacts => {
      const { recu_le, grave_su_le, gravite, transmis_le, non_transmis_motif, imputabilite, grave_depuis } = values;
      return { id, recu_le, grave_su_le, gravite, transmis_le, non_transmis_motif, imputabilite, grave_depuis };
    });
    const followed = { lots, retention, studies, effects, review, requests };
    return { product, formula, shelf, margins, files, profiles, kept, invented, fileStamps, certified, ...followed };
  };

  return {
    read: (productId: string): Promise<Read> => atOneMoment(() => readNow(productId)),
  };
}
