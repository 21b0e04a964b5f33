import { printDay } from '../fields/date.ts';
import { PART_LABELS, type Part } from '../findings/stamp.ts';
import type { Review } from './review.contract.ts';

/** « À relire par Claire Besson pour le 12/05/2026 »: on the page, among the findings, in the calendar without its day. */
export const sayAsked = ({ reviewer, due_on }: { reviewer: string; due_on: string | null }): string =>
  `À relire par ${reviewer}${due_on ? ` pour le ${printDay(due_on)}` : ''}`;

/** Where a review stands, in words: « À relire par Claire Besson pour le 12/05/2026 ». */
export function sayReview(review: Review, changed: readonly Part[] = []): string {
  const who = review.reviewer ?? 'une personne partie';
  switch (review.state) {
    case 'asked':
      return sayAsked({ reviewer: who, due_on: review.due_on });
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
