import type { ProductKind } from '#shared/contract/product.kinds.ts';
import type { Control } from '#shared/control/control.contract.ts';
import { pointName } from '#shared/control/point.titles.ts';
import { printInstant } from '#shared/fields/date.ts';
import type { Retention } from '#shared/lots/retention.ts';
import { DOCUMENT } from './dossier.pieces.ts';

/** What a dossier says of itself: what stands against it, how to verify it, how long it is kept. */

/** Nobody knows yet when the last batch was: nothing goes. */
const FOREVER = '9999-12-31T23:59:59.999Z';

/** The end of the last day on which its file is kept; while more lots may follow nobody knows it. */
export const keptUntil = ({ conservation_jusqu_au: until }: Retention): string =>
  until === null ? FOREVER : `${until}T23:59:59.999Z`;

/** What the dossier says against itself: nothing blocks, everything is written inside. */
export function anomaliesOf({ points }: Control, { hasDip, kind }: { hasDip: boolean; kind: ProductKind }): string[] {
  const empty = points.filter(({ state }) => state === 'vide').map(({ key }) => key);
  return [
    ...(hasDip
      ? []
      : [kind === 'cosmetique' ? 'Aucun dossier d’information produit n’est validé.' : 'Aucun document n’est validé.']),
    ...(empty.length > 0 ? [`Points vides : ${[...new Set(empty.map(pointName))].join(', ')}.`] : []),
  ];
}

/** The red and orange findings, in words. */
export const saidFindings = ({ findings }: Pick<Control, 'findings'>): string[] =>
  findings.filter(({ level }) => level !== 'neutre').map(({ text }) => text);

export const readMe = ({
  id,
  sealedAt,
  kind,
  title,
}: {
  id: string;
  sealedAt: string;
  kind: ProductKind;
  title: string;
}): string =>
  [
    `${DOCUMENT[kind].title} : ${title}`,
    `Dossier ${id}, scellé le ${printInstant(sealedAt)} (Paris).`,
    '',
    'Le fichier dossier.pdf réunit tout ce qui se lit. Les dossiers numérotés contiennent les pièces d’origine.',
    `Le dossier « donnees » contient la formule, ${kind === 'cosmetique' ? 'les verdicts, les marges' : 'le contenu de l’étiquette, la classification'} et les remarques, pour un tableur ou un programme.`,
    'manifeste.json dit de chaque pièce son chemin, sa taille, son empreinte SHA-256, son titre et ses dates.',
    '',
    'Vérifier sans réseau que rien n’a changé, dans le dossier où cette archive est ouverte :',
    '  Linux, macOS : sha256sum -c SHA256SUMS   (macOS : shasum -a 256 -c SHA256SUMS)',
    '  Windows (PowerShell) : Get-FileHash -Algorithm SHA256 dossier.pdf, à comparer à SHA256SUMS',
    '',
  ].join('\n');
