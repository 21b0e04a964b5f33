import { counted } from '../fields/counted.ts';
import { printPercent, toMicros } from '../fields/percent.ts';
import type { Writer } from '../fields/writer.ts';
import { STATE_LABELS } from './decide.opinion.ts';
import type { Verdict } from './regulation.contract.ts';

/** What a document prints of the verdicts, already written in its language; reasons and limits are quoted as they are kept. */
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

/** Whether a person still has to look: nobody did, or what is confirmed leaves something to verify. */
export const isOpen = ({ state, decision }: Pick<Verdict, 'state' | 'decision'>): boolean =>
  state === 'inconnu' || (state === 'a_verifier' && !isVerified({ state, decision }));

/** How a verdict is said, once a person answered too. */
export const printState = ({ state, decision }: Pick<Verdict, 'state' | 'decision'>): string =>
  isVerified({ state, decision }) ? VERIFIED : STATE_LABELS[state];
export const VERIFIED = 'Vérifié par une personne';
export const isVerified = ({ state, decision }: Pick<Verdict, 'state' | 'decision'>): boolean =>
  state === 'a_verifier' && decision?.applies === false;

/** « 1 interdite, 3 à vérifier »; what nobody looked at is never said to be within its limit. */
export function sayVerdicts(all: readonly Pick<Verdict, 'state' | 'decision'>[]): string {
  const broken = all.filter(({ state }) => state === 'non_conforme').length;
  const open = all.filter(isOpen).length;
  const said = [
    broken > 0 && counted(broken, 'substance non conforme', 'substances non conformes'),
    open > 0 && `${open} à vérifier`,
  ].filter(Boolean);
  return said.length > 0
    ? `${said.join(', ')} sur ${counted(all.length, 'substance')}.`
    : `Aucun dépassement détecté sur ${counted(all.length, 'substance')}.`;
}
/** What is said of an entry that limits the sum of another one's substances. */
export const SAME_SUM = 'elle limite la même somme';
/** Why an entry that is quoted does not decide; empty for one that does. */
export const sayAside = ({ role, why }: Pick<Verdict['entries'][number], 'role' | 'why'>): string =>
  role === 'applies' ? '' : why.startsWith(SAME_SUM) ? why : `écartée : ${why}`;

/** By the name of who answered: documents name people, not accounts. */
export const answeredBy = (verdict: Verdict, nameOf: (email: string | null) => string | null): Verdict =>
  verdict.decision === null
    ? verdict
    : { ...verdict, decision: { ...verdict.decision, by: nameOf(verdict.decision.by) } };

export const sayAnswer = ({ by, reason, applies }: NonNullable<Verdict['decision']>): string =>
  `${by ?? 'Une personne'} : ${applies ? 'oui, l’entrée s’applique. ' : ''}${reason}`;

export function printLaw(verdicts: readonly Verdict[], { word, figures, day }: Writer): PrintedLaw {
  const corpus = verdicts[0]?.corpus;
  if (!corpus?.id) return NO_LAW;
  return {
    verdicts: verdicts.map((verdict) => {
      const { inci, percent, entries, why, decision } = verdict;
      const applied = entries.filter(({ role }) => role === 'applies');
      return {
        inci,
        pourcentage: percent === null ? '' : figures(printPercent(toMicros(percent))),
        etat: word(printState(verdict)),
        entree: applied.map(({ annex, ref }) => `${annex}/${ref}`).join(', '),
        limite: applied
          .map((entry) => (entry.case?.limit_text ?? entry.limit_text).replace(/\s+/g, ' ').trim())
          .filter(Boolean)
          .join(' ; '),
        motif: decision ? (decision.applies ? `${why} ${sayAnswer(decision)}` : sayAnswer(decision)) : why,
      };
    }),
    date_corpus: corpus.date ? day(corpus.date) : '',
    empreinte_corpus: corpus.sha256,
    avertissements_reglementaires: verdicts.flatMap(({ inci, warnings }) =>
      warnings.map((texte) => ({ inci, texte: texte.replace(/\s+/g, ' ').trim() })),
    ),
  };
}
