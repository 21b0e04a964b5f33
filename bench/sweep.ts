/**
 * Every row of the exports asked by each of its names, each of its CAS numbers, both together, and each synonym, in four kinds of
 * product and without any fact: no answer may contradict another of the same substance, and more facts never make one weaker.
 * With an inventory (`COSING_INVENTORY`) its names are known, as in an installation that imported one.
 * Run: `COSING_EXPORTS=folder node scripts/run.mjs bench/sweep.ts [out.json] [before.json] [table.md]`; the answers are kept in
 * `out.json`, what changed since `before.json` is printed, what stands in Annex II and in another annex is told in `table.md`
 * (`docs/verdicts.md`). Fails when an answer contradicts another.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { nameKey } from '#shared/fields/name.ts';
import { assess, type Item } from '#shared/regulation/assess.ts';
import { type Judgement, STATE_LABELS, type State } from '#shared/regulation/decide.opinion.ts';
import type { AnnexExport } from '#shared/regulation/export.read.ts';
import { type Facts, facts, NO_FACTS } from '#shared/regulation/facts.contract.ts';
import { typesOf } from '#shared/regulation/facts.ts';
import { namesByPreamble } from '#shared/regulation/preambles.ts';
import { SYNONYMS } from '#shared/regulation/substances.ts';
import { annex, commas } from '../src/server/documents/table.work.ts';
import { loadCorpus, presentCorpus, rowsOf } from '../src/server/regulation/corpus.ts';
import { readInventory } from '../src/server/regulation/inventory.read.ts';

const FOLDER = process.env.COSING_EXPORTS;
if (!FOLDER) throw new Error('COSING_EXPORTS names no folder');
const [, , out, earlier, table] = process.argv;

const exports = readdirSync(FOLDER)
  .map((name) => annex(readFileSync(join(FOLDER, name))))
  .filter((one): one is AnnexExport => one !== null);
const files = exports.map((one) => ({
  annex: one.annex,
  name: one.annex,
  sha256: '',
  created_on: one.created_on,
  last_update: one.last_update,
  rows: one.rows.length,
  warnings: [],
}));
const corpus = loadCorpus(
  presentCorpus({
    id: 'c',
    imported_at: '',
    imported_by: null,
    activated_at: null,
    active: 1,
    sha256: '',
    files: JSON.stringify(files),
  }),
  exports.flatMap((one) => rowsOf('c', one)),
  (text) => text,
);
const INVENTORY = process.env.COSING_INVENTORY;
const inventory = new Map(
  (INVENTORY ? readInventory(commas(readFileSync(INVENTORY))).found : []).map((row) => [
    row.name_key,
    JSON.parse(row.cas) as string[],
  ]),
);
const known = {
  isKnown: (name: string): boolean => inventory.has(nameKey(name)),
  casOf: (name: string): readonly string[] => inventory.get(nameKey(name)) ?? [],
};

const ADULT = {
  population: 'adulte',
  spray: 'non',
  professional: false,
  inhalable: false,
  mucous: false,
  eyes: false,
  intimate: false,
};
const KINDS: Record<string, Facts> = {
  'crème visage': facts.parse({ ...ADULT, category: 'crème visage', rinse: 'non_rince', zone: 'visage' }),
  shampooing: facts.parse({ ...ADULT, category: 'shampooing', rinse: 'rince', zone: 'cheveux' }),
  'lait solaire': facts.parse({ ...ADULT, category: 'lait solaire SPF 30', rinse: 'non_rince', zone: 'corps' }),
  dentifrice: facts.parse({ ...ADULT, category: 'dentifrice', rinse: 'rince', zone: 'bouche', mucous: true }),
  'sans aucun fait': NO_FACTS,
};
/** Millionths of a percent that each is asked at. */
const AMOUNTS = { '0,0001 %': 100, '5 %': 5_000_000 } as const;
const AT = '2026-11-22';

interface Asked {
  inci: string;
  cas: readonly string[];
  nano: boolean;
}
/** What each row is asked by: a label for people, and the question. */
const questions = corpus.entries
  .filter(({ moved }) => !moved)
  .flatMap((entry) => {
    const names = [...new Set([...entry.names.glossary, ...entry.names.chemical])].slice(0, 12);
    const synonyms = SYNONYMS.filter(([, to]) => names.includes(to)).map(([from]) => from);
    const cas = entry.cas.slice(0, 12);
    const asked: Asked[] = [
      ...[...names, ...synonyms, ...namesByPreamble(entry)].map((inci) => ({ inci, cas: [], nano: entry.nano })),
      ...cas.map((one) => ({ inci: '', cas: [one], nano: entry.nano })),
      ...(entry.cas.length === 1 ? names.slice(0, 3).map((inci) => ({ inci, cas, nano: entry.nano })) : []),
    ];
    return asked.map((one) => ({ entry, ...one }));
  });

function judged({ inci, cas, nano }: Asked, kind: Facts, micros: number, functions: readonly string[] = []): Judgement {
  const name = inci || cas[0] || '';
  const item: Item = {
    key: nameKey(name),
    lines: ['0'],
    identity: { inci: name, cas, ec: [], nano },
    subject: {
      inci: name,
      amount: { min: micros, max: micros },
      cas,
      nano,
      functions,
      functionConfirmed: functions.length > 0,
      applies: false,
    },
    isBlackBox: false,
    mayContain: false,
  };
  const [one] = assess(corpus.index, [item], {
    known,
    circumstances: {
      types: typesOf(kind),
      at: AT,
      firstPlaced: null,
      unattended: true,
      annexes: new Set(exports.map(({ annex: which }) => which)),
    },
    chosenOf: () => [],
  });
  if (!one) throw new Error('nothing was judged');
  return one.judgement;
}

