import { describe, expect, test } from 'vitest';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import { cell, type DocxParts, docxOf, entry, p, row, table } from '../../test/docx.maker.ts';
import { compileTemplate } from './compile.ts';
import { unknownTags } from './diagnose.ts';
import { openDocx, readXml } from './docx.ts';
import { fillTemplate } from './fill.ts';
import { TooLarge } from './output.ts';
import { parseXml } from './xml.ts';
import { inflate, readZip } from './zip.ts';

const DATA: TemplateData = {
  nom_commercial: 'Crème Éclat',
  ph: '5,5',
  vide: '',
  piege: 'A & B <c> "d" ]]>',
  lignes: 'un\ndeux\ttrois',
  controle: 'a\u0000b\u000bc\ud800d',
  balise: '{{nom_commercial}}<w:p/>',
  liste: [
    { numero: '1', nom: 'Aqua' },
    { numero: '2', nom: 'Glycerin' },
  ],
  rien: [],
  statut: 'Validé',
  date_validation: '01/03/2026',
  plomb: '< 0,5',
  dose: '1 200,456 mg/kg',
  mesures: [
    { nom: 'éthanol', taux: '2,50 %' },
    { nom: 'Zinc', taux: '10,00 %' },
    { nom: 'eau', taux: '' },
  ],
};

function fill(parts: DocxParts, part = 'word/document.xml'): string {
  const docx = openDocx(docxOf(parts));
  const template = compileTemplate(docx);
  expect(template.errors).toEqual([]);
  const filled = readZip(fillTemplate(docx, template, DATA));
  const found = filled.find((one) => one.name === part);
  if (!found) throw new Error(`no ${part}`);
  const xml = readXml(found);
  // Whatever was filled in, Word must be able to open it.
  parseXml(xml);
  return xml;
}
const body = (content: string): string => fill({ body: content }).replace(/^.*<w:body>|<\/w:body>.*$/gs, '');
const textOf = (xml: string): string =>
  xml
    .replace(/<w:br\/>/g, '⏎')
    .replace(/<w:tab\/>/g, '⇥')
    .replace(/<\/w:p>/g, '¶')
    .replace(/<[^>]+>/g, '');
const errorsOf = (content: string) => compileTemplate(openDocx(docxOf({ body: content }))).errors;

describe('values', () => {
  test('a tag becomes its value, the text around it stays', () => {
    expect(textOf(body(p('pH : {{ph}}.')))).toBe('pH : 5,5.¶');
  });
  test('spaces, no-break spaces and invisible characters inside the braces do not matter', () => {
    expect(textOf(body(p('{{ ph }}{{\u00a0ph\u202f}}{{p\u200bh}}')))).toBe('5,55,55,5¶');
  });
  test('an empty value and an unknown one print as nothing', () => {
    expect(textOf(body(p('[{{vide}}][{{inconnu}}]')))).toBe('[][]¶');
  });
  test('special characters of a value are text, never XML', () => {
    expect(body(p('{{piege}}'))).toContain('A &amp; B &lt;c&gt; &quot;d&quot; ]]&gt;');
  });
  test('line breaks and tabs of a value become those of Word', () => {
    expect(textOf(body(p('{{lignes}}')))).toBe('un⏎deux⇥trois¶');
  });
  test('control characters and broken characters of a value are dropped', () => {
    expect(textOf(body(p('{{controle}}')))).toBe('abc\ufffdd¶');
  });
  test('a value that looks like a tag or like XML is printed as it is', () => {
    expect(textOf(body(p('{{balise}}')))).toBe('{{nom_commercial}}&lt;w:p/&gt;¶');
  });
  test('single braces are ordinary text', () => {
    expect(textOf(body(p('{ph} et } ou {')))).toBe('{ph} et } ou {¶');
  });
});

