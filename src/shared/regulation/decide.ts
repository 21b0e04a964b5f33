import { nameKey } from '../fields/name.ts';
import { alertsOf, sayAlert } from './alerts.ts';
import { allowed } from './decide.allowed.ts';
import { forbidden } from './decide.forbidden.ts';
import {
  type Circumstances,
  FUNCTIONS,
  isFor,
  isHairDye,
  type JudgedEntry,
  type Judgement,
  type Opinion,
  OTHER_USE,
  OUTSIDE,
  type State,
  type Subject,
  type SumOf,
} from './decide.opinion.ts';
import type { Entry } from './export.read.ts';
import { readLimit } from './limit.ts';
import type { Hit, Match } from './match.ts';

export function judge(subject: Subject, match: Match, circumstances: Circumstances, sumOf: SumOf): Judgement {
  const alerts = alertsOf(subject, circumstances.types);
  const judged = judgeNamed(subject, match, circumstances, sumOf);
  return { ...asFactsAllow(judged, circumstances.types.contradiction), alerts };
}

type Named = Omit<Judgement, 'alerts'>;

/** What an entry says of a kind of product is not known of one whose facts contradict each other. Annex II forbids all the same. */
function asFactsAllow(judged: Named, contradiction: string | null): Named {
  const hangs = judged.entries.some(({ annex, role }) => annex !== 'II' && role === 'applies');
  const isForbidden = judged.entries.some(({ annex, broken }) => annex === 'II' && broken);
  if (contradiction === null || !hangs || isForbidden) return judged;
  if (judged.state !== 'dans_la_limite' && judged.state !== 'non_conforme') return judged;
  return { ...judged, state: 'a_verifier', why: `${contradiction} ${judged.why}` };
}

function judgeNamed(subject: Subject, match: Match, circumstances: Circumstances, sumOf: SumOf): Named {
  const judged = judgeSure(subject, match, circumstances, sumOf);
  const { related, sure, doubt } = match;
  if (doubt || related.length === 0) return asNano(judged, subject);
  if (sure.length === 0)
    return asNano(
      byRelated(judged, judgeSure(subject, { ...match, sure: related }, circumstances, sumOf), related),
      subject,
    );
  // The same number stands in other entries: they make doubtful what they would change.
  const all = judgeSure(subject, { ...match, sure: [...sure, ...related] }, circumstances, sumOf);
  if (all.state === judged.state) return asNano(all, subject);
  return asNano(
    {
      ...all,
      state: 'a_verifier',
      why: `D’autres entrées portent le même numéro CAS (${related.map(({ entry }) => entry.key).join(', ')}) : donnez le numéro CAS de la substance, ou dites sa fonction. ${judged.why}`,
    },
    subject,
  );
}

/** Of a name that no entry bears, the entries of its number: what they would say is asked, never taken and never left out. */
function byRelated(judged: Named, told: Named, related: readonly Hit[]): Named {
  if (told.state === 'aucune_entree' || judged.state === 'non_conforme') return judged;
  const keys = related.map(({ entry }) => entry.key).join(', ');
  return {
    ...told,
    state: 'a_verifier',
    why: `L’inventaire donne à ce nom le numéro CAS d’une entrée (${keys}) : donnez le numéro CAS de la substance. ${told.why}`,
  };
}

const TO_CONFIRM = 'Rapprochement à confirmer.';
const EXAMPLE = 'L’entrée la cite en exemple : une personne dit si ce qu’elle interdit s’y trouve.';

/** Whether what is open of a verdict is if an entry is about this substance, or about this case of it: yes or no. */
export const asksWhetherItApplies = ({ state, entries }: Pick<Judgement, 'state' | 'entries'>): boolean =>
  state === 'a_verifier' &&
  entries.length > 0 &&
  (entries.every(({ why }) => why === TO_CONFIRM) || entries.some(({ asks }) => asks));

/** Annexes III to VI cover a nanomaterial only where they say so; it is notified. Articles 14(2) and 16. */
function asNano(judged: Named, { nano }: Subject): Named {
  const isSure = judged.state === 'dans_la_limite' || judged.state === 'aucune_entree';
  if (!nano || !isSure || judged.entries.some(({ role, ofNano }) => role === 'applies' && ofNano)) return judged;
  return {
    ...judged,
    state: 'a_verifier',
    why: `Nanomatériau : aucune entrée qui s’applique ne le nomme sous cette forme, et l’article 16 demande sa notification. ${judged.why}`,
  };
}

