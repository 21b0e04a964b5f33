/**
 * What would say who somebody is: an e-mail address, a telephone number. A register of effects holds neither (Regulation (EU)
 * 2016/679, article 5(1)(c)): the firm's own file, by its reference, does.
 */
const MAIL = /[\p{L}\d_%+-]@[\p{L}\d][\p{L}\d-]{0,62}\.\p{L}/u;
/** French ones, and those that begin with a country: spaces, dots and dashes between. */
const PHONE =
  /(?<![\p{L}\d-])(?:(?:\+|00)\d{1,3}[ .-]?(?:\(0\)[ .-]?)?\d(?:[ .\u00a0\u202f-]?\d){7,11}|0[1-9](?:[ .\u00a0\u202f-]?\d{2}){4})(?![\p{L}\d-])/gu;
/** What a number is that stands after this word. */
const LOT_BEFORE = /lots?[ \u00a0]?(?:n[°o][ \u00a0]?)?:?[ \u00a0]?$/i;
const BEFORE_LENGTH = 20;

export const NO_MAIL =
  'Une adresse email est dans ce texte : ce registre ne garde l’identité de personne. Retirez-la ; la référence mène à votre propre dossier.';
export const NO_PHONE =
  'Un numéro de téléphone est dans ce texte : ce registre ne garde l’identité de personne. Retirez-le ; la référence mène à votre propre dossier.';

/** Why a text may not be kept; `null` when nothing in it says who somebody is. @param lots numbers of lots, which may look like one */
export function identityIn(text: string, lots: readonly string[] = []): string | null {
  if (MAIL.test(text)) return NO_MAIL;
  for (const { 0: found, index } of text.matchAll(PHONE)) {
    const before = text.slice(Math.max(0, index - BEFORE_LENGTH), index);
    if (!lots.includes(found) && !LOT_BEFORE.test(before)) return NO_PHONE;
  }
  return null;
}
