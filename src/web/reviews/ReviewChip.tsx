import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { getReview } from '#shared/reviews/review.contract.ts';
import { sayReview } from '#shared/reviews/review.ts';
import { queryOf } from '../api/query.ts';

/** Under the name of a product: who reads it again, where somebody was asked. */
export function ReviewChip({ productId }: { productId: string }) {
  const { data } = useQuery({ ...queryOf(getReview, { params: { id: productId } }), staleTime: 30_000 });
  const review = data?.data;
  if (!review?.current || (review.current.state === 'done' && review.changed.length === 0)) return null;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={review.current.state === 'asked' ? 'info' : 'warning'}
      label={review.current.state === 'done' ? 'Relu, puis modifié' : sayReview(review.current)}
      component={Link}
      to={`/products/${productId}${PART_PATHS.exchange}`}
      clickable
      sx={{ maxWidth: '100%' }}
    />
  );
}
