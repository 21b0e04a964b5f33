import { describe, expect, test } from 'vitest';
import { body, DATA, errorsOf, fill, textOf } from '../../test/docx.filling.ts';
import { cell, docxOf, entry, p, row, table } from '../../test/docx.maker.ts';
import { compileTemplate } from './compile.ts';
import { unknownTags } from './diagnose.ts';
import { openDocx, readXml } from './docx.ts';
import { fillTemplate } from './fill.ts';
import { TooLarge } from './output.ts';
import { inflate, readZip } from './zip.ts';

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
    // A vertical tab is how Office ends a line within a paragraph.
    expect(textOf(body(p('{{controle}}')))).toBe('ab⏎c\ufffdd¶');
  });
  test('a value that looks like a tag or like XML is printed as it is', () => {
    expect(textOf(body(p('{{balise}}')))).toBe('{{nom_commercial}}&lt;w:p/&gt;¶');
  });
  test('single braces are ordinary text', () => {
    expect(textOf(body(p('{ph} et } ou {')))).toBe('{ph} et } ou {¶');
  });
});

describe('what a package says of itself, and of its controls', () => {
  const PROPERTIES = {
    override:
      '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
  };
  const coreOf = (core: string | Buffer): string => {
    const template = openDocx(docxOf({ body: p('x'), ...PROPERTIES, extra: [entry('docProps/core.xml', core)] }));
    const filled = fillTemplate(template, compileTemplate(template), DATA, {
      properties: { title: 'Crème', created: '2026-11-27T10:00:00Z' },
    });
    const made = readZip(filled).find(({ name }) => name === 'docProps/core.xml');
    return made ? readXml(made) : '';
  };
  const NAMES =
    'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  test.each([
    [
      'written with a blank',
      `<cp:coreProperties ${NAMES}><dc:title /><dcterms:created xsi:type="dcterms:W3CDTF" /></cp:coreProperties>`,
    ],
    ['twice', `<cp:coreProperties ${NAMES}><dc:title>A</dc:title><dc:title>B</dc:title></cp:coreProperties>`],
    [
      'in the default namespace',
      `<coreProperties xmlns="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ${NAMES}><dc:title>A</dc:title></coreProperties>`,
    ],
    ['nothing at all', `<cp:coreProperties ${NAMES}/>`],
  ])('title and days are there once, %s', (_, core) => {
    const made = coreOf(core);
    for (const name of ['dc:title', 'dcterms:created', 'dcterms:modified'])
      expect(made.match(new RegExp(`<${name}[ >]`, 'g')), name).toHaveLength(1);
    expect(made).toContain('>Crème</dc:title>');
  });
  test('properties in UTF-16 are read and written', () => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?><cp:coreProperties ${NAMES}><dc:creator>Léa</dc:creator></cp:coreProperties>`;
    const made = coreOf(Buffer.from(text, 'utf16le'));
    expect(made).toContain('Léa');
    expect(made).toContain('>Crème</dc:title>');
  });
  test('a control that is filled in shows its placeholder no more; another one does', () => {
    const control = (text: string): string =>
      `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${p(text)}</w:sdtContent></w:sdt>`;
    const made = body(control('{{ph}}') + control('Cliquez ici'));
    expect(made.match(/<w:showingPlcHdr\/>/g)).toHaveLength(1);
    expect(made.indexOf('showingPlcHdr')).toBeGreaterThan(made.indexOf('5,5'));
  });
});

describe('what would never be printed is told', () => {
  const told = (content: string) => compileTemplate(openDocx(docxOf({ body: content }))).unreached;
  test.each([
    ['{{#statut = Validée}}x{{/statut}}', /«\sValidé\s»/],
    ['{{#biocide = Peut-être}}x{{/biocide}}', /«\sOui\s», «\sNon\s»/],
    ['{{^rincage = Rinçée}}x{{/rincage}}', /ses mots sont/],
  ])('%s compares with a word that its field never says', (content, sentence) => {
    expect(told(p(content)).map(({ message }) => message)).toEqual([expect.stringMatching(sentence)]);
  });
  test.each([
    '{{#statut = validé}}x{{/statut}}',
    '{{#biocide = Yes}}x{{/biocide}}',
    '{{#biocide ≠ Non}}x{{/biocide}}',
    '{{#marque = Valorme}}x{{/marque}}',
  ])('%s may be', (content) => expect(told(p(content))).toEqual([]));
  test('a tag in a text box within a list knows the list around it', () => {
    const box = `<w:p><w:r><w:t>{{#ingredients_lignes}}</w:t></w:r><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${p('{{numero}}')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r><w:r><w:t>{{/ingredients_lignes}}</w:t></w:r></w:p>`;
    const template = compileTemplate(openDocx(docxOf({ body: box })));
    expect(template.errors).toEqual([]);
    expect(unknownTags(template)).toEqual([]);
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
