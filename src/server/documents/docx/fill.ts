import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { CompiledPart, CompiledTemplate, Piece } from './compile.ts';
import type { Docx } from './docx.ts';
import { encodeXml } from './xml.ts';
import { deflate, writeZip, type ZipEntry } from './zip.ts';

/**
 * Fills a compiled template. Entries without a tag are copied in their compressed form. A value prints as text,
 * whatever it contains: line breaks and tabs become Word's, control characters are dropped, and nothing in it is ever
 * read as a tag or as XML. A name without a value prints as nothing.
 */
export function fillTemplate(docx: Docx, template: CompiledTemplate, data: TemplateData): Buffer {
  const filled = new Map(template.parts.map((part) => [part.name, part]));
  return writeZip(
    docx.entries.map((entry): ZipEntry => {
      const part = filled.get(entry.name);
      return part ? deflate(entry.name, Buffer.from(renderPart(part, data), 'utf8')) : entry;
    }),
  );
}

/** The XML of one part. */
export function renderPart(part: CompiledPart, data: TemplateData): string {
  const out: string[] = [];
  render(part.pieces, [data], { part, out });
  return out.join('');
}

function render(
  pieces: readonly Piece[],
  scopes: readonly TemplateData[],
  to: { part: CompiledPart; out: string[] },
): void {
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      to.out.push(piece);
      continue;
    }
    const value = lookUp(piece.name, scopes);
    if (piece.kind === 'value') {
      if (typeof value === 'string' && value !== '') to.out.push(printText(value, to.part));
      continue;
    }
    const items = itemsOf(value);
    if (piece.inverted ? items.length > 0 : items.length === 0) {
      to.out.push(piece.ifEmpty);
    } else if (piece.inverted) {
      render(piece.body, scopes, to);
    } else {
      for (const item of items) render(piece.body, item ? [item, ...scopes] : scopes, to);
    }
  }
}

/** The value of a name, the innermost list item first. */
function lookUp(name: string, scopes: readonly TemplateData[]): TemplateData[string] | undefined {
  for (const scope of scopes) if (Object.hasOwn(scope, name)) return scope[name];
  return undefined;
}

/** A list repeats for each item; a text that is not empty stands for one turn without an item of its own. */
function itemsOf(value: TemplateData[string] | undefined): (TemplateData | null)[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === '' ? [] : [null];
}

function printText(value: string, part: CompiledPart): string {
  const text = encodeXml(value);
  if (!/[\n\t]/.test(text)) return text;
  return text.replace(/\r?\n|\t/g, (character) => (character === '\t' ? part.tab : part.lineBreak));
}
