import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { NOT_DOCX } from '#shared/templates/template.contract.ts';
import { docxOf, entry, p } from '../../test/docx.maker.ts';
import { NotDocx, openDocx } from './docx.ts';
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
    [
      'a DOCTYPE',
      docxOf({ body: '', extra: [entry('word/x.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')] }),
      /abîmé/,
    ],
    [
      'an external entity',
      docxOf({ body: '', extra: [entry('word/x.xml', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x"><a/>')] }),
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
    ['a paragraph of a million letters', docxOf({ body: p(words(1_000_001)) }), /démesurément long/],
    [
      'a paragraph of a million letters in many runs',
      docxOf({ body: `<w:p>${`<w:r><w:t>${words(400)}</w:t></w:r>`.repeat(2_500)}</w:p>` }),
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
