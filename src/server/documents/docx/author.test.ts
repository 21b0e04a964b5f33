import { describe, expect, test } from 'vitest';
import { body, errorsOf, fill, textOf } from '../../test/docx.filling.ts';
import { cell, docxOf, entry, p, row, table } from '../../test/docx.maker.ts';
import { compileTemplate } from './compile.ts';
import { notesOf, unknownTags } from './diagnose.ts';
import { openDocx, readXml } from './docx.ts';
import { mendName } from './mend.ts';
import { parseXml } from './xml.ts';

/** What authors of templates write over ten years, found by a firm that tried its own. */

const run = (text: string, bold = false): string =>
  `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const told = (content: string): string[] => {
  const template = compileTemplate(openDocx(docxOf({ body: content })));
  return [...template.errors, ...unknownTags(template), ...template.unreached].map(({ message }) => message);
};

describe('what stands between two items', () => {
  test('is a run of its own where the tags stand in other runs', () => {
    const filled = body(
      `<w:p>${run('{{#liste | séparateur : ", "}}')}${run('{{nom}}', true)}${run('{{/liste}}')}</w:p>`,
    );
    expect(textOf(filled)).toBe('Aqua, Glycerin¶');
    expect(filled).not.toMatch(/<\/w:r>, /);
  });
  test('that is blank is nothing between paragraphs', () => {
    expect(errorsOf(p('{{#liste | séparateur : " "}}') + p('{{nom}}') + p('{{/liste}}'))).toEqual([]);
  });
  test.each([
    ['rows', table(row('{{#liste | séparateur : ", "}}{{nom}}', '{{numero}}{{/liste}}'))],
    ['paragraphs', p('{{#liste | séparateur : ", "}}') + p('{{nom}}') + p('{{/liste}}')],
  ])('is refused between %s', (_, content) => {
    expect(errorsOf(content).map((one) => one.message)).toEqual([
      expect.stringContaining('ne sert que dans une phrase'),
    ]);
  });
});

describe('what is nearly a tag', () => {
  test.each(['{ph}', '{ ph }', '{ph}}', '{#fichiers}', '{/fichiers}'])(
    '%s, with a brace too few, is told with what to write',
    (written) => {
      const inside = written.replace(/[{} ]/g, '');
      expect(told(p(`Le pH : ${written}, et {{densite}}`))).toEqual([
        `${written} s’imprimera tel quel : une balise s’écrit entre deux accolades, {{${inside}}}.`,
      ]);
      expect(told(p(written))).toHaveLength(1);
    },
  );
  test.each(['{{ph}}', '\\{{ph}}', '{a, b}', '{12}', 'f{x}', '{', '{{ph}} {}'])('%s is left alone', (written) => {
    expect(told(p(written))).toEqual([]);
  });
  test('a picture of an old format that asks for one is told', () => {
    const shape = '<v:shape xmlns:v="urn:schemas-microsoft-com:vml" alt="{{image : photo}}" style="width:10pt"/>';
    expect(told(`<w:p><w:r><w:pict>${shape}</w:pict></w:r></w:p>`)).toEqual([
      expect.stringContaining('une image d’un ancien format'),
    ]);
  });
  test.each([
    ['foto', 'photo'],
    ['Étiquette', 'etiquette'],
    ['paysage', null],
  ])('a picture of « %s », where nothing is ever attached, is told', (key, meant) => {
    const docx = openDocx(docxOf({ body: p('{{ph}}') }));
    const notes = (pictures: string[]) => notesOf(docx, { ...compileTemplate(docx), pictures });
    expect(notes([key]).map(({ message }) => message)).toEqual([
      expect.stringContaining(meant ? `vouliez-vous dire {{image : ${meant}}} ?` : 'le plus souvent « photo »'),
    ]);
    expect(notes(['photo', 'etiquette', 'allegation_a1', 'formula'])).toEqual([]);
  });
});

test.each([
  ['{{libelle : phh}}', 'libelle:phh', 'libelle:ph', '{{libelle\u00a0: ph}}'],
  ['{{Libellé: phh | majuscules}}', 'libelle:phh', 'libelle:ph', '{{Libellé: phh | majuscules}}'],
  ['{{libellé:phh | majuscules}}', 'libelle:phh', 'ph', '{{ph | majuscules}}'],
  ['{{phh}} {{libelle : phh}}', 'phh', 'ph', '{{ph}} {{libelle : phh}}'],
  ['{{#phh = 5}}a{{/phh}}', 'phh', 'ph', '{{#ph = 5}}a{{/ph}}'],
])('%s, mended, is %s written otherwise', (text, name, by, then) => {
  const mended = mendName(openDocx(docxOf({ body: p(text) })), { name, by });
  const { entry: body } = openDocx(mended ?? docxOf({ body: p(text) })).textParts[0] ?? {};
  expect(body && textOf(readXml(body))).toContain(then);
});

describe('sections', () => {
  test('one may end where another begins, in one paragraph: « else »', () => {
    const content = (name: string) =>
      p(`{{#${name}}}`) + p('plein') + p(`{{/${name}}}{{^${name}}}`) + p('vide') + p(`{{/${name}}}`) + p('fin');
    expect(textOf(body(content('ph')))).toBe('plein¶fin¶');
    expect(textOf(body(content('vide')))).toBe('vide¶fin¶');
  });
  test('what stands beside their tags in the paragraph is told', () => {
    expect(told(p('Le pH {{#ph}}') + p('est de {{ph}}.') + p('{{/ph}}Conclusion.'))).toEqual([
      expect.stringContaining('«\u00a0Le pH\u00a0» est dans le même paragraphe que {{#ph}}'),
      expect.stringContaining('«\u00a0Conclusion.\u00a0» est dans le même paragraphe que {{/ph}}'),
    ]);
    expect(told(p('{{#ph}}') + p('est de {{ph}}.') + p('{{/ph}}'))).toEqual([]);
  });
  test('tables that they repeat stay apart', () => {
    const filled = body(p('{{#liste}}') + table(row('{{nom}}')) + p('{{/liste}}'));
    expect(filled).toContain('</w:tbl><w:p/><w:tbl>');
    expect(filled).not.toContain('</w:tbl><w:tbl>');
  });
  test('in a table of contents they are those of the headings, which Word repeats', () => {
    const line = '<w:p><w:pPr><w:pStyle w:val="TM1"/></w:pPr><w:r><w:t>{{#ph}}Mesures {{ph}}</w:t></w:r></w:p>';
    const filled = body(line + p('{{#ph}}') + p('Mesures {{ph}}') + p('{{/ph}}'));
    expect(textOf(filled)).toBe('Mesures 5,5¶Mesures 5,5¶');
  });
  test('a page that begins nowhere keeps no paragraph', () => {
    const off = '<w:p><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr><w:r><w:t>{{#ph}}</w:t></w:r></w:p>';
    expect(textOf(body(off + p('x') + p('{{/ph}}')))).toBe('x¶');
  });
  test.each([
    ['an equation', '<m:oMath xmlns:m="m"><m:r><m:t>x</m:t></m:r></m:oMath>', '<m:oMath'],
    ['a page that begins there', '', '<w:pageBreakBefore/>'],
    ['the number of a note', '<w:r><w:footnoteRef/></w:r>', '<w:footnoteRef/>'],
  ])('a paragraph of a tag keeps %s', (_, beside, kept) => {
    const properties = kept.includes('pageBreak') ? `<w:pPr>${kept}</w:pPr>` : '';
    expect(body(`<w:p>${properties}${run('{{#ph}}')}${beside}</w:p>${p('x')}${p('{{/ph}}')}`)).toContain(kept);
  });
});

