import type { Writer } from '../fields/writer.ts';
import { STUDY_TYPES, type Study } from './study.contract.ts';

/** What a document prints of the studies of a product, already written in its language. */
export const STUDY_ITEMS = { etudes: ['type', 'debut', 'laboratoire', 'conclusion'] } as const;

export const printStudies = (studies: readonly Study[], { word, day }: Writer) => ({
  etudes: studies.map(({ type, debut, laboratoire, conclusion }) => ({
    type: word(STUDY_TYPES[type]),
    debut: debut === null ? '' : day(debut),
    laboratoire: laboratoire ?? '',
    conclusion: conclusion ?? '',
  })),
});
