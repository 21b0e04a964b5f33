/** What Annex II says of a substance. */
import { printDay } from '../fields/date.ts';
import { labelName } from '../formulas/inci.label.ts';
import { type Asked, inTime, isFor, isHairDye, type Opinion, OTHER_USE, type Subject } from './decide.opinion.ts';
import type { Entry } from './export.read.ts';
import { lawKey } from './identity.ts';
import type { Hit } from './match.ts';

const HAIR_DYE = /when used (?:as (?:a )?substances?|in|as an? ingredient)? ?(?:in )?hair(?: and eyelash)? dye/i;

/** An exception that names the annex which permits. */
const EXCEPTION =
  /(?:exception of|except|excluding|conditions (?:laid down|set out)|see) .{0,400}?Annex (III|IV|V|VI)\b/i;

/** « other than absolute »: what the entry does not forbid. */
const OTHER_THAN = /\bother than ([\p{L} -]{3,60}?)(?= when used|[,;.)]|$)/iu;

/** By which of its names the substance is said, of this entry. */
const isNamed = ({ names }: Entry, inci: string): boolean => {
  const key = lawKey(labelName(inci));
  const all = [...names.glossary, ...names.chemical, ...names.weak.map(lawKey)];
  return all.includes(key) || all.includes(lawKey(inci));
};

/**
 * An entry that names one form of what another annex permits in another form: the number is that of both. Said by a name of the
 * permitted one, it is that; by the number alone, a person says which.
 */
function ofForms(entry: Entry, { subject, permitted }: Asked): { aside: string } | { doubt: string } | null {
  // Sizes and conditions are read for themselves.
  if (permitted.length === 0 || /nano|massive|diameter|\bif (?:the|it|they)\b/i.test(entry.name)) return null;
  const others = permitted.map(({ entry: other }) => other.key).join(', ');
  const [, excepted = ''] = OTHER_THAN.exec(entry.name.replace(/\s+/g, ' ')) ?? [];
  if (excepted && lawKey(subject.inci).includes(lawKey(excepted)))
    return { aside: `L’entrée excepte cette forme (« other than ${excepted} »), que permet ${others}.` };
  if (isNamed(entry, subject.inci)) return null;
  return permitted.some(({ entry: other }) => isNamed(other, subject.inci))
    ? { aside: `Le nom est celui de ${others}, qui la permet ; cette entrée n’en a que le numéro CAS.` }
    : { doubt: `Le numéro CAS est celui d’une forme interdite et d’une forme permise (${others}) : dites laquelle.` };
}

export function forbidden(entry: Entry, asked: Asked): Opinion {
  const { subject, circumstances, permitted } = asked;
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
  const doubt = (why: string): Opinion =>
    subject.applies
      ? broken('Une personne a confirmé que cette interdiction s’applique.')
      : { state: 'a_verifier', why, asks: true };
  const aside = (why: string): Opinion => ({ state: 'set_aside', why });
  const exception = EXCEPTION.exec(text);
  const forms = HAIR_DYE.test(text) || exception ? null : ofForms(entry, asked);
  if (forms && 'aside' in forms) return aside(forms.aside);
  if (forms) return doubt(forms.doubt);
  if (/when used as a? ?fragrance/i.test(text)) {
    const isFragrance = isFor(subject, 'fragrance');
    if (isFragrance === true) return broken('Interdite comme ingrédient de parfum.');
    return isFragrance === false
      ? aside('Interdite seulement comme ingrédient de parfum.')
      : doubt('Interdite comme ingrédient de parfum : confirmez sa fonction.');
  }
  if (HAIR_DYE.test(text)) {
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

/** Of two annexes that permit a substance, the one it is not there for. */
export function usedOtherwise(entry: Entry, subject: Subject, permitted: readonly Hit[]): Opinion | null {
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
