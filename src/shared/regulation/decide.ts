import { printDay } from '../fields/date.ts';
import { nameKey } from '../formulas/inci.name.ts';
import { type Micros, printPercent, toPercent } from '../formulas/percent.ts';
import { actOf, transitionIn } from './acts.ts';
import type { Entry } from './export.read.ts';
import { fits, isOther, type ProductTypes, type Tri } from './facts.ts';
import { lawKey } from './identity.ts';
import { type LimitCase, readLimit } from './limit.ts';
import type { Hit, Match } from './match.ts';
import { prohibitionsOf } from './prohibitions.ts';
import { ALERTS, CONVERSIONS, WHOLE_ACIDS } from './substances.ts';

/**
 * What the annexes say of one substance in one product. The program compares numbers and words that it surely reads;
 * everything else is « à vérifier », quoted.
 */
export const STATES = ['non_conforme', 'a_verifier', 'dans_la_limite', 'aucune_entree', 'inconnu'] as const;
export type State = (typeof STATES)[number];

export const STATE_LABELS: Record<State, string> = {
  non_conforme: 'Non conforme',
  a_verifier: 'À vérifier',
  dans_la_limite: 'Dans la limite',
  aucune_entree: 'Aucune entrée',
  inconnu: 'Inconnu',
};

/** A person's choice of the case that applies. */
export interface ChosenCase {
  entry_id: string;
  letter: string | null;
}

export interface Subject {
  inci: string;
  /** Upper and lower bounds in the finished product; `null` where nobody knows. */
  amount: { min: Micros; max: Micros } | null;
  cas: readonly string[];
  nano: boolean;
  /** What it is there for, as it is said; it decides only when `functionConfirmed`. */
  functions: readonly string[];
  functionConfirmed: boolean;
}

export interface Circumstances {
  types: ProductTypes;
  /** The day of the question, and the day the units at hand were placed, `YYYY-MM-DD`. */
  at: string;
  firstPlaced: string | null;
  /** The cases a person confirmed for this substance. */
  chosen: readonly ChosenCase[];
  /** Nobody is there to confirm: exactly one fitting case is taken, and said to be unconfirmed. */
  unattended: boolean;
  /** Which annexes are in the corpus. */
  annexes: ReadonlySet<string>;
}

export interface JudgedEntry {
  id: string;
  annex: string;
  ref: string;
  role: 'applies' | 'set_aside';
  why: string;
  name: string;
  limit_text: string;
  product_text: string;
  case: { letter: string; confirmed: boolean; product_text: string; limit_text: string } | null;
  /** The letters one may choose from. */
  letters: { letter: string; product_text: string; limit_text: string }[];
  conditions: string[];
  regulation: string;
  /** It names the substance as a nanomaterial. */
  ofNano: boolean;
}

export interface Judgement {
  state: State;
  why: string;
  basis: string | null;
  applies_from: string | null;
  entries: JudgedEntry[];
  /** Warnings to print, as published. */
  warnings: string[];
}

interface Opinion {
  state: 'non_conforme' | 'a_verifier' | 'dans_la_limite' | 'set_aside';
  why: string;
  basis?: string | null;
  applies_from?: string | null;
  chosen?: LimitCase | null;
  confirmed?: boolean;
}

/** What shares a limit with the substance, itself included. */
export interface Sum {
  min: Micros;
  max: Micros;
  names: string[];
  /** The law names the sum; otherwise it is that of one entry's substances. */
  isGroup: boolean;
  /** Each of them with its upper bound: a limit may count only a part of it. */
  parts: { inci: string; max: Micros }[];
  /** Of parabens: butyl- and propylparaben. */
  short: { inci: string; max: Micros }[];
}
/** `null` where an amount is not known. */
export type SumOf = (entry: Entry) => Sum | null;

const REPLACED = 'Le texte précédent n’est pas dans l’export de la Commission.';

