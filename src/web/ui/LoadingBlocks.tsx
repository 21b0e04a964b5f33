import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';

/** The shape of what is coming, so that nothing jumps when it is there. Sizes in pixels; `width` the least of a block. */
export function LoadingBlocks({
  label = 'Chargement…',
  count = 6,
  height,
  width,
}: {
  label?: string;
  count?: number;
  height: number;
  width: number;
}) {
  return (
    <Box role="status" aria-label={label}>
      <Typography color="textSecondary" sx={{ mb: 1.5, fontSize: '0.9rem' }}>
        {label}
      </Typography>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${width}px), 1fr))` }}
      >
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks without identity
          <Skeleton key={index} variant="rounded" height={height} />
        ))}
      </Box>
    </Box>
  );
}
