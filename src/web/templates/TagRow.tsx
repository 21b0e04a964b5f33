import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  /** As one writes them. */
  tags: readonly string[];
  /** The share of the tags in the width of the row. */
  columns: string;
  children: ReactNode;
}

/** Tags and what there is to say of them: a row of a `<dl>`. */
export function TagRow({ tags, columns, children }: Props) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: columns },
        columnGap: 3,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        minWidth: 0,
      }}
    >
      <Box component="dt" sx={{ fontFamily: 'monospace', fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
        {tags.map((one) => (
          <div key={one}>{one}</div>
        ))}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
        {children}
      </Box>
    </Box>
  );
}
