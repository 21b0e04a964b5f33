import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { ASSESSMENT_SECTIONS } from '#shared/control/assessment.fields.ts';
import type { FileState } from '#shared/control/findings.ts';
import type { PartState } from '#shared/control/parts.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import { CONFORMITY_SECTIONS, type RecordSection } from '#shared/regulation/conformity.fields.ts';
import type { ControlDependencies } from './control.service.ts';
import { labelOf, linesOf } from './control.signature.ts';
import { stampOf } from './control.stamp.ts';
import type { Read } from './control.state.ts';

const holds = (sections: readonly RecordSection[], key: string): boolean =>
  sections.some(({ files }) => files.some((slot) => slot.key === key));
/** Where a file of the product is seen, below `/products/{id}`. */
const pageOfSlot = (key: string): string => {
  if (key.startsWith('allegation_')) return PART_PATHS.claims;
  if (holds(CONFORMITY_SECTIONS, key)) return PART_PATHS.conformity;
  return holds(ASSESSMENT_SECTIONS, key) ? PART_PATHS.assessment : PART_PATHS.pieces;
};

/** What the stamp of an act is made from. */
export function createParts({ db, regulation, attachments }: ControlDependencies) {
  /** The pieces of the product, and those of what its formula is made of. */
  const piecesOf = async ({ formula, shelf, files }: Read): Promise<FileState['pieces']> => {
    const used = async (type: 'material' | 'substance', names: ReadonlyMap<string, string>) => {
      const owned = await attachments.listOfMany(type, [...names.keys()], db);
      return [...names].flatMap(([id, of]) =>
        (owned.get(id) ?? []).map((file) => ({ file, of, page: `/${type}s?fiche=${id}` })),
      );
    };
    const lines = formula.lines.map((line) => [line, nameOfLine(line, shelf)] as const);
    return [
      ...files.map((file) => ({ file, of: null, page: pageOfSlot(file.field_key) })),
      ...(await used('material', new Map(lines.flatMap(([{ material_id: id }, name]) => (id ? [[id, name]] : []))))),
      ...(await used('substance', new Map(lines.flatMap(([{ substance_id: id }, name]) => (id ? [[id, name]] : []))))),
    ];
  };

  /** @param model SHA-256 of the template of a document, for one */
  const partsOf = async (found: Read, model: string | null = null) => {
    const { product, formula, margins, files, profiles, kept } = found;
    return {
      product,
      composition: { mode: formula.mode, lines: linesOf(found) },
      label: labelOf(files, kept.conformity.data),
      conformity: kept.conformity.data,
      assessment: kept.assessment.data.values,
      claims: kept.claims.data,
      margins,
      profiles,
      corpus: (await regulation.active())?.corpus ?? null,
      pieces: await piecesOf(found),
      model,
    } satisfies PartState;
  };

  return {
    partsOf,
    stampNow: async (found: Read, model: string | null = null): Promise<Stamp> => stampOf(await partsOf(found, model)),
  };
}
