import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import type { FileState } from '#shared/control/finding.state.ts';
import { type ControlState, type ControlSubstance, REASON_MIN } from '#shared/control/point.needs.ts';
import type { ActStamps } from '#shared/detergents/cleaning.state.ts';
import type { EffectFacts } from '#shared/effects/effect.facts.ts';
import { completed } from '#shared/exposure/exposure.completed.ts';
import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { isAboveTtc } from '#shared/exposure/margins.ts';
import { isFilled } from '#shared/fields/field.ts';
import { nameKey, saysNoCas } from '#shared/fields/name.ts';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import {
  expandedLines,
  gapSentence,
  isPerfume,
  type Shelf,
  totalsOf,
  wholeQuantity,
} from '#shared/formulas/formula.ts';
import type { Lot, Stopped } from '#shared/lots/lot.contract.ts';
import type { Product } from '#shared/products/product.contract.ts';
import type { Study } from '#shared/studies/study.contract.ts';
import { studyFileKey } from '#shared/studies/study.file.ts';
import { standsFor } from '#shared/studies/study.ts';
import type { SubstanceInput } from '#shared/substances/substance.contract.ts';
import { createStateReading, unstated } from './control.reading.ts';
import type { ControlRecords } from './control.records.ts';
import type { ControlDependencies } from './control.service.ts';
import { isAsSigned } from './control.signature.ts';

/** Everything the points and the chronology are computed from. */
export interface Read {
  product: Product;
  formula: Formula;
  shelf: Shelf;
  margins: Margins;
  files: Attachment[];
  /** Values of the substances that are in it, by id. */
  profiles: ReadonlyMap<string, SubstanceInput>;
  kept: Awaited<ReturnType<ControlRecords['readAll']>>;
  lots: Lot[];
  studies: Study[];
  effects: EffectFacts[];
  review: FileState['review'];
  requests: FileState['requests'];
  /** Until when its file is kept. */
  retention: Stopped;
  /** What the files stood on that are of a composition, for a cleaning product. */
  fileStamps: ActStamps;
  /** Values of what perfumes and certificates bring, by id, for a cleaning product. They are no part of a stamp. */
  certified: ReadonlyMap<string, SubstanceInput>;
  /** Records of the example in the formula of a product that is none, by name. */
  invented: readonly string[];
}

export interface StateDependencies extends ControlDependencies {
  records: ControlRecords;
}

const SHEETS: readonly (string | null)[] = ['FDS', 'fiche technique', 'certificat d’analyse', 'étude toxicologique'];

/** On what the toxicological profile of a substance stands. */
function profileOf(
  own: SubstanceInput | undefined,
  row: Margins['rows'][number] | undefined,
): ControlSubstance['profile'] {
  if (own?.pod != null) return (own.pod_source ?? own.study) ? 'source' : 'sans source';
  // A threshold of concern supports what is at it or below, nothing above.
  if (row?.ttc != null && !isAboveTtc(row)) return 'source';
  return (own?.profile?.trim().length ?? 0) >= REASON_MIN ? 'motif' : null;
}

