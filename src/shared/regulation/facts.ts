import { z } from '../contract/zod.ts';
import { nameKey } from '../fields/name.ts';
import { withoutEnds } from '../fields/text.ts';

/** What is known of a product that the annexes ask for; what is missing is asked, never guessed. */
export const ZONES = [
  'visage',
  'yeux',
  'cils',
  'lèvres',
  'corps',
  'mains',
  'pieds',
  'ongles',
  'aisselles',
  'cheveux',
  'bouche',
  'zone intime',
] as const;
export const RINSES = ['rince', 'non_rince'] as const;
export const POPULATIONS = ['adulte', 'enfant', 'moins de 3 ans'] as const;
export const SPRAYS = ['non', 'pompe', 'aérosol'] as const;

const yesNo = z.boolean().nullable().default(null);

export const facts = z.strictObject({
  /** In words: « crème visage », « shampooing ». */
  category: z
    .string()
    .trim()
    .max(200, { error: '200 caractères au plus.' })
    .nullable()
    .default(null)
    .transform((value) => value || null),
  rinse: z.enum(RINSES, { error: 'Rincé ou non rincé.' }).nullable().default(null),
  zone: z.enum(ZONES, { error: 'Cette zone n’est pas de la liste.' }).nullable().default(null),
  population: z.enum(POPULATIONS, { error: 'Cette population n’est pas de la liste.' }).nullable().default(null),
  spray: z.enum(SPRAYS, { error: 'Non, pompe ou aérosol.' }).nullable().default(null),
  professional: yesNo,
  inhalable: yesNo,
  mucous: yesNo,
  eyes: yesNo,
  intimate: yesNo,
});
export type Facts = z.output<typeof facts>;
export const NO_FACTS: Facts = facts.parse({});

/** Yes, no, or nobody knows. */
export type Tri = boolean | null;
const not = (value: Tri): Tri => (value === null ? null : !value);
const and = (...values: Tri[]): Tri => (values.includes(false) ? false : values.includes(null) ? null : true);
const or = (...values: Tri[]): Tri => (values.includes(true) ? true : values.includes(null) ? null : false);

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
}

const SKIN_ZONES = new Set(['visage', 'yeux', 'corps', 'mains', 'pieds', 'aisselles', 'zone intime']);

