import { expect, test } from 'vitest';
import type { Change, Revision } from './product.contract.ts';
import { historyOf, valuesAt } from './product.history.ts';

const change = (field: string, from: Change['from'], to: Change['to']): Change => ({ field, label: field, from, to });
const save = (revision: number, at: string, changes: Change[], by = 'lea@x.fr'): Revision => ({
  revision,
  at: `2026-03-${at}:00.000Z`,
  by,
  status: 'DRAFT',
  changes,
});

const SAVES = [
  save(5, '12T09:10', [change('ph', 6, 5)]),
  save(4, '11T10:20', [change('ph', 5.5, 6)], 'tom@x.fr'),
  save(3, '11T10:14', [change('marque', 'B', 'A'), change('ph', null, 5.5)]),
  save(3, '11T10:05', [{ field: 'attachment:formula', label: 'Fichier de la formule', from: null, to: 'f.pdf' }]),
  save(2, '11T10:00', [change('marque', 'A', 'B')]),
  save(1, '11T09:00', [change('marque', null, 'A')]),
];

test('saves of one person within 15 minutes are one sitting, told from before to after, by day', () => {
  const days = historyOf(SAVES);
  expect(days.map(({ day, sittings }) => [day, sittings.map(({ by, revision }) => [by, revision])])).toEqual([
    ['2026-03-12', [['lea@x.fr', 5]]],
    [
      '2026-03-11',
      [
        ['tom@x.fr', 4],
        ['lea@x.fr', 3],
        ['lea@x.fr', 1],
      ],
    ],
  ]);
  // The brand came back to what it was: only what is different is told, and the file that came.
  expect(days[1]?.sittings[1]).toMatchObject({
    from: '2026-03-11T10:00:00.000Z',
    to: '2026-03-11T10:14:00.000Z',
    changes: [{ field: 'attachment:formula', to: 'f.pdf' }, change('ph', null, 5.5)],
  });
  expect(historyOf(SAVES, 0).flatMap(({ sittings }) => sittings)).toHaveLength(SAVES.length);
});

test('the values of an older version are those of now with later changes put back', () => {
  const now = { marque: 'A', ph: 5 };
  expect(valuesAt(now, SAVES, 3)).toEqual({ marque: 'A', ph: 5.5 });
  expect(valuesAt(now, SAVES, 2)).toEqual({ marque: 'B', ph: null });
  expect(valuesAt(now, SAVES, 1)).toEqual({ marque: 'A', ph: null });
});
