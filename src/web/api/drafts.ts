/**
 * What a person has typed and not yet saved, kept on this computer: a crash, a lost connection or an expired session
 * takes nothing away. Erased once saved, and when the person signs out.
 */
const PREFIX = 'diplo_draft_';

export interface LocalDraft<Values> {
  /** ISO 8601. */
  at: string;
  /** The revision of the product when the typing began; 0 for a new one. */
  revision: number;
  /** What the server held then, from which the changes are told. */
  base: Values;
  values: Values;
}

const keyOf = (accountId: string, productId: string | null): string => `${PREFIX}${accountId}_${productId ?? 'new'}`;

export function readDraft<Values>(accountId: string, productId: string | null): LocalDraft<Values> | null {
  try {
    const text = localStorage.getItem(keyOf(accountId, productId));
    return text ? (JSON.parse(text) as LocalDraft<Values>) : null;
  } catch {
    return null;
  }
}

export function writeDraft<Values>(accountId: string, productId: string | null, draft: LocalDraft<Values>): void {
  try {
    localStorage.setItem(keyOf(accountId, productId), JSON.stringify(draft));
  } catch {
    // The browser's room is full: the form itself still holds everything.
  }
}

export const eraseDraft = (accountId: string, productId: string | null): void =>
  localStorage.removeItem(keyOf(accountId, productId));

export function eraseAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
