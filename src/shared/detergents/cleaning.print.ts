import { printClassName } from '../clp/clp.classes.ts';
import { statementOf } from '../clp/clp.statements.ts';
import { isSurfactantClass } from '../clp/content.classes.ts';
import { printNumber } from '../fields/number.ts';
import type { Writer } from '../fields/writer.ts';
import type { CleaningState } from './cleaning.state.ts';
import { allergyNotice, dangerLabelOf } from './danger.label.ts';
import { CLP_METHODS } from './detergent.contract.ts';

type Item = Record<string, string>;

/** What a document prints of a cleaning product besides the fields of its record, already written in its language. */
export interface PrintedCleaning {
  bandes: Item[];
  texte_etiquette: string;
  fiche_composants: Item[];
  tensioactifs: Item[];
  clp: Item[];
  calcul_clp: Item[];
  euh208: string;
  sensibilisants: string;
  p_mentions: string;
  pictogrammes: string;
  mention_avertissement: string;
  phosphore: string;
  /** What the calculation leaves to a person, and what the text of the contents does. */
  clp_a_verifier: string;
  contenu_a_verifier: string;
}

/** The names each item of a list has. */
export const CLEANING_ITEMS = {
  bandes: ['classe', 'tranche'],
  fiche_composants: ['tranche', 'nom', 'inci', 'cas'],
  tensioactifs: ['inci', 'biodegradation', 'methode', 'source'],
  clp: ['classe', 'categorie', 'mention', 'methode'],
  calcul_clp: ['classe', 'categorie', 'regle', 'termes'],
} as const satisfies Partial<Record<keyof PrintedCleaning, readonly string[]>>;

/** Nothing is printed of a cosmetic. */
export const NO_CLEANING: PrintedCleaning = {
  bandes: [],
  texte_etiquette: '',
  fiche_composants: [],
  tensioactifs: [],
  clp: [],
  calcul_clp: [],
  euh208: '',
  sensibilisants: '',
  p_mentions: '',
  pictogrammes: '',
  mention_avertissement: '',
  phosphore: '',
  clp_a_verifier: '',
  contenu_a_verifier: '',
};

export function printCleaning(
  { record, label, sheet, clp, contents }: CleaningState,
  { language, word, figures }: Writer,
): PrintedCleaning {
  const { pictogrammes, signal } = dangerLabelOf(record);
  const allergy = allergyNotice(clp, record);
  return {
    bandes: label.familles.map(({ classe, tranche }) => ({
      classe,
      tranche: tranche === null ? word('à vérifier') : figures(tranche),
    })),
    texte_etiquette: label.texte,
    fiche_composants: sheet.lignes.map((line) => ({ ...line })),
    tensioactifs: contents
      .filter(({ values, classes }) => values?.tensioactif === true || (classes ?? []).some(isSurfactantClass))
      .map(({ label: inci, values }) => ({
        inci,
        biodegradation:
          values?.biodegradation_percent == null ? '' : figures(`${printNumber(values.biodegradation_percent)}\u00a0%`),
        methode: values?.biodegradation_methode ?? '',
        source: values?.biodegradation_source ?? '',
      })),
    clp: record.clp_conclusion.map((one) => ({
      classe: printClassName(one.classe),
      categorie: one.categorie,
      mention: statementOf(one) ?? '',
      methode: one.methode ? word(CLP_METHODS[one.methode]) : '',
    })),
    calcul_clp: clp.resultats.map(({ classe, categorie, regle, termes }) => ({
      classe: printClassName(classe),
      categorie: categorie ?? word('aucune'),
      regle,
      termes: termes.map(({ inci, percent }) => `${inci} ${figures(printNumber(percent))}\u00a0%`).join(', '),
    })),
    euh208: allergy.isEuh208 ? allergy.names.join(', ') : '',
    sensibilisants: allergy.isEuh208 ? '' : allergy.names.join(', '),
    p_mentions: record.p_mentions.join(', '),
    pictogrammes: pictogrammes.join(', '),
    mention_avertissement: word(signal ?? ''),
    clp_a_verifier: clp.a_verifier.join('\n'),
    contenu_a_verifier: label.a_verifier.join('\n'),
    phosphore: label.phosphore
      ? language === 'en'
        ? figures(
            `${printNumber(label.phosphore.phosphore_g)}\u00a0g per dosage, limit: less than ${printNumber(label.phosphore.limite_g)}\u00a0g`,
          )
        : `${printNumber(label.phosphore.phosphore_g)}\u00a0g par dose, limite\u00a0: moins de ${printNumber(label.phosphore.limite_g)}\u00a0g`
      : '',
  };
}