/** Reads what the file of a product says, and brings it into the form in which the points look at it. */
export function createState(deps: StateDependencies) {
  const { db, attachments } = deps;
  const { read } = createStateReading(deps);

  const stateOf = async (
    { product, formula, shelf, margins, files, profiles, kept, studies, effects }: Read,
    { today, cleaning }: Pick<ControlState, 'today' | 'cleaning'>,
  ): Promise<ControlState> => {
    const isTable = formula.mode === 'table';
    const ingredients = isTable ? expandedLines(formula.lines, shelf) : [];
    const usedMaterials = formula.materials.filter(({ id }) => formula.lines.some((line) => line.material_id === id));
    const direct = formula.lines.flatMap(({ substance_id }) => substance_id ?? []);
    const [ofMaterials, ofSubstances] = [
      await attachments.listOfMany(
        'material',
        usedMaterials.map(({ id }) => id),
        db,
      ),
      await attachments.listOfMany('substance', direct, db),
    ];
    const isSheet = ({ kind }: { kind: string | null }): boolean => SHEETS.includes(kind);
    // A sheet of the product is that of none of its raw materials, once they are known one by one.
    const hasOwnSheets = !isTable && files.some(isSheet);
    const noted = new Set(
      formula.lines.flatMap(({ substance_id, note }) => (substance_id && saysNoCas(note) ? [substance_id] : [])),
    );
    const { exposure, rows } = margins;
    const known = completed(exposure);
    const rowOf = new Map(rows.map((row) => [row.substance_id, row]));
    const perfumes = usedMaterials.filter(isPerfume);
    const isBlackBox = (one: (typeof ingredients)[number]): boolean =>
      one.substance === null && perfumes.some(({ id }) => one.sources.some(({ material_id }) => material_id === id));
    return {
      today,
      product,
      formula: isTable
        ? 'table'
        : isFilled(product.ingredients)
          ? 'text'
          : product.has_formula_attachment
            ? 'file'
            : null,
      gap:
        isTable && !formula.confirmations.some(({ kind }) => kind === 'total')
          ? gapSentence(totalsOf(formula.lines))
          : null,
      lines: ingredients.map((one) => {
        const note = one.substance ? (profiles.get(one.substance.id)?.note ?? null) : null;
        const black = isBlackBox(one);
        return {
          hasQuantity: one.may_contain || wholeQuantity(one) !== null,
          isNamelessPerfume: !black && /^(?:parfum|aroma|fragrance)$/.test(nameKey(one.name)),
          name: one.name,
          isSubstance: black || one.substance !== null,
          hasFunction: black || one.functions.length > 0,
          hasCas:
            black || one.cas.length > 0 || saysNoCas(note) || (one.substance !== null && noted.has(one.substance.id)),
        };
      }),
      perfumes: perfumes.map(({ trade_name, perfume_code, supplier }) => ({
        name: trade_name,
        code: perfume_code,
        supplier,
      })),
      incomplete: isTable ? usedMaterials.filter(isIncomplete).map(({ trade_name }) => trade_name) : [],
      sheets: isTable
        ? [
            ...usedMaterials.map(({ id, trade_name }) => ({
              name: trade_name,
              hasSheet: hasOwnSheets || (ofMaterials.get(id) ?? []).some(isSheet),
            })),
            ...direct.flatMap((id) => {
              const name = shelf.substances.get(id)?.inci ?? '';
              // Water is what everybody knows it to be.
              if (/^(?:aqua|water|eau)$/.test(nameKey(name))) return [];
              return [{ name, hasSheet: hasOwnSheets || (ofSubstances.get(id) ?? []).some(isSheet) }];
            }),
          ]
        : [{ name: 'matières premières', hasSheet: hasOwnSheets }],
      substances: ingredients
        .filter(({ may_contain }) => !may_contain)
        .map((one): ControlSubstance => {
          const own = one.substance ? profiles.get(one.substance.id) : undefined;
          const row = one.substance ? rowOf.get(one.substance.id) : undefined;
          return {
            inci: one.name,
            hasSed: row ? row.sed_mg_kg_d !== null : wholeQuantity(one) !== null && exposure.a_mg_kg_d !== null,
            profile: profileOf(own, row),
            remark: exposure.remarks[nameKey(one.name)] ?? null,
          };
        }),
      exposure: {
        amount: exposure.a_mg_kg_d,
        routes: exposure.routes,
        surface: known.surface_cm2,
        frequency: known.frequency,
      },
      files,
      conformity: kept.conformity.data,
      assessment: kept.assessment.data.values,
      signedOn: kept.assessment.data.signature?.signed_on ?? null,
      isAsSigned: isAsSigned(kept.assessment.data),
      claims: kept.claims.data,
      effects: effects.length,
      seriousSinceStatement: (await unstated(db, product.id, { on: kept.conformity.data.ei_date, effects })).length,
      studied: studies.flatMap(
        (one) =>
          standsFor(
            one,
            files.some((file) => standsAt(file, studyFileKey(one.id))),
          ) ?? [],
      ),
      exceptions: kept.exceptions.data,
      cleaning,
    };
  };

  return { read, stateOf };
}

/** A breakdown whose parts do not come to a hundred, at the most: some of the product is unknown. Percents. */
const WHOLE_BREAKDOWN = 99.5;
const isIncomplete = (material: Formula['materials'][number]): boolean =>
  !isPerfume(material) &&
  material.components.length > 0 &&
  material.components.reduce((sum, one) => sum + (one.percent ?? one.percent_max ?? 0), 0) < WHOLE_BREAKDOWN;
