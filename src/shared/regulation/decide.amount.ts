/** The amount of a substance against the limit of an entry. */
import { type Micros, printPercent, toPercent } from '../fields/percent.ts';
import type { Opinion, Subject, Sum, SumOf } from './decide.opinion.ts';
import type { Entry } from './export.read.ts';
import { lawKey } from './identity.ts';
import type { LimitCase } from './limit.ts';
import { CONVERSIONS, WHOLE_ACIDS } from './substances.ts';
import type { Tri } from './tri.ts';

const LABELLING =
  /(?:\([a-z]\)\s{0,3}){0,26}The presence of the substances?(?: or (?:the )?substances?)? (?:must|shall) be indicated[\s\S]*?rinse-off products\.?/gi;
const PURITY = /[—-]?\s{0,3}Purity criteria as ss?et out in Commission Directive[^\n]*/gi;
const FURTHER = /(?:must|shall) not exceed/i;
const NUMBERS = /\d\s*(?:%|ppm|mg\/kg|µg|μg)|must not exceed|shall not exceed|maximum concentration/i;

export function compare(
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
      why: `${say(shared.max)}${together}${countedOf(shared, chosen.basis)}, limite ${counted}.`,
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
    const said = `${say(shared.max)}${together} pesés, soit ${say(converted)} comptés (${chosen.basis})`;
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

/** « pesés, soit 0,42 % comptés (acid) »: both numbers, each with its word, where the limit counts a part of what is weighed. */
function countedOf({ parts }: Sum, basis: string | null): string {
  const counted = basis === null ? null : convertedOf(parts, basis);
  const weighed = parts.reduce((total, { max }) => total + max, 0);
  return basis === null || counted === null || Math.round(counted) === weighed
    ? ''
    : ` pesés, soit ${printPercent(Math.round(counted))} comptés (${basis})`;
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
export function parabens(entry: Entry, subject: Subject, sumOf: SumOf): Opinion | null {
  if (entry.key !== 'V/12' && entry.key !== 'V/12a') return null;
  const limitText = entry.limit_text.replace(/\s+/g, ' ').trim();
  const doubt = (why: string): Opinion => ({ state: 'a_verifier', why, basis: 'as acid' });
  const all = sumOf(entry);
  if (!all || subject.amount === null) return doubt('La quantité est inconnue : elle n’est pas comparée à la limite.');
  const [single, mixture, short] = [400_000, 800_000, 140_000];
  const say = (micros: Micros): string => printPercent(Math.round(micros));
  const both = (weighed: Micros, acid: Micros | null): string =>
    acid === null ? `${say(weighed)} pesés` : `${say(weighed)} pesés, soit ${say(acid)} en acide`;
  const share = shareOf(subject.inci, 'acid');
  const own = share === null ? null : subject.amount.max * share;
  const acid = convertedOf(all.parts, 'acid');
  const shortMax = all.short.reduce((sum, { max }) => sum + max, 0);
  const shortAcid = convertedOf(all.short, 'acid');
  const over = (raw: Micros, acid: Micros | null, limit: Micros): Tri =>
    raw <= limit ? false : acid === null ? null : acid > limit;
  const found: [Tri, string][] = [
    [over(all.max, acid, mixture), `somme des entrées 12 et 12a : ${both(all.max, acid)}, limite 0,8 %`],
    entry.key === 'V/12'
      ? [over(subject.amount.max, own, single), `${both(subject.amount.max, own)}, limite 0,4 % pour un ester seul`]
      : [
          over(shortMax, shortAcid, short),
          `somme des butyl- et propylparabènes : ${both(shortMax, shortAcid)}, limite 0,14 %`,
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
