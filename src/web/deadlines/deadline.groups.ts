import type { Deadline } from '#shared/deadlines/deadline.contract.ts';
import { daysAfter } from '#shared/fields/date.ts';

/** The last day of the week of a day (Sunday), and of its month. */
const endOfWeek = (today: string): string => daysAfter(today, (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7);
const endOfMonth = (today: string): string =>
  new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Late, this week, this month, later; what is empty is left out. */
export function groupsOf(all: readonly Deadline[], today: string): { title: string; rows: Deadline[] }[] {
  const [week, month] = [endOfWeek(today), endOfMonth(today)];
  const groups: { title: string; rows: Deadline[]; takes: (one: Deadline) => boolean }[] = [
    { title: 'En retard', rows: [], takes: ({ overdue_days }) => overdue_days > 0 },
    { title: 'Cette semaine', rows: [], takes: ({ due_on }) => due_on <= week },
    { title: 'Ce mois-ci', rows: [], takes: ({ due_on }) => due_on <= month },
    { title: 'Plus tard', rows: [], takes: () => true },
  ];
  for (const one of all) groups.find(({ takes }) => takes(one))?.rows.push(one);
  return groups.filter(({ rows }) => rows.length > 0).map(({ title, rows }) => ({ title, rows }));
}
