import { printClass } from '../clp/clp.classes.ts';
import { flammableBy, isUnderPh, underConcluded } from '../clp/clp.compute.ts';
import type { CleaningState } from '../detergents/cleaning.state.ts';
import { isOverPhosphorus } from '../detergents/content.ts';
import { isConcluded } from '../detergents/danger.label.ts';
import { PACKAGING, supplementalOf } from '../detergents/danger.owed.ts';
import { COMPOSITION_ACTS } from '../detergents/detergent.contract.ts';
import { isForConsumers } from '../detergents/detergent.fields.ts';
import { printDay } from '../fields/date.ts';
import { printResult } from '../fields/field.text.ts';
import { nameKey } from '../fields/name.ts';
import { printNumber } from '../fields/number.ts';
import { shortened } from '../fields/text.ts';
import { type FileState, listed, ofChronology, type Told } from './finding.state.ts';

/** Words of a claim that make a product a biocide. Regulation (EU) 528/2012, article 3(1)(a). Claims are at most 500 characters. */
const BIOCIDAL =
  /\bdesinfect|\bantisept|\bantimite|\banti[- ]?(?:acarien|mite|virus|moustique|insecte)|\btue(?:nt|r)?\b|\banti[- ]?(?:bacterien|microb|fong|moisissure|germe|viral)|\b(?:viru|bacteri|fongi|spori|levuri|algi|germi|micro?bi|insecti|acari|mycobacteri)cid|\b(?:elimin|detrui|supprim|inactiv|neutralis|eradiqu|eloign|repouss|repulsif|sterilis)\w*\b(?:(?!\bodeur).){0,60}\b(?:bacterie|virus|germe|moisissure|microbe|champignon|levure|acarien|insecte|moustique|mite|fourmi|cafard|punaise)/;

/** How much of a text is read for these words (characters). */
const TEXT_READ = 500;
/** How much of one is quoted. */
const QUOTED = 80;

/** Whether a claim says that harmful organisms are destroyed or held off. @param claim at most 500 characters */
export const isBiocidal = (claim: string): boolean => BIOCIDAL.test(nameKey(claim));

type CleaningCode =
  | 'PHOSPHORE_DEPASSE'
  | 'PCN_APRES_MARCHE'
  | 'CLP_SOUS_LE_CALCUL'
  | 'CLP_A_VERIFIER'
  | 'BANDES_A_VERIFIER'
  | 'COMPOSITION_CHANGEE'
  | 'UFI_A_REVOIR'
  | 'BIOCIDE_A_DIRE'
  | 'EMBALLAGE_CLP'
  | 'ETIQUETTE_CLP'
  | 'POINT_ECLAIR';

const of =
  (find: (cleaning: CleaningState, state: FileState) => readonly Told[]) =>
  (state: FileState): readonly Told[] =>
    state.cleaning ? find(state.cleaning, state) : [];

