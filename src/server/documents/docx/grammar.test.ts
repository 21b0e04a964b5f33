import { describe, expect, test } from 'vitest';
import { body, errorsOf, textOf } from '../../test/docx.filling.ts';
import { docxOf, p, row, table } from '../../test/docx.maker.ts';
import { compileTemplate } from './compile.ts';
import { unknownTags } from './diagnose.ts';
import { openDocx } from './docx.ts';

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
    ['a sum that lacks an amount is none', '[{{parts | somme : taux}}]', '[]'],
    ['what says no amount comes last', '{{#parts | trier : taux}}{{nom}}{{/parts}}', 'bac'],
    [
      'quotes of the keyboard and of Word',
      "{{#statut = 'Validé'}}A{{/statut}}{{#statut = ‘Validé’}}B{{/statut}}",
      'AB',
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
