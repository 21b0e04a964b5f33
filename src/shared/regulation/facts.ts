import { nameKey } from '../fields/name.ts';
import { withoutEnds } from '../fields/text.ts';
import type { Facts } from './facts.contract.ts';
import { BEGINNINGS, PHRASES } from './phrases.ts';
import { and, not, or, type Tri } from './tri.ts';

/** The words by which people call a kind of product, in French and English. */
const KINDS = {
  shampoo: /(?<!(?:apres|after)[- ]?)(?<!dry )shampo(?!\w{0,10} (?:sec|colorant|repigment))/,
  conditioner: /apres-?\s?shampo|conditioner|demelant/,
  hairLotion: /lotion (?:capillaire|pour cheveux)|hair lotion/,
  hairDye:
    /coloration|teint(?:ure|ant)|colorant|henne|repigment|patine|dejauniss|balayage|ton sur ton|hair (?:dye|colou?r)/,
  toothpaste: /^dentifrice|toothpaste/,
  mouthwash: /bain de bouche|mouth ?wash/,
  deodorant: /deodorant|anti-?transpirant|antiperspirant/,
  depilatory: /depilat|epilat/,
  soap: /savon|\bsoap/,
  shower: /gel douche|^douche|shower gel|bain moussant|bubble bath/,
  nails: /vernis|ongle|\bnail/,
  lips: /levre|rouge a levre|lipstick|\blip\b/,
  lipstick: /rouge a levre|lipstick/,
  eyeMakeUp: /fard a paupiere|eye ?shadow|eye-?\s?liner|mascara|khol/,
  eyeCare: /contour des yeux|eye cream/,
  makeUp: /maquillage|fond de teint|fard|mascara|rouge a levre|poudre de teint|eye-?\s?liner|make-?up|foundation/,
  fragrance: /eau de (?:toilette|parfum|cologne)|^parfum\b|brume parfum|perfume|fine fragrance/,
  sun: /solaire|ecran|sun ?screen|\bspf|\bip ?\d|bronz|protection uv/,
  selfTan: /autobronz|self-?tan/,
  faceCream: /creme.{0,100}(?:visage|jour|nuit)|face cream/,
  bodyLotion: /(?:lait|lotion).{0,100}corps|body (?:lotion|milk)|lait corporel/,
  handCream: /creme.{0,100}mains|hand cream/,
  footCare: /pieds\b|foot/,
  powder: /poudre|powder/,
  dandruff: /pelliculaire|pellicules|anti-?dandruff/,
} as const;
type Kind = keyof typeof KINDS;

/** Where alone a kind of product is put: what its name says of other zones is a matter of words. */
const PLACES: readonly [kind: Kind, zones: readonly Facts['zone'][]][] = [
  ['toothpaste', ['bouche']],
  ['mouthwash', ['bouche']],
  ['nails', ['ongles', 'mains', 'pieds']],
  ['lipstick', ['lèvres']],
  ['shampoo', ['cheveux', 'corps', 'visage']],
];

/** Two facts of a product that cannot both be, in a sentence; `null` when there are none. */
export function contradictionIn({ category, zone }: Pick<Facts, 'category' | 'zone'>): string | null {
  const words = category === null ? '' : nameKey(category);
  const isElsewhere = PLACES.some(([kind, zones]) => KINDS[kind].test(words) && zone !== null && !zones.includes(zone));
  return isElsewhere
    ? `La catégorie « ${category} » et la zone « ${zone} » se contredisent : corrigez l’une ou l’autre.`
    : null;
}

/** What a product is, as the annexes call things; each yes, no or unknown. */
export interface ProductTypes {
  rinse: Tri;
  leave: Tri;
  oral: Tri;
  toothpaste: Tri;
  mouthwash: Tri;
  hair: Tri;
  hairDye: Tri;
  shampoo: Tri;
  dandruff: Tri;
  hairLotion: Tri;
  face: Tri;
  faceCream: Tri;
  body: Tri;
  bodyLotion: Tri;
  hand: Tri;
  foot: Tri;
  skin: Tri;
  eye: Tri;
  lash: Tri;
  eyeMakeUp: Tri;
  nail: Tri;
  lip: Tri;
  lipstick: Tri;
  deodorant: Tri;
  depilatory: Tri;
  soap: Tri;
  fragrance: Tri;
  sun: Tri;
  selfTan: Tri;
  makeUp: Tri;
  powder: Tri;
  spray: Tri;
  aerosol: Tri;
  pump: Tri;
  professional: Tri;
  under3: Tri;
  child: Tri;
  lungs: Tri;
  mucous: Tri;
  intimate: Tri;
  /** Facts that cannot both be: what hangs on them is à vérifier. */
  contradiction: string | null;
}

