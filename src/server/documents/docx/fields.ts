import { attributesOf, BadXml, decodeXml, localName, namespaceOf, walk, type XmlElement } from './xml.ts';

/**
 * Word's fields in the converter's copy. Those below are computed anew, from the document alone. Every other one keeps
 * the text that Word last gave it and is a field no more: INCLUDEPICTURE, INCLUDETEXT, LINK, DDE and the like fetch,
 * FILENAME prints a path of the server; and the lines of a table of contents, once its TOC field is gone, hold page
 * references like any other, which are those of the PDF. So does what the converter computes otherwise than Word: IF takes a
 * decimal comma for a text, SYMBOL is printed twice, REVNUM, EDITTIME and PRINTDATE are those of its own copy.
 */
const COMPUTED = new Set(
  `= ADVANCE AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BOOKMARK COMMENTS CREATEDATE DATE DOCPROPERTY EQ FORMCHECKBOX
   FORMDROPDOWN FORMTEXT GOTOBUTTON HYPERLINK INDEX KEYWORDS LASTSAVEDBY LISTNUM MERGEFIELD NOTEREF NUMCHARS
   NUMPAGES NUMWORDS PAGE PAGEREF QUOTE REF SAVEDATE SECTION SECTIONPAGES SEQ STYLEREF SUBJECT TC TIME TITLE XE`.split(
    /\s+/,
  ),
);
/** Fields inside fields; Word itself stops at twenty. */
const NESTED_MAX = 50;
const WORD =
  /^http:\/\/(schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main$/;

/** Those that lead to a bookmark: one that is gone would print an error in the place of Word's last text. */
const REFERENCES = new Set(['PAGEREF', 'REF', 'NOTEREF']);

function isComputed(code: string, bookmarks: ReadonlySet<string>): boolean {
  const text = decodeXml(code).trim();
  const name = (/^(=|[^\s"\\]*)/.exec(text)?.[0] ?? '').toUpperCase();
  if (!COMPUTED.has(name)) return false;
  if (REFERENCES.has(name)) return bookmarks.has((/^\S+\s+"?([^"\s\\]*)/.exec(text)?.[1] ?? '').toLowerCase());
  const address = /^HYPERLINK\s+"?([^"\s]*)/i.exec(text)?.[1] ?? '';
  return !/^([a-z][a-z0-9+.-]*:|\\\\[^a-z]|\/\/)/i.test(address) || /^(https?|mailto):/i.test(address);
}

/** What a field's code may be made of, besides its letters. */
const PRINTED = new Set(['t', 'tab', 'br', 'sym', 'drawing', 'pict', 'object']);
const MARKS = new Set(['fldChar', 'instrText', 'fldSimple']);
/** What one reader sees and another does not: a code that is half in one of them reads as one likes. */
const SCOPES = new Set(['Choice', 'Fallback', 'del', 'moveFrom']);

interface OpenField {
  code: string;
  /** What goes when the field is dropped: its marks, its code, the fields in its code. */
  elements: XmlElement[];
  scope: XmlElement | null;
  separated: boolean;
  mixed: boolean;
}

/** What to take out of a part so that its fields fetch nothing. Their results stay. @throws BadXml */
export function droppedFields(
  xml: string,
  { root, bookmarks }: { root: XmlElement; bookmarks: ReadonlySet<string> },
): { start: number; end: number }[] {
  const dropped: { start: number; end: number }[] = [];
  const open: OpenField[] = [];
  const close = (field: OpenField): void => {
    if (!field.mixed && isComputed(field.code, bookmarks)) return;
    for (const element of field.elements) dropped.push(element);
  };
  for (const element of walk(root)) {
    const name = localName(element.name);
    const isMark = MARKS.has(name);
    // Under the same name in another namespace it is no field of Word's: the converter would not read it as we do.
    // So is one that stands elsewhere than in a run.
    const isWord = !isMark || WORD.test(namespaceOf(xml, element));
    if (isMark && (!isWord || (name !== 'fldSimple' && !isRun(xml, element.parent)))) {
      dropped.push(element);
      for (const field of open) field.mixed = true;
      continue;
    }
    if (name === 'fldSimple' && !isComputed(only(xml, element, 'instr'), bookmarks))
      dropped.push({ start: element.start, end: element.openEnd }, { start: element.closeStart, end: element.end });
    const current = open.at(-1);
    const type = name === 'fldChar' ? only(xml, element, 'fldCharType') : null;
    if (type === 'begin') {
      if (open.length >= NESTED_MAX) throw new BadXml('fields nested too deep');
      open.push({ code: '', elements: [], scope: scopeOf(element), separated: false, mixed: false });
    }
    if (isMark || PRINTED.has(name)) {
      for (const [index, field] of open.entries()) {
        const isItsOwnMark = type !== null && index === open.length - 1;
        if (!field.separated || isItsOwnMark) field.elements.push(element);
      }
      const own = open.at(-1);
      if (own && !own.separated && own.scope !== scopeOf(element)) own.mixed = true;
    }
    if (name === 'instrText' && current && !current.separated)
      current.code += xml.slice(element.openEnd, element.closeStart);
    if (type === 'separate' && current) current.separated = true;
    if (type === 'end' && current) {
      open.pop();
      close(current);
    }
  }
  // A field that never ends is none that Word wrote.
  for (const field of open) close(field);
  return dropped;
}

const isRun = (xml: string, element: XmlElement | null): boolean =>
  element !== null && localName(element.name) === 'r' && WORD.test(namespaceOf(xml, element));

function scopeOf(element: XmlElement): XmlElement | null {
  for (let one = element.parent; one; one = one.parent) if (SCOPES.has(localName(one.name))) return one;
  return null;
}

/** The one attribute of that name, whatever its prefix. @throws BadXml when there are two: readers would differ */
function only(xml: string, element: XmlElement, name: string): string {
  const found = attributesOf(xml, element).filter((one) => localName(one.name) === name);
  if (found.length > 1) throw new BadXml('an attribute twice');
  return found[0]?.value ?? '';
}
