import type { ErrorBody, ErrorCode, ErrorFinding, Fault } from '#shared/contract/error.ts';
import { UNKNOWN_SORT } from '#shared/contract/list.query.ts';
import { printNumber } from '#shared/fields/number.ts';
import { PASTE_CELL, PASTE_LINE } from '#shared/formulas/paste.read.ts';

/**
 * What a rule refuses, said in the words of the domain. `http/errors.ts` turns it into an answer; nothing else in the
 * server knows a status code by heart.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly detail: string | Fault[];
  readonly headers: Record<string, string>;
  readonly code: ErrorCode | undefined;
  /** What a document shows that was about to be sealed. */
  readonly findings: readonly ErrorFinding[] | undefined;
  readonly ticket: string | undefined;

  constructor(
    status: number,
    detail: string | Fault[],
    headers: Record<string, string> = {},
    { code, findings, ticket }: Pick<ErrorBody, 'code' | 'findings' | 'ticket'> = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map((fault) => fault.msg).join(' | '));
    this.name = 'Refusal';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
    this.code = code;
    this.findings = findings;
    this.ticket = ticket;
  }
}

/** `notFound('produit')` → 404 « Produit introuvable ». */
export const notFound = (noun: string): Refusal =>
  new Refusal(404, `${noun.charAt(0).toUpperCase()}${noun.slice(1)} introuvable`);

export const unauthorized = (detail: string): Refusal => new Refusal(401, detail, { 'WWW-Authenticate': 'Bearer' });
export const forbidden = (detail = 'Vous n’avez pas les droits pour cette action.'): Refusal =>
  new Refusal(403, detail);
export const pendingAccount = (): Refusal =>
  new Refusal(
    403,
    'Votre compte attend d’être accepté par un administrateur. Réessayez quand il l’aura fait.',
    {},
    { code: 'account_pending' },
  );
export const passwordToChange = (): Refusal =>
  new Refusal(
    403,
    'Votre mot de passe est provisoire : choisissez le vôtre pour continuer.',
    {},
    { code: 'password_change_required' },
  );
export const otpRequired = (ticket: string): Refusal =>
  new Refusal(
    403,
    'Entrez le code à six chiffres de votre application, ou un code de secours.',
    {},
    { code: 'otp_required', ticket },
  );
export const otpToSetUp = (): Refusal =>
  new Refusal(
    403,
    'Votre entreprise demande un second facteur aux administrateurs : mettez le vôtre en place pour continuer.',
    {},
    { code: 'otp_setup_required' },
  );
export const linkNeeded = (): Refusal =>
  new Refusal(
    403,
    'Ici, on se connecte par le compte de l’entreprise\u00a0: reliez-y d’abord le vôtre.',
    {},
    { code: 'link_required' },
  );
export const searchBusy = (): Refusal =>
  new Refusal(503, 'Trop de recherches à la fois : réessayez dans un instant.', { 'Retry-After': '2' });
export const searchTooLong = (): Refusal =>
  new Refusal(503, 'Cette recherche prend trop de temps : cherchez un mot de trois lettres ou plus.', {
    'Retry-After': '10',
  });
export const wrongHost = (host: string): Refusal =>
  new Refusal(
    421,
    `Diplo ne répond pas sous le nom « ${host.slice(0, 100)} ». Son administrateur l’autorise par le réglage PUBLIC_URL.`,
  );
export const badRequest = (detail: string): Refusal => new Refusal(400, detail);
export const conflict = (detail: string): Refusal => new Refusal(409, detail);
/** What only the record that goes says would leave the formulas. @param what the names of its values */
export const mergeLoses = ({ going, kept, what }: { going: string; kept: string; what: readonly string[] }): Refusal =>
  new Refusal(
    409,
    `« ${going} » dit ce que « ${kept} » ne dit pas : ${what.join(', ')}. Dites si la fiche gardée le reprend, ou si cela quitte les formules.`,
    {},
    { code: 'merge_loses' },
  );
/** What is written belongs to the law of the other kind of product. @param what « l’exposition », with its verb */
export const notCosmetic = (what: string): Refusal =>
  new Refusal(
    409,
    `Ce produit est un produit de nettoyage : ${what} ne s’enregistre que pour un cosmétique. Rien n’est perdu de ce qui l’était.`,
    {},
    { code: 'not_cosmetic' },
  );
export const notDetergent = (): Refusal =>
  new Refusal(
    409,
    'Ce produit est un cosmétique : ce dossier ne s’enregistre que pour un produit de nettoyage.',
    {},
    { code: 'not_detergent' },
  );
