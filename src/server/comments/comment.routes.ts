import * as contract from '#shared/comments/comment.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { CommentService } from './comment.service.ts';

export function commentRoutes(mount: Mount, comments: CommentService): void {
  mount(contract.listComments, ({ params, signed }) => comments.list(params.id, { person: signed.account }));
  mount(contract.createComment, ({ params, body, signed, by }) =>
    comments.create(params.id, body, { writer: { person: signed.account }, by }),
  );
  mount(contract.updateComment, ({ params, body, ...who }) => comments.edit(params.id, body.body, who));
  mount(contract.removeComment, ({ params, ...who }) => comments.remove(params.id, who));
  mount(contract.resolveComment, ({ params, ...who }) => comments.resolve(params.id, who));
  mount(contract.reopenComment, ({ params, ...who }) => comments.reopen(params.id, who));
}
