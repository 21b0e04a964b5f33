/**
 * The text of a label, from the facts of the file, and the sheet of a notification. Source: Regulation (EC) No 1223/2009,
 * article 19(1) and (5): what is for people is in the language of the country of sale.
 */
import { PART_PATHS } from '../contract/product.parts.ts';
import { writeNumber } from '../fields/number.ts';
import { singleSpaced } from '../fields/text.ts';
import type { Inci } from '../formulas/formula.contract.ts';
import { NOT_INCI } from '../formulas/inci.warnings.ts';
import type { Product } from '../products/product.contract.ts';
import { type FieldName, getField } from '../products/product.fields.ts';
import {
  CONFORMITY_FIELDS,
  CONFORMITY_SECTIONS,
  type ConformityName,
  type ConformityValues,
} from '../regulation/conformity.fields.ts';

export interface LabelPart {
  key: string;
  title: string;
  /** What is printed; `null`: the file does not say it yet. */
  text: string | null;
  /** Where it comes from, and where that is read below `/products/{id}`. */
  from: string;
  link: string;
  article: string;
}

export interface LabelState {
  product: Product;
  conformity: ConformityValues;
  inci: Pick<Inci, 'text' | 'items' | 'warnings'>;
  /** Warnings that the annexes ask for, in the firm’s French. */
  warnings: readonly string[];
}

const joined = (...texts: (string | null | undefined)[]): string | null => texts.filter(Boolean).join(', ') || null;

/** « 12 mois » beside the open jar, « à utiliser de préférence avant fin » before a date. Annex VII, point 2. */
function durability({ durabilite, durabilite_valeur }: ConformityValues): string | null {
  if (!durabilite_valeur) return null;
  if (durabilite === 'PAO')
    return `Symbole du pot ouvert : ${singleSpaced(durabilite_valeur).replace(/ mois\b/i, '\u00a0M')}`;
  return durabilite === 'DDM' ? `À utiliser de préférence avant fin : date du lot + ${durabilite_valeur}` : null;
}

type Place = Pick<LabelPart, 'from' | 'link'>;
const onSheet = (name: FieldName): Place => ({
  from: `Fiche, étape ${getField(name).step + 1}`,
  link: PART_PATHS.sheet,
});
const inConformity = (name: ConformityName): Place => {
  const step = CONFORMITY_FIELDS.find((field) => field.name === name)?.step ?? 0;
  return { from: `Conformité, ${CONFORMITY_SECTIONS[step]?.title.toLowerCase()}`, link: PART_PATHS.conformity };
};

/** What a label says, in the order of article 19. */
export function labelParts({ product, conformity, inci, warnings }: LabelState): LabelPart[] {
  const part = (key: string, title: string, article: string, place: Place, text: string | null): LabelPart => ({
    key,
    title,
    text,
    article,
    ...place,
  });
  const precautions = [product.precautions_emploi, ...warnings].filter((one): one is string => Boolean(one));
  const cautioned = onSheet('precautions_emploi');
  const origin = conformity.pays_origine;
  return [
    part('name', 'Nom', 'usage', onSheet('nom_commercial'), product.nom_commercial),
    part('function', 'Fonction', '19 §1 f)', inConformity('fonction'), conformity.fonction),
    part(
      'instructions',
      'Mode d’emploi',
      '19 §1 d)',
      onSheet('instructions_utilisation'),
      product.instructions_utilisation,
    ),
    part(
      'precautions',
      'Précautions',
      '19 §1 d)',
      warnings.length > 0 ? { ...cautioned, from: `${cautioned.from}, et cas choisis des annexes` } : cautioned,
      [...new Set(precautions)].join(' ') || null,
    ),
    part(
      'ingredients',
      'Ingrédients',
      '19 §1 g)',
      { from: 'Liste INCI', link: PART_PATHS.inci },
      inci.text ? `Ingrédients : ${inci.text}` : null,
    ),
    part('content', 'Contenu nominal', '19 §1 b)', inConformity('contenu_nominal'), conformity.contenu_nominal),
    part('durability', 'Durabilité', '19 §1 c)', inConformity('durabilite'), durability(conformity)),
    part('batch', 'Lot', '19 §1 e)', inConformity('dernier_lot_numero'), 'Numéro de lot, imprimé sur chaque unité'),
    part(
      'responsible',
      'Personne responsable',
      '19 §1 a)',
      inConformity('pr_nom'),
      joined(conformity.pr_nom, conformity.pr_adresse),
    ),
    part(
      'origin',
      'Pays d’origine',
      '19 §1 a), pour un produit importé',
      inConformity('pays_origine'),
      // « Fabriqué en » is wrong of « Portugal » and « Pays-Bas ».
      origin ? `Pays d’origine : ${origin}` : null,
    ),
  ];
}

/** What is to be looked at before any of it is printed: the names that the glossary does not hold. */
export const labelRemarks = ({ inci }: LabelState): string[] =>
  inci.warnings.flatMap(({ code, message }) => (code === NOT_INCI ? [message] : []));

/** The sheet of a notification, to copy into CPNP. Source: article 13(1). */
export function cpnpSheet({ product, conformity, inci }: LabelState): [label: string, value: string][] {
  const yesNo = (value: boolean | null): string => (value === null ? 'À préciser' : value ? 'Oui' : 'Non');
  return [
    ['Nom du produit', product.nom_commercial ?? product.nom_produit ?? ''],
    ['Catégorie', conformity.category ?? ''],
    ['Personne responsable', joined(conformity.pr_nom, conformity.pr_adresse) ?? ''],
    ['Dossier accessible à', conformity.dip_adresse ?? ''],
    ['Pays d’origine', conformity.pays_origine ?? ''],
    ['Contient des nanomatériaux', yesNo(conformity.nano)],
    ['Contient des substances CMR 1A ou 1B', yesNo(conformity.cmr)],
    ['Formulation-cadre', conformity.cpnp_formulation_cadre ?? ''],
    [
      'Composition',
      conformity.cpnp_formulation_cadre
        ? 'Par la formulation-cadre'
        : inci.items
            .map(({ inci: name, percent }) => `${name}${percent === null ? '' : ` ${writeNumber(percent)}\u00a0%`}`)
            .join('\u00a0; '),
    ],
  ];
}
