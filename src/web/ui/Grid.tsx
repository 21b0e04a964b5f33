import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { DataGridProps, GridColDef, GridValidRowModel } from '@mui/x-data-grid';
import { type ReactNode, useState } from 'react';
import { GridCards } from './GridCards.tsx';
import { GridRows } from './GridRows.tsx';
import { HEIGHT } from './grid.sizes.ts';
import { onDemand } from './screen.ts';
import { useOnDemand } from './useOnDemand.ts';

/** A column that stays at the right, and how wide it is: the one before stands beside it. */
export interface PinnedRight {
  field: string;
  width: number;
}

export interface GridProps<R extends GridValidRowModel> extends DataGridProps<R> {
  /** Other ones draw every row again: those of a list that is searched are made once (`useMemo`). */
  columns: readonly GridColDef<R>[];
  /** Columns that stay in sight whatever is scrolled: one at the left, some at the right. */
  pinned?: { left?: string; right: readonly PinnedRight[] };
  /** In pixels. */
  height?: number;
  /** Many columns share the width: their cells stand closer. */
  tight?: boolean;
  /** A row on a telephone, where a grid has no room. */
  card: (row: R) => ReactNode;
  /** Nothing could be read, and the screen says so. */
  failed?: boolean;
}

/** It weighs as much as the rest of a screen: the rows are read while it comes. */
const full = onDemand(async () => (await import('./FullGrid.tsx')).FullGrid);

/** The grid of the lists: 600 px high, ten rows a page, selection apart from clicking; cards on a telephone. */
export function Grid<R extends GridValidRowModel>({ card, height = HEIGHT, failed = false, ...given }: GridProps<R>) {
  // How many there are is told once it is known.
  const props = given.rowCount === -1 ? { ...given, hideFooter: true } : given;
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const [failure, setFailure] = useState<unknown>(null);
  const Full = useOnDemand(full, { isWanted: !narrow, onFailure: setFailure });
  // Rows without their pages would be taken for all there is.
  if (failure !== null) throw failure;
  if (failed) return null;
  if (narrow) return <GridCards<R> {...props} card={card} />;
  const waiting = props.loading ? <Skeleton variant="rectangular" height="100%" /> : <GridRows<R> {...props} />;
  return <Card sx={{ height, overflow: 'hidden' }}>{Full ? <Full<R> {...props} /> : waiting}</Card>;
}
