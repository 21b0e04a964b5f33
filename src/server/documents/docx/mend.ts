import { writtenName } from '#shared/templates/label.tag.ts';
import { isKnownPlaceholder } from '#shared/templates/placeholders.ts';
import { type Docx, filledParts, readXml } from './docx.ts';
import { Editor } from './edits.ts';
import { assemble } from './pieces.ts';
import { paragraphsOf, tagsOf, wordNames } from './tags.ts';
import { parseXml } from './xml.ts';
import { deflate, writeZip } from './zip.ts';

/**
 * The document with a name written otherwise in all its tags: those that open and close a section too. Everything else
 * stays to the byte. @returns `null` when no tag has that name
 */
export function mendName(docx: Docx, { name, by }: { name: string; by: string }): Buffer | null {
  if (!isKnownPlaceholder(by)) return null;
  let found = false;
  const parts = new Map(filledParts(docx).map(({ entry }) => [entry, mended(readXml(entry), { name, by })]));
  const entries = docx.entries.map((entry) => {
    const xml = parts.get(entry) ?? null;
    if (xml === null) return entry;
    found = true;
    return deflate(entry.name, Buffer.from(xml, 'utf8'));
  });
  return found ? writeZip(entries) : null;
}

/** A tag with another name: that of a field’s label is written in two words. */
function renamed(written: string, { name, by }: { name: string; by: string }): string {
  const bare = name.slice(name.indexOf(':') + 1);
  const from = bare === name ? written.indexOf(name) : written.search(/libell[ée] ?:/u);
  const to = written.indexOf(bare, from) + bare.length;
  return written.slice(0, from) + writtenName(by) + written.slice(to);
}

function mended(xml: string, { name, by }: { name: string; by: string }): string | null {
  if (!xml.includes('{')) return null;
  const root = parseXml(xml);
  const editor = new Editor(xml, wordNames(xml, root));
  let count = 0;
  for (const paragraph of paragraphsOf(xml, root))
    for (const tag of tagsOf(paragraph).tags) {
      if (tag.name !== name) continue;
      editor.rewrite(tag, renamed(tag.written, { name, by }));
      count += 1;
    }
  const drafts = count > 0 ? assemble(xml, editor.edits()) : null;
  return drafts?.every((draft) => typeof draft === 'string') ? drafts.join('') : null;
}
