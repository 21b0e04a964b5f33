import { describe, expect, test } from 'vitest';
import { body, DATA, errorsOf, textOf } from '../../test/docx.filling.ts';
import { docxOf, entry, p } from '../../test/docx.maker.ts';
import { compileTemplate } from './compile.ts';
import { openDocx, readXml } from './docx.ts';
import { fillTemplate } from './fill.ts';
import { readZip } from './zip.ts';

describe('every place a tag can stand', () => {
  const drawing = (id: number, descr: string) =>
    `<w:p><w:r><w:drawing><wp:inline xmlns:wp="wp"><wp:docPr id="${id}" name="Image" descr='${descr}'/></wp:inline></w:drawing></w:r></w:p>`;
  test('an alternative text, one for each item, in one line, whatever the quotes', () => {
    const filled = body(
      p('{{#liste}}') + drawing(7, 'Photo de {{nom}}') + p('{{/liste}}') + drawing(8, '{{lignes}} {{piege}}'),
    );
    expect(filled.match(/descr='([^']*)'/g)).toEqual([
      "descr='Photo de Aqua'",
      "descr='Photo de Glycerin'",
      "descr='un deux trois A &amp; B &lt;c&gt; &quot;d&quot; ]]&gt;'",
    ]);
    // The second is another drawing.
    expect(new Set(filled.match(/docPr id="\d+"/g)).size).toBe(3);
  });
  test('names that every object has are names of elements and of filters like others', () => {
    const odd = '<w:constructor descr="{{ph}}"/><w:toString>{{ph}}</w:toString>';
    const compiled = compileTemplate(openDocx(docxOf({ body: drawing(9, 'x') + odd + p('{{ph | constructor}}') })));
    expect(compiled.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('n’est pas un filtre\u00a0: ceux qui existent'),
    ]);
    expect(JSON.stringify(compiled.errors)).not.toContain('native code');
    expect(compiled.unreached).toEqual([]);
  });
  test('the address of a link, by its characters or as a whole, never another kind of address', () => {
    const relationship = (id: string, target: string) =>
      `<Relationship Id="${id}" Type="hyperlink" TargetMode="External" Target="${target}"/>`;
    const docx = openDocx(
      docxOf({
        body: p('x'),
        relationships:
          relationship('a', 'https://x.fr/%7b%7Bnom_commercial%7d%7d?ph={{ph}}') +
          relationship('b', '{{site}}') +
          relationship('c', '{{piege_web}}'),
      }),
    );
    const data = { ...DATA, site: 'https://valorme.fr/é?a=1&b=2', piege_web: 'javascript:alert(1)' };
    const filled = readZip(fillTemplate(docx, compileTemplate(docx), data));
    const rels = filled.find(({ name }) => name === 'word/_rels/document.xml.rels');
    const targets = Array.from((rels ? readXml(rels) : '').matchAll(/Target="([^"]*)"/g), ([, target]) => target);
    expect(targets).toEqual([
      'https://x.fr/Cr%C3%A8me%20%C3%89clat?ph=5%2C5',
      'https://valorme.fr/%C3%A9?a=1&amp;b=2',
      'javascript%3Aalert(1)',
    ]);
  });
  test('the properties of the document, and comments', () => {
    const core = entry(
      'docProps/core.xml',
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>{{nom_commercial}}</dc:title><dc:subject>pH {{ph}}</dc:subject></cp:coreProperties>',
    );
    const comments = entry(
      'word/comments.xml',
      `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="1">${p('{{ph}}')}</w:comment></w:comments>`,
    );
    const override =
      '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/>';
    const docx = openDocx(docxOf({ body: p('x'), override, extra: [core, comments] }));
    // What a comment says is not what the document says.
    expect([docx.textParts, docx.comments].map((parts) => parts.map(({ label }) => label))).toEqual([
      ['Corps du document'],
      ['Commentaires'],
    ]);
    const filled = readZip(
      fillTemplate(docx, compileTemplate(docx), DATA, {
        properties: { title: 'Autre', created: '2026-01-01T00:00:00.000Z' },
      }),
    );
    const of = (name: string): string => {
      const found = filled.find((one) => one.name === name);
      return found ? readXml(found) : '';
    };
    expect(of('docProps/core.xml')).toContain('<dc:title>Crème Éclat</dc:title><dc:subject>pH 5,5</dc:subject>');
    expect(of('docProps/core.xml')).toContain('2026-01-01T00:00:00Z');
    expect(of('word/comments.xml')).toContain('5,5');
  });
  test('CDATA is text like any other', () => {
    expect(textOf(body('<w:p><w:r><w:t><![CDATA[{{piege}} & <{{ph}}>]]></w:t></w:r></w:p>'))).toBe(
      'A &amp; B &lt;c&gt; &quot;d&quot; ]]&gt; &amp; &lt;5,5&gt;¶',
    );
  });
  test('what nothing fills is told with its place: an equation, the code of a field, a chart', () => {
    const chart = entry('word/charts/chart1.xml', '<c:chart xmlns:c="c"><a:t xmlns:a="a">{{ph}}</a:t></c:chart>');
    const content = `<w:p><m:oMath xmlns:m="m"><m:r><m:t>{{ph}}</m:t></m:r></m:oMath><w:r><w:instrText>HYPERLINK "{{ph}}"</w:instrText></w:r><w:fldSimple w:instr="QUOTE {{ph}}"/></w:p>`;
    const override =
      '<Override PartName="/word/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/>';
    const { unreached } = compileTemplate(openDocx(docxOf({ body: content, override, extra: [chart] })));
    expect(unreached.map(({ message }) => /dans (un[^:\u00a0]*)/.exec(message)?.[1]?.trim())).toEqual([
      'une équation',
      'un code de champ',
      'un code de champ',
      'un graphique',
    ]);
  });
  test('a section in an alternative text is refused where it stands', () => {
    const [error] = errorsOf(drawing(1, '{{#liste}}{{nom}}{{/liste}}'));
    expect(error).toMatchObject({ code: 'bad-section', tag: '{{#liste}}' });
  });
  test('what a document has once is given another number in each turn: both ends of a bookmark the same', () => {
    const block =
      '<w:p w14:paraId="1A2B3C4D" xmlns:w14="w14"><w:bookmarkStart w:id="4" w:name="ici"/><w:r><w:t>{{nom}}</w:t></w:r><w:bookmarkEnd w:id="4"/></w:p>';
    const filled = body(p('{{#liste}}') + block + p('{{/liste}}'));
    const of = (rule: RegExp) => Array.from(filled.matchAll(rule), ([, value]) => value);
    const [first, second] = of(/bookmarkStart w:id="(\d+)"/g);
    expect([first, of(/bookmarkEnd w:id="(\d+)"/g)]).toEqual(['4', ['4', second]]);
    expect(second).not.toBe('4');
    const [, name] = of(/w:name="([^"]+)"/g);
    expect(name).toMatch(/^ici_\d+$/);
    const [, paragraph = ''] = of(/paraId="([^"]+)"/g);
    expect(paragraph).toMatch(/^[0-7][0-9A-F]{7}$/);
    expect(paragraph).not.toBe('1A2B3C4D');
  });
  test('an empty content control in a line stays in its line', () => {
    const control = '<w:p><w:sdt><w:sdtContent></w:sdtContent></w:sdt><w:r><w:t>{{#rien}}x{{/rien}}</w:t></w:r></w:p>';
    expect(body(control)).toContain('<w:sdtContent></w:sdtContent>');
  });
});

