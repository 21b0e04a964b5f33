/**
 * Facts that two rooms ask for: « jumeaux ». Where one side is empty the other’s is proposed, and nothing is stored before a
 * person takes it; where both are filled and say two things, that is a remark (`CONTRADICTION`). A pair is one line. Never
 * proposed: declarations, signatures, part B, a « non ».
 */

import type { ProductKind } from '../contract/product.kinds.ts';
import { isOfCleaning } from '../detergents/cleaning.conformity.ts';
import { completed } from '../exposure/exposure.completed.ts';
import type { ExposureInput } from '../exposure/exposure.contract.ts';
import { EXPOSURE_ROWS } from '../exposure/exposure.table.ts';
import { stepSevenOf } from '../exposure/step.seven.ts';
import { printValueWithUnit } from '../fields/field.text.ts';
import { type FieldDefinition, type FieldValue, isFilled } from '../fields/field.ts';
import { nameKey } from '../fields/name.ts';
import { FIELD_BY_NAME, type FieldName, type ProductValues } from '../products/product.fields.ts';
import { CONFORMITY_FIELDS, type ConformityName, type ConformityValues } from '../regulation/conformity.fields.ts';
import { amountIn, amountKey, keepsBeyond, monthsIn, nameAndAddress, sccsOf } from './twin.words.ts';

/** What the twins are computed from: what each room knows of one product. */
export interface TwinState {
  kind: ProductKind;
  product: Partial<ProductValues>;
  conformity: ConformityValues;
  exposure: ExposureInput;
  /** A line of the formula is a nanomaterial. */
  hasNano: boolean;
  /** Substances whose sheet says that they are CMR, each with its class: « X (Repr. 1B) ». */
  cmr: readonly string[];
  /** Of the substances that have a profile, their names and what it says. */
  profiles: readonly { inci: string; profile: string }[];
  /** Who assesses the safety, and the day of the signature. */
  claims: number;
}

export type TwinRecord = 'product' | 'conformity' | 'exposure';

export interface Side {
  record: TwinRecord;
  field: string;
}

interface Twin {
  a: Side;
  b: Side;
  /** What the other side is, by this one; `null`: nothing follows. */
  toB?: (state: TwinState) => FieldValue | null;
  toA?: (state: TwinState) => FieldValue | null;
  /** Asked where both are filled. */
  agree?: (state: TwinState) => boolean;
}

const ofProduct = (field: FieldName): Side => ({ record: 'product', field });
const ofConformity = (field: ConformityName): Side => ({ record: 'conformity', field });
const ofExposure = (field: keyof ExposureInput): Side => ({ record: 'exposure', field });

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const sameWords = (a: unknown, b: unknown): boolean => nameKey(text(a)) === nameKey(text(b));

/** Rinsed off, by the kind of product; where both are sold, nothing. */
const RINSED: Readonly<Record<string, 'rince' | 'non_rince'>> = {
  shower_gel: 'rince',
  hand_wash_soap: 'rince',
  shampoo: 'rince',
  toothpaste_adult: 'rince',
  mouthwash: 'rince',
  hair_dye_oxidative: 'rince',
  body_lotion: 'non_rince',
  face_cream: 'non_rince',
  hand_cream: 'non_rince',
  liquid_foundation: 'non_rince',
  eye_makeup: 'non_rince',
  mascara: 'non_rince',
  eyeliner: 'non_rince',
  lipstick: 'non_rince',
  deodorant_non_spray: 'non_rince',
  deodorant_spray: 'non_rince',
  edt_spray: 'non_rince',
  sunscreen: 'non_rince',
};
const ZONE: Readonly<Record<string, NonNullable<ConformityValues['zone']>>> = {
  shower_gel: 'corps',
  hand_wash_soap: 'mains',
  shampoo: 'cheveux',
  hair_conditioner: 'cheveux',
  hair_styling: 'cheveux',
  body_lotion: 'corps',
  face_cream: 'visage',
  hand_cream: 'mains',
  liquid_foundation: 'visage',
  makeup_remover: 'visage',
  eye_makeup: 'yeux',
  mascara: 'cils',
  eyeliner: 'yeux',
  lipstick: 'lèvres',
  deodorant_non_spray: 'aisselles',
  deodorant_spray: 'aisselles',
  toothpaste_adult: 'bouche',
  mouthwash: 'bouche',
  hair_dye_oxidative: 'cheveux',
  hair_dye_semi_permanent: 'cheveux',
};