describe('tags that Word has cut', () => {
  const cut =
    '<w:p><w:r><w:t xml:space="preserve">Nom : {{</w:t></w:r><w:proofErr w:type="spellStart"/><w:bookmarkStart w:id="1" w:name="x"/><w:r w:rsidR="00A1"><w:rPr><w:b/></w:rPr><w:t>nom_</w:t></w:r><w:r><w:rPr><w:b/><w:lang w:val="en-US"/></w:rPr><w:lastRenderedPageBreak/><w:t>commercial</w:t></w:r><w:proofErr w:type="spellEnd"/><w:r><w:t>}} fin</w:t></w:r></w:p>';
  test('are found across runs, spelling marks and bookmarks', () => {
    expect(textOf(body(cut))).toBe('Nom : Crème Éclat fin¶');
  });
  test('keep the formatting of the run where their name begins', () => {
    expect(body(cut)).toMatch(/<w:rPr><w:b\/><\/w:rPr><w:t xml:space="preserve">Crème Éclat<\/w:t>/);
  });
  test('leave no empty run and no spelling mark behind', () => {
    const filled = body(
      '<w:p><w:r><w:t>{{</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:t>ph</w:t></w:r><w:proofErr w:type="spellEnd"/><w:r><w:t>}}</w:t></w:r></w:p>',
    );
    expect(filled).toBe('<w:p><w:r><w:t xml:space="preserve">5,5</w:t></w:r></w:p>');
  });
  test('are found when cut between every letter', () => {
    const letters = [...'{{ph}}'].map((letter) => `<w:r><w:t>${letter}</w:t></w:r>`).join('');
    expect(textOf(body(`<w:p>${letters}</w:p>`))).toBe('5,5¶');
  });
  test('are read through entities', () => {
    expect(textOf(body(p('&#123;&#x7b;ph}} &amp; {{ph}}')))).toBe('5,5 &amp; 5,5¶');
  });
  test('are found in tracked insertions, links and content controls, not in deletions', () => {
    const filled = body(
      `<w:p><w:ins w:id="1"><w:r><w:t>{{ph}}</w:t></w:r></w:ins><w:del w:id="2"><w:r><w:delText>{{ph}}</w:delText></w:r></w:del><w:hyperlink r:id="x"><w:r><w:t>{{ph}}</w:t></w:r></w:hyperlink></w:p><w:sdt><w:sdtContent>${p('{{ph}}')}</w:sdtContent></w:sdt>`,
    );
    expect(filled.match(/5,5/g)).toHaveLength(3);
    expect(filled).toContain('<w:delText>{{ph}}</w:delText>');
  });
});