describe('pictures', () => {
  const frame = (alternative: string) =>
    `<w:p><w:r><w:drawing xmlns:wp="wp" xmlns:a="a" xmlns:pic="pic"><wp:inline><wp:extent cx="2000000" cy="1000000"/><wp:docPr id="3" name="Image 3" descr="${alternative}"/><a:graphic><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="x" descr="${alternative}"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId9"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="1000000"/></a:xfrm></pic:spPr></pic:pic></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const docx = openDocx(
    docxOf({
      body: frame('{{image : photo}}') + frame('{{image : etiquette}}') + frame('un logo') + frame('{{image : photo}}'),
      relationships: '<Relationship Id="rId9" Type="image" Target="media/image1.png"/>',
    }),
  );
  /** 400 × 100, by its header alone. */
  const wide = Buffer.alloc(40);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(wide);
  wide.writeUInt32BE(400, 16);
  wide.writeUInt32BE(100, 20);
  const fillWith = (pictures: Map<string, { bytes: Buffer; name: string }> | null) => {
    const filled = readZip(fillTemplate(docx, compileTemplate(docx), {}, { pictures }));
    const of = (name: string): string => {
      const found = filled.find((one) => one.name === name);
      return found ? readXml(found) : '';
    };
    return {
      xml: of('word/document.xml'),
      rels: of('word/_rels/document.xml.rels'),
      types: of('[Content_Types].xml'),
      names: filled.map(({ name }) => name),
    };
  };
  test('the one of the product stands in the frame, whole and undistorted, told by its name', () => {
    const template = compileTemplate(docx);
    expect([template.errors, template.pictures]).toEqual([[], ['photo', 'etiquette']]);
    const { xml, rels, types, names } = fillWith(new Map([['photo', { bytes: wide, name: 'Photo "A & B".png' }]]));
    expect(xml.match(/<wp:extent[^>]*>/g)).toEqual([
      '<wp:extent cx="2000000" cy="500000"/>',
      '<wp:extent cx="2000000" cy="1000000"/>',
      '<wp:extent cx="2000000" cy="500000"/>',
    ]);
    expect(xml.match(/r:embed="[^"]*"/g)).toEqual([
      'r:embed="rIdDiplo-photo"',
      'r:embed="rId9"',
      'r:embed="rIdDiplo-photo"',
    ]);
    expect(xml).toContain('descr="Photo &quot;A &amp; B&quot;.png"');
    expect(new Set(xml.match(/<wp:docPr[^>]*?id="\d+"/g)).size).toBe(3);
    expect(rels).toContain('Id="rIdDiplo-photo"');
    expect(rels).toContain('Target="/word/media/diplo-photo.png"');
    expect(types).toContain('<Default Extension="png" ContentType="image/png"/>');
    expect(names.filter((name) => name.includes('diplo'))).toEqual(['word/media/diplo-photo.png']);
  });
  test('without any, the frames keep what the template shows; a file that is none leaves its frame empty', () => {
    expect(fillWith(null).xml.match(/<w:drawing/g)).toHaveLength(4);
    expect(
      fillWith(new Map([['photo', { bytes: Buffer.from('<svg/>'), name: 'x' }]])).xml.match(/<w:drawing/g),
    ).toHaveLength(1);
  });
  test('the tag of a picture in a text is told', () => {
    expect(errorsOf(p('{{image : photo}}'))[0]).toMatchObject({ code: 'bad-place' });
  });
});
