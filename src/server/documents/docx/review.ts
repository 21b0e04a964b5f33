import { fold } from '#shared/contract/list.ts';
import { counted } from '#shared/fields/counted.ts';
import { shortened, withoutEnds } from '#shared/fields/text.ts';
import type { SealFinding as Finding } from '#shared/generations/generation.contract.ts';
import { type Docx, readXml } from './docx.ts';
import { paragraphsOf } from './tags.ts';
import { localName, parseXml, scanXml } from './xml.ts';
import type { ZipEntry } from './zip.ts';

/** What a document is held against before it is sealed: how people call its product. */
export interface Subject {
  /** References, as they are written. */
  references: readonly string[];
  names: readonly string[];
}

/** What the PDF is written with: the fonts that come with the program, or those of another converter, that nobody knows here. */
export type Fonts = 'own' | 'unknown';

/**
 * Letters that are in no font of the converter that comes with the program (`@matbee/libreoffice-converter`, each script drawn and
 * looked at): Chinese, Japanese, Korean, Thai, Bengali… Marks of private use are those of symbol fonts.
 */
const WITHOUT_FONT =
  /(?:[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Lao}\p{Script=Common}\p{Script=Inherited}\p{C}]|[\u3000-\u303f\uff00-\uffef])+/gu;

export interface Review {
  findings: Finding[];
  /** What may be a reference of some product, folded: the caller knows which are. */
  candidates: string[];
}

/** Whole tags, and what is left of broken ones. */
const TAG = /\{\{[^{}]{0,100}\}\}|\{\{|\}\}/g;
const TO_COMPLETE = /à compléter|to be completed/i;
const HEADING = /^(?:heading|titre|title)/i;
const SHOWN_MAX = 80;
const TAGS_SHOWN = 5;
const PASSAGES_SHOWN = 3;
/** Beyond that a document is no longer looked at for references. */
const CANDIDATES_MAX = 20_000;
/** Words of the longest reference, and its characters. */
const REFERENCE_WORDS = 4;
const REFERENCE_LENGTH = 60;

const shorten = (text: string): string => shortened(text, SHOWN_MAX);
const plain = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

interface Passage {
  text: string;
  /** The heading above it; in a header or a note, the name of that place. */
  under: string | null;
}

/** The paragraphs of a document, in every part that is printed, each with where it stands. */
function passagesOf(docx: Docx): Passage[] {
  return docx.textParts.flatMap(({ entry, label }, index) => {
    const xml = readXml(entry);
    let under: string | null = index === 0 ? null : label;
    return paragraphsOf(xml, parseXml(xml)).map(({ element, text }): Passage => {
      const passage = { text, under };
      const style = /<(?:\w+:)?pStyle\s[^>]*?val="([^"]*)"/.exec(xml.slice(element.start, element.start + 400))?.[1];
      if (index === 0 && style && HEADING.test(style) && text.trim() !== '') under = shorten(text.trim());
      return passage;
    });
  });
}

/**
 * What stands in the way of sealing a document, for a person to judge: tags of a template, passages to complete, changes
 * not accepted, comments, a product that is not named.
 */
export function reviewOf(docx: Docx, { references, names }: Subject, fonts: Fonts): Review {
  const passages = passagesOf(docx);
  const whole = plain(passages.map(({ text }) => text).join('\n'));
  const isThere = (text: string): boolean => whole.includes(plain(text));
  const findings = [
    tagsLeft(passages),
    toComplete(passages),
    fonts === 'own' ? withoutFont(passages) : null,
    ...marksOf(docx),
  ];
  const calls = [...references, ...names].filter((text) => plain(text) !== '');
  if (calls.length > 0 && !calls.some(isThere))
    findings.push({
      code: 'not_this_product',
      message: `Ni la référence ni le nom de ce produit ne figurent dans le document : ${calls.map((text) => `« ${text} »`).join(', ')}.`,
      context: null,
    });
  return {
    findings: findings.filter((one) => one !== null),
    candidates: referencesIn(passages.map(({ text }) => text)),
  };
}

function tagsLeft(passages: readonly Passage[]): Finding | null {
  const tags = passages.flatMap(({ text }) => text.match(TAG) ?? []);
  if (tags.length === 0) return null;
  const shown = [...new Set(tags)];
  return {
    code: 'tags',
    message: `${counted(tags.length, 'balise du modèle est restée', 'balises du modèle sont restées')} dans le texte : ${shown
      .slice(0, TAGS_SHOWN)
      .join(', ')}${shown.length > TAGS_SHOWN ? '…' : '.'}`,
    context: contextOf(passages.filter(({ text }) => text.match(TAG))),
  };
}

function toComplete(passages: readonly Passage[]): Finding | null {
  const asking = passages.filter(({ text }) => TO_COMPLETE.test(text));
  if (asking.length === 0) return null;
  return {
    code: 'to_complete',
    message: `${counted(asking.length, 'passage est encore', 'passages sont encore')} « À compléter ».`,
    context: contextOf(asking),
  };
}

function withoutFont(passages: readonly Passage[]): Finding | null {
  const found = passages.flatMap(({ text }) => text.match(WITHOUT_FONT) ?? []);
  if (found.length === 0) return null;
  const shown = [...new Set(found)];
  return {
    code: 'letters',
    message: `Le PDF montrerait des cases vides à la place de ${shown
      .slice(0, TAGS_SHOWN)
      .map((one) => `« ${shorten(one)} »`)
      .join(
        ', ',
      )}${shown.length > TAGS_SHOWN ? '…' : ''} : le convertisseur intégré n’a pas ces lettres (chinois, japonais, coréen, thaï…). Écrivez-les en lettres latines, ou demandez un autre convertisseur à votre administrateur.`,
    context: contextOf(passages.filter(({ text }) => text.match(WITHOUT_FONT))),
  };
}

