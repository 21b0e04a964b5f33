/** What Annexes III to VI say of a substance. */
import { printDay } from '../fields/date.ts';
import { compare, parabens } from './decide.amount.ts';
import { usedOtherwise } from './decide.forbidden.ts';
import {
  type Asked,
  type Circumstances,
  inTime,
  isHairDye,
  type Opinion,
  OUTSIDE,
  type Subject,
  type SumOf,
} from './decide.opinion.ts';
import type { Entry } from './export.read.ts';
import { fits, otherOf, type ProductTypes } from './facts.ts';
import { lawKey } from './identity.ts';
import { type LimitCase, readLimit } from './limit.ts';
import { prohibitionsOf } from './prohibitions.ts';
import { and, type Tri } from './tri.ts';

export function allowed(entry: Entry, { subject, circumstances, permitted, sumOf }: Asked & { sumOf: SumOf }): Opinion {
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
    other: cases.length > 1 ? otherOf(one.product_text) : null,
    fit: fits(one.product_text, types),
  }));
  return plain.map(({ one, other, fit }) => {
    if (other === null) return { one, fit };
    // « Other products »: none of the cases before, and none of what it excepts.
    const rest = plain.filter((each) => each.one !== one).map((each) => (each.other === null ? each.fit : null));
    const exceptions = one.product_text.split(/except|other than/i)[1];
    const excepted = exceptions ? fits(exceptions.trim(), types) : false;
    if (rest.includes(true) || excepted === true) return { one, fit: false };
    const isNone: Tri = rest.every((each) => each === false) && excepted === false ? true : null;
    return { one, fit: and(isNone, other === '' ? true : fits(other, types)) };
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
        : 'Les faits du produit ne désignent pas un seul cas de l’entrée : une personne le choisit.',
  };
}
