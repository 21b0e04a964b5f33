import {
  type PDFArray,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFPage,
  type PDFRef,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';

/** A piece of a dossier as it is merged: its bytes where it can be shown, or why it is only listed. */
export interface DossierPiece {
  title: string;
  /** Where it lies in the archive. */
  path: string;
  sha256: string;
  /** Its days, in words. */
  dates: string;
  bytes: Uint8Array | null;
  /** `refused`: it was to be shown, and cannot be. */
  kind: 'pdf' | 'jpeg' | 'png' | 'listed' | 'refused';
  /** Why it is not shown: « joint dans l’archive ». */
  reason: string | null;
}

/** A sheet of text; a line may name pieces, whose pages are said beside them. */
export interface DossierSheet {
  title: string;
  lines: readonly { text: string; detail?: string; pieces?: readonly { path: string; title: string }[] }[];
}

/** Everything one PDF is made of, already in French. */
export interface DossierInput {
  id: string;
  title: string;
  subtitle: readonly string[];
  /** ISO 8601. */
  sealedAt: string;
  tool: string;
  sheets: readonly DossierSheet[];
  sections: readonly { title: string; pieces: readonly DossierPiece[] }[];
}

export interface DossierPdf {
  pdf: Uint8Array;
  pages: number;
  /** What could not be shown, and why. */
  refused: { path: string; reason: string }[];
}

/** A4, in points. */
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 56;
const LINE = 14;
/** Entries of the table of contents on one page. */
const ENTRIES = 40;
/** One PDF: a cover, its contents, sheets of text, then every piece, its pages numbered and named by the dossier. */
export async function makeDossier({
  id,
  title,
  subtitle,
  sealedAt,
  tool,
  sheets,
  sections,
}: DossierInput): Promise<DossierPdf> {
  const doc = await PDFDocument.create({ updateMetadata: false });
  const font = await doc.embedFont(StandardFonts.Helvetica);
  const bold = await doc.embedFont(StandardFonts.HelveticaBold);
  const write = writer(doc, font, bold);
  const refused: DossierPdf['refused'] = [];

  const cover = write.page();
  cover.at = HEIGHT - 220;
  write.text(cover, title, { size: 24, isBold: true });
  for (const line of subtitle) write.text(cover, line, { size: 12 });
  const entries = sections.reduce((count, { pieces }) => count + 1 + pieces.length, sheets.length + 1);
  const contents = Array.from({ length: Math.max(1, Math.ceil(entries / ENTRIES)) }, () => write.page());
  const outline: Mark[] = [];
  const listed: Entry[] = [];
  const markAt = (text: string, page: number): void => {
    listed.push({ text, level: 0, page: page + 1 });
    outline.push({ text, level: 0, page });
  };
  const mark = (text: string): void => markAt(text, doc.getPageCount());

  // Sheets name pages of what follows them: their room is kept, and they are written last.
  const kept: Sheet[] = [];
  const room = await roomOf(sheets);
  const before = doc.getPageCount();
  for (let page = 0; page < room.pages; page += 1) kept.push(write.page());
  for (const [index, { title: name }] of sheets.entries()) markAt(name, before + (room.starts[index] ?? 0));
  const pageOf = new Map<string, number>();

  for (const section of sections) {
    // What has no piece has no page.
    if (section.pieces.length === 0) {
      listed.push({ text: `${section.title} : aucune pièce`, level: 0, page: null });
      continue;
    }
    mark(section.title);
    const head = write.page();
    let page = write.text(head, section.title, { size: 16, isBold: true });
    /** Where each piece is named: what is in the archive alone is on no other page. */
    const namedOn = new Map<string, number>();
    for (const piece of section.pieces) {
      // Its lines stay together.
      if (page.at < MARGIN + 4 * LINE) page = write.page();
      page = write.text(page, piece.title, { size: 10, isBold: true });
      namedOn.set(piece.path, doc.getPageCount());
      page = write.text(page, [piece.dates, piece.path].filter(Boolean).join(', '), { size: 8, indent: 14 });
      if (piece.reason) page = write.text(page, `Joint dans l’archive : ${piece.reason}`, { size: 9, indent: 14 });
    }
    for (const piece of section.pieces) {
      const first = doc.getPageCount();
      const reason = await show(doc, piece);
      if (reason !== null) {
        refused.push({ path: piece.path, reason });
        const told = write.page();
        write.text(told, piece.title, { size: 14, isBold: true });
        write.text(told, `Joint dans l’archive : ${reason}`, { size: 10 });
        write.text(told, piece.path, { size: 8 });
      }
      if (doc.getPageCount() > first) {
        if (reason === null) pageOf.set(piece.path, first + 1);
        listed.push({ text: piece.title, level: 1, page: first + 1 });
        outline.push({ text: piece.title, level: 1, page: first });
      } else listed.push({ text: `${piece.title} (dans l’archive)`, level: 1, page: namedOn.get(piece.path) ?? null });
    }
  }

  mark(HASHES);
  let last = write.page();
  write.text(last, HASHES, { size: 16, isBold: true });
  for (const { path, sha256 } of sections.flatMap(({ pieces }) => pieces))
    last = write.text(last, `${sha256}  ${path}`, { size: 7.5 });
  const onKept = writer(doc, font, bold, () => kept.shift() ?? write.page());
  writeSheets(onKept, sheets, (path) => pageOf.get(path) ?? null);

  writeContents(write, contents, listed);
  writeOutline(doc, outline);
  const total = doc.getPageCount();
  for (const [index, page] of doc.getPages().entries())
    footer(page, font, `Dossier ${id}, page ${index + 1} sur ${total}`);
  const at = new Date(sealedAt);
  doc.setTitle(title);
  doc.setCreator(tool);
  doc.setProducer(tool);
  doc.setLanguage('fr-FR');
  doc.setCreationDate(at);
  doc.setModificationDate(at);
  return { pdf: await doc.save({ useObjectStreams: true }), pages: total, refused };
}

const HASHES = 'Empreintes SHA-256';

/** How many pages the sheets take, and on which of them each begins, with the longest that they may say of where a piece is. */
async function roomOf(sheets: readonly DossierSheet[]): Promise<{ pages: number; starts: number[] }> {
  const doc = await PDFDocument.create();
  const [font, bold] = [await doc.embedFont(StandardFonts.Helvetica), await doc.embedFont(StandardFonts.HelveticaBold)];
  const starts: number[] = [];
  writeSheets(
    writer(doc, font, bold),
    sheets,
    () => null,
    () => starts.push(doc.getPageCount() - 1),
  );
  return { pages: doc.getPageCount(), starts };
}

/** What of a page has to be left for another sheet to begin on it (points). */
const ROOM_FOR_TITLE = 160;

/**
 * One after the other, each after the one before.
 * @param pageOf where a piece is shown; `null` for what is in the archive alone
 * @param onTitle told once the page of each is there
 */
function writeSheets(
  write: ReturnType<typeof writer>,
  sheets: readonly DossierSheet[],
  pageOf: (path: string) => number | null,
  onTitle: () => void = () => undefined,
): void {
  let page: Sheet | null = null;
  for (const { title, lines } of sheets) {
    if (page) page.at -= 2 * LINE;
    if (!page || page.at < MARGIN + ROOM_FOR_TITLE) page = write.page();
    onTitle();
    page = write.text(page, title, { size: 16, isBold: true });
    for (const { text, detail, pieces = [] } of lines) {
      if (page.at < MARGIN + 4 * LINE) page = write.page();
      page = write.text(page, text, { size: 10, isBold: true });
      if (detail) page = write.text(page, detail, { size: 10, indent: 14 });
      for (const piece of pieces) {
        const at = pageOf(piece.path);
        page = write.text(page, `${piece.title}, ${at === null ? 'dans l’archive' : `page ${at}`}`, {
          size: 9,
          indent: 14,
        });
      }
    }
    if (lines.length === 0) page = write.text(page, 'Rien à signaler.', { size: 10 });
  }
}

/** @returns why it is not shown, `null` when it is, or when it was not meant to be */
async function show(doc: PDFDocument, { kind, bytes, reason }: DossierPiece): Promise<string | null> {
  if (kind === 'refused') return reason;
  if (kind !== 'pdf' || bytes === null) return reason === null ? 'ce fichier ne se montre pas dans un PDF' : null;
  // Pages that `piece.worker.ts` has made.
  const source = await PDFDocument.load(bytes, { updateMetadata: false });
  for (const page of await doc.copyPages(source, source.getPageIndices())) doc.addPage(page);
  return null;
}

interface Sheet {
  page: PDFPage;
  /** How far down it is written, in points from the foot. */
  at: number;
}
interface Style {
  size: number;
  isBold?: boolean;
  indent?: number;
}

const newPage = (doc: PDFDocument): Sheet => ({ page: doc.addPage([WIDTH, HEIGHT]), at: HEIGHT - MARGIN });

/** Text that flows from page to page, in the fonts that every reader has. @param page the next one to write on */
function writer(doc: PDFDocument, font: PDFFont, bold: PDFFont, page = (): Sheet => newPage(doc)) {
  const known = new Set(font.getCharacterSet());
  const writable = (text: string): string =>
    [
      ...text
        .replace(/[\u202f\u00a0]/g, ' ')
        .replace(/→/g, '->')
        .replace(/≤/g, '<=')
        .replace(/≥/g, '>=')
        .replace(/−/g, '-'),
    ]
      .map((letter) => (known.has(letter.codePointAt(0) ?? 0) ? letter : '?'))
      .join('');
  const wrapped = (text: string, face: PDFFont, { size, indent = 0 }: Style): string[] => {
    const room = WIDTH - 2 * MARGIN - indent;
    const lines: string[] = [];
    for (const paragraph of writable(text).split('\n')) {
      let line = '';
      for (const word of paragraph.split(' ').flatMap((one) => one.match(/.{1,80}/g) ?? [''])) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (face.widthOfTextAtSize(longer, size) <= room) line = longer;
        else {
          lines.push(line);
          line = word;
        }
      }
      lines.push(line);
    }
    return lines;
  };
  const text = (sheet: Sheet, words: string, style: Style): Sheet => {
    const face = style.isBold ? bold : font;
    let now = sheet;
    for (const line of wrapped(words, face, style)) {
      if (now.at < MARGIN + LINE) now = page();
      now.page.drawText(line, {
        x: MARGIN + (style.indent ?? 0),
        y: now.at - style.size,
        size: style.size,
        font: face,
      });
      now.at -= style.size * 1.35;
    }
    now.at -= 3;
    return now;
  };
  return { page, text, writable, font };
}

