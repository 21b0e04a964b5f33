import type { TemplateData } from '#shared/templates/placeholders.ts';
import { encodeXml } from '../documents/docx/xml.ts';
import { p } from './docx.maker.ts';

/** Random templates and random values, against a model of twenty lines. */

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; otherwise: string | null }
  | { kind: 'section'; name: string; inverted: boolean; body: Node[] };

function randomOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  return { next, pick };
}
type Random = ReturnType<typeof randomOf>;

const TEXTS = ['a', ' & ', '<b>', '}', '{ph}', '« é »', '日本', '"x"', "l'eau", ' '];
const NAMES = ['un', 'deux', 'vide', 'absent', 'piege'];
const LISTS = ['liste', 'rien', 'seul'];
export const RANDOM_DATA: TemplateData = {
  un: 'UN',
  deux: 'd & <é>',
  vide: '',
  piege: '{{un}}</w:t> {{#liste}} ]]> \\{{ 🧴',
  liste: [{ un: '1' }, { un: '2', deux: '' }, {}],
  rien: [],
  seul: [{ vide: 'plein' }],
};

function nodes(random: Random, depth: number, within: readonly string[]): Node[] {
  return Array.from({ length: 1 + Math.floor(random.next() * 4) }, (): Node => {
    const roll = random.next();
    if (roll < 0.4 || depth === 0) return { kind: 'text', text: random.pick(TEXTS) };
    if (roll < 0.75)
      return {
        kind: 'value',
        name: random.pick(NAMES),
        otherwise: random.next() < 0.3 ? random.pick(['non', 'x | y']) : null,
      };
    const name = random.pick([...LISTS, ...NAMES].filter((one) => !within.includes(one)));
    return { kind: 'section', name, inverted: random.next() < 0.3, body: nodes(random, depth - 1, [...within, name]) };
  });
}

const write = (all: readonly Node[]): string =>
  all
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'value')
        return node.otherwise === null ? `{{${node.name}}}` : `{{ ${node.name} | sinon : "${node.otherwise}" }}`;
      return `{{${node.inverted ? '^' : '#'}${node.name}}}${write(node.body)}{{/${node.name}}}`;
    })
    .join('');

/** What the template means. */
function model(all: readonly Node[], scopes: readonly TemplateData[]): string {
  const find = (name: string) => scopes.find((one) => name in one)?.[name];
  return all
    .map((node) => {
      if (node.kind === 'text') return node.text;
      const value = find(node.name);
      if (node.kind === 'value') return (typeof value === 'string' ? value : '') || (node.otherwise ?? '');
      const items = Array.isArray(value) ? value : value ? [null] : [];
      if (node.inverted) return items.length === 0 ? model(node.body, scopes) : '';
      return items.map((item) => model(node.body, item ? [item, ...scopes] : scopes)).join('');
    })
    .join('');
}

/** The text as Word might have cut it: into runs, with marks between them. */
function cut(text: string, random: Random): string {
  const runs: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random.next() * 12);
    const piece = text.slice(at, at + length);
    // Never between the halves of one character.
    const whole = piece.isWellFormed() ? piece : text.slice(at, at + length + 1);
    at += whole.length;
    const bold = random.next() < 0.2 ? '<w:rPr><w:b/></w:rPr>' : '';
    const mark = random.next() < 0.2 ? '<w:proofErr w:type="spellStart"/>' : '';
    runs.push(`<w:r>${bold}<w:t xml:space="preserve">${encodeXml(whole)}</w:t></w:r>${mark}`);
  }
  return `<w:p>${runs.join('')}</w:p>`;
}

export const LAYOUTS = {
  line: (tree: readonly Node[], random: Random) => cut(write(tree), random),
  cell: (tree: readonly Node[], random: Random) =>
    `<w:tbl><w:tblGrid/><w:tr><w:tc>${cut(write(tree), random)}</w:tc></w:tr></w:tbl>`,
  /** Each node in a paragraph of its own, the tags of sections too. */
  blocks: (tree: readonly Node[], random: Random): string =>
    tree
      .map((node) =>
        node.kind === 'section'
          ? cut(`{{${node.inverted ? '^' : '#'}${node.name}}}`, random) +
            LAYOUTS.blocks(node.body, random) +
            cut(`{{/${node.name}}}`, random)
          : cut(write([node]), random),
      )
      .join(''),
};

/** A template of this seed, as the body of a document, and the text that it prints. */
export function randomTemplate(layout: keyof typeof LAYOUTS, seed: number) {
  const random = randomOf(seed);
  const tree = nodes(random, 3, []);
  return {
    body: LAYOUTS[layout](tree, random) + p('fin'),
    written: write(tree),
    text: `${model(tree, [RANDOM_DATA])}fin`,
  };
}