/** The numbers of the exposure that the form asks for too (steps 6 and 7), those of the category where nobody typed any. */
const numbersOf = ({ exposure }: TwinState): ReadonlyMap<string, number> =>
  new Map(stepSevenOf(completed(exposure)).map(({ field, value }) => [field, value]));
/** Figures typed twice differ by their rounding. */
const NEARLY = 0.02;
const nearly = (a: number, b: number): boolean => Math.abs(a - b) <= NEARLY * Math.max(Math.abs(a), Math.abs(b));

/** A number of the form, and the same of the exposure. */
const number = (field: FieldName, exposureField: keyof ExposureInput, factor = 1): Twin => ({
  a: ofProduct(field),
  b: ofExposure(exposureField),
  toA: (state) => numbersOf(state).get(field) ?? null,
  // What the category gives already is not asked.
  toB: (state) => {
    const typed = state.product[field];
    // Nothing breathed and nothing swallowed is what an empty exposure says.
    return typeof typed === 'number' && typed > 0 && !numbersOf(state).has(field) ? typed * factor : null;
  },
  agree: (state) => {
    const [typed, known] = [state.product[field], numbersOf(state).get(field)];
    return typeof typed !== 'number' || known === undefined || nearly(typed, known);
  },
});

/** The same words on both sides. */
const words = (a: Side, b: Side, agree: Twin['agree'] = () => true): Twin => ({
  a,
  b,
  toB: (state) => text(heldAt(state, a)) || null,
  toA: (state) => text(heldAt(state, b)) || null,
  agree,
});

export const TWINS: readonly Twin[] = [
  {
    a: ofProduct('nom_produit'),
    b: ofConformity('category'),
    toB: ({ product }) => (sccsOf(text(product.nom_produit)) ? text(product.nom_produit) : null),
    agree: ({ product, conformity }) => {
      const [named, said] = [sccsOf(text(product.nom_produit)), sccsOf(text(conformity.category))];
      return named === null || said === null || named === said;
    },
  },
  {
    a: ofConformity('category'),
    b: ofExposure('category'),
    toB: ({ conformity }) => sccsOf(text(conformity.category)),
    toA: ({ exposure }) => EXPOSURE_ROWS.find(({ key }) => key === exposure.category)?.label.toLowerCase() ?? null,
    agree: ({ conformity, exposure }) => {
      const said = sccsOf(text(conformity.category));
      const isRow = EXPOSURE_ROWS.some(({ key }) => key === exposure.category);
      return said === null || !isRow || said === exposure.category;
    },
  },
  {
    a: ofExposure('category'),
    b: ofConformity('rinse'),
    toB: ({ exposure }) => RINSED[exposure.category ?? ''] ?? null,
    agree: ({ exposure, conformity }) => {
      const known = RINSED[exposure.category ?? ''];
      return known === undefined || known === conformity.rinse;
    },
  },
  {
    a: ofExposure('category'),
    b: ofConformity('zone'),
    toB: ({ exposure }) => ZONE[exposure.category ?? ''] ?? null,
  },
  {
    a: ofConformity('population'),
    b: ofExposure('population'),
    agree: ({ conformity, exposure }) =>
      (conformity.population === 'adulte') === (exposure.population === 'adulte') || exposure.category === null,
  },
  {
    a: ofProduct('resp_mise_marche'),
    b: ofConformity('pr_nom'),
    toB: ({ product }) => nameAndAddress(text(product.resp_mise_marche)).name || null,
    toA: ({ conformity }) => [conformity.pr_nom, conformity.pr_adresse].filter(Boolean).join(', ') || null,
    agree: ({ product, conformity }) => {
      const { name } = nameAndAddress(text(product.resp_mise_marche));
      return sameWords(name, conformity.pr_nom) || sameWords(product.resp_mise_marche, conformity.pr_nom);
    },
  },
  {
    a: ofProduct('resp_mise_marche'),
    b: ofConformity('pr_adresse'),
    toB: ({ product }) => nameAndAddress(text(product.resp_mise_marche)).address,
    agree: ({ product, conformity }) => {
      const { address } = nameAndAddress(text(product.resp_mise_marche));
      return address === null || sameWords(address, conformity.pr_adresse);
    },
  },
  {
    a: ofConformity('pr_adresse'),
    b: ofConformity('dip_adresse'),
    toB: ({ conformity }) => text(conformity.pr_adresse) || null,
  },
  {
    a: ofProduct('format'),
    b: ofConformity('contenu_nominal'),
    toB: ({ product }) => amountIn(text(product.format)),
    toA: ({ conformity }) => text(conformity.contenu_nominal) || null,
    agree: ({ product, conformity }) => {
      const [format, nominal] = [amountIn(text(product.format)), amountIn(text(conformity.contenu_nominal))];
      return format === null || nominal === null || amountKey(format) === amountKey(nominal);
    },
  },
  words(ofProduct('faconnerie'), ofConformity('bpf_site')),
  number('frequence_utilisation', 'frequency'),
  number('surface_exposee', 'surface_cm2'),
  {
    a: ofProduct('quantite_appliquee'),
    b: ofExposure('amount_g_day'),
    toA: (state) => numbersOf(state).get('quantite_appliquee') ?? null,
    agree: (state) => {
      const [typed, known] = [state.product.quantite_appliquee, numbersOf(state).get('quantite_appliquee')];
      return typeof typed !== 'number' || known === undefined || nearly(typed, known);
    },
  },
  number('concentration_air', 'air_mg_m3'),
  number('volume_respire', 'breathed_m3_day'),
  // mg a day in the form, g a day in the exposure.
  number('quantite_ingeree', 'ingested_g_day', 0.001),
  words(ofProduct('resultats_stabilite'), ofConformity('stabilite_conclusion')),
  {
    a: ofProduct('duree_conservation'),
    b: ofConformity('durabilite_valeur'),
    // What the label says after opening is another duration than how long the product keeps.
    toB: ({ product, conformity }) => {
      const kept = text(product.duree_conservation);
      const isPrinted = conformity.durabilite === 'DDM' || (conformity.durabilite === null && !keepsBeyond(kept));
      return isPrinted && kept !== '' ? kept : null;
    },
    toA: ({ conformity }) => (conformity.durabilite === 'DDM' && text(conformity.durabilite_valeur)) || null,
    agree: ({ product, conformity }) => {
      if (conformity.durabilite !== 'DDM') return true;
      const [kept, printed] = [text(product.duree_conservation), text(conformity.durabilite_valeur)].map(monthsIn);
      return !kept?.length || !printed?.length || printed.some((months) => kept.includes(months));
    },
  },
  {
    a: ofConformity('ei_declaration'),
    b: ofProduct('observations_effets_indesirables'),
    toB: ({ conformity }) => text(conformity.ei_declaration) || null,
  },
];

