import { printDay } from '../fields/date.ts';
import { PART_LABELS, type Part } from '../findings/stamp.ts';
import type { Review } from './review.contract.ts';

/** Where a review stands, in words: « À relire par Claire Besson pour le 12/05/2026 ». */
export function sayReview(review: Review, changed: readonly Part[] = []): string {
  const who = review.reviewer ?? 'une personne partie';
  switch (review.state) {
    case 'asked':
      return `À relire par ${who}${review.due_on ? ` pour le ${printDay(review.due_on)}` : ''}`;
    case 'done':
      return changed.length > 0
        ? `Relu par ${who}, puis modifié : ${changed.map((part) => PART_LABELS[part]).join(', ')}`
        : `Relu par ${who}`;
    case 'returned':
      return `À reprendre, dit ${who}`;
    case 'cancelled':
      return `Relecture annulée (demandée à ${who})`;
  }
}
