/** A text in plain letters and hyphens, so that every system takes it in the name of a file. @param length at most */
export const plainName = (text: string, length: number): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, length);

/** The name of a file in plain letters, its ending kept. */
export function safeName(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  return `${plainName(stem, 80) || 'piece'}${ending.toLowerCase()}`;
}

/** A name that none of these has yet, whatever its case: « (2) » before its ending. It is then one of them. */
export function uniqueName(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.*)(\.\w{1,8})$/s.exec(name) ?? [];
  let free = name;
  for (let turn = 2; taken.has(free.toLowerCase()); turn += 1) free = `${stem} (${turn})${ending}`;
  taken.add(free.toLowerCase());
  return free;
}