describe('what Word needs where sections print nothing', () => {
  const gone = '{{#vide}}x{{/vide}}';
  test.each([
    [
      'rows in a content control',
      `<w:tbl><w:tblGrid/><w:sdt><w:sdtContent>${row('{{#rien}}{{nom}}', '{{/rien}}')}</w:sdtContent></w:sdt></w:tbl>`,
      /<w:sdtContent><w:tr>/,
    ],
    [
      'a cell with the ends of a bookmark',
      table(
        `<w:tr>${cell(`<w:bookmarkStart w:id="1" w:name="a"/>${p('{{#vide}}')}${p('x')}${p('{{/vide}}')}<w:bookmarkEnd w:id="1"/>`)}</w:tr>`,
      ),
      /<w:p\/><w:bookmarkEnd/,
    ],
    [
      'a table with the end of a bookmark behind its rows',
      `<w:tbl><w:tblGrid/>${row('{{#rien}}{{nom}}', '{{/rien}}')}<w:bookmarkEnd w:id="1"/></w:tbl>`,
      /<w:tr><w:tc><w:p\/>/,
    ],
    [
      'blanks between the sections of a cell',
      table(
        `<w:tr>${cell(`\n ${p('{{#vide}}')}\n ${p('{{#ph}}')}\n ${p('x')}\n ${p('{{/ph}}')}\n ${p('{{/vide}}')}\n`)}</w:tr>`,
      ),
      /<w:tc>\s*<w:p\/>/,
    ],
  ])('%s', (_, content, kept) => {
    const filled = body(content);
    expect(filled).toMatch(kept);
    parseXml(`<x>${filled}</x>`);
  });
  test('a sentence of its own is no such case', () => {
    expect(textOf(body(p(`a${gone}b`)))).toBe('ab¶');
  });
});

