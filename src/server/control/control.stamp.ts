import { createHash } from 'node:crypto';
import { compositionPart, PART_CONTENTS, type PartState } from '#shared/control/parts.ts';
import { CAUSE_PARTS, PART_NAMES, type Part, type Stamp, type StampPart } from '#shared/findings/stamp.ts';
import type { Signature } from './control.records.ts';

export const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** What an act stands on now. */
export const stampOf = (state: PartState): Stamp =>
  Object.fromEntries(
    [...PART_NAMES, ...CAUSE_PARTS].flatMap((part) => {
      const content = PART_CONTENTS[part](state);
      return content === null ? [] : [[part, hashOf(content)]];
    }),
  );

/** Those of a formula that says nothing yet: what is done before it is of no composition. */
const NO_COMPOSITION: ReadonlySet<string> = new Set(
  (['table', 'text', 'file'] as const).map((mode) => hashOf(compositionPart({ mode, lines: [] }))),
);
/** What an act on the composition stands on; nothing of a formula that says nothing. */
export const compositionStamp = ({ composition }: Stamp): Stamp | null =>
  composition === undefined || NO_COMPOSITION.has(composition) ? null : { composition };

/** What the follower keeps of each product: every part but the template, which is a document's own. */
export const FILE_PARTS: readonly StampPart[] = [...PART_NAMES.filter((part) => part !== 'modele'), ...CAUSE_PARTS];
/** The part that its template is, as the stamp of a document keeps it. */
export const modelPart = (sha256: string): string => hashOf(sha256);

/**
 * What a signature is about as the file of the product has it, beside the assessor’s own words: those are typed here from what
 * was signed elsewhere, and later.
 */
export const SIGNED_PARTS = ['composition', 'etiquette', 'corpus'] as const satisfies readonly Part[];

/** What a signature stood on; one of an older release kept the matter itself. */
export const stampOfSignature = ({ stamp, mode, lines, label, corpus }: Signature): Stamp =>
  stamp ?? {
    composition: hashOf(compositionPart({ mode, lines })),
    etiquette: hashOf([label.version, label.files]),
    corpus: hashOf(corpus?.sha256 ?? 'aucun'),
  };
