import Box from '@mui/material/Box';
import { diffWordsWithSpace } from 'diff';

/** How long two texts may be compared word by word (ms). */
const DIFF_MS = 50;
const REMOVED = { color: 'error.main', textDecoration: 'line-through' } as const;
const ADDED = { color: 'success.main', textDecoration: 'none', fontWeight: 600 } as const;

interface Props {
  before: string;
  after: string;
  /** What is said where nothing comes after. */
  gone?: string;
  /** Whether what stands alone was put in: of a field that was filled for the first time nobody has to be told. */
  marksNew?: boolean;
}

/** What a change took away and what it put in its place, word by word where they have words in common. */
export function TextDifference({ before, after, gone = '', marksNew = false }: Props) {
  const parts = before && after ? diffWordsWithSpace(before, after, { timeout: DIFF_MS }) : undefined;
  const kept = parts?.some(({ added, removed, value }) => !added && !removed && /\p{L}{2}/u.test(value));
  if (!parts || !kept)
    return (
      <>
        {before && (
          <Box component="del" sx={REMOVED}>
            {before}
          </Box>
        )}
        {before && after ? ' → ' : ''}
        {after ? (
          <Box component="ins" sx={before || marksNew ? ADDED : { textDecoration: 'none' }}>
            {after}
          </Box>
        ) : (
          ` ${gone}`
        )}
      </>
    );
  return parts.map(({ value, added, removed }, index) =>
    added || removed ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
      <Box key={index} component={added ? 'ins' : 'del'} sx={added ? ADDED : REMOVED}>
        {value}
      </Box>
    ) : (
      value
    ),
  );
}
