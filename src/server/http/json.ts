/**
 * Whether an object of a JSON text names a field twice: `JSON.parse` keeps the last, another program that reads the same
 * text may keep the first. RFC 8259, 4. The text is one that `JSON.parse` takes.
 */
export function namesTwice(text: string): boolean {
  /** The names of each object that is open; `null` for a list. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  const next = /[{}[\],"]/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [sign] = found;
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      isName = sign === '{';
    } else if (sign === '}' || sign === ']') {
      open.pop();
      isName = false;
    } else if (sign === ',') isName = open.at(-1) instanceof Set;
    else {
      const end = endOfString(text, found.index + 1);
      const names = open.at(-1);
      if (isName && names) {
        const written = text.slice(found.index, end);
        const name = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);
        if (names.has(name)) return true;
        names.add(name);
        isName = false;
      }
      next.lastIndex = end;
    }
  }
  return false;
}

/** The place after the quote that ends a string. @param from after the one that begins it */
function endOfString(text: string, from: number): number {
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let before = quote - 1;
    while (before >= at && text[before] === '\\') before -= 1;
    if ((quote - 1 - before) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
