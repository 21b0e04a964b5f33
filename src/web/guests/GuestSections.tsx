import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { AnchorKind } from '#shared/comments/comment.contract.ts';
import type { GuestSection } from '#shared/guests/guest.contract.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import { WriteComment } from './GuestComments.tsx';

/** Sections whose rows are the fields of a record. */
const RECORDS: ReadonlySet<string> = new Set(['conformite', 'evaluation', 'nettoyage']);
/** What may be commented by itself: a field of the form or of a record, and a point. */
const anchorOf = (section: string, key: string): { kind: AnchorKind; key: string } | null => {
  if (section === 'points') return { kind: 'point', key };
  return FIELD_BY_NAME.has(key as never) || RECORDS.has(section) ? { kind: 'field', key } : null;
};

/** How wide a text of a table is. */
const cellOf = (text: string) => ({
  verticalAlign: 'top',
  minWidth: text.length > 60 ? 260 : 60,
  maxWidth: 420,
  // A number is not cut in two.
  whiteSpace: text.length <= 24 ? 'nowrap' : 'normal',
});

/** The parts of a file, read only. */
export function GuestSections({ sections, mayComment }: { sections: readonly GuestSection[]; mayComment: boolean }) {
  return (
    <>
      {sections.map((section) => (
        <Part key={section.key} section={section} mayComment={mayComment} />
      ))}
    </>
  );
}

function Part({
  section: { key, title, notes, rows, table },
  mayComment,
}: {
  section: GuestSection;
  mayComment: boolean;
}) {
  const [commented, setCommented] = useState<string | null>(null);
  // A column in which nothing stands takes the room of those that are read.
  const columns = table ? table.head.map((_, at) => at).filter((at) => table.rows.some((cells) => cells[at])) : [];
  return (
    <Card component="section" aria-labelledby={`partie-${key}`} sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Typography variant="h2" id={`partie-${key}`} tabIndex={-1} sx={{ mb: 1, scrollMarginTop: 16 }}>
        {title}
      </Typography>
      {notes.map((note) => (
        <Typography key={note} color="textSecondary" sx={{ mb: 1 }}>
          {note}
        </Typography>
      ))}
      {rows.length > 0 && (
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.25 }}>
          {rows.map((row) => {
            const anchor = mayComment ? anchorOf(key, row.key) : null;
            return (
              <Box
                key={row.key}
                sx={{
                  display: 'grid',
                  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 240px) minmax(0, 1fr)' },
                  columnGap: 2,
                  py: 0.75,
                  borderBottom: 1,
                  borderColor: 'divider',
                  alignItems: 'start',
                  '&:last-of-type': { borderBottom: 0 },
                }}
              >
                <Typography component="dt" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                  {row.label}
                </Typography>
                <Box component="dd" sx={{ m: 0, display: 'flex', gap: 1, flexWrap: 'wrap', minWidth: 0 }}>
                  <Typography sx={{ flex: '1 1 200px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {row.value}
                  </Typography>
                  {anchor && commented !== row.key && (
                    <Button
                      size="small"
                      aria-label={`Commenter : ${row.label}`}
                      onClick={() => setCommented(row.key)}
                      sx={{ alignSelf: 'start' }}
                    >
                      Commenter
                    </Button>
                  )}
                  {anchor && commented === row.key && (
                    <Box sx={{ flexBasis: '100%' }}>
                      <WriteComment anchor={anchor} about={row.label} onDone={() => setCommented(null)} />
                    </Box>
                  )}
                </Box>
              </Box>
            );
          })}
        </Box>
      )}
      {table && (
        <TableContainer tabIndex={0} role="region" aria-label={title}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {columns.map((at) => (
                  <TableCell key={table.head[at]} sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                    {table.head[at]}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {table.rows.map((cells, index) => (
                // A row has nothing but its place: two lines of a formula may be alike.
                // biome-ignore lint/suspicious/noArrayIndexKey: read only, in the order of the file
                <TableRow key={index}>
                  {columns.map((at) => (
                    <TableCell key={table.head[at]} sx={cellOf(cells[at] ?? '')}>
                      {cells[at]}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Card>
  );
}
