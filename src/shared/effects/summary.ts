import { counted } from '../fields/counted.ts';
import { printDay } from '../fields/date.ts';
import { printNumber } from '../fields/number.ts';
import { type Writer, writerOf } from '../fields/writer.ts';
import { placedOn } from '../lots/retention.ts';
import { type Gravite, isSerious } from './clock.ts';

interface Facts {
  effects: readonly { recu_le: string; gravite: Gravite }[];
  lots: readonly { premiere_mise: string | null; derniere_mise: string | null; quantite: number | null }[];
  /** The day from which it is sold. */
  since: string | null;
  at: string;
  writer?: Writer;
}

/**
 * How many effects are known on a day, and how many for ten thousand units sold: counts and a rate, no word of what they
 * mean. Annex I, A.9, of Regulation (EC) 1223/2009.
 */
export function summaryOf({ effects, lots, since, at, writer = writerOf('fr') }: Facts) {
  const known = effects.filter(({ recu_le }) => recu_le <= at);
  const total = known.length;
  const graves = known.filter(({ gravite }) => isSerious(gravite) === true).length;
  const a_qualifier = known.filter(({ gravite }) => isSerious(gravite) === null).length;
  const sold = lots.filter((lot) => (placedOn(lot) ?? at) <= at);
  const sum = sold.reduce((units, { quantite }) => units + (quantite ?? 0), 0);
  // One lot that nobody counted makes every rate too high or too low.
  const unites = sold.length > 0 && sold.every(({ quantite }) => quantite !== null) && sum > 0 ? sum : null;
  // Never said smaller than it is.
  const pour_10000 = unites === null ? null : Math.ceil((total * 1_000_000) / unites) / 100;
  if (writer.language === 'en')
    return {
      since,
      total,
      graves,
      a_qualifier,
      unites,
      pour_10000,
      texte: inEnglish(writer, { since, at, total, graves, a_qualifier, unites, pour_10000 }),
    };
  const period = since !== null && since <= at ? `Du ${printDay(since)} au ${printDay(at)}` : `Au ${printDay(at)}`;
  const told =
    total === 0
      ? 'aucun effet indésirable rapporté'
      : `${counted(total, 'effet indésirable rapporté', 'effets indésirables rapportés')}, dont ${counted(graves, 'grave')} et ${a_qualifier} à qualifier`;
  const rate =
    unites === null
      ? ''
      : `, pour ${printNumber(unites)} ${unites < 2 ? 'unité' : 'unités'}${total === 0 ? '' : ` (${printNumber(pour_10000 ?? 0)} pour 10 000 unités)`}`;
  return { since, total, graves, a_qualifier, unites, pour_10000, texte: `${period} : ${told}${rate}.` };
}

interface Counts {
  since: string | null;
  at: string;
  total: number;
  graves: number;
  a_qualifier: number;
  unites: number | null;
  pour_10000: number | null;
}

/** The same sentence in a document in English. */
function inEnglish(
  { day, figures }: Writer,
  { since, at, total, graves, a_qualifier, unites, pour_10000 }: Counts,
): string {
  const period = since !== null && since <= at ? `From ${day(since)} to ${day(at)}` : `As of ${day(at)}`;
  const number = (value: number): string => figures(printNumber(value));
  const told =
    total === 0
      ? 'no undesirable effect reported'
      : `${number(total)} undesirable ${total === 1 ? 'effect' : 'effects'} reported, ${graves} of them serious and ${a_qualifier} still to be qualified`;
  const rate =
    unites === null
      ? ''
      : `, for ${number(unites)} units${total === 0 ? '' : ` (${number(pour_10000 ?? 0)} per 10\u202f000 units)`}`;
  return `${period}: ${told}${rate}.`;
}
