import { useQuery } from '@tanstack/react-query';
import {
  type AnchorKind,
  type Comment,
  createComment,
  listComments,
  removeComment,
  reopenComment,
  resolveComment,
  updateComment,
} from '#shared/comments/comment.contract.ts';
import { listColleagues } from '#shared/reviews/review.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useAccount, useMay } from '../auth/account.tsx';
import type { CommentActs } from './CommentThreads.tsx';

export interface Place {
  kind: AnchorKind;
  key: string;
}

/** The comments of a product, and what the person signed in may do with them. */
export function useComments(productId: string) {
  const account = useAccount();
  const mayShow = useMay('write');
  const { act, busy } = useAction();
  const comments = useQuery({ ...queryOf(listComments, { params: { id: productId } }), staleTime: 0 });
  const people = useQuery({ ...queryOf(listColleagues), staleTime: 60_000 });
  const colleagues = people.data?.data ?? [];
  const after = { refresh: ['products'] };
  /** Who is named after an `@`: the longest name first, « Anne-Marie » is no « Anne ». */
  const mentionsOf = (body: string): string[] => {
    let left = body;
    return colleagues
      .toSorted((a, b) => b.name.length - a.name.length)
      .filter(({ name }) => {
        const isNamed = left.includes(`@${name}`);
        left = left.replaceAll(`@${name}`, ' ');
        return isNamed;
      })
      .map(({ id }) => id);
  };
  const write = async (body: object): Promise<boolean> =>
    (await act(() => call(createComment, { params: { id: productId }, body: body as never }), after)) !== undefined;
  const add = (anchor: Place, body: string, for_guests: boolean): Promise<boolean> =>
    write({ anchor, body, for_guests, mentions: mentionsOf(body) });
  const acts: CommentActs = {
    busy,
    mayShow,
    names: colleagues.map(({ name }) => name),
    answer: (to, body, for_guests) => write({ parent_id: to.id, body, for_guests, mentions: mentionsOf(body) }),
    edit: async (one, body) =>
      (await act(() => call(updateComment, { params: { id: one.id }, body: { body } }), after)) !== undefined,
    mayRemove: ({ mine }) => mine || account.role === 'admin',
    remove: (one: Comment) =>
      void act(() => call(removeComment, { params: { id: one.id } }), { ...after, done: 'Le commentaire est retiré.' }),
    settle: (one: Comment) =>
      void act(() => call(one.resolved_at ? reopenComment : resolveComment, { params: { id: one.id } }), after),
  };
  return { comments, add, acts, mayShow };
}
