import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DocxParts, docxOf, entry, p } from '../../test/docx.maker.ts';
import { NotDocx, openDocx, readXml } from './docx.ts';
import { forConverter } from './sanitize.ts';
import { BadXml, parseXml } from './xml.ts';
import { inflate, readZip, type ZipEntry } from './zip.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('points')]);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file:///etc/logo.png"/></svg>';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
};
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
/** A metafile with these records between its first and its last. MS-EMF 2.3 */
const emf = (...records: Buffer[]): Buffer =>
  Buffer.concat([
    numbers(1, 88),
    Buffer.alloc(32),
    Buffer.from(' EMF'),
    Buffer.alloc(44),
    ...records,
    numbers(14, 20, 0, 16, 20),
  ]);
const comment = (identifier: string, data: Buffer): Buffer =>
  Buffer.concat([numbers(70, 16 + padded(data).length, 4 + data.length), Buffer.from(identifier), padded(data)]);
/** An object of EMF+ of this kind. MS-EMFPLUS 2.3.5.1 */
const object = (kind: number, data: Buffer, continued = false): Buffer =>
  Buffer.concat([
    numbers((0x4008 | (((kind << 8) | (continued ? 0x8000 : 0)) << 16)) >>> 0, 12 + padded(data).length, data.length),
    padded(data),
  ]);
const bitmap = (bytes: Buffer): Buffer => Buffer.concat([numbers(0xdbc01001, 1, 1, 1, 4, 0, 1), bytes]);
/** A metafile of Windows. MS-WMF 2.3 */
const wmf = (...records: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('d7cdc69a', 'hex'),
    Buffer.alloc(18),
    Buffer.from('010009000003', 'hex'),
    Buffer.alloc(12),
    ...records,
    Buffer.from('030000000000', 'hex'),
  ]);

