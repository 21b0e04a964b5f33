import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { NOT_DOCX } from '#shared/templates/template.contract.ts';
import { docxOf, entry, p } from '../../test/docx.maker.ts';
import { NotDocx, openDocx, readXml } from './docx.ts';
import { inflate, writeZip, type ZipEntry } from './zip.ts';

const good = docxOf({ body: p('bonjour') });
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

function refusalOf(bytes: Buffer): string {
  try {
    openDocx(bytes);
  } catch (error) {
    if (error instanceof NotDocx) return error.message;
    throw error;
  }
  throw new Error('taken');
}
/** The archive with some bytes of its central directory changed. */
function patched(change: (bytes: Buffer, central: number) => void): Buffer {
  const bytes = Buffer.from(good);
  change(bytes, bytes.indexOf(Buffer.from('504b0102', 'hex')));
  return bytes;
}
const bomb = (size: number): ZipEntry => {
  const zeros = Buffer.alloc(size);
  return { ...entry('word/media/a.bin', zeros) };
};

/** Letters that do not compress to nothing. */
function words(length: number): string {
  let seed = 7;
  let text = '';
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${seed.toString(36)} `;
  }
  return text.slice(0, length);
}
const noisy = (piece: string, count: number): string => {
  const salt = words(count * 3);
  return `<a>${Array.from({ length: count }, (_, index) => `${piece}${salt.slice(index * 3, index * 3 + 3)}`).join('')}</a>`;
};
const contentTypesOf = (elements: number): Buffer =>
  writeZip([
    entry('[Content_Types].xml', noisy(`<Override PartName="/a" ContentType="b"/>`, elements)),
    entry('word/document.xml', '<a/>'),
  ]);

/** What makes Word read a part. */
const leadsTo = (part: string): string => `<Relationship Id="x" Type="http://x/customXml" Target="${part}"/>`;

/** A document with one part in another encoding. */
function inEncoding(encoding: string, words: Buffer): Buffer {
  const [head, foot] = [Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>`), Buffer.from('</a>')];
  const notes = entry('word/notes.xml', Buffer.concat([head, words, foot]));
  return docxOf({ body: '', relationships: leadsTo('notes.xml'), extra: [notes] });
}

/** The same archive as programs write it that keep room for large numbers. */
function inZip64(bytes: Buffer): Buffer {
  const end = bytes.length - 22;
  const directory = bytes.readUInt32LE(end + 16);
  const entries: Buffer[] = [];
  for (let at = directory; at < end; ) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const header = Buffer.from(bytes.subarray(at, nameEnd));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    for (const [index, offset] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(BigInt(header.readUInt32LE(offset)), 4 + index * 8);
      header.writeUInt32LE(0xffffffff, offset);
    }
    header.writeUInt16LE(extra.length, 30);
    entries.push(header, extra);
    at = nameEnd;
  }
  const central = Buffer.concat(entries);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(bytes.readUInt16LE(end + 10)), 24);
  end64.writeBigUInt64LE(BigInt(bytes.readUInt16LE(end + 10)), 32);
  end64.writeBigUInt64LE(BigInt(central.length), 40);
  end64.writeBigUInt64LE(BigInt(directory), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directory + central.length), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(bytes.subarray(end));
  last.writeUInt16LE(0xffff, 10);
  last.writeUInt32LE(0xffffffff, 12);
  last.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([bytes.subarray(0, directory), central, end64, locator, last]);
}

