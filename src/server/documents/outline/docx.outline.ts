import {
  foldText,
  type Outline,
  type OutlineBlock,
  type OutlineCell,
  type OutlineTable,
} from '#shared/imports/document.outline.ts';
import { type Docx, readXml } from '../docx/docx.ts';
import { marksOf } from '../docx/review.ts';
import { attributeOf, decodeXml, localName, parseXml, walk, type XmlElement } from '../docx/xml.ts';

/**
 * A Word document in reading order: paragraphs and cells, tracked insertions, content controls, a text box once. Not what was
 * deleted or moved away, nor hidden text, the code of a field, what waits to be replaced in a control, a table of contents.
 */
export function outlineOfDocx(docx: Docx): Outline {
  const styles = stylesOf(docx);
  return {
    parts: docx.textParts.map(({ entry, label }, index) => {
      const xml = readXml(entry);
      return { label, isBody: index === 0, blocks: createReader(xml, styles).blocks(parseXml(xml)) };
    }),
    isPdf: false,
    hasChanges: marksOf(docx).some(({ code }) => code === 'tracked_changes'),
  };
}

interface Style {
  level: number | null;
  isHidden: boolean;
  /** Of a table of contents. */
  isContents: boolean;
}
const PLAIN: Style = { level: null, isHidden: false, isContents: false };

/** Headings by the names that Word gives them in every language's file, and by their outline. ECMA-376, part 1, 17.3.1.20 */
function stylesOf({ entries }: Docx): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  const entry = entries.find(({ name }) => /(?:^|\/)styles\.xml$/i.test(name));
  if (!entry) return styles;
  const xml = readXml(entry);
  for (const element of walk(parseXml(xml))) {
    if (localName(element.name) !== 'style') continue;
    const inside = [...walk(element)];
    const propertyOf = (name: string): string | undefined => {
      const found = inside.find((one) => localName(one.name) === name);
      return found && valOf(xml, found);
    };
    const name = propertyOf('name') ?? '';
    const outline = Number(propertyOf('outlineLvl') ?? Number.NaN);
    const heading = /^(?:heading|titre) ?([1-9])$/i.exec(name)?.[1];
    styles.set(idOf(xml, element), {
      level:
        heading !== undefined
          ? Number(heading)
          : /^(?:title|titre)$/i.test(name)
            ? 0
            : outline >= 0 && outline < 9
              ? outline + 1
              : null,
      isHidden: inside.some((one) => isOn(xml, one, 'vanish')),
      isContents: /^(?:toc|tm) ?[1-9]$/i.test(name),
    });
  }
  return styles;
}

const attribute = (xml: string, element: XmlElement, local: string): string | undefined => {
  const colon = element.name.indexOf(':');
  const prefix = colon < 0 ? 'w:' : element.name.slice(0, colon + 1);
  return attributeOf(xml, element, `${prefix}${local}`) ?? attributeOf(xml, element, local);
};
const valOf = (xml: string, element: XmlElement): string | undefined => attribute(xml, element, 'val');
const idOf = (xml: string, element: XmlElement): string => attribute(xml, element, 'styleId') ?? '';

/** Whether a property of this name is on. ECMA-376, part 1, 17.17.4 */
const isOn = (xml: string, element: XmlElement, name: string): boolean =>
  localName(element.name) === name && !/^(?:0|false|off)$/.test(valOf(xml, element) ?? '');

const childOf = (element: XmlElement, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>(
    (one, name) => one?.children.find((child) => localName(child.name) === name),
    element,
  );

const GONE = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'rPr',
  'pPr',
  'sectPr',
  'tblPr',
  'tblGrid',
  'trPr',
  'tcPr',
  'sdtPr',
]);
const WRITTEN: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-', ptab: '\t' };

/** A field that is open: its code, then what it shows. */
interface Field {
  shows: boolean;
  isContents: boolean;
}

