import type { listAudit } from '#shared/audit/audit.contract.ts';
import type { me } from '#shared/auth/auth.contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { getStats } from '#shared/dashboard/dashboard.contract.ts';
import type { listAllDossiers } from '#shared/dossiers/dossier.contract.ts';
import type { getGeneration, listGenerations } from '#shared/generations/generation.contract.ts';
import type { materialEndpoints } from '#shared/materials/material.contract.ts';
import type { getProduct, listProducts } from '#shared/products/product.contract.ts';
import type { substanceEndpoints } from '#shared/substances/substance.contract.ts';
import type { listTemplates } from '#shared/templates/template.contract.ts';
import type { listUsers } from '#shared/users/user.contract.ts';
import { GALLERY_SIZE } from '../ui/grid.sizes.ts';
import { addressOf } from './address.ts';
import { everyFilter, type ListTaste, questionOf } from './list.question.ts';
import { readPreference } from './preferences.ts';
import { type Reply, replyOf } from './reply.ts';
import { accessToken, isExpired } from './session.ts';

/** The path of an endpoint, without the declaration itself: that comes with the app, and this is before it. */
const path = <E extends Endpoint>(itsPath: E['path']): E['path'] => itsPath;

/** What the screen of an address asks first. */
const FIRST_QUESTIONS: readonly (readonly [screen: RegExp, ask: (id: string) => string])[] = [
  [/^\/dashboard$/, () => addressOf(path<typeof getStats>('/dashboard/stats'))],
  [/^\/products$/, () => ofList(path<typeof listProducts>('/products'))],
  [/^\/products\/(?!(?:new|types)\b)([\w-]+)/, (id) => addressOf(path<typeof getProduct>('/products/{id}'), { id })],
  [/^\/dips$/, () => ofList(path<typeof listGenerations>('/generations'))],
  [/^\/dossiers$/, () => ofList(path<typeof listAllDossiers>('/dossiers'))],
  [/^\/substances$/, () => ofList(path<typeof substanceEndpoints.list>('/substances'))],
  [/^\/materials$/, () => ofList(path<typeof materialEndpoints.list>('/materials'))],
  [/^\/logs$/, () => ofList(path<typeof listAudit>('/audit'))],
  [/^\/users$/, () => addressOf(path<typeof listUsers>('/users'))],
  [/^\/dips\/([\w-]+)$/, (id) => addressOf(path<typeof getGeneration>('/generations/{id}'), { id })],
  [
    /^\/templates$/,
    () => addressOf(path<typeof listTemplates>('/templates'), {}, { page: '1', size: String(GALLERY_SIZE) }),
  ],
];
/** Screens of those who are nobody yet. */
const STRANGERS = /^\/(?:login|register|password|second-factor|link)?$/;

/** A list as this address shows it, to a person who likes it so. */
function ofList(itsPath: Endpoint['path']): string {
  const params = new URLSearchParams(window.location.search);
  return addressOf(
    itsPath,
    {},
    questionOf(params, readPreference<ListTaste>(itsPath) ?? {}, everyFilter(params)).query,
  );
}

/** How long an answer stands for this moment (ms): a screen that comes later asks again. */
const FRESH_MS = 30_000;
let askedAt = 0;
let spokenWith = '';
const answers = new Map<string, Promise<Reply<unknown> | undefined>>();
/** Those of them that have come. */
const replies = new Map<string, Reply<unknown>>();

/**
 * Asks for the person and for what their screen shows while the app is on its way: on a slow line the answers are there
 * before it is. A token that no longer serves asks for nothing.
 */
export function askEarly(): void {
  const { pathname } = window.location;
  const token = accessToken();
  if (token === null || isExpired(token) || STRANGERS.test(pathname)) return;
  spokenWith = token;
  askedAt = performance.now();
  const ask = (address: string): void => {
    // What is refused, or does not come, is asked again by whoever takes it.
    answers.set(
      address,
      replyTo(address, token).catch(() => undefined),
    );
  };
  ask(addressOf(path<typeof me>('/auth/me')));
  for (const [screen, question] of FIRST_QUESTIONS) {
    const [found, id = ''] = screen.exec(pathname) ?? [];
    if (found !== undefined) ask(question(id));
  }
}

/** Read to its end at once: an answer that nobody takes holds no connection. */
async function replyTo(address: string, token: string): Promise<Reply<unknown> | undefined> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(address, { headers, credentials: 'same-origin' });
  if (!response.ok) return undefined;
  const reply = await replyOf(response);
  if (answers.has(address)) replies.set(address, reply);
  return reply;
}

/** Whether what was asked early stands for this moment, and for who is signed in. */
const isForNow = (): boolean => accessToken() === spokenWith && performance.now() - askedAt < FRESH_MS;

/** The answer that was asked for early, once; nothing if it was not, or was refused. */
export async function takeEarly<T>(address: string): Promise<Reply<T> | undefined> {
  const answer = isForNow() ? answers.get(address) : undefined;
  answers.delete(address);
  replies.delete(address);
  return (await answer) as Reply<T> | undefined;
}

/** The same, if it has come already: a screen is drawn with it at once. */
export function hereEarly<T>(address: string): Reply<T> | undefined {
  const reply = isForNow() ? replies.get(address) : undefined;
  replies.delete(address);
  // What asks for it in the same breath is answered too.
  if (reply) setTimeout(() => answers.delete(address));
  return reply as Reply<T> | undefined;
}

/** Once all that was asked for early has come, or is refused. */
export const earlyAnswers = (): Promise<unknown> => Promise.all(answers.values());

/** Something was written: what was read before no longer holds. */
export function forgetEarly(): void {
  answers.clear();
  replies.clear();
}
