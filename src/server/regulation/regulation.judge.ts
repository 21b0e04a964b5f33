import { dayOf } from '#shared/fields/date.ts';
import { nameKey } from '#shared/fields/name.ts';
import { labelName } from '#shared/formulas/inci.label.ts';
import { assess, type Item } from '#shared/regulation/assess.ts';
import type { Judgement, State } from '#shared/regulation/decide.opinion.ts';
import { asksWhetherItApplies } from '#shared/regulation/decide.ts';
import type { Facts } from '#shared/regulation/facts.contract.ts';
import { typesOf } from '#shared/regulation/facts.ts';
import type { Known } from '#shared/regulation/match.ts';
import type { Corpus, Verdict } from '#shared/regulation/regulation.contract.ts';
import { warningOf } from '#shared/regulation/warning.ts';
import type { Actor } from '../caller.ts';
import type { LawDecisionRow } from '../db/tables.ts';
import type { createCorpora } from './corpus.service.ts';
import type { LoadedCorpus } from './corpus.ts';
import { basisOf, decisionsOf } from './regulation.answers.ts';
import type { RegulationDependencies } from './regulation.service.ts';
import * as store from './regulation.store.ts';

const NO_CORPUS = 'Aucun corpus lisible n’est en vigueur : un administrateur l’importe depuis « Réglementation ».';

const EMPTY = { entries: [], byCas: new Map(), byEc: new Map(), byName: new Map(), byLoose: new Map(), families: [] };

/** « Rien trouvé » is said only of what was looked at whole. */
function uncertain(state: State, { hasCorpus, missing }: { hasCorpus: boolean; missing: boolean }): State {
  if (!hasCorpus) return 'a_verifier';
  return missing && (state === 'aucune_entree' || state === 'dans_la_limite' || state === 'inconnu')
    ? 'a_verifier'
    : state;
}

const whyOf = (
  judgement: Judgement,
  { state, law, missing }: { state: State; law: Corpus | null; missing: readonly string[] },
): string =>
  state === judgement.state
    ? judgement.why
    : law === null
      ? NO_CORPUS
      : `L’annexe ${missing.join(', ')} n’est pas importée : ce qui en dépend est à vérifier. ${judgement.why}`;

/** What a verdict asks to print: in French where somebody wrote it. */
const toPrint = (
  { entries }: Judgement,
  { corpus, warnings }: { corpus: LoadedCorpus | null; warnings: ReadonlyMap<string, string> },
): string[] =>
  entries.flatMap((judged) => {
    const entry = corpus?.byId.get(judged.id);
    const text = entry && (warnings.get(entry.lasting) ?? entry.wording_text);
    return text ? warningOf(text, judged) : [];
  });

interface CorpusJudgeDeps extends RegulationDependencies {
  corpora: ReturnType<typeof createCorpora>;
}

/** A verdict, and what an answer to it would be about. */
export interface JudgedVerdict {
  verdict: Verdict;
  basis: (of: 'applies' | 'decision') => string;
}