/** One part, whose fields may go from one paragraph to another. */
function createReader(xml: string, styles: ReadonlyMap<string, Style>) {
  const fields: Field[] = [];
  const isSilent = (): boolean => fields.some(({ shows, isContents }) => !shows || isContents);

  /** The text of a paragraph, and the text boxes that stand in it. */
  const read = (element: XmlElement, found: { text: string; boxes: XmlElement[] }): void => {
    for (const child of element.children) {
      const name = localName(child.name);
      if (GONE.has(name)) continue;
      if (name === 'txbxContent') found.boxes.push(child);
      else if (name === 'fldChar') {
        const type = attribute(xml, child, 'fldCharType');
        if (type === 'begin') fields.push({ shows: false, isContents: false });
        const field = fields.at(-1);
        if (type === 'separate' && field) field.shows = true;
        if (type === 'end') fields.pop();
      } else if (name === 'instrText') {
        const field = fields.at(-1);
        if (field && /^\s*TOC\b/.test(xml.slice(child.openEnd, child.closeStart))) field.isContents = true;
      } else if (name === 'sdt') {
        if (!isPlaceholder(child)) read(childOf(child, 'sdtContent') ?? NOTHING, found);
      } else if (name === 'r' && isHiddenRun(child)) readBoxes(child, found);
      else if (name === 't' && localName(child.parent?.name ?? '') === 'r') {
        if (!isSilent()) found.text += decodeXml(xml.slice(child.openEnd, child.closeStart));
      } else if (name in WRITTEN && localName(child.parent?.name ?? '') === 'r') {
        if (!isSilent()) found.text += WRITTEN[name] ?? '';
      } else read(child, found);
    }
  };
  /** Of a hidden run, what keeps fields in order. */
  const readBoxes = (run: XmlElement, found: { text: string; boxes: XmlElement[] }): void => {
    const { text } = found;
    read(run, found);
    found.text = text;
  };
  const isHiddenRun = (run: XmlElement): boolean => {
    const properties = childOf(run, 'rPr');
    if (!properties) return false;
    const style = properties.children.find((one) => localName(one.name) === 'rStyle');
    return (
      properties.children.some((one) => isOn(xml, one, 'vanish')) ||
      (style !== undefined && (styles.get(valOf(xml, style) ?? '') ?? PLAIN).isHidden)
    );
  };
  const isPlaceholder = (control: XmlElement): boolean => {
    const shown = childOf(control, 'sdtPr', 'showingPlcHdr');
    return shown !== undefined && isOn(xml, shown, 'showingPlcHdr');
  };
  const isContents = (control: XmlElement): boolean => {
    const gallery = childOf(control, 'sdtPr', 'docPartObj', 'docPartGallery');
    return gallery !== undefined && /table of contents/i.test(valOf(xml, gallery) ?? '');
  };

  const paragraph = (element: XmlElement): OutlineBlock[] => {
    const properties = childOf(element, 'pPr');
    const named = properties && childOf(properties, 'pStyle');
    const style = (named && styles.get(valOf(xml, named) ?? '')) ?? PLAIN;
    const outline = properties && childOf(properties, 'outlineLvl');
    const own = outline ? Number(valOf(xml, outline)) : Number.NaN;
    const found = { text: '', boxes: [] as XmlElement[] };
    read(element, found);
    const boxes = found.boxes.flatMap((box) => blocks(box));
    if (style.isContents || style.isHidden) return boxes;
    const level = own >= 0 && own < 9 ? own + 1 : style.level;
    return [{ kind: 'paragraph', text: foldText(found.text), level, page: null }, ...boxes];
  };

  const table = (element: XmlElement): OutlineTable => ({
    kind: 'table',
    rows: inside(element, 'tr')
      .filter((row) => !childOf(row, 'trPr', 'del'))
      .map((row) => inside(row, 'tc').map(cell)),
    page: null,
  });
  const cell = (element: XmlElement): OutlineCell => {
    const properties = childOf(element, 'tcPr');
    const span = properties && childOf(properties, 'gridSpan');
    const merged = properties && childOf(properties, 'vMerge');
    return {
      blocks: blocks(element),
      span: Math.max(1, Number(span ? valOf(xml, span) : 1) || 1),
      continues: merged !== undefined && valOf(xml, merged) !== 'restart',
    };
  };
  /** Rows of a table, cells of a row, in whatever they are wrapped. */
  const inside = (element: XmlElement, wanted: 'tr' | 'tc'): XmlElement[] =>
    element.children.flatMap((child) => {
      const name = localName(child.name);
      if (name === wanted) return [child];
      return GONE.has(name) || name === 'tbl' || name === 'p' ? [] : inside(child, wanted);
    });

  const blocks = (element: XmlElement): OutlineBlock[] =>
    element.children.flatMap((child): OutlineBlock[] => {
      const name = localName(child.name);
      if (name === 'p') return paragraph(child);
      if (name === 'tbl') return [table(child)];
      if (GONE.has(name) || (name === 'sdt' && (isPlaceholder(child) || isContents(child)))) return [];
      return blocks(child);
    });
  return { blocks };
}

const NOTHING: XmlElement = {
  name: '',
  parent: null,
  start: 0,
  openEnd: 0,
  closeStart: 0,
  end: 0,
  children: [],
};