const SKIN_ZONES = new Set(['visage', 'yeux', 'corps', 'mains', 'pieds', 'aisselles', 'zone intime']);

export function typesOf(facts: Facts): ProductTypes {
  return { ...kindsOf(facts), contradiction: contradictionIn(facts) };
}

function kindsOf({
  category,
  rinse,
  zone,
  population,
  spray,
  professional,
  inhalable,
  mucous,
  eyes,
  intimate,
}: Facts): Omit<ProductTypes, 'contradiction'> {
  const words = category === null ? null : nameKey(category);
  const recognised = words !== null && Object.values(KINDS).some((pattern) => pattern.test(words));
  /** A kind is said by its name; a product that surely is something else is not of it. Other words say nothing. */
  const kind = (one: Kind): Tri => (words !== null && KINDS[one].test(words) ? true : recognised ? false : null);
  const at = (...zones: Facts['zone'][]): Tri => (zone === null ? null : zones.includes(zone));
  const within = (place: Tri, one: Kind): Tri => (place === false ? false : kind(one));
  const oral = at('bouche');
  const hair = at('cheveux');
  const isSpray = spray === null ? null : spray !== 'non';
  const [shampoo, dandruff] = [within(hair, 'shampoo'), within(hair, 'dandruff')];
  const lip = at('lèvres');
  const dye = kind('hairDye');
  const eye = eyes ?? (zone === 'yeux' || zone === 'cils' ? true : zone === null || zone === 'visage' ? null : false);
  return {
    rinse: rinse === null ? null : rinse === 'rince',
    leave: rinse === null ? null : rinse === 'non_rince',
    oral,
    toothpaste: within(oral, 'toothpaste'),
    mouthwash: within(oral, 'mouthwash'),
    hair,
    // A dye is for the hair, the lashes or the eyebrows.
    hairDye: dye === true ? true : zone !== null && !['cheveux', 'cils', 'visage', 'yeux'].includes(zone) ? false : dye,
    shampoo,
    // A shampoo that does not say so may still be against dandruff.
    dandruff: shampoo === true && dandruff === false ? null : dandruff,
    hairLotion: within(hair, 'hairLotion'),
    face: zone === 'yeux' || zone === 'lèvres' ? null : at('visage'),
    faceCream: zone === 'visage' && words !== null && /creme/.test(words) ? true : within(at('visage'), 'faceCream'),
    body: at('corps'),
    // Cream, oil and milk of the body: the annexes tell some of them apart.
    bodyLotion:
      zone === 'corps' && words !== null && /creme|huile|beurre|baume/.test(words)
        ? null
        : zone === 'corps' && words !== null && /^(?:lait|lotion)/.test(words)
          ? true
          : within(at('corps'), 'bodyLotion'),
    hand: at('mains'),
    foot: at('pieds'),
    skin: zone === null || zone === 'lèvres' ? null : SKIN_ZONES.has(zone),
    eye,
    lash: at('cils'),
    eyeMakeUp: eye === false ? false : kind('eyeMakeUp'),
    nail: at('ongles'),
    lip,
    // A balm is no lipstick for sure, nor surely none.
    lipstick: lip === false ? false : kind('lipstick') === true ? true : null,
    deodorant: within(at('aisselles', 'pieds', 'corps', 'zone intime'), 'deodorant'),
    depilatory: kind('depilatory'),
    soap: kind('soap'),
    fragrance: kind('fragrance'),
    sun: kind('sun'),
    selfTan: kind('selfTan'),
    makeUp: kind('makeUp'),
    powder: kind('powder'),
    spray: isSpray,
    aerosol: spray === null ? null : spray === 'aérosol',
    pump: spray === null ? null : spray === 'pompe',
    professional,
    under3: population === null ? null : population === 'moins de 3 ans',
    child: population === null ? null : population !== 'adulte',
    // A spray may be breathed in, unless somebody has said that it cannot.
    lungs:
      inhalable ??
      (spray === 'aérosol' ? true : spray === null ? null : spray === 'non' && kind('powder') === false ? false : null),
    // The area of the eyes, or the lips: whether that is a mucous membrane is for a person to say.
    mucous:
      mucous ??
      (oral === true || zone === 'zone intime' ? true : zone === null || lip === true || eye !== false ? null : false),
    intimate: intimate ?? at('zone intime'),
  };
}

