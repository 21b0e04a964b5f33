import { type Expression, type GrammarFault, parseExpression } from './grammar.ts';
import { attributesOf, decodeXml, localName, type Named, walk, type XmlElement } from './xml.ts';

/**
 * Tags outside of the text of paragraphs: those that are filled (alternative texts, tips of links, addresses of links,
 * properties of the document) and those that are told (equations, codes of fields), since Word would not print them.
 */
export interface Place {
  /** Range of the tag in the XML. */
  start: number;
  end: number;
  written: string;
  read: Expression | GrammarFault;
  /** `text`: a single line, in an attribute or an element; `address`: inside an address; `whole`: all of an address. */
  as: 'text' | 'address' | 'whole';
  /** What stands around it. */
  context: string;
}

/** Attributes that people read, by the local name of their element. */
const READ: Record<string, readonly string[]> = {
  docPr: ['descr', 'title'],
  cNvPr: ['descr', 'title'],
  hyperlink: ['tooltip'],
  // A watermark: its text is drawn along a path.
  textpath: ['string'],
};
const TAG = /\{\{([^{}]*)\}\}/g;
/** Word writes the braces of an address as their codes. */
const ADDRESS_TAG = /(?:\{|%7B){2}((?:(?!\{|\}|%7[BD]).)*)(?:\}|%7D){2}/gi;

const clean = (text: string): string => text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();

/** @param from where `raw` begins in the XML */
function placesIn(raw: string, from: number, rule: RegExp, asOf: (whole: boolean) => Place['as']): Place[] {
  return Array.from(raw.matchAll(rule), (match): Place => {
    const inside = clean(decodeXml(match[1] ?? ''));
    return {
      start: from + match.index,
      end: from + match.index + match[0].length,
      written: `{{${inside}}}`,
      read: parseExpression(inside),
      as: asOf(match[0].length === raw.length),
      context: clean(decodeXml(raw)).slice(0, 120),
    };
  });
}

/** Tags in the attributes that people read. */
export function attributePlaces(xml: string, named: Named): Place[] {
  const found: Place[] = [];
  for (const [local, names] of Object.entries(READ))
    for (const element of named(local)) {
      if (!xml.slice(element.start, element.openEnd).includes('{{')) continue;
      for (const { name, start, end } of attributesOf(xml, element)) {
        if (!names.includes(localName(name))) continue;
        const raw = xml.slice(start, end);
        found.push(...placesIn(raw, start, TAG, () => 'text'));
      }
    }
  return found.sort((a, b) => a.start - b.start);
}

/** Tags in the addresses that a person clicks: relationships that lead outside. */
export function addressPlaces(xml: string, root: XmlElement): Place[] {
  const found: Place[] = [];
  for (const element of walk(root)) {
    const attributes = attributesOf(xml, element);
    if (!attributes.some(({ name, value }) => name === 'TargetMode' && value === 'External')) continue;
    for (const { name, start, end } of attributes) {
      if (name !== 'Target') continue;
      const quote = xml.slice(start, end).search(/["']/) + 1;
      const raw = xml.slice(start + quote, end - 1);
      const places = placesIn(raw, start + quote, ADDRESS_TAG, (whole) => (whole ? 'whole' : 'address'));
      for (const place of places) {
        const inside = clean(decodeAddress(place.written.slice(2, -2)));
        found.push({ ...place, written: `{{${inside}}}`, read: parseExpression(inside) });
      }
    }
  }
  return found;
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Tags in the texts of elements that hold nothing else: the properties of a document. */
export function textPlaces(xml: string, root: XmlElement): Place[] {
  const found: Place[] = [];
  for (const { openEnd, closeStart, children } of walk(root))
    if (children.length === 0) found.push(...placesIn(xml.slice(openEnd, closeStart), openEnd, TAG, () => 'text'));
  return found;
}

/** Where tags are not filled, as an author calls these places. */
const FIELD_CODE = 'un code de champ';
const EQUATION = 'une équation';

/** Tags that nothing fills, each with the name of its place. */
export function unreachedTags(xml: string, named: Named): { written: string; place: string; at: number }[] {
  const found: { written: string; place: string; at: number }[] = [];
  const look = (place: string, at: number, raw: string): void => {
    for (const [written] of raw.matchAll(TAG)) found.push({ written, place, at });
  };
  const within = ({ openEnd, closeStart }: XmlElement): string => xml.slice(openEnd, closeStart);
  for (const one of named('instrText')) look(FIELD_CODE, one.start, within(one));
  for (const one of named('fldSimple')) look(FIELD_CODE, one.start, xml.slice(one.start, one.openEnd));
  for (const one of named('t')) if (one.name === 'm:t') look(EQUATION, one.start, within(one));
  return found.sort((a, b) => a.at - b.at);
}
