import { useSyncExternalStore } from 'react';
import { type Attachment, createAttachment } from '#shared/attachments/attachment.contract.ts';
import { ApiError, call } from '../api/client.ts';
import { accessToken, accountOf, onSession } from '../api/session.ts';

/** A file on its way to the server. It goes on while its person looks at another step. */
export interface Upload {
  key: string;
  productId: string;
  fieldKey: string;
  file: File;
  /** Share sent, from 0 to 1. */
  share: number;
  /** Why it did not arrive, in French; it can be tried again. */
  error: string | null;
}

/** How many files travel at once. */
const AT_ONCE = 2;

let uploads: readonly Upload[] = [];
const aborts = new Map<string, AbortController>();
const arrivals = new Map<string, (attachment: Attachment | null) => void>();
const listeners = new Set<() => void>();

const publish = (next: readonly Upload[]): void => {
  uploads = next;
  for (const listener of listeners) listener();
};
const change = (key: string, values: Partial<Upload>): void =>
  publish(uploads.map((upload) => (upload.key === key ? { ...upload, ...values } : upload)));
const drop = (key: string): void => {
  aborts.delete(key);
  arrivals.delete(key);
  publish(uploads.filter((upload) => upload.key !== key));
};

/** Warns before the page is closed on a file that is still travelling. */
const warn = (event: BeforeUnloadEvent): void => {
  if (aborts.size > 0) event.preventDefault();
};
window.addEventListener('beforeunload', warn);

/** Whose files they are. */
let owner: string | null = null;
// Another person signs in: nothing goes on in their name, and nobody sees what was on its way.
onSession((what, account) => {
  if (what === 'ends' || owner === null || account === owner) return;
  owner = null;
  for (const abort of aborts.values()) abort.abort();
  aborts.clear();
  arrivals.clear();
  publish([]);
});

async function sendNext(): Promise<void> {
  if (aborts.size >= AT_ONCE) return;
  const upload = uploads.find(({ key, error }) => error === null && !aborts.has(key));
  if (!upload) return;
  const { key, productId, fieldKey, file } = upload;
  const abort = new AbortController();
  aborts.set(key, abort);
  void sendNext();
  try {
    const attachment = await call(createAttachment, {
      body: { product_id: productId, field_key: fieldKey },
      file,
      // Tried again after an answer was lost, it is still one file.
      headers: { 'Idempotency-Key': key },
      signal: abort.signal,
      onProgress: (share) => change(key, { share }),
    });
    const arrived = arrivals.get(key);
    drop(key);
    arrived?.(attachment);
  } catch (error) {
    aborts.delete(key);
    if (abort.signal.aborted) {
      // It may have arrived all the same: whoever shows the files looks again.
      const looked = arrivals.get(key);
      drop(key);
      looked?.(null);
    } else
      change(key, { share: 0, error: error instanceof ApiError ? error.message : 'Le fichier n’a pas pu être lu.' });
  }
  void sendNext();
}

/** Puts files in line. `onArrival` is told of each one that the server has; `null` for one that was
 * cancelled, which the server may have or not. */
export function addUploads(
  files: readonly File[],
  target: Pick<Upload, 'productId' | 'fieldKey'>,
  onArrival: (attachment: Attachment | null) => void,
): void {
  const added = files.map((file) => ({ ...target, key: crypto.randomUUID(), file, share: 0, error: null }));
  for (const { key } of added) arrivals.set(key, onArrival);
  owner = accountOf(accessToken() ?? '');
  publish([...uploads, ...added]);
  void sendNext();
}

export function retryUpload(key: string): void {
  change(key, { error: null });
  void sendNext();
}

export function cancelUpload(key: string): void {
  const abort = aborts.get(key);
  if (abort) abort.abort();
  else drop(key);
}

/** The files of one field that are on their way, or that did not arrive. */
export function useUploads({ productId, fieldKey }: Pick<Upload, 'productId' | 'fieldKey'>): Upload[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
  return all.filter((upload) => upload.productId === productId && upload.fieldKey === fieldKey);
}
