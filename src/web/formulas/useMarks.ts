import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { listVerdicts, type Verdict } from '#shared/regulation/regulation.contract.ts';
import { printState } from '#shared/regulation/regulation.print.ts';
import { queryOf } from '../api/query.ts';
import { byUrgency } from '../regulation/verdict.words.ts';
import type { LineMark } from './FormulaCells.tsx';
import type { Lines } from './formula.lines.ts';

/** What the annexes say of each line that is saved, the most urgent first; without a corpus, nothing. */
export function useMarks(productId: string, { lines, mode }: Formula): (line: Lines[number]) => LineMark | null {
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf(listVerdicts, { params: { id: productId } }),
    enabled: mode === 'table',
    placeholderData: keepPreviousData,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: verdicts are of the lines they came with
  return useMemo(() => {
    const saved = new Map(lines.map((line) => [line.id, line]));
    const byLine = new Map<string, LineMark>();
    for (const verdict of urgentFirst(data?.data)) {
      const { lines: ids, state, why, corpus } = verdict;
      const mark = { state, label: printState(verdict), why, isStale: false };
      if (corpus.id) for (const id of ids) if (!byLine.has(id)) byLine.set(id, mark);
    }
    return (line) => {
      const mark = byLine.get(line.id);
      return mark ? { ...mark, isStale: !isSame(saved.get(line.id), line) } : null;
    };
  }, [data, dataUpdatedAt, lines]);
}

/** Two lines that the annexes are asked the same of. */
const isSame = (a: Lines[number] | undefined, b: Lines[number]): boolean =>
  a !== undefined &&
  (
    [
      'label',
      'substance_id',
      'material_id',
      'percent',
      'percent_min',
      'percent_max',
      'qs',
      'nano',
      'may_contain',
      'function',
    ] as const
  ).every((name) => a[name] === b[name]);

const urgentFirst = (verdicts: readonly Verdict[] = []): readonly Verdict[] =>
  verdicts.toSorted((a, b) => byUrgency(a.state, b.state));
