import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { type NotifiedStamp, notifiedStampOf } from '#shared/control/cpnp.ts';
import type { FileState } from '#shared/control/finding.state.ts';
import type { PartState } from '#shared/control/parts.ts';
import { partOfSlot } from '#shared/control/slots.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import type { ControlDependencies } from './control.service.ts';
import { labelOf, linesOf } from './control.signature.ts';
import { hashOf, stampOf } from './control.stamp.ts';
import type { Read } from './control.state.ts';

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
      ...files.map((file) => ({ file, of: null, page: PART_PATHS[partOfSlot(file.field_key)] })),
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
      detergent: product.type_produit === 'nettoyage' ? kept.detergent.data.values : null,
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
    notifiedOf: (parts: Awaited<ReturnType<typeof partsOf>>): NotifiedStamp => notifiedStampOf(parts, hashOf),
    stampNow: async (found: Read, model: string | null = null): Promise<Stamp> => stampOf(await partsOf(found, model)),
  };
}