describe('comparisons', () => {
  test.each([
    ['{{#ph == 5,5}}oui{{/ph}}', 'oui¶'],
    ['{{#plomb = &lt; 0,5}}oui{{/plomb}}', 'oui¶'],
    ['{{#plomb = "&lt; 0,5"}}oui{{/plomb}}', 'oui¶'],
    ['{{#nom_commercial ≠ Attention !}}oui{{/nom_commercial}}', 'oui¶'],
  ])('%s is read as it was meant', (content, text) => {
    expect(textOf(body(p(content)))).toBe(text);
  });
  test.each([
    ['{{#ph > 5 et ph &lt; 7}}x{{/ph}}', 'compare deux fois'],
    ['{{#ph =&lt; 6}}x{{/ph}}', 'deux façons'],
    ['{{#ph => 5}}x{{/ph}}', 'deux façons'],
    ['{{#ph > cinq}}x{{/ph}}', 'ni un nombre ni une date'],
    ['{{#date > 2020-01-01}}x{{/date}}', 'ni un nombre ni une date'],
  ])('%s is refused', (content, message) => {
    expect(errorsOf(p(content)).map((one) => one.message)).toContainEqual(expect.stringContaining(message));
  });
  test('what counts a list is told of what is none, and prints its value', () => {
    expect(told(p('{{ph | nombre}}'))).toEqual([expect.stringContaining('n’en est pas une')]);
    expect(textOf(body(p('{{ph | nombre}}')))).toBe('5,5¶');
  });
  test.each(['jjjj j MMMM aaaa', 'j MMMMM aaaa', 'dddd'])('the form of date « %s » is refused', (form) => {
    expect(errorsOf(p(`{{ph | format : ${form}}}`))).toHaveLength(1);
  });
});

describe('what Word shows from elsewhere', () => {
  const bound = (content: string, path: string) =>
    `<w:sdt><w:sdtPr><w:dataBinding w:xpath="${path}" w:storeItemID="{1}"/></w:sdtPr><w:sdtContent>${p(content)}</w:sdtContent></w:sdt>`;
  test('a control with a tag is bound to nothing any more; another one stays bound', () => {
    expect(body(bound('{{nom_commercial}}', '/x/Abstract[1]'))).not.toContain('dataBinding');
    expect(body(bound('Une société', '/x/Company[1]') + p('{{ph}}'))).toContain('dataBinding');
  });
  test('a tag that Word has cut frees its control too', () => {
    const cut = bound('x', '/x/Abstract[1]').replace('>x<', '>{</w:t></w:r><w:r><w:t>{ph}}<');
    expect(body(cut)).not.toContain('dataBinding');
  });
  test('a title that the pages print stays the author’s', () => {
    const core = (xml: string) =>
      fill(
        { body: xml, extra: [entry('docProps/core.xml', '<cp:coreProperties xmlns:cp="c"></cp:coreProperties>')] },
        'docProps/core.xml',
        { properties: { title: 'Crème', created: '2026-11-27T00:00:00Z' } },
      );
    expect(core(bound('Procédure', '/x/dc:title[1]') + p('{{ph}}'))).not.toContain('<dc:title');
    expect(core(p('{{ph}}'))).toContain('<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">');
  });
  test('the words of a watermark are filled', () => {
    expect(body('<w:p><w:r><w:pict><v:textpath xmlns:v="v" string="{{ph}}"/></w:pict></w:r></w:p>')).toContain(
      'string="5,5"',
    );
  });
});
