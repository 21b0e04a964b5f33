/**
 * Many names that threads ask about, in memory that all of them see: thirty thousand would otherwise be copied each time.
 */
export interface SharedNames {
  /** Of these names and no others. */
  id: number;
  lines: SharedArrayBuffer;
}

let made = 0;

/** @param names without line breaks */
export function shareNames(names: Iterable<string>): SharedNames {
  const bytes = new TextEncoder().encode([...names].join('\n'));
  const lines = new SharedArrayBuffer(bytes.length);
  new Uint8Array(lines).set(bytes);
  made += 1;
  return { id: made, lines };
}

let last: { id: number; names: ReadonlySet<string> } | null = null;

/** The names, decoded once by each thread. */
export function namesOf({ id, lines }: SharedNames): ReadonlySet<string> {
  if (last?.id !== id) last = { id, names: new Set(Buffer.from(new Uint8Array(lines)).toString('utf8').split('\n')) };
  return last.names;
}
