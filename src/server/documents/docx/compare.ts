import { diffArrays } from 'diff';
import { placeholderLabel } from '#shared/templates/placeholders.ts';
import type { TemplateComparison } from '#shared/templates/template.contract.ts';
import { compileTemplate } from './compile.ts';
import { type Docx, readXml } from './docx.ts';
import { paragraphsOf } from './tags.ts';
import { parseXml } from './xml.ts';

/** How long the words of one part may be compared (ms). */
const COMPARE_MS = 2_000;
/** Changes told at once: nobody reads more. */
const CHANGES_MAX = 300;
/** Characters of one paragraph that are shown. */
const SHOWN = 2_000;

/** What differs between two documents: tags, then words, paragraph by paragraph, then what is not words. */
export function compareDocuments(before: Docx, after: Docx): TemplateComparison {
  const [old, now] = [tagsIn(before), tagsIn(after)];
  const changes = changesBetween(wordsOf(before), wordsOf(after));
  return {
    tags: { removed: without(old, now), added: without(now, old) },
    changes: changes.slice(0, CHANGES_MAX),
    more: Math.max(0, changes.length - CHANGES_MAX),
    others: othersBetween(before, after),
  };
}

const tagsIn = (docx: Docx): string[] => compileTemplate(docx).uses.map(({ written }) => written);

/** Those of one list that the other has not, or has less often, each once. */
function without(some: readonly string[], others: readonly string[]): TemplateComparison['tags']['added'] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  const found = new Map<string, number>();
  for (const one of some) {
    const known = left.get(one) ?? 0;
    if (known > 0) left.set(one, known - 1);
    else found.set(one, (found.get(one) ?? 0) + 1);
  }
  return Array.from(found, ([written, times]) => ({ written, label: labelOf(written), times }));
}

const labelOf = (written: string): string | null => {
  const name = /[\p{L}_][\p{L}\p{N}_]*/u.exec(written)?.[0];
  return name ? placeholderLabel(name) : null;
};

/** The paragraphs that say something, by the name of their part. */
const wordsOf = ({ textParts }: Docx): Map<string, string[]> => {
  const words = new Map<string, string[]>();
  for (const { entry, label } of textParts) {
    const xml = readXml(entry);
    const said = paragraphsOf(xml, parseXml(xml))
      .map(({ text }) => text.trim())
      .filter((text) => text !== '');
    words.set(label, [...(words.get(label) ?? []), ...said]);
  }
  return words;
};

function changesBetween(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): TemplateComparison['changes'] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((part) => {
    const [old, now] = [[...(before.get(part) ?? [])], [...(after.get(part) ?? [])]];
    const shown = (texts: readonly string[]): string[] => texts.map((text) => text.slice(0, SHOWN));
    const steps = diffArrays(old, now, { timeout: COMPARE_MS });
    // Too far apart to be laid side by side in time: what one has alone, in one piece.
    if (!steps) {
      const [had, has] = [new Set(old), new Set(now)];
      return [
        {
          part,
          removed: shown(old.filter((text) => !has.has(text))),
          added: shown(now.filter((text) => !had.has(text))),
        },
      ];
    }
    const changes: TemplateComparison['changes'] = [];
    let open: { part: string; removed: string[]; added: string[] } | null = null;
    for (const { value, added, removed } of steps) {
      if (!added && !removed) open = null;
      else {
        if (!open) {
          open = { part, removed: [], added: [] };
          changes.push(open);
        }
        open[added ? 'added' : 'removed'].push(...value);
      }
    }
    return changes
      .map(fromWhereTheyDiffer)
      .map((one) => ({ ...one, removed: shown(one.removed), added: shown(one.added) }));
  });
}

/** Two long texts are shown from a little before their first difference: cut at their beginning they would look the same. */
function fromWhereTheyDiffer<C extends { removed: string[]; added: string[] }>(change: C): C {
  const [[old, ...olds], [now, ...nows]] = [change.removed, change.added];
  if (old === undefined || now === undefined) return change;
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  const from = Math.max(0, same - SHOWN / 4);
  if (same < SHOWN / 2) return change;
  return { ...change, removed: [`…${old.slice(from)}`, ...olds], added: [`…${now.slice(from)}`, ...nows] };
}

/** What is no words, as people call it, by the names of the entries that hold it. */
const OTHERS: readonly (readonly [string, RegExp])[] = [
  ['les images', /(?:^|\/)media\//],
  ['les styles', /(?:^|\/)styles\.xml$/],
  ['les numérotations', /(?:^|\/)numbering\.xml$/],
  ['les couleurs et les polices du thème', /(?:^|\/)theme\//],
  ['les réglages du document', /(?:^|\/)settings\.xml$/],
];

function othersBetween(before: Docx, after: Docx): string[] {
  const printOf = ({ entries }: Docx, rule: RegExp): string =>
    entries
      .filter(({ name }) => rule.test(name.toLowerCase()))
      .map(({ name, crc, size }) => `${name} ${crc} ${size}`)
      .toSorted()
      .join('\n');
  const changed = OTHERS.filter(([, rule]) => printOf(before, rule) !== printOf(after, rule)).map(([name]) => name);
  const layoutOf = ({ textParts }: Docx): string =>
    textParts
      .map(({ entry }) => (readXml(entry).match(/<(?:\w+:)?(?:pgSz|pgMar|cols)\b[^>]*>/g) ?? []).join(''))
      .join('\n');
  return layoutOf(before) === layoutOf(after) ? changed : ['la mise en page', ...changed];
}