/** Facts that follow from a list, not from a field. */
const FOLLOWING: readonly { to: Side; from: string; value: (state: TwinState) => FieldValue | null }[] = [
  {
    to: ofConformity('nano'),
    from: 'Formule',
    value: ({ hasNano }) => (hasNano ? true : null),
  },
  {
    to: ofConformity('cmr'),
    from: 'Fiches des substances',
    value: ({ cmr }) => (cmr.length > 0 ? true : null),
  },
  {
    to: ofProduct('observations_toxicologie'),
    from: 'Profils des substances',
    value: ({ profiles }) =>
      profiles.length === 0 ? null : profiles.map(({ inci, profile }) => `${inci} : ${profile}`).join('\n'),
  },
];

const heldAt = (state: TwinState, { record, field }: Side): FieldValue | undefined =>
  (state[record] as unknown as Record<string, FieldValue | undefined>)[field];

/** What an exposure calls its own, and in which unit; no catalogue of fields names them. */
const OF_EXPOSURE: Partial<Record<keyof ExposureInput, Omit<FieldDefinition, 'example'>>> = {
  category: {
    name: 'category',
    label: 'Catégorie du SCCS',
    kind: 'choice',
    choices: Object.fromEntries(EXPOSURE_ROWS.map(({ key, label }) => [key, label])),
  },
  population: { name: 'population', label: 'Population de l’exposition' },
  amount_g_day: { name: 'amount_g_day', label: 'Quantité par jour', kind: 'number', unit: 'g' },
  surface_cm2: { name: 'surface_cm2', label: 'Surface de l’exposition', kind: 'number', unit: 'cm²' },
  frequency: { name: 'frequency', label: 'Fréquence de l’exposition', kind: 'number', unit: 'fois par jour' },
  ingested_g_day: { name: 'ingested_g_day', label: 'Quantité avalée par jour', kind: 'number', unit: 'g' },
  air_mg_m3: { name: 'air_mg_m3', label: 'Concentration dans l’air respiré', kind: 'number', unit: 'mg/m³' },
  breathed_m3_day: { name: 'breathed_m3_day', label: 'Air respiré par jour', kind: 'number', unit: 'm³' },
};
const OF_CONFORMITY = new Map<string, FieldDefinition>(CONFORMITY_FIELDS.map((field) => [field.name, field]));
const fieldOf = ({ record, field }: Side): FieldDefinition => {
  const known =
    record === 'product'
      ? FIELD_BY_NAME.get(field)
      : record === 'conformity'
        ? OF_CONFORMITY.get(field)
        : OF_EXPOSURE[field as keyof ExposureInput];
  return { name: field, label: field, example: '', ...known };
};
const labelOfSide = (side: Side): string => fieldOf(side).label;

