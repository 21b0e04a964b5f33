import type { ReactNode } from 'react';
import { TWO_LINES } from './lines.ts';

interface Props {
  children: ReactNode;
  title?: string | undefined;
  /** A date is one word. */
  isWord?: boolean;
}

const ONE_WORD = { fontSize: TWO_LINES.fontSize, whiteSpace: 'nowrap' } as const;

/** A text in a cell, on two lines at most. There are a hundred on a page: no style sheet is made for each. */
export const TwoLines = ({ children, title, isWord = false }: Props) => (
  <span style={isWord ? ONE_WORD : TWO_LINES} title={title}>
    {children}
  </span>
);