function writeContents(write: ReturnType<typeof writer>, pages: readonly Sheet[], entries: readonly Entry[]): void {
  const [first] = pages;
  if (first) write.text(first, 'Sommaire', { size: 16, isBold: true });
  for (const [index, { text, level, page }] of entries.entries()) {
    const sheet = pages[Math.floor(index / ENTRIES)];
    if (!sheet) return;
    const size = level === 0 ? 11 : 9.5;
    const number = page === null ? '' : String(page);
    const room = WIDTH - 2 * MARGIN - 40 - level * 14;
    let words = write.writable(text);
    while (write.font.widthOfTextAtSize(words, size) > room) words = `${words.slice(0, -4)}...`;
    const y = sheet.at - size;
    sheet.page.drawText(words, { x: MARGIN + level * 14, y, size, font: write.font });
    sheet.page.drawText(number, {
      x: WIDTH - MARGIN - write.font.widthOfTextAtSize(number, size),
      y,
      size,
      font: write.font,
    });
    sheet.at -= 17;
  }
}

/** A line of the contents; pages from 1, `null` for what takes none. */
interface Entry {
  text: string;
  level: number;
  page: number | null;
}

interface Mark {
  text: string;
  level: number;
  /** From 0. */
  page: number;
}

/** Bookmarks of two levels. ISO 32000-2, 12.3.3. */
function writeOutline(doc: PDFDocument, marks: readonly Mark[]): void {
  const { context } = doc;
  const pages = doc.getPages();
  const tree: { mark: Mark; children: Mark[] }[] = [];
  for (const one of marks)
    if (one.level === 0 || tree.length === 0) tree.push({ mark: one, children: [] });
    else tree.at(-1)?.children.push(one);
  const root = context.nextRef();
  const destination = ({ page }: Mark): PDFArray =>
    context.obj([pages[page]?.ref ?? PDFNull, PDFName.of('XYZ'), PDFNull, PDFNull, PDFNull]);
  const chain = (
    items: readonly { mark: Mark; children: Mark[] }[],
    parent: PDFRef,
  ): { first: PDFRef; last: PDFRef } => {
    const refs = items.map(() => context.nextRef());
    for (const [index, { mark, children }] of items.entries()) {
      const own = refs[index] as PDFRef;
      const node = context.obj({ Title: PDFHexString.fromText(mark.text), Parent: parent, Dest: destination(mark) });
      if (refs[index - 1]) node.set(PDFName.of('Prev'), refs[index - 1] as PDFRef);
      if (refs[index + 1]) node.set(PDFName.of('Next'), refs[index + 1] as PDFRef);
      if (children.length > 0) {
        const below = chain(
          children.map((child) => ({ mark: child, children: [] })),
          own,
        );
        node.set(PDFName.of('First'), below.first);
        node.set(PDFName.of('Last'), below.last);
        // Closed at first.
        node.set(PDFName.of('Count'), PDFNumber.of(-children.length));
      }
      context.assign(own, node);
    }
    return { first: refs[0] as PDFRef, last: refs.at(-1) as PDFRef };
  };
  if (tree.length === 0) return;
  const { first, last } = chain(tree, root);
  context.assign(root, context.obj({ Type: 'Outlines', First: first, Last: last, Count: tree.length }));
  doc.catalog.set(PDFName.of('Outlines'), root);
  doc.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
  doc.catalog.set(PDFName.of('Lang'), PDFString.of('fr-FR'));
}

/** At the foot of the page as it is read, however it is turned. */
function footer(page: PDFPage, font: PDFFont, text: string): void {
  const { x, y, width, height } = page.getCropBox();
  const turn = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const size = 7;
  const [across, up] = [24, 14];
  const place = {
    0: { x: x + across, y: y + up },
    90: { x: x + width - up, y: y + across },
    180: { x: x + width - across, y: y + height - up },
    270: { x: x + up, y: y + height - across },
  }[turn] ?? { x: x + across, y: y + up };
  // What a page leaves of its own drawing, a turned or a shrunk space, is closed before.
  page.drawText(text, { ...place, size, font, rotate: { type: 'degrees', angle: turn } as never });
}
