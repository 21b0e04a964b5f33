/** Many names that documents are read with: thirty thousand, as the bytes that a process is given and decodes once. */
export interface SharedNames {
  /** Of these names and no others. */
  id: number;
  lines: Uint8Array;
}

let made = 0;

/** @param names without line breaks */
export function shareNames(names: Iterable<string>): SharedNames {
  made += 1;
  return { id: made, lines: new TextEncoder().encode([...names].join('\n')) };
}

let last: { id: number; names: ReadonlySet<string> } | null = null;

/** The names, decoded once by each process. */
export function namesOf({ id, lines }: SharedNames): ReadonlySet<string> {
  if (last?.id !== id) last = { id, names: new Set(new TextDecoder().decode(lines).split('\n')) };
  return last.names;
}