describe('any valid package is taken', () => {
  test('the document is the part that the package names, whatever it is called', () => {
    const xml =
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body/></w:document>';
    const rels = (target: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="${target}"/></Relationships>`;
    const types = `<Types xmlns="t"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${WORD}.document.main+xml"/></Types>`;
    for (const target of ['/doc/texte.xml', 'doc/texte.xml', './doc/Texte.xml']) {
      const entries = [
        entry('[Content_Types].xml', types),
        entry('_rels/.rels', rels(target)),
        entry('doc/texte.xml', xml),
      ];
      expect(openDocx(writeZip(entries)).textParts.map((part) => part.entry.name)).toEqual(['doc/texte.xml']);
    }
  });
  test('what a program left in the package, and nothing leads to, is not read and goes', () => {
    const stray = entry('3241.xml', '===== no XML =====');
    const docx = openDocx(docxOf({ body: p('x'), extra: [stray] }));
    expect(docx.entries.map(({ name }) => name)).not.toContain('3241.xml');
    expect(refusalOf(docxOf({ body: p('x'), relationships: leadsTo('../3241.xml'), extra: [stray] }))).toMatch(
      /3241\.xml/,
    );
  });
  test('a drawing of a million equal bytes is no bomb', () => {
    const drawing = entry('word/media/image1.emf', Buffer.alloc(1_400_000));
    expect(openDocx(docxOf({ body: p('x'), extra: [drawing] })).textParts).toHaveLength(1);
  });
  test('large numbers of an archive are read where they are', () => {
    expect(openDocx(inZip64(good)).entries.map(({ name }) => name)).toEqual(
      openDocx(good).entries.map(({ name }) => name),
    );
  });
  test('another encoding is read as it is declared', () => {
    const { entries } = openDocx(inEncoding('ISO-8859-1', Buffer.from('Crème', 'latin1')));
    const part = entries.find(({ name }) => name === 'word/notes.xml');
    expect(part && readXml(part)).toBe('<?xml version="1.0" encoding="UTF-8"?><a>Crème</a>');
  });
  test('a workbook with macros inside does not make the document one', () => {
    const type = '<Default Extension="xlsm" ContentType="application/vnd.ms-excel.sheet.macroEnabled.12"/>';
    const inside = docxOf({ body: p('x'), override: type, extra: [entry('word/embeddings/Classeur1.xlsm', 'PK')] });
    expect(openDocx(inside).textParts).toHaveLength(1);
  });
});

describe('what is not a Word document is refused with a sentence', () => {
  test('a good one is taken', () => expect(openDocx(good).textParts[0]?.label).toBe('Corps du document'));
  test.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /vide/],
    ['text', Buffer.from('bonjour, je suis un .docx'), /document Word/],
    ['a PDF', Buffer.from('%PDF-1.7 ……………………………'), /document Word/],
    [
      'an old .doc or an encrypted document',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      /\.doc|mot de passe/,
    ],
    [
      'an .odt',
      writeZip([entry('mimetype', 'application/vnd.oasis.opendocument.text'), entry('content.xml', '<a/>')]),
      /\.odt.*Enregistrer sous/,
    ],
    ['an RTF', Buffer.from('{\\rtf1\\ansi Bonjour {{ph}}}'), /RTF.*Enregistrer sous/],
    ['a zip that is no document', writeZip([entry('a.txt', 'a')]), /document Word/],
    [
      'a zip that only claims to be one',
      writeZip([
        entry(
          '[Content_Types].xml',
          `<Types><Default Extension="xml" ContentType="${WORD}.document.main+xml"/></Types>`,
        ),
      ]),
      /document Word/,
    ],
    [
      'a spreadsheet',
      docxOf({ body: '', mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' }),
      /document Word/,
    ],
    ['a .dotx', docxOf({ body: '', mainType: `${WORD}.template.main+xml` }), /\.dotx/],
    ['a .docm', docxOf({ body: '', mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }), /macros/],
    ['hidden macros', docxOf({ body: '', extra: [entry('word/vbaProject.bin', 'x')] }), /macros/],
    ['a cut file', good.subarray(0, good.length - 30), /abîmé/],
    ['a cut beginning', good.subarray(0, 200), /abîmé/],
    ['XML that is not', docxOf({ body: '<w:p>' }), /abîmé/],
    ['a bare ampersand', docxOf({ body: p('A & B') }), /abîmé.*word\/document\.xml/],
    ['an attribute without quotes', docxOf({ body: '<w:p w:rsidR=00A1/>' }), /abîmé.*word\/document\.xml/],
    ['a character that XML has not', docxOf({ body: p('a\u0001b') }), /abîmé.*word\/document\.xml/],
    ['the same as a reference', docxOf({ body: p('a&#1;b') }), /abîmé.*word\/document\.xml/],
    ['an encoding that nobody reads alike', inEncoding('utf-7', Buffer.from('x')), /abîmé.*word\/notes\.xml/],
    [
      'a DOCTYPE',
      docxOf({
        body: '',
        extra: [entry('word/x.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
        relationships: leadsTo('x.xml'),
      }),
      /abîmé/,
    ],
    [
      'an external entity',
      docxOf({
        body: '',
        extra: [entry('word/x.xml', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x"><a/>')],
        relationships: leadsTo('x.xml'),
      }),
      /abîmé/,
    ],
    ['elements nested without end', docxOf({ body: '<w:p>'.repeat(400) + '</w:p>'.repeat(400) }), /abîmé/],
    ['a name that climbs out', docxOf({ body: '', extra: [entry('../../etc/passwd', 'x')] }), /noms de fichiers/],
    ['an absolute name', docxOf({ body: '', extra: [entry('/etc/passwd', 'x')] }), /noms de fichiers/],
    [
      'the same name twice',
      docxOf({ body: '', extra: [entry('word/a.bin', 'x'), entry('WORD/A.bin', 'y')] }),
      /noms de fichiers/,
    ],
    [
      'too many entries',
      docxOf({ body: '', extra: Array.from({ length: 2_001 }, (_, index) => entry(`a${index}`, 'x')) }),
      /trop d’éléments/,
    ],
    [
      'an entry that unfolds two hundred times over',
      docxOf({ body: '', extra: [bomb(30 * 1024 * 1024)] }),
      /trop volumineux/,
    ],
    [
      'parts just under the size from which each is measured',
      docxOf({
        body: '',
        extra: Array.from({ length: 94 }, (_, index) => entry(`word/x${index}.xml`, `<a>${' '.repeat(1_000_000)}</a>`)),
      }),
      /trop volumineux/,
    ],
    [
      'more elements than anybody writes, in many parts',
      docxOf({
        body: '',
        extra: Array.from({ length: 9 }, (_, index) => entry(`word/x${index}.xml`, noisy('<b/>', 45_000))),
      }),
      /trop chargé/,
    ],
    ['content types without end', contentTypesOf(420_000), /trop chargé|trop volumineux/],
    ['a paragraph of two million letters', docxOf({ body: p(words(2_000_001)) }), /démesurément long/],
    [
      'a paragraph of two million letters in many runs',
      docxOf({ body: `<w:p>${`<w:r><w:t>${words(400)}</w:t></w:r>`.repeat(5_000)}</w:p>` }),
      /démesurément long|trop volumineux/,
    ],
    ['an encrypted entry', patched((bytes, at) => bytes.writeUInt16LE(1, at + 8)), /mot de passe/],
    ['a wrong checksum', patched((bytes, at) => bytes.writeUInt32LE(1, at + 16)), /abîmé/],
    ['a size that lies', patched((bytes, at) => bytes.writeUInt32LE(10, at + 24)), /trop volumineux|abîmé/],
    ['an unknown compression', patched((bytes, at) => bytes.writeUInt16LE(99, at + 10)), /abîmé/],
    ['an offset out of the file', patched((bytes, at) => bytes.writeUInt32LE(0x7fffffff, at + 42)), /abîmé/],
  ])('%s', (_, bytes, sentence) => expect(refusalOf(bytes)).toMatch(sentence));

  test('text under a .docx name gets the sentence of the contract', () =>
    expect(refusalOf(Buffer.from('x'))).toBe(NOT_DOCX));

  test('entries that share their bytes are refused: they unfold without end', () => {
    const one = entry('word/a.xml', 'a'.repeat(100));
    const archive = docxOf({ body: '', extra: [one, entry('word/b.xml', 'b')] });
    const first = archive.indexOf('word/a.xml') - 30;
    const second = archive.lastIndexOf('word/b.xml') - 46;
    archive.writeUInt32LE(first, second + 42);
    expect(refusalOf(archive)).toMatch(/abîmé/);
  });
});

test('a header that declares ten bytes never lets a gigabyte out', () => {
  const huge = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
  const before = process.memoryUsage().rss;
  expect(() => inflate({ name: 'a', method: 8, crc: 0, size: 10, compressed: huge })).toThrow(/too-large/);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('random damage is always a refusal, never a crash', () => {
  let seed = 42;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  for (let turn = 0; turn < 600; turn += 1) {
    const bytes = Buffer.from(good);
    for (let flips = 0; flips < 1 + random() * 8; flips += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    try {
      openDocx(random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(NotDocx);
    }
  }
});
