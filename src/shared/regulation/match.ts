import { isCas, isEc } from '../fields/name.ts';
import { labelName } from '../formulas/inci.label.ts';
import type { Entry } from './export.read.ts';
import { familyStem, isOfFamily, lawKey, looseKey } from './identity.ts';
import { apartIn, doubtOf } from './match.doubt.ts';
import { colourantOf, namesByPreamble } from './preambles.ts';
import { SYNONYMS } from './substances.ts';

/** The entries of a corpus, by every way they are named. */
export interface LawIndex {
  entries: readonly Entry[];
  byCas: ReadonlyMap<string, readonly Entry[]>;
  byEc: ReadonlyMap<string, readonly Entry[]>;
  byName: ReadonlyMap<string, readonly { entry: Entry; how: Named }[]>;
  byLoose: ReadonlyMap<string, readonly Entry[]>;
  families: readonly { stem: string; entry: Entry }[];
}

/** How an entry bears a name: in a cell of its row, or by the preamble of its annex. */
type Named = 'glossary' | 'chemical' | 'weak' | 'preamble';

export function indexOf(entries: readonly Entry[]): LawIndex {
  const put = <K, V>(map: Map<K, V[]>, key: K, value: V): void =>
    void (map.get(key)?.push(value) ?? map.set(key, [value]));
  const byCas = new Map<string, Entry[]>();
  const byEc = new Map<string, Entry[]>();
  const byName = new Map<string, { entry: Entry; how: Named }[]>();
  const byLoose = new Map<string, Entry[]>();
  const families: { stem: string; entry: Entry }[] = [];
  for (const entry of entries) {
    if (entry.moved) continue;
    for (const cas of entry.cas) put(byCas, cas, entry);
    for (const ec of entry.ec) put(byEc, ec, entry);
    for (const how of ['glossary', 'chemical', 'weak'] as const)
      for (const name of how === 'weak' ? entry.names.weak.map(lawKey) : entry.names[how]) {
        put(byName, name, { entry, how });
        if (how !== 'weak') put(byLoose, looseKey(name), entry);
      }
    const stem = familyStem(entry.name);
    if (stem) families.push({ stem, entry });
  }
  // What a row names is that row's.
  for (const entry of entries)
    for (const name of entry.moved ? [] : namesByPreamble(entry))
      if (!byName.get(name)?.some((one) => one.entry.annex === entry.annex && one.how !== 'weak'))
        put(byName, name, { entry, how: 'preamble' });
  return { entries, byCas, byEc, byName, byLoose, families };
}

const SYNONYM = new Map(SYNONYMS.map(([from, to]) => [lawKey(from), to]));

/** Numbers of one entry that are still those of one substance; with more it is a family. */
const SAME_SUBSTANCE = 3;

export type How = 'cas' | 'ec' | 'synonym' | 'loose' | 'family' | Named;

export interface Hit {
  entry: Entry;
  how: How;
}

export interface Match {
  /** What surely names it. */
  sure: Hit[];
  /** What carries the number of an entry that names it: it can only make doubtful. */
  related: Hit[];
  /** What may be it: to be looked at. */
  weak: Hit[];
  /** Why a person has to look, whatever the entries say. */
  doubt: string | null;
  /** Somebody knows this name: an annex, the firm, an inventory. */
  known: boolean;
}

export interface Identity {
  inci: string;
  cas: readonly string[];
  ec: readonly string[];
  nano: boolean;
}

/** What is known outside the annexes: whether a name is, and its numbers. */
export interface Known {
  isKnown: (name: string) => boolean;
  /** The CAS numbers of that name, where they are known. */
  casOf: (name: string) => readonly string[];
}