describe('places', () => {
  test('headers, footers and footnotes are filled', () => {
    const parts = {
      body: p('x'),
      header: p('{{ph}}'),
      footer: p('{{ph}}'),
      footnotes: `<w:footnote w:id="1">${p('{{ph}}')}</w:footnote>`,
    };
    for (const part of ['header', 'footer', 'footnotes']) expect(fill(parts, `word/${part}.xml`)).toContain('5,5');
  });
  test('text boxes are filled in both of their forms', () => {
    const box = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx><w:txbxContent>${p('{{ph}}')}</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${p('{{ph}}')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>{{ph}}</w:t></w:r></w:p>`;
    expect(body(box).match(/5,5/g)).toHaveLength(3);
  });
  test('another prefix than w is understood', () => {
    const xml = `<n:document xmlns:n="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><n:body><n:p><n:r><n:t>{{lignes}}</n:t></n:r></n:p></n:body></n:document>`;
    const plain = readZip(docxOf({ body: '' })).filter((one) => one.name !== 'word/document.xml');
    const docx = { ...openDocx(docxOf({ body: '' })), entries: [...plain, entry('word/document.xml', xml)] };
    docx.textParts = [{ entry: entry('word/document.xml', xml), label: 'Corps du document' }];
    const filled = readZip(fillTemplate(docx, compileTemplate(docx), DATA)).find(
      (one) => one.name === 'word/document.xml',
    );
    expect(filled && readXml(filled)).toContain('<n:t xml:space="preserve">un</n:t><n:br/>');
  });
  test('a part written in UTF-16 is read, and written back in UTF-8', () => {
    const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?><w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${p('É {{ph}}')}</w:hdr>`;
    const base = docxOf({ body: '', header: '' });
    const docx = openDocx(base);
    const utf16 = entry('word/header.xml', Buffer.from(xml, 'utf16le'));
    docx.entries = docx.entries.map((one) => (one.name === 'word/header.xml' ? utf16 : one));
    docx.textParts = [{ entry: utf16, label: 'En-tête' }];
    const filled = readZip(fillTemplate(docx, compileTemplate(docx), DATA)).find(
      (one) => one.name === 'word/header.xml',
    );
    expect(filled && readXml(filled)).toMatch(/encoding="UTF-8".*É 5,5/s);
  });
  test('entries without a tag are copied byte for byte, still compressed', () => {
    const picture = entry('word/media/image1.png', Buffer.alloc(50_000, 7));
    const before = docxOf({ body: p('{{ph}}'), extra: [picture] });
    const docx = openDocx(before);
    const after = readZip(fillTemplate(docx, compileTemplate(docx), DATA)).find((one) => one.name === picture.name);
    expect(after?.compressed.equals(picture.compressed)).toBe(true);
  });
});

describe('sections', () => {
  test('paragraphs between two tags are repeated, the lines of the tags go away', () => {
    expect(textOf(body(p('{{#liste}}') + p('{{numero}}. {{nom}}') + p('{{/liste}}')))).toBe('1. Aqua¶2. Glycerin¶');
  });
  test('a table row is repeated from one cell to another, its header is not', () => {
    const filled = body(table(row('N°', 'Nom'), row('{{#liste}}{{numero}}', '{{nom}}{{/liste}}')));
    expect(textOf(filled)).toBe('N°¶Nom¶1¶Aqua¶2¶Glycerin¶');
  });
  test('several rows are repeated together', () => {
    const filled = body(table(row('{{#liste}}{{numero}}'), row('{{nom}}{{/liste}}')));
    expect(textOf(filled)).toBe('1¶Aqua¶2¶Glycerin¶');
  });
  test('words inside one paragraph are repeated', () => {
    expect(textOf(body(p('Contient {{#liste}}{{nom}}, {{/liste}}etc.')))).toBe('Contient Aqua, Glycerin, etc.¶');
  });
  test('runs of different formatting are repeated with it', () => {
    const filled = body(
      '<w:p><w:r><w:t>{{#liste}}</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>{{nom}}</w:t></w:r><w:r><w:t>;{{/liste}}</w:t></w:r></w:p>',
    );
    expect(textOf(filled)).toBe('Aqua;Glycerin;¶');
    expect(filled.match(/<w:b\/>/g)).toHaveLength(2);
  });
  test('a text that is filled opens its section once, an empty one never', () => {
    expect(textOf(body(p('{{#ph}}pH {{ph}}{{/ph}}{{#vide}}non{{/vide}}{{#inconnu}}non{{/inconnu}}')))).toBe('pH 5,5¶');
  });
  test('an inverted section prints where there is nothing', () => {
    expect(textOf(body(p('{{^rien}}Aucun{{/rien}}{{^liste}}non{{/liste}}{{^vide}} vide{{/vide}}')))).toBe(
      'Aucun vide¶',
    );
  });
  test('sections nest, and an inner name hides the outer one', () => {
    expect(textOf(body(p('{{#ph}}') + p('{{#liste}}{{nom}} à {{ph}} {{/liste}}') + p('{{/ph}}')))).toBe(
      'Aqua à 5,5 Glycerin à 5,5 ¶',
    );
  });
  test('a cell, and a table, left without content stay what Word can open', () => {
    const emptied = body(table(`<w:tr>${cell(p('{{#rien}}') + p('x') + p('{{/rien}}'))}</w:tr>`));
    expect(emptied).toContain('<w:tc><w:p/></w:tc>');
    expect(body(table(row('{{#rien}}{{nom}}', 'y{{/rien}}')))).toContain('<w:tr><w:tc><w:p/></w:tc></w:tr>');
  });
  test('several blocks of one cell that all print nothing leave it a paragraph', () => {
    const block = (name: string) => p(`{{#${name}}}`) + p('x') + p(`{{/${name}}}`);
    expect(body(table(`<w:tr>${cell(block('rien') + block('vide'))}</w:tr>`))).toContain('<w:tc><w:p/></w:tc>');
    const rows = row('{{#rien}}{{nom}}', 'y{{/rien}}') + row('{{#vide}}a', 'b{{/vide}}');
    expect(body(table(rows))).toContain('<w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>');
  });
  test('a cell that ends with a table keeps a paragraph after it', () => {
    const inner = table(row('dedans'));
    expect(body(table(`<w:tr>${cell(p('{{#ph}}') + inner + p('{{/ph}}'))}</w:tr>`))).toMatch(
      /<\/w:tbl><w:p\/><\/w:tc>/,
    );
  });
  test('a page break beside a tag is not lost with it', () => {
    const end = '<w:p><w:r><w:t>{{/liste}}</w:t><w:br w:type="page"/></w:r></w:p>';
    expect(body(p('{{#liste}}') + p('{{nom}}') + end)).toContain('<w:br w:type="page"/>');
  });
  test('an empty text amid a tag, and the text of an equation, stay well formed', () => {
    const broken =
      '<w:p><w:r><w:t>{{</w:t></w:r><w:r><w:lastRenderedPageBreak/><w:t/></w:r><w:r><w:t>ph}}</w:t></w:r></w:p>';
    expect(textOf(body(broken))).toBe('5,5¶');
    expect(body('<w:p><m:r xmlns:m="m"><m:t>{{lignes}}</m:t></m:r></w:p>')).toContain('{{lignes}}');
  });
  test('a paragraph that holds a section break is never removed with its tag', () => {
    const filled = body(
      `<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:t>{{#liste}}</w:t></w:r></w:p>${p('{{nom}}')}${p('{{/liste}}')}`,
    );
    expect(filled).toContain('<w:sectPr/>');
  });
});

describe('what authors ask for', () => {
  test.each<[wish: string, written: string, printed: string]>([
    ['a default', '{{vide | sinon : non mesuré}} {{ph | sinon : non mesuré}}', 'non mesuré 5,5'],
    ['a default in French quotes, with a bar in it', '{{vide | sinon : « a | b »}}', 'a | b'],
    ['a date in words', '{{date_validation | format : j MMMM aaaa}}', '1er mars 2026'],
    ['a date as programs write it', '{{date_validation | format : EEEE dd/MM/yyyy}}', 'dimanche 01/03/2026'],
    ['a date that is none stays', '{{ph | format : jj/MM/aaaa}}', '5,5'],
    ['decimals', '{{ph | décimales : 2}} {{dose | decimales : 1}}', '5,50 1 200,5 mg/kg'],
    [
      'letters',
      '{{statut | majuscules}} {{statut | minuscules}} {{vide | sinon : abc | initiale}}',
      'VALIDÉ validé Abc',
    ],
    [
      'an equality, whatever the accents',
      '{{#statut = valide}}oui{{/statut}}{{^statut = valide}}non{{/statut}}',
      'oui',
    ],
    [
      'a comparison of numbers',
      '{{#ph > 5}}acide{{/ph}}{{#ph ≥ 5,6}}non{{/ph}}{{#ph <= 5,50}} juste{{/ph}}',
      'acide juste',
    ],
    ['a comparison of dates', '{{#date_validation < 02/03/2026}}avant{{/date_validation}}', 'avant'],
    ['another unit is not compared', '{{#dose > 1 g}}non{{/dose}}{{#dose > 1000 mg/kg}}oui{{/dose}}', 'oui'],
    ['a difference', '{{#vide ≠ Oui}}pas oui{{/vide}}', 'pas oui'],
    [
      'a rank, a total, the last',
      '{{#liste}}{{@rang}}/{{@total}} {{nom}}{{^@dernier}} ; {{/@dernier}}{{/liste}}',
      '1/2 Aqua ; 2/2 Glycerin',
    ],
    ['a separator', '{{#liste | séparateur : « , »}}{{nom}}{{/liste}}', 'Aqua,Glycerin'],
    ['an order of texts', '{{#mesures | trier : nom | séparateur : " "}}{{nom}}{{/mesures}}', 'eau éthanol Zinc'],
    [
      'an order of numbers, the empty last',
      '{{#mesures | trier : taux décroissant}}{{nom}} {{/mesures}}',
      'Zinc éthanol eau ',
    ],
    ['a number of items, and a sum', '{{mesures | nombre}} : {{mesures | somme : taux}}', '3 : 12,50'],
    ['braces', 'Écrivez \\{{ph}} pour {{ph}}', 'Écrivez {{ph}} pour 5,5'],
    ['nothing is run', '{{vide | sinon : {ph} <b>}}', '{ph} &lt;b&gt;'],
  ])('%s', (_, written, printed) => {
    const escaped = written.replaceAll('<', '&lt;');
    expect(textOf(body(p(escaped))).replace(/[\u202f\u00a0]/g, ' ')).toBe(`${printed}¶`);
  });
  test('rows that hold nothing but the tags of a section leave no empty row', () => {
    const filled = body(
      table(row('N°', 'Nom'), row('{{#liste}}', ''), row('{{numero}}', '{{nom}}'), row('', '{{/liste}}')),
    );
    expect(textOf(filled)).toBe('N°¶Nom¶1¶Aqua¶2¶Glycerin¶');
    expect(filled.match(/<w:tr>/g)).toHaveLength(3);
  });
  test.each<[string, string, string, RegExp]>([
    ['a filter of another engine', '{{ph | upper}}', 'unknown-filter', /vouliez-vous dire « majuscules »/],
    ['a slip of the hand', '{{ph | majuscule}}', 'unknown-filter', /vouliez-vous dire « majuscules »/],
    ['a filter that nobody knows', '{{ph | xyz}}', 'unknown-filter', /ceux qui existent sont sinon/],
    ['a form of date in another language', '{{ph | format : heure}}', 'bad-argument', /jj\/MM\/aaaa/],
    ['a comparison without a section', '{{ph > 5}}', 'bad-test', /\{\{#ph > 5\}\}…\{\{\/ph\}\}/],
    ['a comparison with nothing', '{{#ph = }}x{{/ph}}', 'bad-test', /à quoi comparer/],
    ['an order without a list', '{{ph | trier : nom}}', 'bad-argument', /avec #/],
    ['a program after a bar', '{{ph | constructor}}', 'unknown-filter', /constructor/],
  ])('%s is told, with what was meant', (_, written, code, message) => {
    const [error] = errorsOf(p(written.replaceAll('>', '&gt;')));
    expect(error).toMatchObject({ code, part: 'Corps du document' });
    expect(error?.message.replaceAll('\u00a0', ' ')).toMatch(message);
  });
  test('a column that the list has not, and a word of lists outside of them, are told', () => {
    const content = p('{{fichiers | somme : poids}}{{@rang}}{{#fichiers | trier : nom}}{{@rang}}{{/fichiers}}');
    const found = unknownTags(compileTemplate(openDocx(docxOf({ body: content }))));
    expect(found.map(({ tag }) => tag)).toEqual(['{{fichiers | somme : poids}}', '{{@rang}}']);
  });
});

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

describe('many rows', () => {
  test('a hundred thousand rows fill, in little memory', () => {
    const docx = openDocx(docxOf({ body: table(row('{{#liste}}{{numero}}', '{{nom}}', '{{ph}}{{/liste}}')) }));
    const liste = Array.from({ length: 100_000 }, (_, index) => ({ numero: String(index + 1), nom: 'Aqua & co' }));
    const before = process.memoryUsage().arrayBuffers;
    const filled = fillTemplate(docx, compileTemplate(docx), { liste, ph: '5,5' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    const part = readZip(filled).find(({ name }) => name === 'word/document.xml');
    if (!part) throw new Error('no document');
    const xml = inflate(part).toString('utf8');
    expect(xml.match(/Aqua &amp; co/g)).toHaveLength(100_000);
    expect(xml).toContain('<w:t xml:space="preserve">100000</w:t>');
  });
});

describe('broken tags', () => {
  test.each([
    ['an unclosed tag', p('avant {{nom_commercial après'), 'unclosed-tag'],
    ['a tag closed in another paragraph', p('{{nom') + p('commercial}}'), 'unclosed-tag'],
    ['a tag opened in another', p('{{nom {{ph}}'), 'unclosed-tag'],
    ['an empty name', p('{{ }}'), 'bad-name'],
    ['a program instead of a name', p('{{constructor.constructor("return process")()}}'), 'bad-name'],
    ['a filter of another engine', p('{{ph | upper}}'), 'unknown-filter'],
    ['a section that is not closed', p('{{#liste}} x'), 'unclosed-section'],
    ['a section that was not opened', p('x {{/liste}}'), 'unopened-section'],
    ['sections that cross', p('{{#a}}{{#b}}{{/a}}{{/b}}'), 'crossed-section'],
    [
      'sections that cross in one row',
      table(row('{{#liste}}{{nom}}', '{{/liste}}{{#rien}}', '{{/rien}}')),
      'crossed-section',
    ],
    [
      'a section that begins in a paragraph and ends in a text box of it',
      `<w:p><w:r><w:t>{{#liste}}</w:t></w:r><w:r><w:pict><w:txbxContent>${p('{{/liste}}')}</w:txbxContent></w:pict></w:r></w:p>`,
      'bad-section',
    ],
    [
      'a section that begins in a link and ends outside',
      '<w:p><w:hyperlink><w:r><w:t>{{#liste}}</w:t></w:r></w:hyperlink><w:r><w:t>{{/liste}}</w:t></w:r></w:p>',
      'bad-section',
    ],
  ])('%s is told', (_, content, code) => {
    expect(errorsOf(content).map((error) => error.code)).toContain(code);
  });
  test('each one says where it stands, in words its author can search for', () => {
    const [error] = errorsOf(p('Le nom commercial est {{nom_commercial sans fin'));
    expect(error).toMatchObject({
      part: 'Corps du document',
      context: 'Le nom commercial est {{nom_commercial sans fin',
    });
    expect(error?.message).toMatch(/n’est pas fermée/);
  });
  test('an item outside its list, and a list printed as a value, are told', () => {
    const found = unknownTags(
      compileTemplate(
        openDocx(docxOf({ body: p('Le {{date}} {{ingredients_lignes}} {{#fichiers}}{{date}}{{/fichiers}}') })),
      ),
    );
    expect(found.map((one) => one.message)).toEqual([
      expect.stringMatching(/dans une liste/),
      expect.stringMatching(/est une liste/),
    ]);
  });
  test.each<[string, string]>([
    ['thousands of unknown tags', p('{{inconnu_de_tous}}'.repeat(24_000))],
    ['a tag in a paragraph of thousands of runs', `<w:p>${'<w:r><w:t>{{ph}}</w:t></w:r>'.repeat(25_000)}</w:p>`],
    ['nothing but braces', p('{{'.repeat(400_000))],
    ['thousands of ampersands', p(`${'&amp;'.repeat(100_000)}{{x`)],
  ])('a template made of %s is told so, soon', (_, content) => {
    const from = performance.now();
    const template = compileTemplate(openDocx(docxOf({ body: content })));
    unknownTags(template);
    expect(template.errors.length).toBeGreaterThan(0);
    expect(template.errors.length).toBeLessThan(200);
    expect(performance.now() - from).toBeLessThan(5_000);
  });
  test('lists nested in lists stop before they fill the memory', () => {
    const name = '{{#liste}}';
    const docx = openDocx(docxOf({ body: p(`${name.repeat(4)}${'x'.repeat(200)}${'{{/liste}}'.repeat(4)}`) }));
    const many = { liste: Array.from({ length: 200 }, () => ({ nom: 'x' })) };
    expect(() => fillTemplate(docx, compileTemplate(docx), many)).toThrow(TooLarge);
  });
  test('all of them are told, not the first', () => {
    expect(errorsOf(p('{{a') + p('{{b}} {{#c}}') + p('{{d.e}}'))).toHaveLength(3);
  });
});
