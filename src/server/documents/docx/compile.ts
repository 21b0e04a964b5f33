import { fold } from '#shared/contract/list.ts';
import { closedWordsOf, isKnownPlaceholder, isKnownWithin, isList } from '#shared/templates/placeholders.ts';
import type { Finding } from '#shared/templates/template.contract.ts';
import { type Docx, filledParts, readXml, type Texts, typeOf } from './docx.ts';
import { type Edit, Editor, type Section } from './edits.ts';
import { columnOf } from './evaluate.ts';
import { type Expression, isItemWord } from './grammar.ts';
import { oldPictures, picturePlaces } from './picture.ts';
import { assemble, compiledOf, isSound, type Piece, weigh } from './pieces.ts';
import { addressPlaces, attributePlaces, type Place, textPlaces, unreachedTags } from './places.ts';
import { relsOf } from './relationships.ts';
import { contextOf, type Escape, halfTags, type Paragraph, paragraphsOf, type Tag, tagsOf, wordNames } from './tags.ts';
import { elementsByName, encodeXml, localName, type Named, parseXml, type XmlElement } from './xml.ts';
import type { ZipEntry } from './zip.ts';

export interface CompiledPart {
  /** Name of the entry in the archive. */
  name: string;
  pieces: Piece[];
  /** How line breaks and tabs are written inside a text of this part. */
  lineBreak: string;
  tab: string;
  /** `t` as this part writes it: `w:t`. */
  word: (local: string) => string;
  /** Whether each section may print any number of times and the part stays well formed: else it is read once filled. */
  sound: boolean;
}

/** One use of a name in the template. */
export interface TagUse {
  name: string;
  written: string;
  section: boolean;
  /** The sections it stands in, outermost first. */
  within: string[];
  /** It prints of a list how many items it has, or their sum. */
  counts: boolean;
  /** The columns its filters name. */
  columns: string[];
  part: string;
  context: string;
}

export interface CompiledTemplate {
  parts: CompiledPart[];
  /** Every use, in reading order. */
  uses: TagUse[];
  /** The names used, each once, in order of appearance. */
  names: string[];
  /** Broken tags: a template that has any cannot be generated. */
  errors: Finding[];
  /** Sections that tear the document apart: told, and generated as long as what comes out can be read. */
  torn: Finding[];
  /** Tags where nothing is filled: an equation, the code of a field, a chart. */
  unreached: Finding[];
  /** Keys of the pictures that frames wait for, each once. */
  pictures: string[];
  /** Its pages print the title among its properties: it is the author’s, and stays. */
  printsTitle: boolean;
}

/** A complete DIP uses some two hundred. */
const TAGS_MAX = 5_000;
/** Broken tags told at once: nobody reads more. */
const ERRORS_MAX = 100;

/**
 * Compiles every part of the document that holds a tag. Never throws on what an author may write: see `errors`.
 * @param texts what was read of its parts when it was opened
 */
export function compileTemplate(docx: Docx, texts: Texts = new Map()): CompiledTemplate {
  const textOf = (entry: ZipEntry): string => texts.get(entry) ?? readXml(entry);
  const parts: CompiledPart[] = [];
  const uses: TagUse[] = [];
  const errors: Finding[] = [];
  const torn: Finding[] = [];
  const unreached: Finding[] = [];
  const pictures = new Set<string>();
  let printsTitle = false;
  for (const { entry, label } of filledParts(docx)) {
    const part = compilePart(textOf(entry), label);
    for (const use of part.uses) uses.push(use);
    for (const error of part.errors) errors.push(error);
    if (uses.length > TAGS_MAX) {
      const first = uses[0];
      errors.push({
        code: 'too-many-tags',
        message: `Ce modèle contient plus de ${TAGS_MAX} balises : allégez-le.`,
        tag: null,
        part: label,
        context: first?.context ?? '',
      });
    }
    for (const one of part.unreached.slice(0, ERRORS_MAX)) unreached.push(one);
    for (const key of part.pictures) pictures.add(key);
    printsTitle ||= part.printsTitle;
    if (errors.length > ERRORS_MAX || uses.length > TAGS_MAX) break;
    const { pieces, lineBreak, tab, word, sound } = part;
    if (pieces) parts.push({ name: entry.name, pieces, lineBreak, tab, word, sound });
    if (pieces && !sound)
      torn.push({ code: 'bad-section', message: TORN, tag: null, part: label, context: part.uses[0]?.context ?? '' });
  }
  for (const side of sideParts(docx)) {
    const part = compileSide(textOf(side.entry), side);
    for (const use of part.uses) uses.push(use);
    for (const error of part.errors) errors.push(error);
    if (part.pieces) parts.push({ name: side.entry.name, pieces: part.pieces, sound: part.sound, ...PLAIN });
  }
  for (const { entry, place } of drawnParts(docx))
    for (const [written] of textOf(entry).matchAll(/\{\{[^{}<]*\}\}/g)) unreached.push(unreachedIn(written, place));
  const names = [...new Set(uses.map((use) => use.name).filter((name) => !isItemWord(name)))];
  return {
    parts,
    uses,
    names,
    errors: errors.slice(0, ERRORS_MAX),
    torn,
    unreached,
    pictures: [...pictures],
    printsTitle,
  };
}

