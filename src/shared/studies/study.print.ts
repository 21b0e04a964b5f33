import { printDay } from '../fields/date.ts';
import { STUDY_TYPES, type Study } from './study.contract.ts';

/** What a document prints of the studies of a product, already written in French. */
export const STUDY_ITEMS = { etudes: ['type', 'debut', 'laboratoire', 'conclusion'] } as const;

export const printStudies = (studies: readonly Study[]) => ({
  etudes: studies.map(({ type, debut, laboratoire, conclusion }) => ({
    type: STUDY_TYPES[type],
    debut: debut === null ? '' : printDay(debut),
    laboratoire: laboratoire ?? '',
    conclusion: conclusion ?? '',
  })),
});