/** What would take the place of something that works fails its test: kept only if the person insists. */
export const driveTestFailed = (detail: string): Refusal => new Refusal(409, detail, {}, { code: 'drive_test_failed' });
/** A document is not sealed: what it shows is to be looked at first. */
export const notToBeSealed = (findings: readonly ErrorFinding[]): Refusal =>
  new Refusal(409, 'Ce document n’a pas été scellé : quelque chose y est à vérifier.', {}, { findings });
export const stale = (): Refusal =>
  new Refusal(412, 'Quelqu’un a enregistré ce produit entre-temps. Rechargez-le avant d’enregistrer.');
/** What was read is something else by now. */
export const movedOn = (detail: string): Refusal => new Refusal(412, detail);
export const staleRecord = (): Refusal =>
  new Refusal(412, 'Quelqu’un a enregistré cette fiche entre-temps. Rechargez-la avant d’enregistrer.');
export const staleFormula = (): Refusal =>
  new Refusal(412, 'Quelqu’un a enregistré cette formule entre-temps. Rechargez-la avant d’enregistrer.');
/** @param where the line that is too long, or one of its cells; ranks from 1 */
export const pasteTooLong = ({ line, cell }: { line: number | null; cell: number | null }): Refusal =>
  new Refusal(
    413,
    line === null
      ? 'Le texte est trop long : 2 000 lignes et 2 Mio au plus. Collez la formule seule.'
      : cell === null
        ? `La ligne ${line} est trop longue : ${printNumber(PASTE_LINE)} caractères au plus. Coupez-la, ou collez la formule seule.`
        : `La cellule ${cell} de la ligne ${line} est trop longue : ${printNumber(PASTE_CELL)} caractères au plus. Raccourcissez-la, puis réessayez.`,
  );
export const tooLarge = (maxMb: number): Refusal =>
  new Refusal(413, `Le fichier est trop volumineux : ${maxMb} Mo au plus.`);
/** More lines, columns or sheets than are read at once. */
export const sheetTooLong = (detail: string): Refusal => new Refusal(413, detail);
export const tooManyFiles = (most: number): Refusal =>
  new Refusal(413, `${most} fichiers au plus à la fois : donnez-les en plusieurs fois.`);
export const formTooLarge = (): Refusal => new Refusal(413, 'Le formulaire reçu est trop grand.');
export const wrongKind = (detail: string): Refusal => new Refusal(415, detail);
export const invalid = (faults: Fault[]): Refusal => new Refusal(422, faults);
export const tooMany = (seconds: number): Refusal =>
  new Refusal(429, `Trop de tentatives. Réessayez dans ${Math.max(1, Math.ceil(seconds / 60))} min.`, {
    'Retry-After': String(Math.max(1, Math.ceil(seconds))),
  });
/** A program asks more often than it may. */
export const tooManyRequests = (seconds: number): Refusal =>
  new Refusal(429, 'Ce jeton a fait trop de demandes en une minute. Attendez, puis reprenez.', {
    'Retry-After': String(Math.max(1, Math.ceil(seconds))),
  });
export const unavailable = (detail: string): Refusal => new Refusal(503, detail, { 'Retry-After': '10' });
/** Too much is asked at once; what waits in line is served first. */
export const busy = (): Refusal =>
  unavailable('Trop de documents sont en cours de traitement. Rien n’est perdu : réessayez dans un instant.');
/** What is kept is no longer what was given: said, never served. */
export const damagedFile = (id: string): Refusal =>
  unavailable(
    `Ce fichier (${id.slice(0, 8)}) n’est plus celui qui avait été enregistré : son empreinte a changé. Prévenez votre administrateur, qui le restaurera d’une sauvegarde.`,
  );
export const tookTooLong = (detail: string): Refusal => new Refusal(504, detail);

/** A fault of one part of the body. */
export const bodyFault = (name: string, msg: string, type = 'value_error'): Fault => ({
  loc: ['body', name],
  msg,
  type,
});

/** The header `Idempotency-Key` cannot serve. */
export const wrongKey = (msg: string): Refusal =>
  invalid([{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }]);

/** The same refusal again: its class is lost between threads. */
export const refusedThere = ({ status, detail }: Pick<Refusal, 'status' | 'detail'>): Refusal =>
  new Refusal(status, detail);

/** A list cannot be sorted by that. */
export const unknownSort = (): Refusal => invalid([{ loc: ['query', 'sort'], msg: UNKNOWN_SORT, type: 'value_error' }]);
