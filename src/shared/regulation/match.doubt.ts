import type { Entry } from './export.read.ts';
import type { Known, LawIndex } from './match.ts';

/** Why a person has to look at a name and its numbers, whatever the entries say. */

/** Two of these numbers that name entries, and none together. */
export function apartIn(index: LawIndex, cas: readonly string[]): [string, string] | null {
  const known = cas.flatMap((one) => {
    const entries = index.byCas.get(one) ?? [];
    return entries.length === 0 ? [] : [{ one, entries }];
  });
  for (const [at, a] of known.entries())
    for (const b of known.slice(at + 1))
      if (!a.entries.some((entry) => b.entries.includes(entry))) return [a.one, b.one];
  return null;
}

export function doubtOf({
  apart,
  wrong,
  rightCas,
  named,
  byNumber,
  inci,
  known,
}: {
  /** Two numbers that no entry has together. */
  apart: readonly [string, string] | null;
  wrong: readonly string[];
  rightCas: readonly string[];
  named: ReadonlySet<Entry>;
  byNumber: ReadonlySet<Entry>;
  inci: string;
  known: Known;
}): string | null {
  if (apart !== null)
    return `Les numéros CAS ${apart.join(' et ')} désignent deux substances : gardez celui de la vôtre.`;
  if (wrong.length > 0) return `Numéro CAS impossible : ${wrong.join(', ')}. Un de ses chiffres est faux.`;
  if (rightCas.length === 0) return null;
  // One of several numbers in the cell of an entry is that entry's, once its name is said.
  const isOwn = (entry: Entry): boolean => byNumber.has(entry) || entry.cas.some((one) => rightCas.includes(one));
  const meet = [...named].some(isOwn);
  if (meet) return null;
  if (named.size > 0 && byNumber.size > 0)
    return 'Le nom et le numéro CAS désignent deux substances : corrigez l’un ou l’autre.';
  // The name is in the annexes with numbers, and this is none of them.
  if (named.size > 0 && [...named].every((entry) => entry.cas.length > 0))
    return 'Le numéro CAS n’est pas celui des entrées qui portent ce nom.';
  const own = known.casOf(inci);
  if (byNumber.size > 0 && own.length > 0 && !own.some((one) => rightCas.includes(one)))
    return `Le numéro CAS n’est pas celui qui est connu pour ce nom (${own.join(', ')}).`;
  return null;
}