export function judge(subject: Subject, found: Match, circumstances: Circumstances, sumOf: SumOf): Judgement {
  const judged = judgeSure(subject, found, circumstances, sumOf);
  const { related, sure, doubt } = found;
  if (doubt || sure.length === 0 || related.length === 0) return asNano(judged, subject);
  // The same number stands in other entries: they make doubtful what they would change.
  const all = judgeSure(subject, { ...found, sure: [...sure, ...related] }, circumstances, sumOf);
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

/** Annexes III to VI cover a nanomaterial only where they say so; it is notified. Articles 14(2) and 16. */
function asNano(judged: Judgement, { nano }: Subject): Judgement {
  const isSure = judged.state === 'dans_la_limite' || judged.state === 'aucune_entree';
  if (!nano || !isSure || judged.entries.some(({ role, ofNano }) => role === 'applies' && ofNano)) return judged;
  return {
    ...judged,
    state: 'a_verifier',
    why: `Nanomatériau : aucune entrée qui s’applique ne le nomme sous cette forme, et l’article 16 demande sa notification. ${judged.why}`,
  };
}

function judgeSure(subject: Subject, found: Match, circumstances: Circumstances, sumOf: SumOf): Judgement {
  const { sure, weak, doubt, known } = found;
  const quoted = (hits: readonly Hit[], why: string): JudgedEntry[] =>
    hits.map(({ entry }) => present(entry, { state: 'set_aside', why }, 'set_aside'));
  const base = { basis: null, applies_from: null, warnings: [] as string[] };
  const alert = ALERTS.find(
    ({ name, cas = [] }) => name.test(nameKey(subject.inci)) || cas.some((one) => subject.cas.includes(one)),
  );
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
        entries: quoted(weak, 'Rapprochement à confirmer.'),
      };
    const missing = positiveList(subject, circumstances, []);
    if (missing) return { ...base, state: missing.state, why: missing.why, entries: [] };
    if (alert) return { ...base, state: 'a_verifier', why: alert.message, entries: [] };
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
          why: 'Ce nom n’est connu ni des annexes, ni de vos substances : vérifiez son orthographe, ou donnez son numéro CAS.',
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
  // Where one entry permits, those that are about something else say nothing.
  const outside = [...opinions].filter(([, { why }]) => why === OUTSIDE);
  const inside = [...opinions].filter(
    ([entry, { state, why }]) => entry.annex !== 'II' && state !== 'set_aside' && why !== OUTSIDE,
  );
  if (inside.length > 0)
    for (const [entry, opinion] of outside)
      opinions.set(entry, { ...opinion, state: 'set_aside', why: 'Un autre type de produit.' });
  return conclude([...opinions], { alert: alert?.message ?? null, subject, circumstances });
}

const OTHER_USE = 'Elle n’est pas là pour cela.';
const OUTSIDE = 'Le type de produit de l’entrée n’est pas celui du produit : elle ne le permet pas.';