/** Bytes a compiled template holds, besides its document: its texts, and an estimate for each use and piece. */
export const weightOf = ({ parts, uses }: CompiledTemplate): number =>
  parts.reduce((sum, part) => sum + weigh(part.pieces), uses.length * 500);

interface PartResult {
  pieces: Piece[] | null;
  uses: TagUse[];
  errors: Finding[];
  lineBreak: string;
  tab: string;
  word: (local: string) => string;
  sound: boolean;
  unreached: Finding[];
  pictures: string[];
  printsTitle: boolean;
}

const TORN = 'Une section de ce modèle coupe un tableau ou un paragraphe : placez ses balises autour.';

function compilePart(written: string, label: string): PartResult {
  const xml = withoutCdata(written);
  const root = parseXml(xml);
  const word = wordNames(xml, root);
  const [t, br, tab] = [word('t'), word('br'), word('tab')];
  const named = elementsByName(root);
  const bound = boundControls(xml, named, word);
  const reopen = `<${t} xml:space="preserve">`;
  const result: PartResult = {
    pieces: null,
    uses: [],
    errors: [],
    lineBreak: `</${t}><${br}/>${reopen}`,
    tab: `</${t}><${tab}/>${reopen}`,
    word,
    sound: true,
    unreached: [],
    pictures: [],
    printsTitle: showsTitle(xml, { named, bound }),
  };
  if (!xml.includes('{')) return result;
  for (const { written: tag, place } of unreachedTags(xml, named))
    result.unreached.push(unreachedIn(tag, place, label));
  const drawings = picturePlaces(xml, named);
  for (const { key } of drawings) result.pictures.push(key);
  for (const key of oldPictures(xml, named)) result.unreached.push(oldPicture(key, label));
  const places = attributePlaces(xml, named).filter(
    (place) => !drawings.some(({ start, end }) => start < place.start && place.start < end),
  );

  const tags: Tag[] = [];
  // A table of contents repeats headings, with their tags: Word makes it anew.
  const stale: Tag[] = [];
  const escapes: Escape[] = [];
  const error: Refuse = (code, message, at) =>
    result.errors.push({ code, message, tag: at.written, part: label, context: contextOf(at.paragraph, at.at) });
  for (const paragraph of paragraphsOf(xml, root)) {
    if (!paragraph.text.includes('{')) continue;
    for (const half of halfTags(paragraph))
      if (isKnownPlaceholder(half.inside.replace(/^\W/, ''))) result.unreached.push(halfTag(half, paragraph, label));
    if (!paragraph.text.includes('{{')) continue;
    const found = tagsOf(paragraph);
    const isContents = isOfContents(paragraph, xml);
    for (const tag of found.tags) {
      if (isContents && (tag.kind !== 'value' || !isKnownWithin(tag.name, []))) stale.push(tag);
      else tags.push(tag);
    }
    for (const one of found.escapes) escapes.push(one);
    for (const fault of found.faults) error(fault.code, fault.message, fault);
    if (tags.length > TAGS_MAX * 2 || result.errors.length > ERRORS_MAX) break;
  }
  if (tags.length + stale.length + escapes.length + places.length + drawings.length === 0) return result;
  usesOf(tags, { result, label, error });
  if (tags.length > TAGS_MAX) return result;

  const at = (tag: Tag) => ({ paragraph: tag.paragraph, at: tag.from, written: tag.written });
  const sections = pairSections(tags, (code, message, tag) => error(code, message, at(tag)));
  if (result.errors.length > 0) return result;

  const read = readPlaces(places, label, (start) =>
    sections
      .filter(({ open: from, close }) => from.paragraph.element.start < start && start < close.paragraph.element.end)
      .map((section) => section.open.name),
  );
  for (const use of read.uses) result.uses.push(use);
  for (const fault of read.errors) result.errors.push(fault);
  const editor = new Editor(xml, word);
  for (const tag of tags) if (tag.kind === 'value') editor.value(tag);
  for (const one of escapes) editor.escape(one);
  for (const tag of stale) editor.rewrite(tag, '');
  for (const section of sections) {
    const refused = editor.section(section);
    if (refused) error('bad-section', refused, at(section.open));
  }
  if (result.errors.length > 0) return result;
  for (const { tag, words } of editor.outside)
    result.unreached.push({
      code: 'bad-section',
      message: `« ${words.slice(0, 60)} » est dans le même paragraphe que ${tag.written} : ce texte se répète ou disparaît avec le passage. Mettez la balise seule sur sa ligne.`,
      tag: tag.written,
      part: label,
      context: contextOf(tag.paragraph, tag.from),
    });

  const drawn = drawings.map(
    ({ start, end, key, xml: drawing }): Edit => ({ start, end, pieces: [{ mark: 'picture', key, xml: drawing }] }),
  );
  const pieces = assemble(xml, [...editor.edits(), ...read.edits, ...drawn, ...unboundControls(bound)]);
  if (pieces) {
    result.sound = isSound(pieces);
    result.pieces = compiledOf(pieces, word);
  } else
    for (const section of sections)
      error(
        'crossed-section',
        `${section.open.written} touche une autre section dans le même paragraphe ou la même ligne de tableau : mettez ses deux balises chacune sur sa ligne, ou dans une autre ligne du tableau.`,
        at(section.open),
      );
  return result;
}

