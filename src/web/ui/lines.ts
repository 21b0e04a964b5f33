/** Two lines of a text in a cell: a name is read whole. */
export const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  lineHeight: 1.25,
  fontSize: '0.86rem',
  overflowWrap: 'anywhere',
  // A word too long for its column is cut where it may be.
  hyphens: 'auto',
  hyphenateLimitChars: '8 3 3',
} as const;
