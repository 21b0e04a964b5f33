import { readPreference, writePreference } from './preferences.ts';

/**
 * What a person has typed and not yet saved, kept on this computer: a crash, a lost connection or an expired session
 * takes nothing away. Erased once saved, and when the person signs out.
 */
const PREFIX = 'diplo_draft_';
const CHOICE = 'local_drafts';
/** The person has signed out: the form that closes behind them writes nothing any more. */
let signedOut = false;

export interface LocalDraft<Values> {
  /** ISO 8601. */
  at: string;
  /** The revision of the product when the typing began; 0 for a new one. */
  revision: number;
  /** What the server held then, from which the changes are told. */
  base: Values;
  /** A creation whose answer had not come. */
  creation?: { key: string; payload: Record<string, unknown> } | null;
  values: Values;
}

/** A copy found when the form opened, until its person says what to do with it: newer typing does not replace it. */
const foundKeyOf = (accountId: string, productId: string | null): string =>
  `${PREFIX}found_${accountId}_${productId ?? 'new'}`;

const keyOf = (accountId: string, productId: string | null): string => `${PREFIX}${accountId}_${productId ?? 'new'}`;

/** The copy that an earlier visit left, set aside until it is settled with `eraseFoundDraft`. */
export function findDraft<Values>(accountId: string, productId: string | null): LocalDraft<Values> | null {
  signedOut = false;
  try {
    const left = localStorage.getItem(keyOf(accountId, productId));
    if (left) {
      localStorage.setItem(foundKeyOf(accountId, productId), left);
      localStorage.removeItem(keyOf(accountId, productId));
    }
    const text = localStorage.getItem(foundKeyOf(accountId, productId));
    return text ? (JSON.parse(text) as LocalDraft<Values>) : null;
  } catch {
    return null;
  }
}

/** Whether this computer may keep what is typed: yes, unless its person says no (a shared computer). */
export const keepsDrafts = (): boolean => readPreference<boolean>(CHOICE) ?? true;

export function setKeepsDrafts(keeps: boolean): void {
  writePreference(CHOICE, keeps);
  if (!keeps) eraseAllDrafts();
}

export function writeDraft<Values>(accountId: string, productId: string | null, draft: LocalDraft<Values>): void {
  if (signedOut || !keepsDrafts()) return;
  try {
    localStorage.setItem(keyOf(accountId, productId), JSON.stringify(draft));
  } catch {
    // The browser's room is full: the form itself still holds everything.
  }
}

export const eraseFoundDraft = (accountId: string, productId: string | null): void =>
  localStorage.removeItem(foundKeyOf(accountId, productId));

export const eraseDraft = (accountId: string, productId: string | null): void =>
  localStorage.removeItem(keyOf(accountId, productId));

export function eraseAllDrafts(): void {
  signedOut = true;
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