const start = performance.now();
const answers: Record<string, string> = {};
const counts: Record<string, number> = {};
const contradictions: string[] = [];
/** What a person would take for « you may » and for « you may not ». */
const SURE = new Set<State>(['non_conforme', 'dans_la_limite', 'aucune_entree']);
for (const { entry, inci, cas, nano } of questions) {
  for (const [label, micros] of Object.entries(AMOUNTS)) {
    const bare = judged({ inci, cas, nano }, NO_FACTS, micros);
    for (const [kind, kindFacts] of Object.entries(KINDS)) {
      const { state, why } = kindFacts === NO_FACTS ? bare : judged({ inci, cas, nano }, kindFacts, micros);
      counts[state] = (counts[state] ?? 0) + 1;
      answers[[entry.key, inci, cas.join(' '), kind, label].join(' | ')] = `${state} : ${why}`;
      if (SURE.has(bare.state) && SURE.has(state) && bare.state !== state && bare.state !== 'aucune_entree')
        contradictions.push(`${entry.key} ${inci} ${cas}: ${bare.state} without facts, ${state} as ${kind}`);
    }
  }
}
// The same substance by its name, by its number, and by both.
for (const { entry, inci, cas, nano } of questions.filter((one) => one.inci && one.cas.length === 1)) {
  for (const [label, micros] of Object.entries(AMOUNTS))
    for (const [kind, kindFacts] of Object.entries(KINDS)) {
      const states = [
        judged({ inci, cas, nano }, kindFacts, micros),
        judged({ inci, cas: [], nano }, kindFacts, micros),
        judged({ inci: '', cas, nano }, kindFacts, micros),
      ].map(({ state }) => state);
      const sure = new Set(states.filter((state) => SURE.has(state)));
      if (sure.size > 1) contradictions.push(`${entry.key} ${inci} ${cas} ${kind} ${label}: ${states.join(', ')}`);
    }
}
/** What Annex II and another annex name: what is said of it, and why, by each name of the other annex and by the number alone. */
function tableOfBoth(): string {
  const others = corpus.entries.filter(({ annex: which, moved }) => which !== 'II' && !moved);
  const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '/').trim();
  const rows = corpus.entries
    .filter(({ annex: which, moved }) => which === 'II' && !moved)
    .flatMap((entry) => {
      const names = new Set([...entry.names.glossary, ...entry.names.chemical, ...entry.names.weak.map(nameKey)]);
      const shared = others.filter(
        (other) =>
          other.cas.some((one) => entry.cas.includes(one)) ||
          [...other.names.glossary, ...other.names.chemical].some((name) => names.has(name)),
      );
      return shared.flatMap((other) => {
        const [name = ''] = [...other.names.glossary, ...other.names.chemical];
        const cas = other.cas.filter((one) => entry.cas.includes(one)).slice(0, 1);
        const asked: [what: string, one: Asked, functions: string[]][] = [
          [`${name}${cas.length > 0 ? `, ${cas[0]}` : ''}`, { inci: name, cas, nano: false }, []],
          [`${name}, comme parfum`, { inci: name, cas, nano: false }, ['Parfum']],
          ...(cas.length > 0
            ? [[`${cas[0]} seul`, { inci: '', cas, nano: false }, []] as [string, Asked, string[]]]
            : []),
        ];
        return asked.map(([what, one, functions]) => {
          const found = judged(one, KINDS['crème visage'] as Facts, AMOUNTS['0,0001 %'], functions);
          const said = found.entries.find(({ id }) => id === entry.id);
          return `| ${entry.key} | ${other.key} | ${cell(what)} | ${STATE_LABELS[found.state]} | ${cell(said ? `${entry.key}\u00a0: ${said.why}` : 'l’entrée de l’annexe II n’est pas de celles qui la nomment')} |`;
        });
      });
    });
  return `# Substances that stand in Annex II and in another annex

Computed by \`bench/sweep.ts\` from the five exports of CosIng of ${exports
    .map(({ last_update }) => last_update)
    .toSorted()
    .at(-1)} (European Commission, reuse under Decision
2011/833/EU): what a face cream with 0,0001 % of each is told, by the name of the annex that permits, as a perfume, and by the
number alone; beside it what is said of the entry of Annex II. Nothing here is a right answer because the program gives it: it
is the list that a person reads when a rule of \`decide.forbidden.ts\` changes.

| Annex II | Other | Asked as | Answer | Of the entry of Annex II |
| --- | --- | --- | --- | --- |
${[...new Set(rows)].join('\n')}
`;
}

const seconds = (performance.now() - start) / 1_000;
const asked = Object.keys(answers).length;
console.log(
  `${questions.length} names and numbers of ${corpus.entries.length} rows, ${asked} answers in ${seconds.toFixed(1)} s`,
);
console.log(counts);
if (out) writeFileSync(out, JSON.stringify(answers, null, 1));
if (earlier && existsSync(earlier)) {
  const before: Record<string, string> = JSON.parse(readFileSync(earlier, 'utf8'));
  const stateOf = (answer: string | undefined): string => answer?.split(' : ')[0] ?? '-';
  const changed = Object.entries(answers).filter(([key, now]) => stateOf(before[key]) !== stateOf(now));
  const kinds = Map.groupBy(changed, ([key, now]) => `${stateOf(before[key])} → ${stateOf(now)}`);
  for (const [what, all] of kinds) console.log(`${what}: ${all.length}`);
  for (const [key, now] of changed) console.log(`  ${key}\n    ${before[key] ?? '-'}\n    ${now}`);
}
if (table) writeFileSync(table, tableOfBoth());
console.log(`${contradictions.length} contradictions`);
for (const one of contradictions.slice(0, 200)) console.log(`  ${one}`);
process.exit(contradictions.length === 0 ? 0 : 1);