function judgeSure(subject: Subject, found: Match, circumstances: Circumstances, sumOf: SumOf): Named {
  const { sure, weak, doubt, known } = found;
  const quoted = (hits: readonly Hit[], why: string): JudgedEntry[] =>
    hits.map(({ entry }) => present(entry, { state: 'set_aside', why }, 'set_aside'));
  const base = { basis: null, applies_from: null, warnings: [] as string[] };
  const [first] = alertsOf(subject, circumstances.types);
  const alert = first ? sayAlert(first) : null;
  if (doubt)
    return {
      ...base,
      state: 'a_verifier',
      why: doubt,
      entries: quoted([...sure, ...weak], 'À rapprocher par une personne.'),
    };
  if (sure.length === 0) {
    if (weak.length > 0)
      return {
        ...base,
        state: 'a_verifier',
        why:
          weak[0]?.how === 'loose'
            ? 'Le nom ressemble à celui d’une entrée, sans être le même.'
            : 'Une entrée nomme une famille ou un exemple : une personne dit si c’en est un.',
        entries: quoted(weak, TO_CONFIRM),
      };
    const missing = positiveList(subject, circumstances, []);
    if (missing) return { ...base, state: missing.state, why: missing.why, entries: [] };
    if (alert) return { ...base, state: 'a_verifier', why: alert, entries: [] };
    return known
      ? {
          ...base,
          state: 'aucune_entree',
          why: 'Aucune entrée des annexes importées ne nomme cette substance.',
          entries: [],
        }
      : {
          ...base,
          state: 'inconnu',
          why: 'Ce nom n’est connu ni des annexes, ni de vos substances vérifiées : vérifiez son orthographe, puis donnez son numéro CAS, ou enregistrez sa fiche pour le confirmer.',
          entries: [],
        };
  }
  const permitted = sure.filter(({ entry }) => entry.annex !== 'II');
  const opinions = new Map<Entry, Opinion>();
  const asked = { subject, circumstances, permitted };
  for (const { entry } of sure)
    opinions.set(entry, entry.annex === 'II' ? forbidden(entry, asked) : allowed(entry, { ...asked, sumOf }));
  // What an annex lists is bound by it whatever it is there for: one permission at least stands. Article 14(1).
  if (permitted.length > 0 && permitted.every(({ entry }) => opinions.get(entry)?.why === OTHER_USE))
    for (const { entry } of permitted) opinions.set(entry, allowed(entry, { ...asked, permitted: [], sumOf }));
  // An example of a prohibition is no identity, and no silence either: quoted, where the product does not set it aside.
  for (const { entry, how } of weak)
    if (how === 'weak' && entry.annex === 'II' && !opinions.has(entry)) {
      const opinion = forbidden(entry, asked);
      if (opinion.state !== 'set_aside') opinions.set(entry, { state: 'a_verifier', why: EXAMPLE, asks: true });
    }
  // Where one entry permits, those that are about something else say nothing.
  const outside = [...opinions].filter(([, { why }]) => why === OUTSIDE);
  const inside = [...opinions].filter(
    ([entry, { state, why }]) => entry.annex !== 'II' && state !== 'set_aside' && why !== OUTSIDE,
  );
  if (inside.length > 0)
    for (const [entry, opinion] of outside)
      opinions.set(entry, { ...opinion, state: 'set_aside', why: 'Un autre type de produit.' });
  return conclude([...opinions], { alert, subject, circumstances });
}

function conclude(
  opinions: readonly (readonly [Entry, Opinion])[],
  { alert, subject, circumstances }: { alert: string | null; subject: Subject; circumstances: Circumstances },
): Named {
  const standing = opinions.filter(([, { state }]) => state !== 'set_aside');
  const entries = opinions.map(([entry, opinion]) =>
    present(entry, opinion, opinion.state === 'set_aside' ? 'set_aside' : 'applies'),
  );
  const warnings = [...new Set(standing.flatMap(([entry]) => (entry.wording_text ? [entry.wording_text] : [])))];
  const done = (state: State, [entry, opinion]: readonly [Entry | null, Opinion]): Named => ({
    state,
    why: entry ? sayOf(entry, opinion) : opinion.why,
    basis: opinion.basis ?? null,
    applies_from: opinion.applies_from ?? null,
    entries,
    warnings,
  });
  const of = (state: Opinion['state']) => standing.filter(([, opinion]) => opinion.state === state);
  const [broken] = of('non_conforme');
  const [doubtful] = of('a_verifier');
  const [within] = of('dans_la_limite');
  // Two permissions that disagree: which of them is meant depends on what the substance is there for.
  if (broken && broken[0].annex !== 'II' && (within || doubtful) && standing.length > 1) {
    const others = standing.filter(([entry]) => entry !== broken[0] && entry.annex !== 'II');
    if (others.length > 0 && others.some(([entry]) => entry.annex !== broken[0].annex || entry.ref !== broken[0].ref))
      return done('a_verifier', [
        null,
        {
          state: 'a_verifier',
          why: `Les entrées ${standing.map(([entry]) => entry.key).join(' et ')} ne disent pas la même chose : laquelle s’applique dépend de la fonction et du produit.`,
        },
      ]);
  }
  // A type of product that excludes it breaks nothing while another entry is not settled.
  if (broken && broken[1].why === OUTSIDE && doubtful) return done('a_verifier', doubtful);
  if (broken) return done('non_conforme', broken);
  if (doubtful) return done('a_verifier', doubtful);
  if (within && alert)
    return done('a_verifier', [
      within[0],
      {
        ...within[1],
        state: 'a_verifier',
        why: `${within[1].why} Une règle qui n’est dans aucune ligne est à vérifier.`,
      },
    ]);
  if (within) {
    const missing = positiveList(
      subject,
      circumstances,
      standing.map(([entry]) => entry.annex),
    );
    return missing
      ? done(missing.state, [null, { state: 'a_verifier', why: missing.why }])
      : done('dans_la_limite', within);
  }
  // Every entry is about something else.
  if (alert) return done('a_verifier', [null, { state: 'a_verifier', why: alert }]);
  const missing = positiveList(subject, circumstances);
  if (missing) return done(missing.state, [null, { state: 'a_verifier', why: missing.why }]);
  return done('aucune_entree', [
    null,
    { state: 'set_aside', why: 'Les entrées qui la nomment ne visent pas cet emploi.' },
  ]);
}

