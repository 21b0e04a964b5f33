import type { Assessment, Control } from '#shared/control/control.contract.ts';
import { POINT_STATE_LABELS, recordedBy } from '#shared/control/control.print.ts';
import { pointName } from '#shared/control/point.titles.ts';
import { printDay, printDayOf } from '#shared/fields/date.ts';
import { printPercent, toMicros } from '#shared/fields/percent.ts';
import { lowerFirst } from '#shared/fields/text.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES, FINDING_LEVELS } from '#shared/findings/finding.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import { printState } from '#shared/regulation/regulation.print.ts';
import type { DossierSheet } from '../documents/document.service.ts';
import { cleaningLines } from './dossier.cleaning.ts';
import type { Known } from './dossier.data.ts';
import type { Piece } from './dossier.gather.ts';

/** What a dossier says of itself, sheet by sheet, before its pieces. */
export const sheetsOf = (
  found: Control,
  known: Known,
  { anomalies, pieces }: { anomalies: readonly string[]; pieces: readonly Piece[] },
): DossierSheet[] => [
  known.cleaning
    ? { title: 'Composition et classification', lines: cleaningLines(known.cleaning) }
    : { title: 'Composition et verdicts', lines: verdictLines(known) },
  {
    title: known.cleaning ? 'Point par point' : 'Article 11, point par point',
    lines: [
      {
        text: '« Renseigné » veut dire que ce point est rempli, non que quelqu’un l’a examiné.',
      },
      ...found.points.map(({ key, title, state, missing, reason, covered_by }) => ({
        text: `${pointName(key)} ${title} : ${POINT_STATE_LABELS[state].toLowerCase()}`,
        ...(reason
          ? { detail: reason }
          : missing.length > 0
            ? { detail: `Il manque : ${missing.map(({ text }) => text).join(' ; ')}` }
            : { detail: sayCovering(covered_by, new Set(pieces.map((piece) => piece.title))) }),
        pieces: pieces
          .filter(({ points }) => points.has(key))
          .map((piece) => ({ path: piece.path, title: `${piece.title}, ${sayDates(piece)}` })),
      })),
    ],
  },
  {
    title: 'Chronologie',
    lines: [
      ...(known.cleaning ? [] : signatureLines(known.assessment)),
      ...found.chronology.map(({ text, dates }) => ({
        text,
        detail: dates.map(({ label, date, source }) => `${label} : ${printDay(date)} (${source})`).join(' ; '),
      })),
    ],
  },
  { title: 'Remarques au moment du scellement', lines: found.findings.map(findingLine) },
  // Nothing of this kind is no clean bill: it is left out.
  ...(anomalies.length > 0
    ? [{ title: 'Ce que ce dossier dit de lui-même', lines: anomalies.map((text) => ({ text })) }]
    : []),
];

type Covering = Control['points'][number]['covered_by'][number];

/** « Saisi le 20/02/2026 : Marque, Format. » ; its pieces are named below, with their pages. */
const sayCovering = (all: readonly Covering[], titles: ReadonlySet<string>): string =>
  [
    ...Map.groupBy(
      all.filter(({ text }) => !titles.has(text)),
      ({ date }) => date,
    ),
  ]
    .map(
      ([date, fields]) => `${date ? `Saisi le ${printDay(date)} : ` : ''}${fields.map(({ text }) => text).join(', ')}.`,
    )
    .join(' ');

/** Each substance with its verdict; without a table or a corpus it is said that nothing was judged. */
function verdictLines({ formula, verdicts, corpus, product }: Known): DossierSheet['lines'] {
  const law = corpus
    ? `Corpus réglementaire du ${corpus.date ? printDay(corpus.date) : printDayOf(corpus.imported_at)}, empreinte ${corpus.sha256}.`
    : 'Aucun corpus réglementaire n’est en vigueur : rien n’est jugé.';
  if (formula.mode !== 'table')
    return [
      { text: 'La formule n’est pas un tableau : aucune annexe n’est lue, aucune marge n’est calculée.' },
      { text: law },
      ...(formula.mode === 'text' ? [{ text: 'Formule', detail: String(product.ingredients ?? '') }] : []),
    ];
  // Without a corpus nothing is judged: that is said once.
  return [
    { text: law },
    ...(corpus ? verdicts.map(verdictLine) : verdicts.map((one) => ({ text: `${one.inci}, ${sayAmount(one)}` }))),
  ];
}

const sayAmount = ({ percent }: Pick<Verdict, 'percent'>): string =>
  percent === null ? 'quantité inconnue' : printPercent(toMicros(percent));

const verdictLine = (verdict: Verdict): DossierSheet['lines'][number] => ({
  text: [verdict.inci, sayAmount(verdict), printState(verdict)].join(', '),
  detail: verdict.decision
    ? `${verdict.why} ${sayReason(verdict.decision, verdict.decision.applies ? 'Oui, l’entrée s’applique' : 'Réponse')}`
    : verdict.why,
});

const sayReason = ({ by, at, reason }: NonNullable<Finding['answer']>, what = 'Réponse'): string =>
  `${what}${by ? ` de ${by}` : ''}, le ${printDayOf(at)} : ${reason}`;

const findingLine = ({ level, code, text, answer }: Finding): DossierSheet['lines'][number] => ({
  text: `${FINDING_LEVELS[level]}, ${lowerFirst(FINDING_CODES[code].label)} : ${text}`,
  ...(answer ? { detail: sayReason(answer) } : level === 'neutre' ? {} : { detail: 'Sans réponse.' }),
});

/** Who signed, on which day, and who recorded it here: three facts. */
const signatureLines = ({ evaluateur_nom, signature }: Pick<Assessment, 'evaluateur_nom' | 'signature'>) =>
  signature
    ? [
        {
          text: `Partie B signée le ${printDay(signature.signed_on)} par ${signature.signed_by ?? 'une personne qui n’est pas nommée'}`,
          detail: `Signature enregistrée ${recordedBy(signature)}, sur la version ${signature.formula_revision} de la formule`,
        },
        ...(evaluateur_nom !== signature.signed_by
          ? [{ text: `L’évaluation nomme aujourd’hui ${evaluateur_nom ?? 'personne'}, qui ne l’a pas signée` }]
          : []),
      ]
    : [];

/** « daté du 03/02/2025, ajouté le 05/02/2025 » : a piece’s own day is not the one on which it was attached. */
export const sayDates = ({ piece_date, added_at }: Pick<Piece, 'piece_date' | 'added_at'>): string =>
  [
    piece_date ? `daté du ${printDay(piece_date)}` : 'sans date propre',
    added_at ? `ajouté le ${printDayOf(added_at)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
