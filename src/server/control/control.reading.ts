import { standsAt } from '#shared/attachments/attachment.place.ts';
import { COMPOSITION_FILES } from '#shared/detergents/detergent.fields.ts';
import { type EffectFacts, seriousUnstated } from '#shared/effects/effect.facts.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import { certifiedParts } from '#shared/formulas/certificate.ts';
import { expandedLines, type Shelf } from '#shared/formulas/formula.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { withStudyKind } from '#shared/studies/study.file.ts';
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

  const read = async (productId: string): Promise<Read> => {
    const product = await products.get(productId);
    const formula = await formulas.get(productId);
    const shelf: Shelf = {
      substances: new Map(formula.substances.map((one) => [one.id, one])),
      materials: new Map(formula.materials.map((one) => [one.id, one])),
    };
    const { lots, retention } = await lotRoom.readAll(productId);
    const studies = await studyRoom.listOf(productId);
    const [margins, files, kept] = [
      await exposures.margins(productId),
      withStudyKind(await attachments.listOf({ type: 'product', id: productId }), studies),
      await records.readAll(productId, lots),
    ];
    const lines = formula.mode === 'table' ? formula.lines : [];
    const ids = expandedLines(lines, shelf).flatMap((one) => one.substance?.id ?? []);
    const used = await substances.listByIds(ids);
    const sold = await materials.listByIds(lines.flatMap(({ material_id }) => material_id ?? []));
    const profiles = new Map(used.map((one) => [one.id, one.values]));
    const invented = product.example ? [] : [...sold, ...used].flatMap(({ label, example }) => (example ? label : []));
    const isCleaning = product.type_produit === 'nettoyage';
    const fileStamps = isCleaning ? await fileStampsOf(files) : {};
    const certified = isCleaning ? await certifiedOf(shelf) : new Map();
    // Of a case its clock, and none of its texts.
    const effects = (await effectRoom.listOf(productId)).map(({ id, values }): EffectFacts => {
      const { recu_le, grave_su_le, gravite, transmis_le, non_transmis_motif, imputabilite, grave_depuis } = values;
      return { id, recu_le, grave_su_le, gravite, transmis_le, non_transmis_motif, imputabilite, grave_depuis };
    });
    const asked = {
      review: await openReview(productId),
      requests: await awaitedOf([productId, ...sold.map(({ id }) => id)]),
    };
    const followed = { lots, retention, studies, effects, ...asked };
    return { product, formula, shelf, margins, files, profiles, kept, invented, fileStamps, certified, ...followed };
  };

  return {
    read,
  };
}
