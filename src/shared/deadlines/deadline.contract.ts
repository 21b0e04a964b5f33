import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { isDay } from '../fields/date.ts';
import { FINDING_LEVELS, type FindingLevel } from '../findings/finding.ts';
import { DEADLINE_KIND_NAMES } from './deadline.kinds.ts';

const api = endpointsOf('Échéancier');

const day = z.string().refine(isDay, { error: 'Date invalide.' });

export const deadline = z.object({
  id: z.string(),
  due_on: z.string(),
  kind: z.enum(DEADLINE_KIND_NAMES),
  title: z.string(),
  level: z.enum(Object.keys(FINDING_LEVELS) as [FindingLevel, ...FindingLevel[]]),
  /** 0 until it is late. */
  overdue_days: z.number().int(),
  /** Days before it on which it is called to mind. */
  rappels: z.array(z.number().int()),
  /** The first of those it concerns, and how many there are. */
  products: z.array(z.object({ id: z.string(), label: z.string(), in_trash: z.boolean() })),
  product_count: z.number().int(),
  /** Where it is done. */
  link: z.string(),
  rule: z.string(),
});
export type Deadline = z.output<typeof deadline>;

export const deadlineQuery = listQuery.omit({ search: true, sort: true }).extend({
  from: day.optional(),
  to: day.optional(),
  kind: z.enum(DEADLINE_KIND_NAMES, { error: 'Nature d’échéance inconnue.' }).optional(),
  product_id: z.string().max(100).optional(),
});
export type DeadlineQuery = z.output<typeof deadlineQuery>;

export const listDeadlines = api('GET /deadlines', 'member', {
  summary: 'Les échéances, la plus proche d’abord ; une ligne pour ce que plusieurs produits partagent',
  query: deadlineQuery,
  output: z.array(deadline),
});

export const CALENDAR_PER_HOUR = 60;
export const getCalendar = api('GET /auth/me/calendar', 'member', {
  token: 'never',
  summary: 'Si la personne a une adresse de calendrier, et depuis quand',
  output: z.object({ created_at: z.string().nullable() }),
});
export const createCalendar = api('POST /auth/me/calendar', 'member', {
  token: 'never',
  summary: 'Faire une adresse de calendrier (iCalendar), montrée une fois ; celle d’avant finit',
  output: z.object({ url: z.string() }),
  status: 201,
});
export const removeCalendar = api('DELETE /auth/me/calendar', 'member', {
  token: 'never',
  summary: 'Finir l’adresse de calendrier',
  output: 'nothing',
});
/** Opens to whoever has the address. */
export const readCalendar = api('GET /calendar/{token}.ics', 'link', {
  summary: 'Les échéances, pour un agenda (RFC 5545)',
  output: 'file',
});