const link = (id: string, type: string, target: string, mode = 'External'): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`;
const cleaned = (parts: DocxParts): Map<string, ZipEntry> =>
  new Map(readZip(forConverter(openDocx(docxOf(parts)))).map((one) => [one.name, one]));
const textOf = (parts: DocxParts, name = 'word/document.xml'): string => {
  const found = cleaned(parts).get(name);
  if (!found) return '';
  const xml = readXml(found);
  // Whatever is taken away, what is left is a document.
  parseXml(xml);
  return xml;
};
const relsOf = (relationships: string, extra: ZipEntry[] = []): string =>
  textOf({ body: p('x'), relationships, extra }, 'word/_rels/document.xml.rels');

describe('relationships', () => {
  test.each([
    ['a linked picture', link('r1', 'image', 'http://127.0.0.1:9/x.png')],
    ['a picture of the server', link('r1', 'image', 'file:///etc/passwd')],
    ['a picture of the server, as if in the archive', link('r1', 'image', 'file:///etc/passwd', '')],
    ['a picture of the server by its path', link('r1', 'image', '/etc/passwd', '')],
    ['a picture out of the archive', link('r1', 'image', '../../../etc/passwd', 'Internal')],
    ['an attached template', link('r1', 'attachedTemplate', 'http://intranet/x.dotx')],
    ['an OLE link', link('r1', 'oleObject', 'file:///etc/passwd')],
    ['a linked chunk', link('r1', 'aFChunk', 'http://127.0.0.1/x.html')],
    ['a chunk in the archive', link('r1', 'aFChunk', 'passwd.xml', '')],
    ['an address without its mode', link('r1', 'image', 'http://127.0.0.1/x.png', '')],
    ['an address in capitals', link('r1', 'image', 'HTTP://127.0.0.1/x.png', '')],
    ['an address written in entities', link('r1', 'image', '&#104;ttp://127.0.0.1/x.png', '')],
    ['a network share', link('r1', 'image', '\\\\server\\x.png')],
    ['a script behind a link', link('r1', 'hyperlink', 'javascript:alert(1)')],
    ['a file behind a link', link('r1', 'hyperlink', 'file:///etc/passwd')],
    ['another prefix', `<x:Relationship xmlns:x="y" Id="r1" Type="${OFFICE}/image" Target="http://127.0.0.1/x.png"/>`],
  ])('%s is taken away', (_, relationship) => {
    const rels = relsOf(relationship, [entry('word/passwd.xml', '<a/>')]);
    expect(rels).not.toMatch(/127\.0\.0\.1|passwd|intranet|server|javascript/);
  });
  test('a link that a person clicks and the inner parts stay', () => {
    const kept =
      link('r1', 'hyperlink', 'https://www.economie.gouv.fr') +
      link('r2', 'hyperlink', 'mailto:qualite@valorme.fr') +
      link('r3', 'styles', 'styles.xml', '') +
      link('r4', 'image', '/word/media/image1.png', '');
    const rels = relsOf(kept, [entry('word/styles.xml', '<a/>'), entry('word/media/image1.png', PNG)]);
    expect(rels).toContain(kept);
  });
});

describe('pictures are let through by what they are', () => {
  const isThere = (name: string, bytes: string | Buffer): boolean =>
    cleaned({ body: p('x'), extra: [entry(name, bytes)] }).has(name);
  test.each([
    ['PNG', PNG],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['GIF', Buffer.from('GIF89a…')],
    ['BMP', Buffer.from('BM……')],
    ['TIFF', Buffer.from('49492a0008', 'hex')],
    ['EMF', emf()],
    ['EMF with the later records', emf(comment('EMF+', object(5, bitmap(PNG))))],
    ['WMF', wmf()],
  ])('%s, whatever its name', (_, bytes) => {
    expect(isThere('word/media/image1.bin', bytes)).toBe(true);
  });
  test.each([
    ['an SVG', 'word/media/image1.svg', SVG],
    ['an SVG that calls itself PNG', 'word/media/image1.png', SVG],
    ['a compressed SVG', 'word/media/image1.png', gzipSync(SVG)],
    ['an SVG after blanks', 'word/media/image1.emf', `\ufeff \n<?xml version="1.0"?>${SVG}`],
    ['EPS', 'word/media/image1.eps', '%!PS-Adobe'],
    ['a PDF', 'word/media/image1.png', '%PDF-1.7'],
    ['a document in the document', 'word/embeddings/a.docx', docxOf({ body: p('x') })],
    ['a spreadsheet', 'word/embeddings/a.xlsx', Buffer.from('504b0304', 'hex')],
    ['a metafile that nobody can follow', 'word/media/a.emf', emf().subarray(0, 100)],
    ['another one', 'word/media/a.wmf', wmf().subarray(0, 30)],
  ])('%s is not', (_, name, bytes) => {
    expect(isThere(name, bytes)).toBe(false);
  });
  test.each<[string, Buffer]>([
    ['an SVG as a bitmap', emf(comment('EMF+', object(5, bitmap(Buffer.from(SVG)))))],
    ['one in several records', emf(comment('EMF+', object(5, bitmap(Buffer.from(SVG)), true)))],
    ['a metafile as an image', emf(comment('EMF+', object(5, numbers(0xdbc01001, 2, 1, 1, 1, 1, 1, 1))))],
    ['a brush made of a picture', emf(comment('EMF+', object(1, numbers(0xdbc01001, 2, 0))))],
    ['records that go beyond their comment', emf(comment('EMF+', numbers(0x05004008, 4_000, 0)))],
    ['several formats to choose from', emf(comment('GDIC', numbers(0x40000004, 0, 0, 0)))],
    ['a metafile as an escape', wmf(Buffer.from('070000002606' + '0f000400' + '574d4643', 'hex'))],
  ])('a metafile that hides %s is drawn without it', (_, bytes) => {
    const found = cleaned({ body: p('x'), extra: [entry('word/media/a.emf', bytes)] }).get('word/media/a.emf');
    const clean = found ? inflate(found) : Buffer.alloc(0);
    expect(clean).toHaveLength(bytes.length);
    expect(clean.includes('EMF+') || clean.includes('GDIC') || clean.includes(Buffer.from('26060f', 'hex'))).toBe(
      false,
    );
  });
  test('what is no XML is refused, whatever its name says', () => {
    for (const bytes of [
      gzipSync(SVG),
      Buffer.concat([gzipSync(SVG), Buffer.from('<a/>')]),
      '%!PS-Adobe <a/>',
      '<a/>x',
    ])
      expect(() =>
        cleaned({
          body: p('x'),
          relationships: '<Relationship Id="i" Type="http://x/image" Target="media/image1.xml"/>',
          extra: [entry('word/media/image1.xml', bytes)],
        }),
      ).toThrow(NotDocx);
  });
  test('nothing is drawn from a part, whatever points at it', () => {
    const extra = [entry('word/media/image1.xml', '<a/>')];
    const blip = '<a:blip xmlns:a="a" r:embed="r1"/><v:imagedata xmlns:v="v" r:id="r1"/><w:headerReference r:id="r1"/>';
    const text = textOf({
      body: `${blip}${p('x')}`,
      extra,
      relationships: link('r1', 'image', 'media/image1.xml', ''),
    });
    expect(text).not.toMatch(/embed|imagedata[^>]*r1/);
    expect(text).toContain('<w:headerReference r:id="r1"/>');
  });
  test('a picture whose name holds escapes stays, and so does what shows it', () => {
    const extra = [entry('word/media/image%201.png', PNG)];
    const parts = {
      body: `<a:blip xmlns:a="a" r:embed="r1"/>`,
      extra,
      relationships: link('r1', 'image', 'media/image%201.png', ''),
    };
    expect(textOf(parts)).toContain('r:embed="r1"');
    expect(textOf(parts, 'word/_rels/document.xml.rels')).toContain('image%201.png');
  });
  test('an SVG that calls itself XML is emptied', () => {
    const extra = [
      entry('customXml/item1.xml', `<x:svg${SVG.slice(4, -6).replace('xmlns=', 'xmlns:x=')}</x:svg>`),
      entry('word/a.xml', `<!-- <svg --><a>${SVG}</a>`),
    ];
    expect(textOf({ body: p('x'), extra }, 'word/a.xml')).toBe(`${DECLARATION}<a></a>`);
    const whole = cleaned({ body: p('x'), extra }).get('customXml/item1.xml');
    expect(whole && inflate(whole).toString()).toBe(DECLARATION);
  });
  test('a font is one by its first bytes, and nothing but the table of fonts points at it', () => {
    const key = '{0A1B2C3D-0000-1111-2222-333344445555}';
    const mask = Buffer.from(key.replace(/[^0-9A-F]/gi, ''), 'hex').reverse();
    const masked = (plain: string): Buffer =>
      Buffer.from(
        Buffer.from(plain.padEnd(64), 'latin1').map((byte, at) => (at < 32 ? byte ^ (mask[at % 16] ?? 0) : byte)),
      );
    const extra = [
      entry('word/fonts/font1.odttf', masked('\u0000\u0001\u0000\u0000')),
      entry('word/fonts/font2.odttf', masked('<svg xmlns')),
      entry(
        'word/fontTable.xml',
        `<w:fonts xmlns:w="w" xmlns:r="r"><w:font><w:embedRegular r:id="f1" w:fontKey="${key}"/><w:embedBold r:id="f2" w:fontKey="${key}"/></w:font></w:fonts>`,
      ),
      entry(
        'word/_rels/fontTable.xml.rels',
        `<Relationships>${link('f1', 'font', 'fonts/font1.odttf', '')}${link('f2', 'font', 'fonts/font2.odttf', '')}</Relationships>`,
      ),
    ];
    const override =
      '<Override PartName="/word/fontTable.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml"/>';
    const relationships = link('r1', 'image', 'fonts/font1.odttf', '');
    const parts = cleaned({ body: p('x'), extra, override, relationships });
    expect(parts.has('word/fonts/font1.odttf')).toBe(true);
    expect(parts.has('word/fonts/font2.odttf')).toBe(false);
    const read = (name: string): string => readXml(parts.get(name) as ZipEntry);
    expect(read('word/_rels/fontTable.xml.rels')).toMatch(/f1(?!.*f2)/);
    expect(read('word/_rels/document.xml.rels')).not.toContain('font1');
    // A table that also draws is none.
    const drawing = extra.map((one) =>
      one.name === 'word/fontTable.xml'
        ? entry(one.name, inflate(one).toString().replace('</w:fonts>', '<a:blip xmlns:a="a" r:embed="f1"/></w:fonts>'))
        : one,
    );
    expect(cleaned({ body: p('x'), extra: drawing, override }).has('word/fonts/font1.odttf')).toBe(false);
  });
});

describe('the text of the parts', () => {
  test.each([
    ['a linked picture', '<a:blip xmlns:a="a" r:link="r9"/>'],
    ['under another prefix', `<a:blip xmlns:a="a" xmlns:q="${OFFICE}" q:link="r9"/>`],
    ['in VML', '<v:imagedata xmlns:v="v" xmlns:o="o" src="http://127.0.0.1/r9" o:href="http://127.0.0.1/r9"/>'],
    ['a picture that borrows an ordinary link', '<a:blip xmlns:a="a" r:embed="r9"/>'],
    ['VML that borrows one', '<v:imagedata xmlns:v="v" r:id="r9"/>'],
    ['a chunk', '<w:altChunk r:id="r9"/>'],
    ['an object', '<o:OLEObject xmlns:o="o" Type="Link" r:id="r9"/>'],
    ['an SVG beside its PNG', '<asvg:svgBlip xmlns:asvg="s" r:embed="r9"/>'],
  ])('%s gets no address', (_, drawing) => {
    const relationships = link('r9', 'hyperlink', 'http://169.254.169.254/');
    expect(textOf({ body: `<w:p><w:r>${drawing}</w:r></w:p>`, relationships })).not.toMatch(/r9|127\.0\.0\.1/);
  });
  test('a link that a person clicks keeps its own', () => {
    const relationships = link('r9', 'hyperlink', 'https://www.economie.gouv.fr');
    const body = `<w:p><w:hyperlink r:id="r9">${'<w:r><w:t>lien</w:t></w:r>'}</w:hyperlink></w:p>`;
    expect(textOf({ body, relationships })).toContain('r:id="r9"');
  });
});

describe('fields', () => {
  const run = (content: string): string => `<w:r>${content}</w:r>`;
  const mark = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
  const code = (text: string): string => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`);
  const said = (text: string): string => run(`<w:t>${text}</w:t>`);
  const field = (...codes: string[]): string =>
    `<w:p>${mark('begin')}${codes.join('')}${mark('separate')}${said('résultat')}${mark('end')}</w:p>`;
  const FETCHES = /INCLUDE|DDE|LINK |DATABASE|FILENAME|127|UDEPICTURE/;

  test.each([
    ['a picture', field(code(' INCLUDEPICTURE "http://127.0.0.1/x.png" \\d '))],
    ['in small letters', field(code('includepicture "http://127.0.0.1/x.png"'))],
    ['cut in two', field(code(' INCL'), code('UDEPICTURE "http://127.0.0.1/x.png"'))],
    ['a text', field(code('INCLUDETEXT "file:///etc/passwd127"'))],
    ['DDE', field(code('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc127"'))],
    ['a link to a spreadsheet', field(code(' LINK Excel.Sheet.12 "c:\\\\127.xlsx"'))],
    ['a database', field(code(' DATABASE \\d "127"'))],
    ['the path of the file', field(code(' FILENAME \\p '))],
    ['a file behind a link', field(code(' HYPERLINK "file:///etc/127"'))],
    [
      'one field in the code of another',
      field(
        code(' INCLUDEPICTURE "'),
        mark('begin'),
        code(' MERGEFIELD a127 '),
        mark('separate'),
        said('127'),
        mark('end'),
        code('"'),
      ),
    ],
    [
      'half of it for other readers',
      field(
        `<mc:AlternateContent><mc:Choice Requires="zz">${code('PAGE ')}</mc:Choice><mc:Fallback>${code('INCLUDEPICTURE "127"')}</mc:Fallback></mc:AlternateContent>`,
      ),
    ],
    ['half of it deleted', field(`<w:del>${code('PAGE ')}</w:del>`, code('INCLUDEPICTURE "127"'))],
    [
      'half of it in another namespace',
      field(run('<x:instrText xmlns:x="urn:x">PAGE </x:instrText>'), code('INCLUDEPICTURE "127"')),
    ],
    [
      'the prefix taken for another namespace',
      field(`<w:r xmlns:w="urn:x"><w:instrText>PAGE </w:instrText></w:r>`, code('INCLUDEPICTURE "127"')),
    ],
    [
      'half of it outside a run',
      `<w:p>${mark('begin')}<w:instrText>PAGE </w:instrText>${code('INCLUDEPICTURE "127"')}${mark('separate')}${said('résultat')}${mark('end')}</w:p>`,
    ],
    ['without an end', `<w:p>${mark('begin')}${code('INCLUDEPICTURE "127"')}</w:p>`],
    [
      'a simple field',
      `<w:p><w:fldSimple w:instr=" INCLUDEPICTURE &quot;http://127.0.0.1/&quot;">${said('résultat')}</w:fldSimple></w:p>`,
    ],
    [
      'a simple field of another prefix',
      `<w:p><w:fldSimple xmlns:q="http://schemas.openxmlformats.org/wordprocessingml/2006/main" q:instr="INCLUDETEXT 127">${said('résultat')}</w:fldSimple></w:p>`,
    ],
  ])('%s is a field no more, its result stays', (_, body) => {
    const text = textOf({ body });
    expect(text).not.toMatch(FETCHES);
    if (body.includes('résultat')) expect(text).toContain('résultat');
  });
  test.each([
    ' PAGE ',
    'NUMPAGES',
    ' REF nom \\h',
    '= 1 + 1',
    ' HYPERLINK "https://www.economie.gouv.fr"',
    ' HYPERLINK \\l "ancre"',
  ])('%j is computed from the document: it stays one', (text) => {
    const named = '<w:bookmarkStart w:id="1" w:name="Nom"/><w:bookmarkEnd w:id="1"/>';
    expect(textOf({ body: `${named}${field(code(text))}` })).toContain(code(text));
  });
  test('a table of contents keeps its lines, whose page references are computed', () => {
    const body = `<w:p>${mark('begin')}${code(' TOC \\o "1-3" ')}${mark('separate')}${said('Identité')}${mark('begin')}${code(' PAGEREF _Toc1 ')}${mark('separate')}${said('9')}${mark('end')}</w:p><w:p>${mark('end')}</w:p>`;
    const there = textOf({ body: `<w:p><w:bookmarkStart w:id="1" w:name="_Toc1"/></w:p>${body}` });
    expect(there).not.toContain('TOC \\o');
    expect(there).toContain('PAGEREF');
    expect(there.match(/fldChar /g)).toHaveLength(3);
    // Its heading is gone, with its bookmark: the converter would print an error in the place of the page.
    const gone = textOf({ body });
    expect(gone).not.toContain('PAGEREF');
    expect(gone).toContain('9');
  });
  test('an attribute written twice, which readers would take differently, is refused', () => {
    const twice = '<w:fldChar xmlns:x="urn:x" x:fldCharType="end" w:fldCharType="begin"/>';
    expect(() => cleaned({ body: `<w:p>${run(twice)}</w:p>` })).toThrow(BadXml);
  });
  test('fields nested without end are refused', () => {
    expect(() => cleaned({ body: `<w:p>${mark('begin').repeat(60)}</w:p>` })).toThrow(BadXml);
  });
});
