import { placeholderLabel } from '#shared/templates/placeholders.ts';
import type { CompiledPart } from './compile.ts';
import { encodeXml } from './xml.ts';

/** What needs a run of its own amid a text: the one around it is ended before and begun again after. */

type Writing = Pick<CompiledPart, 'word' | 'lineBreak' | 'tab'>;

/** Ends the run, and begins it again with the same formatting. */
function between(xml: string, formatting: string, { word }: Writing): string {
  const [r, t] = [word('r'), word('t')];
  return `</${t}></${r}>${xml}<${r}>${formatting}<${t} xml:space="preserve">`;
}

/** A run of this formatting and this text. */
const run = (text: string, formatting: string, { word, lineBreak, tab }: Writing): string => {
  const written = encodeXml(text)
    .replace(/\r?\n/g, () => lineBreak)
    .replaceAll('\t', () => tab);
  return `<${word('r')}>${formatting}<${word('t')} xml:space="preserve">${written}</${word('t')}></${word('r')}>`;
};

/** The formatting with other values for these properties. ECMA-376, part 1, 17.3.2.28: their order is free. */
function restyled(formatting: string, values: Record<string, string>, { word }: Writing): string {
  const names = Object.keys(values)
    .map((name) => word(name))
    .join('|');
  const inside = formatting
    .replace(/^<[^>]*>/, '')
    .replace(/<\/[^<>]*>$/, '')
    .replace(new RegExp(`<(?:${names})(?:\\s[^>]*)?/>`, 'g'), '');
  const added = Object.entries(values).map(([name, value]) => `<${word(name)} ${word('val')}="${value}"/>`);
  return `<${word('rPr')}>${added.join('')}${inside}</${word('rPr')}>`;
}

/** What a name is called, on yellow, where its value would stand. */
export function emptyMark(name: string, formatting: string, writing: Writing): string {
  const marked = restyled(formatting, { highlight: 'yellow', color: '7A4B00' }, writing);
  return between(run(`[${placeholderLabel(name) ?? name}]`, marked, writing), formatting, writing);
}

/** Where a value leads: an address of the web or of a letter box, a DOI; `null` for any other text. */
export function linkAddress(value: string): string | null {
  const text = value.trim();
  if (/[\s<>]/.test(text)) return null;
  const address = /^(?:https?:\/\/|mailto:)./i.test(text)
    ? text
    : /^www\.[^.]+\../i.test(text)
      ? `https://${text}`
      : /^[^@/:]+@[^@/:]+\.[^@/:.]+$/.test(text)
        ? `mailto:${text}`
        : /^10\.\d{4,9}\/./.test(text)
          ? `https://doi.org/${text}`
          : null;
  if (address === null) return null;
  return encodedAddress(address);
}

/** As addresses are written: a quote, a backslash, which would end it in the code of a field, go as their codes. */
export const encodedAddress = (address: string): string =>
  encodeURI(address.toWellFormed()).replace(/%25(?=[0-9a-f]{2})/gi, '%');

/** A text that leads to an address. ECMA-376, part 1, 17.16.5.25 (HYPERLINK) */
export function linkedText(
  text: string,
  { address, formatting, part }: { address: string; formatting: string; part: Writing },
): string {
  const { word } = part;
  const coded = (inside: string): string => `<${word('r')}>${formatting}${inside}</${word('r')}>`;
  const char = (type: string): string => coded(`<${word('fldChar')} ${word('fldCharType')}="${type}"/>`);
  const code = `<${word('instrText')} xml:space="preserve"> HYPERLINK "${encodeXml(address)}" </${word('instrText')}>`;
  const shown = run(text, restyled(formatting, { color: '0563C1', u: 'single' }, part), part);
  return between(`${char('begin')}${coded(code)}${char('separate')}${shown}${char('end')}`, formatting, part);
}