/** What is found in the file of a cleaning product. */
export const CLEANING_FINDERS: Readonly<Record<CleaningCode, (state: FileState) => readonly Told[]>> = {
  PHOSPHORE_DEPASSE: of(({ label: { phosphore } }) =>
    phosphore && isOverPhosphorus(phosphore)
      ? [
          {
            text: `${printNumber(phosphore.phosphore_g)} g de phosphore par dose, la limite est « moins de ${printNumber(phosphore.limite_g)} g » (règlement (CE) n° 648/2004, annexe VI bis).`,
            point: 'N5',
            fact: phosphore,
          },
        ]
      : [],
  ),
  PCN_APRES_MARCHE: ofChronology('PCN_APRES_MARCHE', 'N14'),
  CLP_SOUS_LE_CALCUL: of(({ clp, record }, { product: { ph } }) => {
    if (!isConcluded(record)) return [];
    const lacking = underConcluded(clp.resultats, record.clp_conclusion).map(printClass);
    const isUnder = isUnderPh(ph, record.clp_conclusion);
    const concluded = [record.clp_conclusion, record.clp_non_classe];
    return [
      ...(lacking.length > 0
        ? [
            {
              text: `Le résultat du calcul donne ${listed(lacking)}, que la classification conclue ne dit pas, ou dit moins grave.`,
              point: 'N11' as const,
              fact: [lacking, ...concluded],
            },
          ]
        : []),
      ...(isUnder
        ? [
            {
              about: 'ph',
              text: `Le pH (${printResult(ph ?? '')}) fait réputer le mélange Skin Corr. 1 et Eye Dam. 1, que la classification conclue ne dit pas : un essai ou un jugement d’expert doit le montrer (règlement (CE) n° 1272/2008, annexe I, 3.2.3.1.2).`,
              point: 'N11' as const,
              fact: [ph, ...concluded],
            },
          ]
        : []),
    ];
  }),
  CLP_A_VERIFIER: of(({ clp }) =>
    clp.a_verifier.length === 0
      ? []
      : [{ text: `Classification à vérifier. ${clp.a_verifier.join(' ')}`, point: 'N11', fact: clp.a_verifier }],
  ),
  BANDES_A_VERIFIER: of(({ label, record }) =>
    label.a_verifier.length === 0 || record.est_detergent === false || !isForConsumers(record)
      ? []
      : [{ text: `Contenu à vérifier. ${label.a_verifier.join(' ')}`, point: 'N6', fact: label.a_verifier }],
  ),
  COMPOSITION_CHANGEE: of(({ changed }, { stamp }) => {
    const stood = changed.filter((act) => act !== 'pcn').map((act) => COMPOSITION_ACTS[act]);
    return stood.length === 0
      ? []
      : [
          {
            text: `La composition a changé depuis ${stood.join(', ')} : à reprendre sur celle d’aujourd’hui.`,
            fact: [stood, stamp.composition],
          },
        ];
  }),
  UFI_A_REVOIR: of(({ changed, record }, { stamp }) =>
    changed.includes('pcn') && record.pcn_date !== null
      ? [
          {
            text: `La composition a changé depuis la notification du ${printDay(record.pcn_date)} : un nouvel UFI et une mise à jour peuvent être dus (règlement (CE) n° 1272/2008, annexe VIII, partie B, 4.1).`,
            point: 'N14',
            fact: stamp.composition,
          },
        ]
      : [],
  ),
  BIOCIDE_A_DIRE: of(({ record }, { claims, product }) => {
    if (record.biocide === true) return [];
    // The name of a product says what it is for as much as a claim does. Regulation (EU) 528/2012, article 3(1)(a).
    const texts = [product.nom_commercial, product.nom_produit, ...claims.map(({ texte }) => texte)].map((text) =>
      (text ?? '').slice(0, TEXT_READ),
    );
    const said = [...new Set(texts.filter(isBiocidal))].map((text) => `« ${shortened(text, QUOTED)} »`);
    return said.length === 0
      ? []
      : [
          {
            text: `${listed(said)} : ces mots font d’un nettoyant un biocide (règlement (UE) n° 528/2012), ${
              record.biocide === false ? 'et le dossier dit qu’il n’en est pas un' : 'dites s’il en est un'
            }.`,
            point: 'N16',
            fact: [said, record.biocide],
          },
        ];
  }),
  EMBALLAGE_CLP: of(({ record }) => {
    if (!isForConsumers(record)) return [];
    const lacking = PACKAGING.flatMap(({ field, owedBy, words }) => {
      // What is inhaled from an aerosol is not swallowed: annex II, 3.1.1.3 and 3.2.2.
      const isAerosol = record.clp_conclusion.some(({ classe }) => classe === 'Aerosol');
      const classes = record.clp_conclusion
        .filter((one) => owedBy(one) && !(isAerosol && one.classe === 'Asp. Tox.'))
        .map(printClass);
      return record[field] === false && classes.length > 0 ? [`${words} pour ${listed(classes)}`] : [];
    });
    return lacking.length === 0
      ? []
      : [
          {
            text: `Le dossier dit « Non », et l’emballage vendu au public doit porter ${listed(lacking)}.`,
            point: 'N15',
            fact: [lacking, record.clp_conclusion],
          },
        ];
  }),
  ETIQUETTE_CLP: of((cleaning) => {
    const told = supplementalOf(cleaning);
    return told.length === 0 ? [] : [{ text: told.join(' '), point: 'N12', fact: told }];
  }),
  POINT_ECLAIR: of(({ record }, { product: { point_eclair: flash } }) => {
    const isSaid = record.clp_conclusion.some(({ classe }) => classe === 'Flam. Liq.' || classe === 'Aerosol');
    const category = isConcluded(record) && !isSaid ? flammableBy(flash) : null;
    return category === null
      ? []
      : [
          {
            text: `Point éclair de ${printResult(flash ?? '')} °C : Flam. Liq. ${category}, que la classification conclue ne dit pas (règlement (CE) n° 1272/2008, annexe I, tableau 2.6.1).`,
            point: 'N11',
            fact: [flash, record.clp_conclusion, record.clp_non_classe],
          },
        ];
  }),
};