export interface Proposal extends Side {
  value: FieldValue;
  /** The field that says it, as people call it. */
  from: string;
}

/** Whether a product of this kind is asked what stands at this side. */
const isAsked = ({ record, field }: Side, kind: ProductKind): boolean =>
  kind === 'cosmetique' || record === 'product' || (record === 'conformity' && isOfCleaning(field));
const twinsOf = ({ kind }: TwinState): Twin[] => TWINS.filter(({ a, b }) => isAsked(a, kind) && isAsked(b, kind));

/** What is offered to the fields that are empty, each once: the first pair that knows counts. */
export function proposalsOf(state: TwinState): Proposal[] {
  const found = new Map<string, Proposal>();
  const offer = (to: Side, value: FieldValue | null | undefined, from: string): void => {
    const key = `${to.record} ${to.field}`;
    if (value === null || value === undefined || value === '' || value === false) return;
    if (found.has(key) || isFilled(heldAt(state, to))) return;
    found.set(key, { ...to, value, from });
  };
  for (const { a, b, toA, toB } of twinsOf(state)) {
    if (isFilled(heldAt(state, a)) || a.record === 'exposure') offer(b, toB?.(state), labelOfSide(a));
    if (isFilled(heldAt(state, b)) || b.record === 'exposure') offer(a, toA?.(state), labelOfSide(b));
  }
  if (state.kind === 'cosmetique') for (const { to, from, value } of FOLLOWING) offer(to, value(state), from);
  return [...found.values()];
}

export interface Contradiction {
  /** What it is about, in its key. */
  about: string;
  text: string;
}

/** « Format » dit « Tube 50 ml »: a number that the category of the exposure gives is said as one that was typed. */
function quoted(state: TwinState, side: Side): string {
  const value = heldAt(state, side) ?? heldAt({ ...state, exposure: completed(state.exposure) }, side);
  return `«\u00a0${labelOfSide(side)}\u00a0» dit «\u00a0${printValueWithUnit(fieldOf(side), value)}\u00a0»`;
}

/** Both sides filled, and two things said. */
export function contradictionsOf(state: TwinState): Contradiction[] {
  const found = twinsOf(state).flatMap(({ a, b, agree }): Contradiction[] => {
    const isBoth = isFilled(heldAt(state, a)) && (isFilled(heldAt(state, b)) || isKnownNumber(state, b));
    if (!isBoth || agree === undefined || agree(state)) return [];
    return [{ about: `${a.field} ${b.field}`, text: `${quoted(state, a)}, ${quoted(state, b)}.` }];
  });
  if (state.kind === 'cosmetique' && state.hasNano && state.conformity.nano === false)
    found.push({
      about: 'formule nano',
      text: 'Une ligne de la formule est un nanomatériau, « Contient des nanomatériaux » dit « Non ».',
    });
  if (state.kind === 'cosmetique' && state.cmr.length > 0 && state.conformity.cmr === false)
    found.push({
      about: 'formule cmr',
      text: `Classées CMR dans leurs fiches : ${state.cmr.join(', ')}. « ${labelOfSide(ofConformity('cmr'))} » dit « Non ».`,
    });
  if (state.claims > 0 && state.conformity.aucune_allegation === true)
    found.push({
      about: 'allegations aucune_allegation',
      text: `${state.claims === 1 ? 'Une allégation est enregistrée' : `${state.claims} allégations sont enregistrées`}, « ${labelOfSide(ofConformity('aucune_allegation'))} » dit « Oui ».`,
    });
  return found;
}

const isKnownNumber = (state: TwinState, { record, field }: Side): boolean =>
  record === 'exposure' && typeof completed(state.exposure)[field as keyof ExposureInput] === 'number';
