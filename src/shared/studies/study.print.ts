import type { Writer } from '../fields/writer.ts';
import { type PointUnit, STUDY_TYPES, type Study } from './study.contract.ts';
import { printPoint } from './study.ts';

/** What a document prints of the studies of a product, already written in its language. */
export const STUDY_ITEMS = { etudes: ['type', 'debut', 'laboratoire', 'conclusion', 'hors_limites'] } as const;

const UNITS_EN: Record<PointUnit, string> = { jours: 'days', semaines: 'weeks', mois: 'months' };

export const printStudies = (studies: readonly Study[], { language, word, day }: Writer) => ({
  etudes: studies.map(({ type, debut, laboratoire, conclusion, points, lectures }) => ({
    type: word(STUDY_TYPES[type]),
    debut: debut === null ? '' : day(debut),
    laboratoire: laboratoire ?? '',
    conclusion: conclusion ?? '',
    // Whatever its conclusion says of them.
    hors_limites: lectures
      .filter(({ verdict }) => verdict === 'hors limites')
      .map(({ condition, point: at }) => {
        const point = points.find(({ valeur }) => valeur === at);
        const told = point ? (language === 'en' ? `${point.valeur} ${UNITS_EN[point.unite]}` : printPoint(point)) : at;
        return `${told}, ${condition}`;
      })
      .join(language === 'en' ? '; ' : '\u00a0; '),
  })),
});