type Refuse = (code: string, message: string, at: { paragraph: Paragraph; at: number; written: string | null }) => void;

const isEquality = (operator: string): boolean => operator === '=' || operator === '≠';

/** As they stand in the file: the paragraphs of a text box stand within another one. */
const inOrder = (tags: readonly Tag[]): Tag[] =>
  tags
    .map((tag) => ({ tag, at: startOf(tag) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ tag }) => tag);
/** Where the text begins that holds the tag's first brace: paragraphs may have thousands of runs. */
function startOf({ paragraph: { segments }, from }: Tag): number {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle]?.from ?? 0) <= from) low = middle;
    else high = middle - 1;
  }
  return segments[low]?.element.start ?? 0;
}

/** The uses of the tags of a part, each within the sections that stand around it; what a list cannot be is refused. */
function usesOf(
  tags: readonly Tag[],
  { result, label, error }: { result: PartResult; label: string; error: Refuse },
): void {
  const open: Tag[] = [];
  for (const tag of inOrder(tags)) {
    if (tag.kind === 'close') {
      open.length = Math.max(
        0,
        open.findLastIndex((one) => one.name === tag.name),
      );
      continue;
    }
    const within = open.map((one) => one.name);
    result.uses.push(tagUse(tag, { within, part: label, context: contextOf(tag.paragraph, tag.from) }));
    if (tag.kind === 'open' && isList(tag.name) && open.some((one) => one.kind === 'open' && one.name === tag.name))
      error(
        'nested-section',
        `La liste ${tag.written} est ouverte dans elle-même : ses éléments n’ont pas de telle liste. Retirez l’une des deux.`,
        { paragraph: tag.paragraph, at: tag.from, written: tag.written },
      );
    const words = tag.test && isEquality(tag.test.operator) ? closedWordsOf(tag.name) : null;
    if (tag.test && words && !words.some((word) => fold(word).trim() === fold(tag.test?.value ?? '').trim()))
      result.unreached.push({
        code: 'bad-test',
        message: `${tag.written} compare avec « ${tag.test.value} », que ce champ ne dit jamais : ses mots sont ${words
          .slice(0, words.length / 2)
          .map((word) => `« ${word} »`)
          .join(', ')}.`,
        tag: tag.written,
        part: label,
        context: contextOf(tag.paragraph, tag.from),
      });
    if (isList(tag.name) && tag.test)
      error('bad-test', `${tag.written} compare une liste : comparez plutôt une valeur de ses éléments.`, {
        paragraph: tag.paragraph,
        at: tag.from,
        written: tag.written,
      });
    if (tag.kind !== 'value') open.push(tag);
  }
}

