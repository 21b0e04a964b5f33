import Box from '@mui/material/Box';
import { encode } from 'uqr';

/** A text as a telephone reads it: always black on white, whatever the scheme. @param name what it is, said aloud */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 200, height: 200, bgcolor: '#fff', borderRadius: 1, flexShrink: 0 }}
    >
      <path d={dark} fill="#000" />
    </Box>
  );
}