export function typesOf({
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
}: Facts): ProductTypes {
  const words = category === null ? null : nameKey(category);
  const recognised = words !== null && Object.values(KINDS).some((pattern) => pattern.test(words));
  /** A kind is said by its name; a product that surely is something else is not of it. Other words say nothing. */
  const kind = (one: Kind): Tri => (words !== null && KINDS[one].test(words) ? true : recognised ? false : null);
  const at = (...zones: Facts['zone'][]): Tri => (zone === null ? null : zones.includes(zone));
  const within = (place: Tri, one: Kind): Tri => (place === false ? false : kind(one));
  const oral = at('bouche');
  const hair = at('cheveux');
  const isSpray = spray === null ? null : spray !== 'non';
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
    shampoo: within(hair, 'shampoo'),
    dandruff: within(hair, 'dandruff'),
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

type Fit = (types: ProductTypes) => Tri;

/** Phrases of the annexes for kinds of products, each whole. What is none of them is left to a person. */
const PHRASES: readonly [RegExp, Fit][] = [
  [/^(?:all )?(?:cosmetic )?products$|^all cosmetic products$/, () => true],
  [/^rinse-off(?: cosmetic)?(?: products?)?$/, (t) => t.rinse],
  [/^only for rinse-off products$/, (t) => t.rinse],
  [/^leave-on(?: cosmetic)?(?: products?)?$/, (t) => t.leave],
  [/^(?:oral(?: care)?|oral hygiene) products?$/, (t) => t.oral],
  [/^tooth ?pastes?$/, (t) => t.toothpaste],
  [/^mouth ?wash(?:es)?$|^mouth rinses?$/, (t) => t.mouthwash],
  [/^hair(?: \(head\))? products?$|^hair care products?$/, (t) => t.hair],
  [/^(?:hair rinse-off|rinse-off hair)(?: \(head\))? products?$/, (t) => and(t.rinse, t.hair)],
  [/^(?:hair leave-on|leave-on hair) products?$/, (t) => and(t.leave, t.hair)],
  [
    /^hair d[uy]e substance in .*$|^.*hair dye (?:products?|substance)$|^oxidising colouring agents for hair dyeing$/,
    (t) => t.hairDye && null,
  ],
  [/^shampoos?$/, (t) => t.shampoo],
  [/^rinse-off shampoos?$/, (t) => and(t.rinse, t.shampoo)],
  [/^(?:rinse-off )?anti-?dandruff shampoos?$/, (t) => and(t.shampoo, t.dandruff)],
  [/^hair lotions?$/, (t) => t.hairLotion],
  [/^face creams?$/, (t) => t.faceCream],
  [/^face(?: care)? products?$/, (t) => t.face],
  [/^body products?$/, (t) => t.body],
  [/^body lotions?$/, (t) => t.bodyLotion],
  [/^hand products?$/, (t) => t.hand],
  [/^foot(?: care)? products?$/, (t) => t.foot],
  [/^skin products?$/, (t) => t.skin],
  [/^(?:rinse-off skin|skin rinse-off) products?$/, (t) => and(t.rinse, t.skin)],
  [/^(?:leave-on skin|skin leave-on) products?$/, (t) => and(t.leave, t.skin)],
  [/^body leave-on products?$/, (t) => and(t.leave, t.body)],
  [/^eye products?$/, (t) => t.eye],
  [/^(?:eye ?shadows?|mascaras?|eye ?liners?|eye ?make-?up)$/, (t) => t.eyeMakeUp],
  [/^roll-on deodorants?$/, (t) => (t.deodorant === false || t.spray === true ? false : null)],
  [/^face make-?up$|^make-up products?$/, (t) => (t.makeUp === false ? false : null)],
  [/^shower gels?$|^bath products?$/, (t) => (t.soap === false && t.rinse === false ? false : null)],
  [
    /^(?:products intended for (?:eyelashes|colouring eyelashes|eyelash waving)|only for colouring eyelashes and eyebrows)$/,
    (t) => (t.lash === false ? false : null),
  ],
  [
    /^nail(?: hardening)? products?$|^artificial nail systems$|^nail cuticle solvent$/,
    (t) => (t.nail === false ? false : null),
  ],
  [/^lip products?$/, (t) => t.lip],
  [/^lipsticks?$/, (t) => t.lipstick],
  [/^lip make-?up products?$|^lip salves?$/, (t) => (t.lip === false ? false : null)],
  [/^deodorants?(?: and antiperspirants?|\/antiperspirants?)?$|^anti-?perspirants?$/, (t) => t.deodorant],
  [/^deodorants? sprays?$/, (t) => and(t.deodorant, t.spray)],
  [/^deodorants? \(non-spray\)$/, (t) => and(t.deodorant, not(t.spray))],
  [/^depilator(?:y|ies)(?: products)?$/, (t) => t.depilatory],
  [/^(?:bar |hand |body )?soaps?$/, (t) => (t.soap === false ? false : and(t.soap, t.rinse, null))],
  [/^fragrance products?$/, (t) => t.fragrance],
  [/^self-tanning products?$/, (t) => t.selfTan],
  [
    /^(?:propell[ea]nt|aerosol) spray products?$|^aerosol dispensers? \(sprays?\)$|^aerosols? \(sprays?\)$/,
    (t) => t.aerosol,
  ],
  [/^pump spray products?$/, (t) => t.pump],
  [/^sprays?(?: products?)?$|^spray cosmetic products?$/, (t) => t.spray],
  [/^powder foundation$/, (t) => (t.makeUp === false || t.powder === false ? false : null)],
  [/^sunscreen products?$/, (t) => t.sun],
];

/** How sentences begin that are surely outside, whatever follows. */
const BEGINNINGS: readonly [RegExp, Fit][] = [
  [/^rinse-off\b/, (t) => t.rinse],
  [/^leave-on\b/, (t) => t.leave],
  [/^(?:hair|rinse-off hair|leave-on hair)\b(?!.*\b(?:and|or|skin|body|face)\b)/, (t) => or(t.hair, t.lash)],
  [/^(?:oxidative |non-oxidative )?hair (?:dye|d[ua]y|colou?r)/, (t) => t.hairDye],
  [/^tooth whitening\b/, (t) => t.oral],
  [/^(?:oral|toothpaste|mouthwash)\b(?!.*\b(?:and|or) (?!mouth|tooth))/, (t) => t.oral],
  [/^(?:nail|artificial nail)\b/, (t) => t.nail],
  [/^eye\b/, (t) => t.eye],
  [/^lip\b(?!.*\band\b)/, (t) => t.lip],
];

const key = (text: string): string =>
  withoutEnds(
    nameKey(text)
      .replace(/ ?- ?/g, '-')
      .replace(/\(\*+\)|\*+/g, ''),
    /\s/,
    /[.;,:\s]/,
  );

/** One kind of product, or several held apart by commas and « and ». */
function fitOfList(text: string, types: ProductTypes): Tri {
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
    .replace(/,? including .*$/, '')
    .trim();
  if (text === '') return true;
  const prohibition = /^not to be used in (?:products applied on )?(?:the )?(.+)$/.exec(text);
  if (prohibition) return not(fitOfProhibited(prohibition[1] ?? '', types));
  const [main = '', ...exceptions] = text.split(EXCEPT);
  const inside = main === '' ? null : fitOfList(main.trim(), types);
  if (exceptions.length === 0) return inside;
  const outside = not(fitOfList(exceptions.join(' ').replace(/\)$/, '').trim(), types));
  return and(inside, outside);
}

export const isOther = (productText: string): boolean =>
  /^other (?:uses|products|leave-on and rinse-off products)\b/.test(key(productText));

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