/** Judges substances by a corpus. */
export function createCorpusJudge({ db, substances, clock, corpora }: CorpusJudgeDeps) {
  /** What is known outside the annexes of these names: the firm's substances, the inventory. */
  const knownOf = async (names: readonly string[]): Promise<Known> => {
    const keys = [...new Set(names.map(nameKey))];
    const mine = new Map((await substances.byNames(names)).map((one) => [one.key, one.values]));
    // A name that a paste or a sheet brought, without a number, may be a slip of the hand until a person has looked at it.
    const isOurs = (name: string): boolean => {
      const values = mine.get(nameKey(name));
      return values !== undefined && (values.origin !== 'imported' || values.cas.length + values.ec.length > 0);
    };
    const listed = new Map(
      (await store.listInventory(db, keys)).map((row) => [row.name_key, JSON.parse(row.cas) as string[]]),
    );
    return {
      isKnown: (name) => isOurs(name) || listed.has(nameKey(name)),
      casOf: (name) => listed.get(nameKey(name)) ?? mine.get(nameKey(name))?.cas ?? [],
    };
  };

  /** The verdicts on these substances, under what is known. */
  const judge = async (
    corpus: LoadedCorpus | null,
    items: readonly Item[],
    {
      facts,
      at,
      first_placed,
      decisions = [],
      unattended = false,
    }: { facts: Facts; decisions?: readonly LawDecisionRow[]; unattended?: boolean } & When,
  ): Promise<JudgedVerdict[]> => {
    const warnings = await corpora.warnings();
    const byKey = Map.groupBy(decisions, ({ key }) => key);
    const law = corpus?.corpus ?? null;
    const index = corpus?.index ?? EMPTY;
    const known = await knownOf(items.flatMap(({ identity }) => [identity.inci, labelName(identity.inci)]));
    const judgedBy = (asked: readonly Item[]) =>
      assess(index, asked, {
        known,
        circumstances: {
          types: typesOf(facts),
          at: at ?? dayOf(clock()),
          firstPlaced: first_placed ?? null,
          unattended,
          annexes: new Set(law?.files.map(({ annex }) => annex)),
        },
        chosenOf: (key) =>
          (byKey.get(key) ?? []).flatMap(({ kind, data, basis }) => {
            const entry = kind.startsWith('case:') ? corpus?.byLasting.get(kind.slice('case:'.length)) : undefined;
            // A case confirmed on another text is asked again.
            return entry && entry.content === basis ? [{ entry_id: entry.id, letter: JSON.parse(data).letter }] : [];
          }),
      });
    const ofKind = (key: string, kind: string, basis: string): LawDecisionRow | undefined =>
      (byKey.get(key) ?? []).find((row) => row.kind === kind && row.basis === basis);
    const first = judgedBy(items);
    const byItem = new Map(items.map((item) => [item.key, item]));
    /** What people said is about the substance, on what stands there now. */
    const applied = new Map(
      first.flatMap((one) => {
        if (!byKey.has(one.key)) return [];
        const item = byItem.get(one.key) as Item;
        const basis = (of: 'applies' | 'decision') => basisOf(corpus, { item, judged: one, of });
        // One of the first days of this answer was about the amount too.
        const row = ofKind(one.key, 'applies', basis('applies')) ?? ofKind(one.key, 'applies', basis('decision'));
        return row ? [[one.key, row] as const] : [];
      }),
    );
    // What is confirmed counts in the sums of the others too.
    const assessed =
      applied.size === 0
        ? first
        : judgedBy(
            items.map((item) =>
              applied.has(item.key) ? { ...item, subject: { ...item.subject, applies: true } } : item,
            ),
          );
    return assessed.map((one) => {
      const { key, lines, inci, percent, judgement } = one;
      const item = byItem.get(key) as Item;
      const basis = (of: 'applies' | 'decision'): string => basisOf(corpus, { item, judged: one, of });
      const functions = (byKey.get(key) ?? []).find((row) => row.kind === 'functions');
      const missing = law?.missing ?? [];
      const state = uncertain(judgement.state, { hasCorpus: law !== null, missing: missing.length > 0 });
      const verdict: Verdict = {
        key,
        lines,
        inci,
        percent,
        state,
        entries: judgement.entries,
        why: whyOf(judgement, { state, law, missing }),
        basis: judgement.basis,
        applies_from: judgement.applies_from,
        alerts: judgement.alerts,
        warnings: toPrint(judgement, { corpus, warnings }),
        corpus: law ? { id: law.id, date: law.date, sha256: law.sha256 } : { id: '', date: null, sha256: '' },
        ...decisionsOf({
          verified: state === 'a_verifier' && byKey.has(key) ? ofKind(key, 'decision', basis('decision')) : undefined,
          applied: applied.get(key),
        }),
        asks: asksWhetherItApplies({ state, entries: judgement.entries }),
        functions: functions ? JSON.parse(functions.data).functions : null,
      };
      return { verdict, basis };
    });
  };
  const row = (productId: string, key: string, by: Actor) => ({
    product_id: productId,
    key,
    at: clock().toISOString(),
    by: by.email,
  });

  return {
    judge,
    row,
  };
}

export const listed = (given: string | string[] | null): string[] =>
  (Array.isArray(given) ? given : [given ?? ''])
    .flatMap((one) => one.split(/[\s,;/]+/))
    .filter((one) => one && one !== '-');

export interface When {
  at?: string | null | undefined;
  first_placed?: string | null | undefined;
}
