import { printDay } from '../fields/date.ts';
import { printPercent, toMicros } from '../fields/percent.ts';
import { STATE_LABELS } from './decide.opinion.ts';
import type { Verdict } from './regulation.contract.ts';

/** What a document prints of the verdicts, already written in French. */
export interface PrintedLaw {
  verdicts: Record<string, string>[];
  date_corpus: string;
  empreinte_corpus: string;
  avertissements_reglementaires: Record<string, string>[];
}

/** The names each item of a list has. */
export const LAW_ITEMS = {
  verdicts: ['inci', 'pourcentage', 'etat', 'entree', 'limite', 'motif'],
  avertissements_reglementaires: ['inci', 'texte'],
} as const satisfies Partial<Record<keyof PrintedLaw, readonly string[]>>;

export const NO_LAW: PrintedLaw = {
  verdicts: [],
  date_corpus: '',
  empreinte_corpus: '',
  avertissements_reglementaires: [],
};

export function printLaw(verdicts: readonly Verdict[]): PrintedLaw {
  const corpus = verdicts[0]?.corpus;
  if (!corpus?.id) return NO_LAW;
  return {
    verdicts: verdicts.map(({ inci, percent, state, entries, why, decision }) => {
      const applied = entries.filter(({ role }) => role === 'applies');
      return {
        inci,
        pourcentage: percent === null ? '' : printPercent(toMicros(percent)),
        etat: decision ? 'Vérifié par une personne' : STATE_LABELS[state],
        entree: applied.map(({ annex, ref }) => `${annex}/${ref}`).join(', '),
        limite: applied
          .map((entry) => (entry.case?.limit_text ?? entry.limit_text).replace(/\s+/g, ' ').trim())
          .filter(Boolean)
          .join(' ; '),
        motif: decision ? `${decision.by ?? 'Une personne'} : ${decision.reason}` : why,
      };
    }),
    date_corpus: corpus.date ? printDay(corpus.date) : '',
    empreinte_corpus: corpus.sha256,
    avertissements_reglementaires: verdicts.flatMap(({ inci, warnings }) =>
      warnings.map((texte) => ({ inci, texte: texte.replace(/\s+/g, ' ').trim() })),
    ),
  };
}
