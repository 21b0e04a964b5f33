import * as contract from '#shared/reviews/review.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { ReviewService } from './review.service.ts';

export function reviewRoutes(mount: Mount, reviews: ReviewService): void {
  mount(contract.getReview, ({ params }) => reviews.answer(params.id));
  mount(contract.askReview, ({ params, body, ...who }) => reviews.ask(params.id, body, who));
  mount(contract.endReview, ({ params, body, ...who }) => reviews.done(params.id, body.reason, who));
  mount(contract.returnReview, ({ params, body, ...who }) => reviews.giveBack(params.id, body.reason, who));
  mount(contract.cancelReview, ({ params, body, ...who }) => reviews.cancel(params.id, body.reason, who));
  mount(contract.listColleagues, () => reviews.people());
}
