import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

/**
 * What a page of a dossier keeps of the page it was: what draws it, notes as they look, links to the web and to letter
 * boxes. Everything else stays behind: scripts, actions, forms, files inside, metadata, data of other programs, streams
 * whose bytes are elsewhere. ISO 32000-2: 7.7.3.3 (pages), 7.8.3 (resources), 8.9.5 and 8.10.2 (XObjects), 9.6 (fonts),
 * 12.5 (annotations).
 */
const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** `Parent` is where a page inherits from; copying takes it away. */
const PAGE = names(
  'Type Parent MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Resources Contents Group Annots',
);
/** The parts of a dictionary of resources: each is names and what they stand for. */
const RESOURCES = names('Font XObject ExtGState ColorSpace Pattern Shading');
/** What draws, wherever it stands: in images, forms, fonts, functions, colour spaces, patterns, states. */
const DRAWS = names(
  `
  Type Subtype Name Length Filter DecodeParms Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode
  Interpolate SMask SMaskInData Matte FormType BBox Matrix Resources Group K1 K Columns Rows BlackIs1 EncodedByteAlign
  EndOfLine EndOfBlock DamagedRowsBeforeError Predictor Colors EarlyChange ColorTransform JBIG2Globals
  BaseFont Encoding FirstChar LastChar Widths FontDescriptor ToUnicode DescendantFonts CIDSystemInfo W DW W2 DW2
  CIDToGIDMap FontBBox FontMatrix CharProcs BaseEncoding Differences CMapName WMode UseCMap Registry Ordering Supplement
  FontName FontFamily FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH
  AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet CIDSet Style Panose Lang FD Length1 Length2 Length3
  FunctionType Domain Range Size BitsPerSample Order Encode C0 C1 N Functions Bounds Alternate WhitePoint BlackPoint Gamma
  ShadingType Background AntiAlias Function Coords Extend BitsPerCoordinate BitsPerFlag VerticesPerRow
  PatternType PaintType TilingType XStep YStep Shading ExtGState Colorants Process Components
  LW LC LJ ML D RI OP op OPM Font FL SM SA BM CA ca AIS TK S G BC TR CS I`.trim(),
);
/** Dictionaries of names that a file chooses. */
const NAMED = names('CharProcs Colorants');
/** Notes that are kept as they look. */
const NOTES = names(
  'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Widget Watermark',
);
const NOTE = names('Type Subtype Rect F AP AS Border BS C IC CA QuadPoints L Vertices InkList Contents H');
const ADDRESS = /^(?:https?:\/\/|mailto:)[\x21-\x7e]+$/i;

/** Characters of an address. */
const ADDRESS_MAX = 2_000;