function conclude(
  opinions: readonly (readonly [Entry, Opinion])[],
  { alert, subject, circumstances }: { alert: string | null; subject: Subject; circumstances: Circumstances },
): Judgement {
  const standing = opinions.filter(([, { state }]) => state !== 'set_aside');
  const entries = opinions.map(([entry, opinion]) =>
    present(entry, opinion, opinion.state === 'set_aside' ? 'set_aside' : 'applies'),
  );
  const warnings = [...new Set(standing.flatMap(([entry]) => (entry.wording_text ? [entry.wording_text] : [])))];
  const done = (state: State, [entry, opinion]: readonly [Entry | null, Opinion]): Judgement => ({
    state,
    why: entry ? `${entry.key} : ${opinion.why}` : opinion.why,
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
  if (within && alert) return done('a_verifier', [null, { state: 'a_verifier', why: alert }]);
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

function present(entry: Entry, opinion: Opinion, role: JudgedEntry['role']): JudgedEntry {
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
  };
}

/** The words of functions, whole: « décolorant » is no colourant, « UV absorber » protects the product, not the skin. */
const FUNCTIONS = {
  fragrance: /^(?:(?:ingredient de |agent )?parfum(?:ant|s)?|fragrance|perfuming)$/,
  preservative: /^(?:agents? )?conservateurs?$|^preservatives?$/,
  colourant: /^(?:colorants?|colou?rants?|pigments?)$/,
  uv: /^filtres? (?:uv|solaires?)$|^uv[- ]filters?$/,
  hairDye: /^colorants? (?:capillaires?|pour (?:les )?cheveux)$|^hair dye(?:ing)?$/,
} as const;

/** Whether it is there for that; nobody knows while nobody has confirmed it. */
const isFor = ({ functions, functionConfirmed }: Subject, what: keyof typeof FUNCTIONS): Tri =>
  !functionConfirmed || functions.length === 0 ? null : functions.some((one) => FUNCTIONS[what].test(nameKey(one)));

/** A confirmed function says it, whatever the product is called. */
const isHairDye = (subject: Subject, types: ProductTypes): Tri =>
  isFor(subject, 'hairDye') === true ? true : types.hairDye;

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

interface Asked {
  subject: Subject;
  circumstances: Circumstances;
  permitted: readonly Hit[];
}

/** A rule that is not in force yet, or no longer only its new text. */
function inTime(entry: Entry, { at, firstPlaced }: Circumstances): { from: string; why: string } | null {
  const act = actOf(entry);
  const check = act?.toCheck ? ` (${act.source} ; date à vérifier au Journal officiel)` : act ? ` (${act.source})` : '';
  if (act) {
    const placed = firstPlaced !== null && firstPlaced <= at && firstPlaced < act.placing;
    if (at < act.placing)
      return {
        from: act.placing,
        why: `Cette entrée s’applique à partir du ${printDay(act.placing)}${check}. ${REPLACED}`,
      };
    if (placed && at < act.available)
      return {
        from: act.available,
        why: `Des unités mises sur le marché avant le ${printDay(act.placing)} peuvent y rester jusqu’au ${printDay(act.available)}${check}. ${REPLACED}`,
      };
  }
  const text = [entry.limit_text, entry.other_text, entry.product_text, entry.cells.iupac ?? ''].join('\n');
  const { placing, available, others } = transitionIn(text);
  if (placing !== null && at < placing)
    return { from: placing, why: `Cette entrée s’applique à partir du ${printDay(placing)}. ${REPLACED}` };
  const isOld = placing !== null && firstPlaced !== null && firstPlaced < placing;
  if (available !== null && at < available && (placing === null || isOld))
    return {
      from: available,
      why: `Des unités mises sur le marché auparavant peuvent y rester jusqu’au ${printDay(available)}. ${REPLACED}`,
    };
  const later = others.filter((day) => day > at).toSorted()[0];
  return later ? { from: later, why: `Le texte de l’entrée nomme une date à venir, le ${printDay(later)}.` } : null;
}

function forbidden(entry: Entry, { subject, circumstances, permitted }: Asked): Opinion {
  const { types } = circumstances;
  const text = `${entry.name}`.replace(/\s+/g, ' ');
  const dated = inTime(entry, circumstances);
  const broken = (why: string): Opinion =>
    dated
      ? {
          state: 'a_verifier',
          why: `À partir du ${printDay(dated.from)} : non conforme (${entry.key}). ${dated.why}`,
          applies_from: dated.from,
        }
      : { state: 'non_conforme', why };
  const doubt = (why: string): Opinion => ({ state: 'a_verifier', why });
  const aside = (why: string): Opinion => ({ state: 'set_aside', why });
  if (/when used as a? ?fragrance/i.test(text)) {
    const isFragrance = isFor(subject, 'fragrance');
    if (isFragrance === true) return broken('Interdite comme ingrédient de parfum.');
    return isFragrance === false
      ? aside('Interdite seulement comme ingrédient de parfum.')
      : doubt('Interdite comme ingrédient de parfum : confirmez sa fonction.');
  }
  if (/when used (?:as (?:a )?substances?|in|as an? ingredient)? ?(?:in )?hair(?: and eyelash)? dye/i.test(text)) {
    const dye = isHairDye(subject, types);
    if (dye === true) return broken('Interdite dans les colorations capillaires.');
    return dye === false
      ? aside('Interdite seulement dans les colorations capillaires.')
      : doubt('Interdite dans les colorations capillaires : dites ce qu’est le produit.');
  }
  if (entry.nano) {
    if (/massive/i.test(text)) return doubt('L’entrée distingue des tailles de particules.');
    return subject.nano ? broken('Interdite sous forme nano.') : aside('Interdite seulement sous forme nano.');
  }
  const exception =
    /(?:exception of|except|excluding|conditions (?:laid down|set out)|see) .{0,400}?Annex (III|IV|V|VI)\b/i.exec(text);
  if (exception) {
    const ref = /(?:entry|entries|No\.?|numbers?) ?(\d+[a-z]?)/i.exec(text)?.[1];
    const exempt = permitted.filter(
      ({ entry: other }) => other.annex === exception[1] && (ref === undefined || other.ref.replace(/\s/g, '') === ref),
    );
    if (exempt.length > 0)
      return aside(`Permise aux conditions de ${exempt.map(({ entry: other }) => other.key).join(', ')}.`);
    return doubt('L’entrée a une exception : une personne dit si elle s’applique.');
  }
  if (
    /except|unless|if it contains|if they contain|if the max|normal content|traces?\b|other than|provided|fibres|diameter|aspect ratio/i.test(
      text,
    )
  )
    return doubt('L’entrée a une condition : une personne dit si elle est remplie.');
  if (permitted.length > 0)
    return doubt(
      `Nommée à la fois par l’annexe II et par ${permitted.map(({ entry: other }) => other.key).join(', ')} : à départager.`,
    );
  return broken('Substance interdite.');
}

const LABELLING =
  /(?:\([a-z]\)\s{0,3}){0,26}The presence of the substances?(?: or (?:the )?substances?)? (?:must|shall) be indicated[\s\S]*?rinse-off products\.?/gi;
const PURITY = /[—-]?\s{0,3}Purity criteria as ss?et out in Commission Directive[^\n]*/gi;
const FURTHER = /(?:must|shall) not exceed/i;
const NUMBERS = /\d\s*(?:%|ppm|mg\/kg|µg|μg)|must not exceed|shall not exceed|maximum concentration/i;

function allowed(entry: Entry, { subject, circumstances, permitted, sumOf }: Asked & { sumOf: SumOf }): Opinion {
  const { types } = circumstances;
  const doubt = (why: string, more: Partial<Opinion> = {}): Opinion => ({ state: 'a_verifier', why, ...more });
  const dated = inTime(entry, circumstances);
  const late = (opinion: Opinion): Opinion =>
    dated
      ? {
          ...opinion,
          state: 'a_verifier',
          applies_from: dated.from,
          why:
            opinion.state === 'non_conforme'
              ? `À partir du ${printDay(dated.from)} : non conforme (${entry.key}${opinion.chosen?.letter ? ` (${opinion.chosen.letter})` : ''} ${opinion.chosen?.limit_text ?? ''}). ${dated.why}`
              : `${dated.why} Alors : ${opinion.why}`,
        }
      : opinion;

  // Annex IV is no list of hair dyes. Articles 14(1)(c) and 14(2).
  if (entry.annex === 'IV') {
    const dye = isHairDye(subject, types);
    const why = 'L’annexe IV ne vise pas les colorations capillaires.';
    if (dye === true)
      return permitted.some(({ entry: each }) => each.annex !== 'IV') ? { state: 'set_aside', why } : doubt(why);
    if (dye === null) return doubt('Dites ce qu’est le produit : l’annexe IV ne vise pas les colorations capillaires.');
  }
  const other = usedOtherwise(entry, subject, permitted);
  if (other) return other;
  const byHand = parabens(entry, subject, sumOf);
  if (byHand) {
    const [met] = prohibitionsOf([entry.other_text], types, null).filter(({ broken }) => broken !== false);
    if (!met || byHand.state === 'non_conforme') return byHand;
    return met.broken
      ? { state: 'non_conforme', why: `« ${met.text} »` }
      : doubt(`« ${met.text} » : dites-le du produit.`);
  }

  const limit = readHand(entry) ?? readLimit(entry.product_text, entry.limit_text);
  const cases = fitting(limit.cases, types);
  const picked = pick(cases, entry, circumstances);
  if ('state' in picked) return late(picked);
  const { chosen, confirmed } = picked;
  const known = { chosen, confirmed };

  const prose = [proseOf(entry, subject), ...(/^VI\/(?:27a|30a?)$/.test(entry.key) ? [entry.wording_text] : [])];
  const prohibitions = prohibitionsOf(prose, types, chosen.letter);
  const violated = prohibitions.find(({ broken }) => broken === true);
  if (violated) return late({ state: 'non_conforme', why: `« ${violated.text} »`, ...known });

  const number = compare(entry, { subject, chosen, limit: limit.parse, sumOf });
  if (number.state === 'non_conforme') return late({ ...number, ...known });
  const open = prohibitions.find(({ broken }) => broken === null);
  if (open) return late(doubt(`« ${open.text} » : dites-le du produit.`, { ...known, basis: number.basis ?? null }));
  return late({ ...number, ...known });
}

/** V/3 says one thing of the acid and another of its salts, each under its heading. */
function proseOf(entry: Entry, subject: Subject): string {
  if (entry.key !== 'V/3') return entry.other_text;
  const [acid = '', salts = ''] = entry.other_text.split(/Salicylic acid salts:/i);
  return lawKey(subject.inci) === 'salicylic acid' || subject.cas.includes('69-72-7') ? acid : salts;
}

/** Of two annexes that permit a substance, the one it is not there for. */
function usedOtherwise(entry: Entry, subject: Subject, permitted: readonly Hit[]): Opinion | null {
  const others = permitted.filter(({ entry: other }) => other.annex !== entry.annex);
  if (others.length === 0) return null;
  const aside = (why: string): Opinion => ({ state: 'set_aside', why });
  for (const [what, annex] of [
    ['preservative', 'V'],
    ['uv', 'VI'],
    ['colourant', 'IV'],
  ] as const) {
    const is = isFor(subject, what);
    if (entry.annex === annex && is === false) return aside(OTHER_USE);
    if (
      entry.annex === 'III' &&
      is === true &&
      others.some(({ entry: other }) => other.annex === annex) &&
      /for purposes other than inhibiting|as a UV|solvent|fragrance/i.test(`${entry.other_text} ${entry.product_text}`)
    )
      return aside('L’entrée vise un autre emploi.');
  }
  return null;
}

/** « (d) ≤ 0,1 % of H2O2, present or released »: hydrogen peroxide itself counts whole. Annex III/12. */
function readHand(entry: Entry): ReturnType<typeof readLimit> | null {
  if (entry.key !== 'III/12' && entry.key !== 'V/3') return null;
  const text =
    entry.key === 'V/3'
      ? '0,5 % (as acid)'
      : entry.limit_text.replace(/\s{0,3}of H2O2(?: \(40 volumes\))?,? present or released/gi, '');
  return readLimit(entry.product_text, text);
}

function fitting(cases: readonly LimitCase[], types: ProductTypes): { one: LimitCase; fit: Tri }[] {
  const plain = cases.map((one) => ({
    one,
    fit: isOther(one.product_text) && cases.length > 1 ? undefined : fits(one.product_text, types),
  }));
  return plain.map(({ one, fit }) => {
    if (fit !== undefined) return { one, fit };
    // « Other products »: none of the cases before, and none of what it excepts.
    const rest = plain.filter((each) => each.one !== one).map((each) => each.fit ?? null);
    const exceptions = one.product_text.split(/except|other than/i)[1];
    const excepted = exceptions ? fits(exceptions.trim(), types) : false;
    if (rest.includes(true) || excepted === true) return { one, fit: false };
    return { one, fit: rest.every((each) => each === false) && excepted === false ? true : null };
  });
}

function pick(
  cases: readonly { one: LimitCase; fit: Tri }[],
  entry: Entry,
  { chosen, unattended }: Circumstances,
): { chosen: LimitCase; confirmed: boolean } | Opinion {
  const said = chosen.find(({ entry_id }) => entry_id === entry.id);
  const mine = said && cases.find(({ one }) => one.letter === said.letter);
  if (mine) return { chosen: mine.one, confirmed: true };
  const yes = cases.filter(({ fit }) => fit === true);
  const open = cases.filter(({ fit }) => fit === null);
  if (yes.length === 0 && open.length === 0) return { state: 'non_conforme', why: OUTSIDE };
  const only = yes[0];
  if (yes.length === 1 && open.length === 0 && only) {
    if (only.one.letter === null) return { chosen: only.one, confirmed: false };
    if (unattended) return { chosen: only.one, confirmed: false };
    return {
      state: 'a_verifier',
      why: `Cas proposé : (${only.one.letter}) ${only.one.product_text.replace(/\s+/g, ' ')}. Confirmez-le.`,
      chosen: only.one,
      confirmed: false,
    };
  }
  return {
    state: 'a_verifier',
    why:
      cases.length === 1
        ? `Type de produit de l’entrée : « ${cases[0]?.one.product_text.replace(/\s+/g, ' ')} ». Une personne dit si le produit en est.`
        : 'Plusieurs cas, ou aucun qui soit sûr : une personne choisit celui du produit.',
  };
}

function compare(
  entry: Entry,
  { subject, chosen, limit, sumOf }: { subject: Subject; chosen: LimitCase; limit: string; sumOf: SumOf },
): Opinion {
  const doubt = (why: string, basis: string | null = null): Opinion => ({ state: 'a_verifier', why, basis });
  if (chosen.value === null) {
    if (entry.limit_text.trim() !== '')
      return doubt(`Limite à lire : « ${(chosen.limit_text || entry.limit_text).replace(/\s+/g, ' ')} ».`);
    const prose = `${entry.other_text}\n${entry.annex === 'IV' ? '' : entry.wording_text}`
      .replace(LABELLING, '')
      .replace(PURITY, '');
    if (NUMBERS.test(prose)) return doubt('La limite est écrite dans les conditions : à lire.');
    return { state: 'dans_la_limite', why: 'L’entrée ne fixe pas de concentration ; ses conditions sont à respecter.' };
  }
  if (limit !== 'certain' && entry.key !== 'III/12')
    return doubt(`Limite à lire : « ${entry.limit_text.replace(/\s+/g, ' ')} ».`);
  const shared = sumOf(entry);
  if (!shared || subject.amount === null)
    return doubt('La quantité est inconnue : elle n’est pas comparée à la limite.', chosen.basis);
  const counted = chosen.limit_text.replace(/\s+/g, ' ').trim();
  // Another number stands among the conditions: whether it is met is for a person.
  const further = FURTHER.test(entry.other_text.replace(LABELLING, ''));
  const together = shared.names.length > 1 ? ` (somme de ${shared.names.join(', ')})` : '';
  const say = (micros: Micros): string => printPercent(Math.round(micros));
  if (shared.max <= chosen.value && further)
    return doubt(
      `${say(shared.max)}${together}, limite ${counted} ; une autre limite est écrite dans les conditions : à lire.`,
      chosen.basis,
    );
  if (shared.max <= chosen.value)
    return {
      state: 'dans_la_limite',
      why: `${say(shared.max)}${together}, limite ${counted}.`,
      basis: chosen.basis,
    };
  if (shared.min <= chosen.value && shared.min !== shared.max)
    return doubt(`La fourchette dépasse la limite (${counted}) par le haut : ${say(shared.max)}.`, chosen.basis);
  if (chosen.basis) {
    const single = shared.names.length === 1;
    const share = single ? shareOf(subject.inci, chosen.basis) : null;
    const converted = single ? (share === null ? null : shared.max * share) : convertedOf(shared.parts, chosen.basis);
    if (converted === null)
      return doubt(
        `${say(shared.max)}${together} dépasse ${counted}, qui compte autre chose (${chosen.basis}) : à convertir.`,
        chosen.basis,
      );
    const said = `${say(shared.max)}${together}, soit ${say(converted)} (${chosen.basis})`;
    if (converted <= chosen.value)
      return { state: 'dans_la_limite', why: `${said}, limite ${counted}.`, basis: chosen.basis };
    if (!single && !shared.isGroup) return doubt(`${said}, dépasse ${counted}.`, chosen.basis);
    if (entry.key === 'V/3' && !single && subject.amount.max <= chosen.value)
      return doubt(`${said}, dépasse ${counted}. La somme dépend de l’emploi de chacune.`, chosen.basis);
    return { state: 'non_conforme', why: `${said}, dépasse ${counted}.`, basis: chosen.basis };
  }
  // What the other entry of the sum permits breaks this one only where it is itself above.
  if (entry.key === 'V/3' && shared.names.length > 1 && subject.amount.max <= chosen.value)
    return doubt(`La somme dépasse ${counted} : ${say(shared.max)}${together}. Elle dépend de l’emploi de chacune.`);
  // One entry, several substances: only sums that the law names are broken by their total.
  if (shared.names.length > 1 && !shared.isGroup && subject.amount.max <= chosen.value)
    return doubt(`La somme des substances de cette entrée dépasse ${counted} : ${say(shared.max)}${together}.`);
  return { state: 'non_conforme', why: `${say(shared.max)}${together} dépasse la limite de ${counted}.` };
}

/** How much of a substance is what the limit counts; `null` where the masses are not known. */
export function shareOf(inci: string, basis: string): number | null {
  const key = lawKey(inci);
  if (WHOLE_ACIDS.has(key)) return 1;
  const found = CONVERSIONS[key];
  return found?.basis.test(basis) ? found.of / found.mass : null;
}

/** What a limit counts of several substances together; `null` where a mass is not known. */
const convertedOf = (parts: Sum['parts'], basis: string): number | null =>
  parts.reduce<number | null>((sum, { inci, max }) => {
    const share = shareOf(inci, basis);
    return sum === null || share === null ? null : sum + max * share;
  }, 0);

/**
 * Parabens, read by hand. V/12: 0,4 % as acid for one ester, 0,8 % for mixtures; V/12a: 0,14 % as acid for the sum of
 * butyl- and propylparaben, 0,8 % with those of entry 12. Source: Regulation (EU) No 1004/2014.
 */
function parabens(entry: Entry, subject: Subject, sumOf: SumOf): Opinion | null {
  if (entry.key !== 'V/12' && entry.key !== 'V/12a') return null;
  const limitText = entry.limit_text.replace(/\s+/g, ' ').trim();
  const doubt = (why: string): Opinion => ({ state: 'a_verifier', why, basis: 'as acid' });
  const all = sumOf(entry);
  if (!all || subject.amount === null) return doubt('La quantité est inconnue : elle n’est pas comparée à la limite.');
  const [single, mixture, short] = [400_000, 800_000, 140_000];
  const say = (micros: Micros): string => printPercent(Math.round(micros));
  const share = shareOf(subject.inci, 'acid');
  const own = share === null ? null : subject.amount.max * share;
  const acid = convertedOf(all.parts, 'acid');
  const shortMax = all.short.reduce((sum, { max }) => sum + max, 0);
  const shortAcid = convertedOf(all.short, 'acid');
  const over = (raw: Micros, acid: Micros | null, limit: Micros): Tri =>
    raw <= limit ? false : acid === null ? null : acid > limit;
  const found: [Tri, string][] = [
    [over(all.max, acid, mixture), `somme des entrées 12 et 12a : ${say(acid ?? all.max)} (en acide), limite 0,8 %`],
    entry.key === 'V/12'
      ? [
          over(subject.amount.max, own, single),
          `${say(own ?? subject.amount.max)} (en acide), limite 0,4 % pour un ester seul`,
        ]
      : [
          over(shortMax, shortAcid, short),
          `somme des butyl- et propylparabènes : ${say(shortAcid ?? shortMax)} (en acide), limite 0,14 %`,
        ],
  ];
  const broken = found.find(([tri]) => tri === true);
  if (broken) return { state: 'non_conforme', why: `${broken[1]}.`, basis: 'as acid' };
  const open = found.find(([tri]) => tri === null);
  if (open) return doubt(`${open[1]} : à convertir. Limite publiée : « ${limitText} ».`);
  return { state: 'dans_la_limite', why: `${found.map(([, why]) => why).join(' ; ')}.`, basis: 'as acid' };
}

/** The percents of a substance, as they are answered. */
export const percentOf = (amount: Subject['amount']): number | null => (amount === null ? null : toPercent(amount.max));