const key = (text: string): string =>
  withoutEnds(
    nameKey(text)
      .replace(/ ?- ?/g, '-')
      .replace(/\b(leave|rinse) (on|off)\b/g, '$1-$2')
      .replace(/\(\*+\)|\*+/g, ''),
    /\s/,
    /[.;,:\s]/,
  );

/** One kind of product, or several held apart by commas and « and ». */
function fitOfList(text: string, types: ProductTypes): Tri {
  const ofChildren = /^(.+?),? intended for children (?:below|under) (?:3|three) years(?: of age)?$/.exec(text);
  if (ofChildren) return and(types.under3, types.under3 === false ? null : fitOfList(ofChildren[1] ?? '', types));
  const one = (phrase: string): Tri | undefined => {
    const found = PHRASES.find(([pattern]) => pattern.test(phrase));
    return found ? found[1](types) : undefined;
  };
  const whole = one(text);
  if (whole !== undefined) return whole;
  const parts = text
    .split(/;|,\s*(?:and |or )?| and | or |\//)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > 1) {
    // « Face and hand products »: the noun is said once.
    const fits = parts.map((part) => one(part) ?? one(`${part} products`));
    if (fits.includes(true)) return true;
    if (fits.every((fit) => fit === false)) return false;
  }
  const beginning = BEGINNINGS.find(([pattern]) => pattern.test(text));
  return beginning && beginning[1](types) === false ? false : null;
}

const EXCEPT = / ?[(,]? ?\b(?:with the exception of|excluding|except for|except|other than)\b ?/;

/**
 * Whether a product type of the annexes is that of a product: yes, no, or nobody can say from the words.
 * « Other products » is for who knows the other cases.
 */
export function fits(productText: string, types: ProductTypes): Tri {
  const text = key(productText)
    // Notes, and days from which it applies, are no part of the type.
    .replace(/,? including .*$| note: .*$| \(?from \d{1,2} [a-z]{3,9} \d{4} .*$/, '')
    .trim();
  if (text === '') return true;
  // « A (except B) and C »: each with its own exceptions.
  const each = text.split(/(?<=\((?:except|excluding)[^()]{0,400}\)) and /);
  if (each.length > 1) return or(...each.map((one) => fits(one, types)));
  const [type = '', notIn] = text.split(/ not to be used in /);
  if (notIn !== undefined && type !== '') return and(fits(type, types), not(fitOfProhibited(notIn, types)));
  const prohibition = /^not to be used in (?:products applied on )?(?:the )?(.+)$/.exec(text);
  if (prohibition) return not(fitOfProhibited(prohibition[1] ?? '', types));
  const [main = '', ...exceptions] = text.split(EXCEPT);
  const inside = main === '' ? null : fitOfList(main.trim(), types);
  if (exceptions.length === 0) return inside;
  const outside = not(fitOfList(exceptions.join(' ').replace(/\)$/, '').trim(), types));
  return and(inside, outside);
}

/** « Other products », « All other hair leave-on products »: of what kind the others are; `null` for no such words. */
export const otherOf = (productText: string): string | null => {
  const found = /^(?:all )?others? (.+)$/.exec(key(productText).replace(/ \(?from \d{1,2} [a-z]{3,9} \d{4} .*$/, ''));
  if (!found) return null;
  const [kind = ''] = (found[1] ?? '').split(EXCEPT);
  return /^(?:uses|produ(?:c)?ts|leave-on and rinse-off products)$/.test(kind.trim()) ? '' : kind;
};

/** What the annexes forbid by use: « mucous membranes », « eye products ». */
export function fitOfProhibited(words: string, types: ProductTypes): Tri {
  const text = key(words);
  const found: [RegExp, Tri][] = [
    [/^mucous membranes$|products applied on (?:the )?mucous membranes/, types.mucous],
    [/^eye products?$/, types.eye],
    [/^lip products?$/, types.lip],
    [/^oral products?$|^oral producrs$|^oral care products?$/, types.oral],
    // « (sprays) »: whether a pump is one is for a person to say.
    [/^aerosols?(?: dispensers?)?(?: \(sprays?\))?$/, types.pump === true ? null : types.aerosol],
    [/^sprays?(?: products?)?$/, types.spray],
  ];
  const one = (part: string): Tri | undefined => found.find(([pattern]) => pattern.test(part))?.[1];
  const whole = one(text);
  if (whole !== undefined) return whole;
  const parts = text.split(/,\s*(?:and |or )?(?:in )?| and (?:in )?| or (?:in )?/).filter(Boolean);
  const all = parts.map((part) => one(/products?|membranes|sprays?/.test(part) ? part : `${part} products`));
  if (all.some((fit) => fit === true)) return true;
  return all.every((fit) => fit === false) ? false : null;
}
