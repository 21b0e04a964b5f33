import { describe, expect, test } from 'vitest';
import { body, errorsOf, textOf } from '../../test/docx.filling.ts';
import { p } from '../../test/docx.maker.ts';
import { linkAddress } from './runs.ts';

const bold = (text: string): string =>
  `<w:p><w:r><w:rPr><w:b/><w:color w:val="FF0000"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
/** The words that are read: the code of a field is none. */
const words = (xml: string): string => textOf(xml.replace(/<w:instrText[\s\S]*?<\/w:instrText>/g, ''));

describe('a link made of a value', () => {
  test('the value is the text of its own link, and what stands around it keeps its formatting', () => {
    const xml = body(bold('Voir {{adresse | lien}} et {{ph}}.'));
    expect(words(xml)).toBe('Voir https://exemple.fr/étude?a=1&amp;b=&quot;2&quot; et 5,5.¶');
    expect(xml).toContain(' HYPERLINK "https://exemple.fr/%C3%A9tude?a=1&amp;b=%222%22" ');
    expect(xml.match(/<w:fldChar w:fldCharType="(begin|separate|end)"\/>/g)).toHaveLength(3);
    expect(xml).toContain('<w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/><w:b/></w:rPr>');
    expect(xml).toMatch(/<w:rPr><w:b\/><w:color w:val="FF0000"\/><\/w:rPr><w:t xml:space="preserve"> et 5,5\.<\/w:t>/);
  });
  test('the text that is asked for stands for it', () => {
    expect(words(body(p('{{adresse | lien : lire l’étude}}')))).toBe('lire l’étude¶');
  });
  test('what leads nowhere is printed as the text it is', () => {
    const xml = body(p('{{ph | lien : ouvrir}}, {{vide | lien : ouvrir}}'));
    expect(words(xml)).toBe('5,5, ¶');
    expect(xml).not.toContain('HYPERLINK');
  });
  test('a value amid a link of the template makes no link in the link', () => {
    const xml = body('<w:p><w:hyperlink w:anchor="a"><w:r><w:t>{{adresse | lien}}</w:t></w:r></w:hyperlink></w:p>');
    expect(xml).not.toContain('HYPERLINK');
    expect(xml).toContain('exemple.fr');
  });
  test('the word of another engine is told with ours', () => {
    expect(errorsOf(p('{{adresse | hyperlink}}'))[0]?.message).toMatch(/vouliez-vous dire «.lien.»/);
  });
  test.each([
    ['https://exemple.fr/a%20b', 'https://exemple.fr/a%20b'],
    ['www.exemple.fr', 'https://www.exemple.fr'],
    ['qualite@exemple.fr', 'mailto:qualite@exemple.fr'],
    ['10.2903/j.efsa.2020.6086', 'https://doi.org/10.2903/j.efsa.2020.6086'],
    ['https://exemple.fr/a\\b', 'https://exemple.fr/a%5Cb'],
  ])('%s leads to %s', (value, address) => expect(linkAddress(value)).toBe(address));
  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'deux mots', '5,5', 'www', 'https://', '\\\\serveur\\part'])(
    '%s leads nowhere',
    (value) => expect(linkAddress(value)).toBeNull(),
  );
});

describe('what is empty, marked', () => {
  test('its name stands on yellow, in the formatting of its place', () => {
    const xml = body(bold('pH : {{ph}}, {{vide}}.'), { markEmpty: true });
    expect(textOf(xml)).toBe('pH : 5,5, [vide].¶');
    expect(xml).toContain('<w:rPr><w:highlight w:val="yellow"/><w:color w:val="7A4B00"/><w:b/></w:rPr>');
  });
  test('what the catalogue knows is called as it calls it; a default is no emptiness', () => {
    expect(textOf(body(p('{{nom_produit}}{{vide | sinon : rien}}'), { markEmpty: true }))).toBe(
      '[Nom du produit]rien¶',
    );
  });
  test('a document that is kept is never marked', () => {
    expect(textOf(body(p('{{vide}}.')))).toBe('.¶');
  });
});
