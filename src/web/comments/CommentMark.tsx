import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { Link } from 'react-router';
import { listComments } from '#shared/comments/comment.contract.ts';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { counted } from '#shared/fields/counted.ts';
import { queryOf } from '../api/query.ts';
import type { Place } from './useComments.ts';

/** Beside a place: how many comments wait there, and the way to write one. */
export function CommentMark({ productId, place }: { productId: string; place: Place }) {
  const { data } = useQuery({ ...queryOf(listComments, { params: { id: productId } }), staleTime: 30_000 });
  const open = (data?.data ?? []).filter(
    ({ anchor, parent_id, resolved_at, removed }) =>
      parent_id === null && resolved_at === null && !removed && anchor.kind === place.kind && anchor.key === place.key,
  ).length;
  const query = new URLSearchParams({ place: place.kind, cle: place.key });
  return (
    <Button
      size="small"
      component={Link}
      to={`/products/${productId}${PART_PATHS.exchange}?${query}`}
      startIcon={<MessageSquare size={16} />}
      color={open > 0 ? 'primary' : 'inherit'}
    >
      {open > 0 ? counted(open, 'commentaire') : 'Commenter'}
    </Button>
  );
}
