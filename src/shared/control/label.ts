/**
 * The text of a label, from the facts of the file, and the sheet of a notification. Source: Regulation (EC) No 1223/2009,
 * article 19(1) and (5): what is for people is in the language of the country of sale.
 */
import { PART_PATHS } from '../contract/product.parts.ts';
import { singleSpaced } from '../fields/text.ts';
import type { Inci } from '../formulas/formula.contract.ts';
import type { Product } from '../products/product.contract.ts';
import type { ConformityValues } from '../regulation/conformity.fields.ts';

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
  inci: Pick<Inci, 'text' | 'items'>;
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

/** What a label says, in the order of article 19. */
export function labelParts({ product, conformity, inci, warnings }: LabelState): LabelPart[] {
  const { conformity: CONFORMITY, sheet: SHEET, inci: INCI } = PART_PATHS;
  const precautions = [product.precautions_emploi, ...warnings].filter((one): one is string => Boolean(one));
  return [
    { key: 'name', title: 'Nom', text: product.nom_commercial, from: 'Fiche, étape 1', link: SHEET, article: 'usage' },
    {
      key: 'function',
      title: 'Fonction',
      text: conformity.fonction,
      from: 'Conformité, produit',
      link: CONFORMITY,
      article: '19 §1 f)',
    },
    {
      key: 'instructions',
      title: 'Mode d’emploi',
      text: product.instructions_utilisation,
      from: 'Fiche, étape 6',
      link: SHEET,
      article: '19 §1 d)',
    },
    {
      key: 'precautions',
      title: 'Précautions',
      text: [...new Set(precautions)].join(' ') || null,
      from: warnings.length > 0 ? 'Fiche, étape 6, et cas choisis des annexes' : 'Fiche, étape 6',
      link: SHEET,
      article: '19 §1 d)',
    },
    {
      key: 'ingredients',
      title: 'Ingrédients',
      text: inci.text ? `Ingrédients : ${inci.text}` : null,
      from: 'Liste INCI',
      link: INCI,
      article: '19 §1 g)',
    },
    {
      key: 'content',
      title: 'Contenu nominal',
      text: conformity.contenu_nominal,
      from: 'Conformité, produit',
      link: CONFORMITY,
      article: '19 §1 b)',
    },
    {
      key: 'durability',
      title: 'Durabilité',
      text: durability(conformity),
      from: 'Conformité, stabilité',
      link: CONFORMITY,
      article: '19 §1 c)',
    },
    {
      key: 'batch',
      title: 'Lot',
      text: 'Numéro de lot, imprimé sur chaque unité',
      from: 'Fabrication',
      link: SHEET,
      article: '19 §1 e)',
    },
    {
      key: 'responsible',
      title: 'Personne responsable',
      text: joined(conformity.pr_nom, conformity.pr_adresse),
      from: 'Conformité, personne responsable',
      link: CONFORMITY,
      article: '19 §1 a)',
    },
    {
      key: 'origin',
      title: 'Pays d’origine',
      text: conformity.pays_origine ? `Fabriqué en ${conformity.pays_origine}` : null,
      from: 'Conformité, produit',
      link: CONFORMITY,
      article: '19 §1 a), pour un produit importé',
    },
  ];
}

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
            .map(
              ({ inci: name, percent }) =>
                `${name}${percent === null ? '' : ` ${String(percent).replace('.', ',')} %`}`,
            )
            .join(' ; '),
    ],
  ];
}