/** Keeps all that names a substance in the annexes. */
export function match(index: LawIndex, { inci, cas, ec, nano }: Identity, known: Known): Match {
  const key = lawKey(inci);
  // As the list of ingredients understands it: « Aqua (Water) », « Butyrospermum Parkii (Shea) Butter ».
  const plain = labelName(inci);
  const synonym = SYNONYM.get(key) ?? SYNONYM.get(lawKey(plain));
  const names = [...new Set([key, lawKey(plain), ...(synonym ? [synonym] : [])])];
  const isKnownName = known.isKnown(inci) || known.isKnown(plain);
  const isRight = (entry: Entry): boolean => (entry.nano ? nano || / \(nano\)$/.test(key) : true);
  const sure = new Map<Entry, How>();
  const weak = new Map<Entry, How>();
  const add = (into: Map<Entry, How>, entry: Entry, how: How): void => {
    if (!into.has(entry)) into.set(entry, how);
  };
  const wrong = [...cas.filter((one) => !isCas(one)), ...ec.filter((one) => !isEc(one))];
  const rightCas = cas.filter(isCas);
  const byNumber = new Set<Entry>();
  const parts = new Set<Entry>();
  for (const one of rightCas)
    for (const entry of index.byCas.get(one) ?? []) {
      // A part of a mixture is not the mixture.
      if (entry.mixture && entry.cas.length > 1) {
        parts.add(entry);
        continue;
      }
      byNumber.add(entry);
      add(sure, entry, 'cas');
    }
  for (const one of ec.filter(isEc))
    for (const entry of index.byEc.get(one) ?? []) {
      byNumber.add(entry);
      add(sure, entry, 'ec');
    }
  const named = new Set<Entry>();
  for (const [rank, name] of [...names, ...names.map((one) => `${one} (nano)`)].entries()) {
    if (rank >= names.length && !nano) break;
    for (const { entry, how } of index.byName.get(name) ?? [])
      if (how === 'weak') add(weak, entry, 'weak');
      else {
        named.add(entry);
        add(sure, entry, rank % names.length > 0 ? 'synonym' : how);
      }
  }
  // « CI 15850:1 », « Acid Blue 9 Aluminum Lake »: the colourant, where no row names the lake itself.
  const colourant = [...named].some(({ annex }) => annex === 'IV') ? null : colourantOf(key);
  for (const { entry, how } of colourant ? (index.byName.get(colourant) ?? []) : [])
    if (entry.annex === 'IV' && how !== 'weak') {
      named.add(entry);
      add(sure, entry, 'preamble');
    }
  if (sure.size === 0 && !isKnownName) for (const entry of parts) add(weak, entry, 'family');
  if (sure.size === 0) for (const entry of index.byLoose.get(looseKey(inci)) ?? []) add(weak, entry, 'loose');
  // A family is named by a word of the name, when nothing names the substance itself.
  if (sure.size === 0)
    for (const { stem, entry } of index.families) if (isOfFamily(stem, key)) add(weak, entry, 'family');

  const isKnown = named.size > 0 || byNumber.size > 0 || parts.size > 0 || isKnownName;
  const kept = [...sure].filter(([entry]) => isRight(entry));
  // A nanomaterial is judged by the entries of its nano form, where there are any.
  const nanos = kept.filter(([entry]) => entry.nano);
  const isNano = nano && nanos.length > 0;
  const result = kept
    .filter(([entry]) => !isNano || entry.nano || !kept.some(([other]) => other.nano && other.annex === entry.annex))
    .map(([entry, how]) => ({ entry, how }));
  const numbers = new Set([
    ...(rightCas.length > 0 ? [] : [...known.casOf(inci), ...known.casOf(plain)]),
    ...[...named].filter((entry) => entry.cas.length <= SAME_SUBSTANCE).flatMap((entry) => entry.cas),
  ]);
  const related = [...numbers]
    .flatMap((one) => index.byCas.get(one) ?? [])
    .filter((entry, at, all) => all.indexOf(entry) === at && !sure.has(entry) && !entry.mixture && isRight(entry));
  return {
    related: related.map((entry) => ({ entry, how: 'cas' as const })),
    sure: result.filter(({ entry }) => !entry.family),
    weak: [
      ...result.filter(({ entry }) => entry.family),
      ...[...weak].filter(([entry]) => !sure.has(entry) && isRight(entry)).map(([entry, how]) => ({ entry, how })),
    ],
    doubt: doubtOf({ apart: apartIn(index, rightCas), wrong, rightCas, named, byNumber, inci, known }),
    known: isKnown,
  };
}

/** Once a person answered « oui, c’est elle »: what may name the substance names it. */
export const confirmed = ({ sure, weak, known }: Match): Match => ({
  sure: sure.length > 0 ? sure : weak,
  related: [],
  weak: [],
  doubt: null,
  known,
});
