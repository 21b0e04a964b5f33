import type { Assessment, Control } from '#shared/control/control.contract.ts';
import { recordedBy } from '#shared/control/control.print.ts';
import { pointName } from '#shared/control/point.needs.ts';
import { printDay, printInstant } from '#shared/fields/date.ts';

/** What a dossier says of itself: its sheets, what stands against it, how to verify it, how long it is kept. */

const YEARS = 10;
/** Nobody knows yet when the last batch was: nothing goes. */
const FOREVER = '9999-12-31T23:59:59.999Z';

/** Ten years after the last batch; without one nobody knows. Regulation (EC) 1223/2009, article 11(1). */
export function keptUntil(lastBatch: string | null): string {
  if (lastBatch === null) return FOREVER;
  const until = new Date(`${lastBatch}T00:00:00Z`);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  return until.toISOString();
}

/** What the dossier says against itself: nothing blocks, everything is written inside. */
export function anomaliesOf({ points, findings }: Control, hasDip: boolean): string[] {
  const empty = points.filter(({ state }) => state === 'vide').map(({ key }) => key);
  return [
    ...(hasDip ? [] : ['Aucun dossier d’information produit n’est validé.']),
    ...(empty.length > 0 ? [`Points vides : ${[...new Set(empty.map(pointName))].join(', ')}.`] : []),
    ...findings.filter(({ level }) => level !== 'neutre').map(({ text }) => text),
  ];
}

const STATES = { couvert: 'couvert', partiel: 'partiel', vide: 'vide', sans_objet: 'sans objet' } as const;

export const sheetsOf = (
  { points, chronology, covered, total }: Control,
  {
    anomalies,
    assessment,
  }: { anomalies: readonly string[]; assessment: Pick<Assessment, 'evaluateur_nom' | 'signature'> },
) => [
  {
    title: `Article 11 : ${covered} ${covered < 2 ? 'point' : 'points'} sur ${total}`,
    lines: points.map(({ key, title, state, missing, reason }) => ({
      text: `${pointName(key)} ${title} : ${STATES[state]}`,
      ...(reason
        ? { detail: reason }
        : missing.length > 0
          ? { detail: `Il manque : ${missing.map(({ text }) => text).join(' ; ')}` }
          : {}),
    })),
  },
  {
    title: 'Chronologie',
    lines: [
      ...signatureLines(assessment),
      ...chronology.map(({ text, dates }) => ({
        text,
        detail: dates.map(({ label, date, source }) => `${label} : ${printDay(date)} (${source})`).join(' ; '),
      })),
    ],
  },
  { title: 'Ce que ce dossier dit de lui-même', lines: anomalies.map((text) => ({ text })) },
];

/** Who signed, on which day, and who recorded it here: three facts. */
const signatureLines = ({ evaluateur_nom, signature }: Pick<Assessment, 'evaluateur_nom' | 'signature'>) =>
  signature
    ? [
        {
          text: `Partie B signée le ${printDay(signature.signed_on)} par ${evaluateur_nom ?? 'une personne qui n’est pas nommée'}`,
          detail: `Signature enregistrée ${recordedBy(signature)}, sur la version ${signature.formula_revision} de la formule`,
        },
      ]
    : [];

export const readMe = ({ id, sealedAt, title }: { id: string; sealedAt: string; title: string }): string =>
  [
    `Dossier d’information produit : ${title}`,
    `Dossier ${id}, scellé le ${printInstant(sealedAt)} (Paris).`,
    '',
    'Le fichier dossier.pdf réunit tout ce qui se lit. Les dossiers numérotés contiennent les pièces d’origine.',
    'manifeste.json dit de chaque pièce son chemin, sa taille, son empreinte SHA-256, son titre et ses dates.',
    '',
    'Vérifier sans réseau que rien n’a changé, dans le dossier où cette archive est ouverte :',
    '  Linux, macOS : sha256sum -c SHA256SUMS   (macOS : shasum -a 256 -c SHA256SUMS)',
    '  Windows (PowerShell) : Get-FileHash -Algorithm SHA256 dossier.pdf, à comparer à SHA256SUMS',
    '',
  ].join('\n');
