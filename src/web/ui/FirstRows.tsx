import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { printNumber } from '#shared/fields/number.ts';

/** Rows shown before one asks for the rest. */
const SHOWN = 6;

interface Props<Row> {
  rows: readonly Row[];
  /** The list itself, given what of it is shown. */
  children: (shown: readonly Row[]) => ReactNode;
}

/** The beginning of a list that may be long, and the way to the rest of it. */
export function FirstRows<Row>({ rows, children }: Props<Row>) {
  const [all, setAll] = useState(false);
  const others = rows.length - SHOWN;
  return (
    <>
      {children(all ? rows : rows.slice(0, SHOWN))}
      {others > 0 && (
        <Button size="small" onClick={() => setAll((before) => !before)} sx={{ mt: 1 }}>
          {all
            ? 'N’en montrer que les premiers'
            : others === 1
              ? 'Voir le suivant'
              : `Voir les ${printNumber(others)} autres`}
        </Button>
      )}
    </>
  );
}
