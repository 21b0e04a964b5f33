import { isSlot, nearestSlot } from '#shared/control/slots.ts';
import { writtenName } from '#shared/templates/label.tag.ts';
import { isKnownPlaceholder, isKnownWithin, isList, suggestPlaceholder } from '#shared/templates/placeholders.ts';
import type { Finding } from '#shared/templates/template.contract.ts';
import type { CompiledTemplate, TagUse } from './compile.ts';
import { type Docx, readXml } from './docx.ts';
import { isItemWord } from './grammar.ts';
import { marksOf } from './review.ts';

/** Unknown tags told at once: nobody reads more. */
const FINDINGS_MAX = 200;

/** The tags of a template that print nothing, each where it stands, with what was probably meant. */
export function unknownTags(template: CompiledTemplate): Finding[] {
  const suggestions = new Map<string, string | null>();
  const suggest = (name: string): string | null => {
    const known = suggestions.get(name);
    if (known !== undefined) return known;
    const found = suggestPlaceholder(name);
    suggestions.set(name, found);
    return found;
  };
  const findings: Finding[] = [];
  for (const use of template.uses) {
    if (findings.length >= FINDINGS_MAX) break;
    const message = messageOf(use, suggest);
    if (!message) continue;
    const meant = isKnownPlaceholder(use.name) || isItemWord(use.name) ? null : suggest(use.name);
    findings.push({
      code: 'unknown-placeholder',
      message,
      tag: use.written,
      part: use.part,
      context: use.context,
      ...(meant ? { suggestion: meant } : {}),
    });
  }
  return findings;
}

function messageOf(use: TagUse, suggest: (name: string) => string | null): string | null {
  const { name, written, within, columns } = use;
  if (isItemWord(name))
    return within.some(isList)
      ? null
      : `${written} n’a de sens que dans une liste, par exemple {{#fichiers}}{{@rang}}. {{nom}}{{/fichiers}}.`;
  if (use.counts && !isList(name) && isKnownPlaceholder(name))
    return `Dans ${written}, « nombre » et « somme » comptent les éléments d’une liste, et « ${name} » n’en est pas une : retirez ce filtre.`;
  const stray = columns.find((column) => !isKnownWithin(column, [name]));
  if (isList(name) && stray) return `Dans ${written}, la liste n’a pas de colonne « ${stray} ».`;
  if (isList(name) && !use.section && !use.counts)
    return `${written} est une liste : écrivez {{#${name}}} avant ce qui se répète et {{/${name}}} après.`;
  if (isKnownWithin(name, within)) return null;
  const suggestion = suggest(name);
  if (suggestion === name)
    return `La balise ${written} n’a de sens que dans une liste, par exemple {{#fichiers}}…{{/fichiers}}.`;
  return `La balise ${written} n’existe pas${suggestion ? ` : vouliez-vous dire {{${writtenName(suggestion)}}} ?` : '.'}`;
}

const MERGE = /\bMERGEFIELD\s+(?:&quot;|")?([^"&\\<\s]+)/g;

/** Frames that wait for a picture of a place that no screen has: a program may still attach under any key. */
function strayPictures({ pictures }: CompiledTemplate): Finding[] {
  return pictures
    .filter((key) => !isSlot(key))
    .slice(0, FINDINGS_MAX)
    .map((key): Finding => {
      const meant = nearestSlot(key);
      return {
        code: 'unknown-picture',
        message: `Rien ne se joint à un produit sous « ${key} »${meant ? ` : vouliez-vous dire {{image : ${meant}}} ?` : ' : les images sont le plus souvent « photo » et « etiquette ».'}`,
        tag: `{{image : ${key}}}`,
        part: 'Document',
        context: key,
      };
    });
}

/** Fields of a mail merge, which Diplo does not fill; frames of pictures that never come; changes that nobody has accepted, comments that are left. */
export function notesOf(docx: Docx, template: CompiledTemplate): Finding[] {
  const merged = docx.textParts.flatMap(({ entry, label }) => {
    const names = new Set(Array.from(readXml(entry).matchAll(MERGE), ([, name = '']) => name));
    return Array.from(names, (name): Finding => {
      const meant = suggestPlaceholder(name);
      return {
        code: 'merge-field',
        message: `« ${name} » est un champ de fusion de Word : Diplo ne le remplit pas. Écrivez une balise à sa place${meant ? `, sans doute {{${meant}}}` : ''}.`,
        tag: null,
        part: label,
        context: name,
      };
    });
  });
  const marks = marksOf(docx).map(
    ({ code, message, context }): Finding => ({ code, message, tag: null, part: 'Document', context: context ?? '' }),
  );
  return [...merged, ...strayPictures(template), ...marks];
}