/** « Substance interdite (II/1577). » What is broken comes first, where it is written after it. */
const sayOf = ({ key }: Entry, { state, why }: Opinion): string =>
  state === 'non_conforme' && why.endsWith('.') ? `${why.slice(0, -1)} (${key}).` : `${key} : ${why}`;

export function present(entry: Entry, opinion: Opinion, role: JudgedEntry['role']): JudgedEntry {
  const limit = readLimit(entry.product_text, entry.limit_text);
  const chosen = opinion.chosen ?? null;
  const letters = limit.cases.flatMap(({ letter, product_text, limit_text }) =>
    letter ? [{ letter, product_text, limit_text }] : [],
  );
  return {
    id: entry.id,
    annex: entry.annex,
    ref: entry.ref,
    role,
    why: opinion.why,
    name: entry.name,
    limit_text: entry.limit_text,
    product_text: entry.product_text,
    case: chosen?.letter
      ? {
          letter: chosen.letter,
          confirmed: opinion.confirmed ?? false,
          product_text: chosen.product_text,
          limit_text: chosen.limit_text,
        }
      : null,
    letters,
    conditions: [entry.other_text, ...limit.conditions].filter(Boolean),
    regulation: entry.regulation,
    ofNano: entry.nano || entry.anyForm,
    asks: opinion.asks ?? false,
    broken: opinion.state === 'non_conforme',
  };
}

/** Articles 14(1)(c) to (e): colourants, preservatives and UV filters are those of the lists, and no others. */
function positiveList(
  subject: Subject,
  { types, annexes }: Circumstances,
  found: readonly string[] = [],
): { state: 'non_conforme' | 'a_verifier'; why: string } | null {
  for (const [what, annex, noun] of [
    ['preservative', 'V', 'conservateur'],
    ['uv', 'VI', 'filtre UV'],
    ['colourant', 'IV', 'colorant'],
  ] as const) {
    if (found.includes(annex)) continue;
    const said = subject.functions.some((one) => FUNCTIONS[what].test(nameKey(one)));
    if (!said) continue;
    const dye = what === 'colourant' ? isHairDye(subject, types) : false;
    if (dye === true) continue;
    if (dye === null)
      return {
        state: 'a_verifier',
        why: `Un ${noun} est permis par l’annexe ${annex} seulement, sauf pour colorer les cheveux.`,
      };
    if (!annexes.has(annex))
      return { state: 'a_verifier', why: `L’annexe ${annex} n’est pas importée : un ${noun} doit y figurer.` };
    if (isFor(subject, what) !== true)
      return {
        state: 'a_verifier',
        why: `Un ${noun} doit figurer à l’annexe ${annex} (article 14) : confirmez sa fonction.`,
      };
    // A name that no number and no index stands behind may be another name of one that is listed.
    const isSure = subject.cas.length > 0 || found.length > 0 || /^ci \d{5}$/.test(nameKey(subject.inci));
    if (!isSure)
      return {
        state: 'a_verifier',
        why: `Un ${noun} doit figurer à l’annexe ${annex} (article 14), et ce nom n’y est pas : donnez son numéro CAS.`,
      };
    return {
      state: 'non_conforme',
      why: `Un ${noun} qui ne figure pas à l’annexe ${annex} est interdit (article 14).`,
    };
  }
  return null;
}