/** The first passages, each under its heading. */
const contextOf = (passages: readonly Passage[]): string =>
  passages
    .slice(0, PASSAGES_SHOWN)
    .map(({ text, under }) => `${under ? `${under} : ` : ''}« ${shorten(text.trim())} »`)
    .join('\n') + (passages.length > PASSAGES_SHOWN ? '\n…' : '');

const CHANGES = new Set(['ins', 'del', 'moveFrom', 'moveTo', 'cellIns', 'cellDel', 'cellMerge', 'numberingChange']);
const AUTHOR = /\sw?:?author="([^"]*)"/;

/** What the converter’s copy leaves out, and how people call it: what would be read from elsewhere. `sanitize.ts` drops it. */
const LEFT_OUT: readonly { words: string; isIt: (local: string, tag: string) => boolean }[] = [
  { words: 'un document inséré (« Texte d’un fichier »)', isIt: (local) => local === 'altChunk' },
  { words: 'un sous-document', isIt: (local) => local === 'subDoc' },
  {
    words: 'une image liée, qui n’est pas dans le fichier',
    isIt: (local, tag) => local === 'blip' && /:link="/.test(tag) && !/:embed="/.test(tag),
  },
  { words: 'un objet incorporé', isIt: (local) => local === 'OLEObject' },
];

/** What is in the Word file and would not be in the PDF. */
function leftOutOf(docx: Docx): Finding | null {
  const words = new Set<string>();
  for (const { entry } of docx.textParts) {
    const xml = readXml(entry);
    scanXml(xml, {
      open(name, start, openEnd) {
        const one = LEFT_OUT.find(({ isIt }) => isIt(localName(name), xml.slice(start, openEnd)));
        if (one) words.add(one.words);
      },
      close() {},
    });
  }
  return words.size === 0
    ? null
    : {
        code: 'left_out',
        message: `Le PDF ne montrerait pas ${[...words].join(', ni ')} : mettez-en le contenu dans le document lui-même.`,
        context: null,
      };
}

/** Tracked changes and comments, which Word shows in the margin and prints; and what the PDF would lack. */
export function marksOf(docx: Docx): Finding[] {
  const count = { changes: 0, comments: 0 };
  const authors = { changes: new Set<string>(), comments: new Set<string>() };
  const see = (kind: 'changes' | 'comments', tag: string): void => {
    count[kind] += 1;
    const author = AUTHOR.exec(tag)?.[1];
    if (author) authors[kind].add(author);
  };
  const scan = (entry: ZipEntry, isSeen: (local: string) => 'changes' | 'comments' | null): void => {
    const xml = readXml(entry);
    scanXml(xml, {
      open(name, start, openEnd) {
        const kind = isSeen(localName(name));
        if (kind) see(kind, xml.slice(start, openEnd));
      },
      close() {},
    });
  };
  for (const { entry } of docx.textParts)
    scan(entry, (local) => (CHANGES.has(local) || local.endsWith('PrChange') ? 'changes' : null));
  for (const { entry } of docx.comments) scan(entry, (local) => (local === 'comment' ? 'comments' : null));
  const by = (names: ReadonlySet<string>): string | null => (names.size > 0 ? `De ${[...names].join(', ')}` : null);
  const found: (Finding | null)[] = [
    count.changes > 0
      ? {
          code: 'tracked_changes',
          message: `${counted(count.changes, 'modification suivie n’est', 'modifications suivies ne sont')} ni acceptée${count.changes > 1 ? 's' : ''} ni refusée${count.changes > 1 ? 's' : ''} : elles se verront dans le PDF.`,
          context: by(authors.changes),
        }
      : null,
    count.comments > 0
      ? {
          code: 'comments',
          message: `${counted(count.comments, 'commentaire est resté', 'commentaires sont restés')} dans le document.`,
          context: by(authors.comments),
        }
      : null,
  ];
  return [...found, leftOutOf(docx)].filter((one) => one !== null);
}

const EDGE = /[^\p{L}\p{N}]/u;

/** Words, and neighbours of words, that look like a reference, folded: with a digit, or joined by a dash. */
export function referencesIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const words = plain(text)
      .split(/[\s:;,()[\]«»"=|]+/)
      .map((word) => withoutEnds(word, EDGE, EDGE))
      .filter(Boolean);
    for (let from = 0; from < words.length; from += 1)
      for (let count = 1; count <= REFERENCE_WORDS && from + count <= words.length; count += 1) {
        if (found.size >= CANDIDATES_MAX) return [...found];
        const one = words.slice(from, from + count).join(' ');
        if (one.length > REFERENCE_LENGTH) break;
        if (one.length >= 3 && /\d|\p{L}[-_/.]\p{L}/u.test(one)) found.add(one);
      }
  }
  return [...found];
}

const RUN = /<w:r[ >][\s\S]*?<\/w:r>/g;
const HIDDEN = /<w:vanish(?!\s+w:val="(?:0|false|off)")/;

/** Whether the body has a letter or a digit to print. Headers and notes may belong to no page. */
export const docxHasWords = (docx: Docx): boolean =>
  docx.textParts.slice(0, 1).some(({ entry }) => {
    const xml = readXml(entry).replace(RUN, (run) => (HIDDEN.test(run) ? '' : run));
    return paragraphsOf(xml, parseXml(xml)).some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  });
