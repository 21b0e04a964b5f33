/** What is asked of an entry, and what it answers. */
import { printDay } from '../fields/date.ts';
import { nameKey } from '../fields/name.ts';
import type { Micros } from '../fields/percent.ts';
import { actOf, transitionIn } from './acts.ts';
import type { Alert } from './alerts.ts';
import type { Entry } from './export.read.ts';
import type { ProductTypes } from './facts.ts';
import type { LimitCase } from './limit.ts';
import type { Hit } from './match.ts';
import type { Tri } from './tri.ts';

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
  /** A person said that the entry that was asked about is about it: « oui, c’est elle ». */
  applies: boolean;
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
  /** Whether it is about this substance, or about this use of it, is for a person to say: yes or no. */
  asks: boolean;
  /** What it says is not respected. */
  broken: boolean;
}

export interface Judgement {
  state: State;
  why: string;
  basis: string | null;
  applies_from: string | null;
  entries: JudgedEntry[];
  /** Warnings to print, as published. */
  warnings: string[];
  /** Rules that stand in no row of the annexes. */
  alerts: Alert[];
}

export interface Opinion {
  state: 'non_conforme' | 'a_verifier' | 'dans_la_limite' | 'set_aside';
  why: string;
  basis?: string | null;
  applies_from?: string | null;
  chosen?: LimitCase | null;
  confirmed?: boolean;
  asks?: boolean;
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

export const OTHER_USE = 'Elle n’est pas là pour cela.';
export const OUTSIDE = 'Le type de produit de l’entrée n’est pas celui du produit : elle ne le permet pas.';

/** The words of functions, whole: « décolorant » is no colourant, « UV absorber » protects the product, not the skin. */
export const FUNCTIONS = {
  fragrance: /^(?:(?:ingredient de |agent )?parfum(?:ant|s)?|fragrance|perfuming)$/,
  preservative: /^(?:agents? )?conservateurs?$|^preservatives?$/,
  colourant: /^(?:colorants?|colou?rants?|pigments?)$/,
  uv: /^filtres? (?:uv|solaires?)$|^uv[- ]filters?$/,
  hairDye: /^colorants? (?:capillaires?|pour (?:les )?cheveux)$|^hair dye(?:ing)?$/,
} as const;

/** Whether it is there for that; nobody knows while nobody has confirmed it. */
export const isFor = ({ functions, functionConfirmed }: Subject, what: keyof typeof FUNCTIONS): Tri =>
  !functionConfirmed || functions.length === 0 ? null : functions.some((one) => FUNCTIONS[what].test(nameKey(one)));

/** A confirmed function says it, whatever the product is called. */
export const isHairDye = (subject: Subject, types: ProductTypes): Tri =>
  isFor(subject, 'hairDye') === true ? true : types.hairDye;

export interface Asked {
  subject: Subject;
  circumstances: Circumstances;
  permitted: readonly Hit[];
}

/** A rule that is not in force yet, or no longer only its new text. */
export function inTime(entry: Entry, { at, firstPlaced }: Circumstances): { from: string; why: string } | null {
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
