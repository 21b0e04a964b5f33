import { type Docx, readXml } from './docx.ts';
import { paragraphsOf } from './tags.ts';
import { parseXml } from './xml.ts';

const TAG = /\{\{[#^/]?\s*[\w.]+\s*\}\}/g;
const TO_COMPLETE = /à compléter/i;
const SHOWN_MAX = 80;
const TAGS_SHOWN = 5;

const shorten = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX).trimEnd()}…` : text);

/** The paragraphs of a document, in every part that is printed. */
const textsOf = (docx: Docx): string[] =>
  docx.textParts.flatMap(({ entry }) => {
    const xml = readXml(entry);
    return paragraphsOf(xml, parseXml(xml)).map(({ text }) => text);
  });

const RUN = /<w:r[ >][\s\S]*?<\/w:r>/g;
const HIDDEN = /<w:vanish(?!\s+w:val="(?:0|false|off)")/;

/** Whether the body has a letter or a digit to print. Headers and notes may belong to no page. */
export const docxHasWords = (docx: Docx): boolean =>
  docx.textParts.slice(0, 1).some(({ entry }) => {
    const xml = readXml(entry).replace(RUN, (run) => (HIDDEN.test(run) ? '' : run));
    return paragraphsOf(xml, parseXml(xml)).some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  });

/** What a finished document still seems to lack, in sentences: tags of a template, words that ask to be completed. */
export function leftoversOf(docx: Docx): string[] {
  const texts = textsOf(docx);
  const tags = [...new Set(texts.flatMap((text) => text.match(TAG) ?? []))];
  const asking = texts.filter((text) => TO_COMPLETE.test(text));
  const remarks: string[] = [];
  if (tags.length > 0)
    remarks.push(
      `${tags.length === 1 ? 'Une balise est restée' : `${tags.length} balises sont restées`} dans le texte : ${tags
        .slice(0, TAGS_SHOWN)
        .join(', ')}${tags.length > TAGS_SHOWN ? '…' : '.'}`,
    );
  if (asking.length > 0)
    remarks.push(
      `${asking.length === 1 ? 'Un passage est encore' : `${asking.length} passages sont encore`} à compléter, dont « ${shorten(asking[0]?.trim() ?? '')} ».`,
    );
  return remarks;
}
