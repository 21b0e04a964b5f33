import { sensitises } from '../clp/clp.classes.ts';
import { labelOf } from '../clp/clp.label.ts';
import { statementOf } from '../clp/clp.statements.ts';
import { isSurfactantClass } from '../clp/content.classes.ts';
import { printNumber } from '../fields/number.ts';
import type { Writer } from '../fields/writer.ts';
import type { CleaningState } from './cleaning.state.ts';
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
};

export function printCleaning(
  { record, label, sheet, clp, contents }: CleaningState,
  { language, word, figures }: Writer,
): PrintedCleaning {
  const { pictogrammes, signal } = labelOf(record.clp_conclusion);
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
      classe: one.classe,
      categorie: one.categorie,
      mention: statementOf(one) ?? '',
      methode: one.methode ? word(CLP_METHODS[one.methode]) : '',
    })),
    calcul_clp: clp.resultats.map(({ classe, categorie, regle, termes }) => ({
      classe,
      categorie: categorie ?? word('aucune'),
      regle,
      termes: termes.map(({ inci, percent }) => `${inci} ${figures(printNumber(percent))}\u00a0%`).join(', '),
    })),
    // Of a mixture that sensitises by itself the names alone are owed, beside its statements. Annex II, 2.8.
    euh208: sensitises(record.clp_conclusion) ? '' : clp.euh208.join(', '),
    sensibilisants: sensitises(record.clp_conclusion) ? clp.euh208.join(', ') : '',
    p_mentions: record.p_mentions.join(', '),
    pictogrammes: pictogrammes.join(', '),
    mention_avertissement: word(signal ?? ''),
    phosphore: label.phosphore
      ? language === 'en'
        ? figures(
            `${printNumber(label.phosphore.phosphore_g)}\u00a0g per dosage, limit: less than ${printNumber(label.phosphore.limite_g)}\u00a0g`,
          )
        : `${printNumber(label.phosphore.phosphore_g)}\u00a0g par dose, limite\u00a0: moins de ${printNumber(label.phosphore.limite_g)}\u00a0g`
      : '',
  };
}
