import type { PlaceholderInfo } from '#shared/templates/template.contract.ts';
import { deflate, writeZip } from './zip.ts';

/**
 * A first template, annotated: every tag that Diplo knows, under the title of its step, beside what it prints. Its author
 * takes away what is not wanted and lays out the rest.
 */
export function starterTemplate(placeholders: readonly PlaceholderInfo[]): Buffer {
  const groups = Map.groupBy(
    placeholders.filter(({ kind }) => kind !== 'list'),
    ({ group }) => group,
  );
  const lists = placeholders.filter(({ kind }) => kind === 'list');
  const body = [
    paragraph('Modèle annoté', 'Titre1'),
    note(
      'Chaque balise entre accolades sera remplacée par la valeur de la fiche. Supprimez les lignes inutiles, déplacez les autres, mettez-les en forme : Diplo garde votre mise en page.',
    ),
    note(
      'Un champ vide n’imprime rien. Pour n’écrire un passage que si un champ est rempli, entourez-le de {{#champ}} et {{/champ}} ; pour ne l’écrire que s’il est vide, de {{^champ}} et {{/champ}}.',
      true,
    ),
    ...[...groups].flatMap(([group, all]) => [
      paragraph(group, 'Titre2'),
      ...all.map(({ label, name, unit }) => paragraph(`${label} : {{${name}}}${unit ? ` ${unit}` : ''}`)),
    ]),
    paragraph('Listes', 'Titre2'),
    ...lists.flatMap(({ label, example }) => [note(label), paragraph(example)]),
  ];
  const part = (name: string, xml: string) =>
    deflate(name, Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`, 'utf8'));
  return writeZip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    part(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part('word/styles.xml', `<w:styles ${NAMESPACE}>${STYLES}</w:styles>`),
    part(
      'word/document.xml',
      `<w:document ${NAMESPACE}><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    ),
  ]);
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const style = (id: string, name: string, run: string, spacing: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${spacing}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;
const FONT = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>';
/** Sizes in half points. */
const STYLES = [
  `<w:docDefaults><w:rPrDefault><w:rPr>${FONT}<w:sz w:val="21"/><w:lang w:val="fr-FR"/></w:rPr></w:rPrDefault></w:docDefaults>`,
  style('Titre1', 'heading 1', '<w:b/><w:sz w:val="36"/>', '<w:spacing w:after="160"/>'),
  style('Titre2', 'heading 2', '<w:b/><w:sz w:val="26"/>', '<w:spacing w:before="280" w:after="100"/>'),
  style('Note', 'Note', '<w:i/><w:color w:val="666666"/>', '<w:spacing w:after="80"/>'),
].join('');

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const paragraph = (text: string, styleId?: string): string =>
  `<w:p>${styleId ? `<w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;

/** What is said to the author. @param shown its braces are an example: they are written apart, and no tag */
const note = (text: string, shown = false): string =>
  paragraph(shown ? text.replace(/\{\{([#^/])champ\}\}/g, '{ {$1champ} }') : text, 'Note');
