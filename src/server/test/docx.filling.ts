import type { TemplateData } from '#shared/templates/placeholders.ts';
import { compileTemplate } from '../documents/docx/compile.ts';
import { openDocx, readXml } from '../documents/docx/docx.ts';
import { type FillOptions, fillTemplate } from '../documents/docx/fill.ts';
import { parseXml } from '../documents/docx/xml.ts';
import { readZip } from '../documents/docx/zip.ts';
import { type DocxParts, docxOf } from './docx.maker.ts';

export const DATA: TemplateData = {
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
  adresse: 'https://exemple.fr/étude?a=1&b="2"',
  date_validation: '01/03/2026',
  plomb: '< 0,5',
  dose: '1 200,456 mg/kg',
  parts: [
    { nom: 'a', taux: '10,00 %' },
    { nom: 'b', taux: '2,50 %' },
    { nom: 'c', taux: 'q.s.p.' },
  ],
  mesures: [
    { nom: 'éthanol', taux: '2,50 %' },
    { nom: 'Zinc', taux: '10,00 %' },
    { nom: 'eau', taux: '' },
  ],
};

/** One part of a document of these parts, filled with `DATA`. */
export function fill(parts: DocxParts, part = 'word/document.xml', options: FillOptions = {}): string {
  const docx = openDocx(docxOf(parts));
  const template = compileTemplate(docx);
  if (template.errors.length > 0) throw new Error(template.errors.map(({ message }) => message).join('\n'));
  const filled = readZip(fillTemplate(docx, template, DATA, options));
  const found = filled.find((one) => one.name === part);
  if (!found) throw new Error(`no ${part}`);
  const xml = readXml(found);
  // Whatever was filled in, Word must be able to open it.
  parseXml(xml);
  return xml;
}
/** What stands in its body. */
export const body = (content: string, options: FillOptions = {}): string =>
  fill({ body: content }, 'word/document.xml', options).replace(/^.*<w:body>|<\/w:body>.*$/gs, '');
/** The words of XML, with marks for breaks, tabs and ends of paragraphs. */
export const textOf = (xml: string): string =>
  xml
    .replace(/<w:br\/>/g, '⏎')
    .replace(/<w:tab\/>/g, '⇥')
    .replace(/<\/w:p>/g, '¶')
    .replace(/<[^>]+>/g, '');
export const errorsOf = (content: string) => compileTemplate(openDocx(docxOf({ body: content }))).errors;
