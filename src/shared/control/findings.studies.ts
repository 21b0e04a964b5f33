import { printDay } from '../fields/date.ts';
import type { FindingCode } from '../findings/finding.ts';
import { STUDY_TYPES } from '../studies/study.contract.ts';
import { duePointsOf, printPoint } from '../studies/study.ts';
import { type FileState, listed, type Told } from './finding.state.ts';

/** What the studies of a product say: a point that nobody has read, a value that is beyond what was asked. */
export const STUDY_FINDERS: Pick<
  Readonly<Record<FindingCode, (state: FileState) => readonly Told[]>>,
  'ETUDE_EN_RETARD' | 'ETUDE_HORS_LIMITES'
> = {
  ETUDE_EN_RETARD: ({ studies, today }) =>
    studies.flatMap((study) =>
      duePointsOf(study, today)
        .filter(({ overdue_days }) => overdue_days > 0)
        .map(({ point, due_on, unread }) => ({
          text: `${STUDY_TYPES[study.type]}\u00a0: le point « ${printPoint(point)} » du ${printDay(due_on)} n’est pas lu (${listed(unread)}).`,
          about: `${study.id} ${point.valeur}`,
          due_on,
          fact: unread,
        })),
    ),
  ETUDE_HORS_LIMITES: ({ studies, product }) =>
    studies.flatMap(({ id, type, points, lectures }) =>
      lectures
        .filter(({ verdict }) => verdict === 'hors limites')
        .map(({ condition, point: at, le, valeurs, remarque }) => {
          const point = points.find(({ valeur }) => valeur === at);
          return {
            text: `${STUDY_TYPES[type]}\u00a0: hors limites à « ${point ? printPoint(point) : at} », ${condition}, le ${printDay(le)}${remarque === null ? ', sans remarque' : ''}.`,
            about: `${id} ${at} ${condition}`,
            // What a person said of it is in the file.
            point:
              remarque !== null || product.type_produit !== 'cosmetique'
                ? null
                : type === 'compatibilité'
                  ? ('A4' as const)
                  : ('A2' as const),
            fact: valeurs,
          };
        }),
    ),
};