/**
 * A control that is bound to data shows them, not what is filled in: one that holds a tag is bound to nothing any more. Nor does
 * it show its placeholder: what is filled in would be taken for one, and go with the first key.
 */
function unboundControls(bound: readonly BoundControl[]): Edit[] {
  return bound.filter(({ hasTag }) => hasTag).map(({ binding: { start, end } }) => ({ start, end, pieces: [] }));
}

const UNBOUND: ReadonlySet<string> = new Set(['dataBinding', 'showingPlcHdr']);

interface BoundControl {
  binding: XmlElement;
  hasTag: boolean;
}

function boundControls(xml: string, named: Named, word: (local: string) => string): BoundControl[] {
  const [control, about] = [word('sdt'), word('sdtPr')];
  return named('sdt').flatMap((element) => {
    if (element.name !== control) return [];
    const properties = element.children.find(({ name }) => name === about);
    const bindings = properties?.children.filter(({ name }) => UNBOUND.has(localName(name))) ?? [];
    if (bindings.length === 0) return [];
    // Word cuts braces too: of the control its words.
    const hasTag = xml
      .slice(element.openEnd, element.closeStart)
      .replace(/<[^<>]*>/g, '')
      .includes('{{');
    return bindings.map((binding) => ({ binding, hasTag }));
  });
}

