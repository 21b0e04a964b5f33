import { readPreference, writePreference } from './preferences.ts';

/**
 * What a person has typed and not yet saved, kept on this computer: a crash, a lost connection or an expired session
 * takes nothing away. Erased once saved, and when the person signs out.
 */
const PREFIX = 'diplo_draft_';
const CHOICE = 'local_drafts';
/** The person has signed out: the form that closes behind them writes nothing any more. */
let signedOut = false;
/** What this tab wrote last, by its key. */
const written = new Map<string, string>();

export interface LocalDraft<Values> {
  /** ISO 8601. */
  at: string;
  /** The revision of the record when the typing began; 0 for a new one. */
  revision: number;
  /** What the server held then, from which the changes are told. */
  base: Values;
  /** A creation whose answer had not come. */
  creation?: { key: string; payload: unknown } | null;
  /** What was chosen beside the fields. */
  choice?: string | null;
  values: Values;
}

/** A copy found when the form opened, until its person says what to do with it: newer typing does not replace it. */
const foundKeyOf = (accountId: string, name: string | null): string => `${PREFIX}found_${accountId}_${name ?? 'new'}`;

const keyOf = (accountId: string, name: string | null): string => `${PREFIX}${accountId}_${name ?? 'new'}`;

const foundIn = <Values>(key: string): LocalDraft<Values>[] => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as LocalDraft<Values>[];
  } catch {
    return [];
  }
};

/** The copies that earlier visits left, the newest first, set aside until each is settled with `eraseFoundDraft`. */
export function findDrafts<Values>(accountId: string, name: string | null): LocalDraft<Values>[] {
  signedOut = false;
  const key = foundKeyOf(accountId, name);
  const found = foundIn<Values>(key);
  try {
    const left = localStorage.getItem(keyOf(accountId, name));
    if (left) {
      found.unshift(JSON.parse(left) as LocalDraft<Values>);
      localStorage.setItem(key, JSON.stringify(found));
      localStorage.removeItem(keyOf(accountId, name));
    }
  } catch {
    // The browser's room is full: what is there is offered all the same.
  }
  return found;
}

/** Whether this computer may keep what is typed: yes, unless its person says no (a shared computer). */
export const keepsDrafts = (): boolean => readPreference<boolean>(CHOICE) ?? true;

export function setKeepsDrafts(keeps: boolean): void {
  writePreference(CHOICE, keeps);
  if (!keeps) eraseAllDrafts();
}

export function writeDraft<Values>(accountId: string, name: string | null, draft: LocalDraft<Values>): void {
  if (signedOut || !keepsDrafts()) return;
  const [key, text] = [keyOf(accountId, name), JSON.stringify(draft)];
  try {
    localStorage.setItem(key, text);
    written.set(key, text);
  } catch {
    // The browser's room is full: the form itself still holds everything.
  }
}

export function eraseFoundDraft(accountId: string, name: string | null, { at }: Pick<LocalDraft<never>, 'at'>): void {
  const key = foundKeyOf(accountId, name);
  const rest = foundIn(key).filter((draft) => draft.at !== at);
  if (rest.length > 0) localStorage.setItem(key, JSON.stringify(rest));
  else localStorage.removeItem(key);
}

/** Once it is saved: what another tab keeps of the same record is still its own. */
export function eraseDraft(accountId: string, name: string | null): void {
  const key = keyOf(accountId, name);
  if (localStorage.getItem(key) === written.get(key)) localStorage.removeItem(key);
}

export function eraseAllDrafts(): void {
  signedOut = true;
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  eraseAllTyped();
}

/** What is typed outside of those forms is kept in this tab alone; without leave, as long as the page is not loaded again. */
const TYPED = 'diplo_typed_';
const TYPIST = 'diplo_typist';
const memory = new Map<string, string>();

export const readTyped = (name: string): string | null => memory.get(name) ?? sessionStorage.getItem(TYPED + name);

export function writeTyped(name: string, text: string): void {
  memory.set(name, text);
  if (!keepsDrafts()) return;
  try {
    sessionStorage.setItem(TYPED + name, text);
  } catch {
    // The browser's room is full: the page itself still knows it.
  }
}

export function eraseTyped(name: string): void {
  memory.delete(name);
  sessionStorage.removeItem(TYPED + name);
}

function eraseAllTyped(): void {
  memory.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(TYPED)) sessionStorage.removeItem(key);
}

/** Whose typing this tab keeps: another's goes, whose session ended here. */
export function typedBy(accountId: string): void {
  const before = sessionStorage.getItem(TYPIST);
  if (before === accountId) return;
  if (before !== null) eraseAllTyped();
  sessionStorage.setItem(TYPIST, accountId);
}
