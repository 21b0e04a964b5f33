import { counted } from '#shared/fields/counted.ts';

/** « 2 bloquantes, 1 à regarder » */
export const sayCounts = ({ rouge, orange }: { rouge: number; orange: number }): string =>
  [rouge > 0 && counted(rouge, 'remarque bloquante', 'remarques bloquantes'), orange > 0 && `${orange} à regarder`]
    .filter(Boolean)
    .join(', ') || 'Aucune remarque';