/** Whether a part prints the title of the document: a field TITLE, or a control that stays bound to it. ECMA-376, part 1, 17.16.5.68 and 17.5.2.6 */
function showsTitle(xml: string, { named, bound }: { named: Named; bound: readonly BoundControl[] }): boolean {
  const codes = [
    ...named('instrText').map(({ openEnd, closeStart }) => xml.slice(openEnd, closeStart)),
    ...named('fldSimple').map(({ start, openEnd }) => xml.slice(start, openEnd)),
  ];
  return (
    codes.some((code) => /(?:^|")\s*TITLE\b/.test(code)) ||
    bound.some(({ binding: { start, openEnd }, hasTag }) => !hasTag && xml.slice(start, openEnd).includes('title['))
  );
}

interface UseAt {
  within: string[];
  part: string;
  context: string;
}

const tagUse = (tag: Expression & { written: string }, at: UseAt): TagUse => ({
  name: tag.name,
  written: tag.written,
  section: tag.kind !== 'value',
  counts: tag.filters.some(({ name }) => name === 'nombre' || name === 'somme'),
  columns: tag.filters.flatMap(({ name, argument }) =>
    name === 'somme' ? [argument] : name === 'trier' ? [columnOf(argument)] : [],
  ),
  ...at,
});

const unreachedIn = (written: string, place: string, part = 'Document'): Finding => ({
  code: 'unreached-tag',
  message: `${written} est dans ${place} : Diplo n’y écrit pas. Placez la balise dans le texte.`,
  tag: written,
  part,
  context: written,
});

const oldPicture = (key: string, part: string): Finding => ({
  code: 'unreached-tag',
  message: `{{image : ${key}}} est le texte d’une image d’un ancien format, que Diplo ne remplace pas : supprimez-la, puis insérez-la de nouveau dans Word.`,
  tag: `{{image : ${key}}}`,
  part,
  context: key,
});

const halfTag = (
  { written, inside, at }: ReturnType<typeof halfTags>[number],
  paragraph: Paragraph,
  part: string,
): Finding => ({
  code: 'half-tag',
  message: `${written} s’imprimera tel quel : une balise s’écrit entre deux accolades, {{${inside}}}.`,
  tag: written,
  part,
  context: contextOf(paragraph, at),
});

/** Tags outside of paragraphs: values alone, a section has nothing to repeat there. */
function readPlaces(
  places: readonly Place[],
  label: string,
  within: (start: number) => string[],
): { edits: Edit[]; uses: TagUse[]; errors: Finding[] } {
  const read: { edits: Edit[]; uses: TagUse[]; errors: Finding[] } = { edits: [], uses: [], errors: [] };
  for (const { start, end, written, read: tag, as, context } of places) {
    const fault = (code: string, message: string): void => {
      read.errors.push({ code, message, tag: written, part: label, context });
    };
    if ('message' in tag) fault(tag.code, tag.message);
    else if (tag.kind !== 'value')
      fault('bad-section', `${written} est hors du texte d’un paragraphe : seule une valeur peut s’y écrire.`);
    else {
      read.uses.push(tagUse({ ...tag, written }, { within: within(start), part: label, context }));
      read.edits.push({
        start,
        end,
        pieces: [{ mark: 'value', name: tag.name, filters: tag.filters, as, formatting: null }],
      });
    }
  }
  return read;
}

/** How a part that holds no paragraph is written. */
const PLAIN = { lineBreak: ' ', tab: ' ', word: (local: string) => local };

interface SidePart {
  entry: ZipEntry;
  label: string;
  placesOf: (xml: string, root: XmlElement) => Place[];
}

/** Parts that hold no paragraph and are filled all the same: properties, and the addresses of links. */
function sideParts(docx: Docx): SidePart[] {
  const rels = new Map(filledParts(docx).map(({ entry, label }) => [relsOf(entry.name).toLowerCase(), label]));
  return docx.entries.flatMap((entry): SidePart[] => {
    const name = entry.name.toLowerCase();
    if (/^docprops\/(?:core|app|custom)\.xml$/.test(name))
      return [{ entry, label: 'Propriétés du document', placesOf: textPlaces }];
    const label = rels.get(name);
    return label === undefined ? [] : [{ entry, label: `${label}, adresse d’un lien`, placesOf: addressPlaces }];
  });
}

function compileSide(xml: string, { label, placesOf }: SidePart) {
  if (!/\{\{|%7b%7b/i.test(xml)) return { uses: [], errors: [], pieces: null, sound: true };
  const { edits, uses, errors } = readPlaces(placesOf(xml, parseXml(xml)), label, () => []);
  const drafts = edits.length > 0 && errors.length === 0 ? assemble(xml, edits) : null;
  return { uses, errors, pieces: drafts && compiledOf(drafts, PLAIN.word), sound: true };
}

/** Charts and diagrams, whose texts are drawn: they are looked at, not filled. */
function drawnParts({ entries, types }: Docx): { entry: ZipEntry; place: string }[] {
  return entries.flatMap((entry) => {
    const type = typeOf(entry.name, types) ?? '';
    if (/drawingml\.chart\+xml$/i.test(type)) return [{ entry, place: 'un graphique' }];
    return /drawingml\.diagram(?:Data|Drawing)\+xml$/i.test(type) ? [{ entry, place: 'un SmartArt' }] : [];
  });
}

/** CDATA is text: written as text, its characters are found where they stand. */
const withoutCdata = (xml: string): string =>
  xml.includes('CDATA') ? xml.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => encodeXml(text)) : xml;

/** A line of a table of contents, by the style that Word gives it: `TOC1`, `TM1` in French. */
function isOfContents({ element }: Paragraph, xml: string): boolean {
  const properties = element.children.find(({ name }) => localName(name) === 'pPr');
  return (
    properties !== undefined && /<\w+:pStyle [^>]*val="(?:TOC|TM)\d"/.test(xml.slice(properties.start, properties.end))
  );
}

/** Pairs each `{{#name}}` with its `{{/name}}`, innermost first. */
function pairSections(tags: readonly Tag[], refuse: (code: string, message: string, tag: Tag) => void): Section[] {
  const sections: Section[] = [];
  const stack: Tag[] = [];
  for (const tag of tags) {
    if (tag.kind === 'open' || tag.kind === 'inverted') stack.push(tag);
    if (tag.kind !== 'close') continue;
    const open = stack.at(-1);
    if (!open) {
      refuse(
        'unopened-section',
        `${tag.written} ferme une section qui n’a pas été ouverte : il manque {{#${tag.name}}}.`,
        tag,
      );
    } else if (open.name !== tag.name) {
      refuse('crossed-section', `${tag.written} ferme une autre section que ${open.written}, encore ouverte.`, tag);
      // The one that was meant, further out, is closed with it: one slip is one fault.
      const meant = stack.findLastIndex((one) => one.name === tag.name);
      if (meant >= 0) stack.length = meant;
    } else {
      stack.pop();
      sections.push({ open, close: tag });
    }
  }
  for (const open of stack)
    refuse('unclosed-section', `La section ${open.written} n’est pas fermée : il manque {{/${open.name}}}.`, open);
  return sections;
}