/** The streams that the pages of a document draw with, once everything else has been taken away. */
export function keepWhatDraws(source: PDFDocument): Set<PDFStream> {
  const { context } = source;
  const seen = new Set<PDFObject>();
  const streams = new Set<PDFStream>();
  const resolved = (value: PDFObject | undefined): PDFObject | undefined => (value ? context.lookup(value) : undefined);
  const isNew = (value: PDFObject): boolean => {
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  };
  const only = (dict: PDFDict, kept: ReadonlySet<string>): void => {
    for (const key of dict.keys()) if (!kept.has(key.decodeText())) dict.delete(key);
  };
  const eachOf = (dict: PDFDict, visit: (value: PDFObject | undefined) => void): void => {
    for (const key of dict.keys()) visit(dict.get(key));
  };

  /** What stands under these names, whatever they are. */
  const named = (given: PDFObject | undefined): void => {
    const value = resolved(given);
    if (value instanceof PDFDict && isNew(value)) eachOf(value, drawing);
  };
  const resources = (given: PDFObject | undefined): void => {
    const value = resolved(given);
    if (!(value instanceof PDFDict) || !isNew(value)) return;
    only(value, RESOURCES);
    eachOf(value, named);
  };
  const drawing = (given: PDFObject | undefined): void => {
    const value = resolved(given);
    if (value instanceof PDFArray) {
      if (isNew(value)) for (const one of value.asArray()) drawing(one);
      return;
    }
    const dict = value instanceof PDFStream ? value.dict : value;
    if (!(dict instanceof PDFDict) || !isNew(dict)) return;
    if (value instanceof PDFStream) streams.add(value);
    only(dict, DRAWS);
    for (const key of dict.keys()) {
      const name = key.decodeText();
      if (name === 'Resources') resources(dict.get(key));
      else if (NAMED.has(name)) named(dict.get(key));
      else drawing(dict.get(key));
    }
  };

  /** @returns false for a note that is not kept */
  const note = (given: PDFObject | undefined): boolean => {
    const value = resolved(given);
    if (!(value instanceof PDFDict)) return false;
    const kind = value.lookup(PDFName.of('Subtype'));
    if (!(kind instanceof PDFName) || !NOTES.has(kind.decodeText())) return false;
    if (!isNew(value)) return true;
    const address = kind.decodeText() === 'Link' ? addressOf(value) : null;
    only(value, NOTE);
    if (address !== null)
      value.set(PDFName.of('A'), context.obj({ Type: 'Action', S: 'URI', URI: PDFString.of(address) }));
    const looks = value.lookup(PDFName.of('AP'));
    if (looks instanceof PDFDict && isNew(looks)) {
      only(looks, names('N'));
      // One look, or one for each state.
      const normal = resolved(looks.get(PDFName.of('N')));
      if (normal instanceof PDFStream) drawing(normal);
      else named(normal);
    }
    return true;
  };

  for (const page of source.getPages()) {
    const { node } = page;
    only(node, PAGE);
    resources(node.getInheritableAttribute(PDFName.of('Resources')));
    drawing(node.get(PDFName.of('Contents')));
    drawing(node.get(PDFName.of('Group')));
    keepNotes(page, note);
  }
  return streams;
}

function keepNotes({ node }: PDFPage, isKept: (value: PDFObject | undefined) => boolean): void {
  const notes = node.lookup(PDFName.of('Annots'));
  if (!(notes instanceof PDFArray)) {
    node.delete(PDFName.of('Annots'));
    return;
  }
  for (let index = notes.size() - 1; index >= 0; index -= 1) if (!isKept(notes.get(index))) notes.remove(index);
}

/** Where a link leads, when that is the web or a letter box. */
function addressOf(link: PDFDict): string | null {
  const action = link.lookup(PDFName.of('A'));
  if (!(action instanceof PDFDict)) return null;
  const kind = action.lookup(PDFName.of('S'));
  const uri = action.lookup(PDFName.of('URI'));
  if (!(kind instanceof PDFName) || kind.decodeText() !== 'URI') return null;
  if (!(uri instanceof PDFString) && !(uri instanceof PDFHexString)) return null;
  const text = uri.decodeText();
  // A bracket or a backslash would end the text it is written in.
  return text.length <= ADDRESS_MAX && ADDRESS.test(text) ? text.replace(/[()\\]/g, encodeURIComponent) : null;
}

/** The names of the filters of a stream, the first to undo first. */
export function filtersOf(stream: PDFStream): string[] {
  const given = stream.dict.lookup(PDFName.of('Filter'));
  const all = given instanceof PDFArray ? given.asArray().map((one) => stream.dict.context.lookup(one)) : [given];
  return all.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []));
}

/** Width and height of a stream that is an image; `null` for any other. */
export function pixelsOf({ dict }: PDFStream): number | null {
  const kind = dict.lookup(PDFName.of('Subtype'));
  if (!(kind instanceof PDFName) || kind.decodeText() !== 'Image') return null;
  const side = (name: string): number => Number(String(dict.lookup(PDFName.of(name)) ?? 0));
  return side('Width') * side('Height');
}

export const isRaw = (stream: PDFStream): stream is PDFRawStream => stream instanceof PDFRawStream;
