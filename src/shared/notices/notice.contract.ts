import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Avis');

/** What one is told of, each with whether another of the same takes its place while it is unread. */
export const NOTICE_KINDS = {
  'batch.ended': { label: 'Un travail en masse a fini' },
  'intake.waiting': { label: 'Des fichiers sont à classer', isOne: true },
  'review.asked': { label: 'Une relecture vous est demandée' },
  'review.answered': { label: 'Une relecture a sa réponse' },
  'review.cancelled': { label: 'Une relecture n’est plus demandée' },
  'comment.mention': { label: 'Un commentaire vous nomme' },
  'comment.answer': { label: 'Une réponse à votre commentaire' },
  'guest.act': { label: 'Un invité a agi' },
  'request.act': { label: 'Un fournisseur a répondu' },
} as const satisfies Record<string, { label: string; isOne?: true }>;
export type NoticeKind = keyof typeof NOTICE_KINDS;

export const NOTICE_LIMITS = {
  /** How long one is kept (days). */
  days: 90,
  /** The newest, answered at once; and as many are said to be read at once. */
  listed: 200,
} as const;

export const notice = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]),
  text: z.string(),
  /** A path of the screens. */
  link: z.string(),
  at: z.string(),
  read_at: z.string().nullable(),
});
export type Notice = z.output<typeof notice>;

export const listNotices = api('GET /notices', 'member', {
  summary: 'Mes avis, du plus récent au plus ancien',
  output: z.array(notice),
});

const { listed: LISTED } = NOTICE_LIMITS;
export const readNotices = api('POST /notices/read', 'member', {
  summary: 'Dire que des avis sont lus',
  body: z.strictObject({
    ids: z
      .array(z.string({ error: 'Un avis se désigne par son identifiant.' }).max(100), {
        error: 'Dites quels avis sont lus.',
      })
      .min(1, { error: 'Aucun avis n’est dit.' })
      .max(LISTED, { error: `${LISTED} avis au plus à la fois.` }),
  }),
  output: 'nothing',
});
