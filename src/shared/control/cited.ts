import { nameKey } from '../fields/name.ts';
import { FIELDS } from '../products/product.fields.ts';
import type { FileState } from './finding.state.ts';

/** A reference that a laboratory or a supplier gives: « CA-26-118 », « HR-26-009 ». */
const REFERENCE = /\b[A-Z]{2,5}-\d{2,4}-\d{1,6}\b/g;
/** « certificat IFRA joint », « rapport de stabilité en annexe »; what is between says which. */
const ENCLOSURE =
  /\b(certificat|rapport|attestation|bulletin|fiche) ([\p{L}’' -]{2,60}?) (?:ci-joint|joint|en annexe)/giu;
/** Words that name nothing. */
const SMALL = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'est', 'sont', 'et', 'd', 'l', 'a', 'au', 'aux', 'ci']);
const FOUND_MAX = 20;

/** What a reference and a name are compared by: letters and digits. */
const bare = (text: string): string => nameKey(text).replace(/[^a-z0-9]/g, '');

/** References and enclosures that the texts of the file name, and no piece carries in its name or its kind. */
export function citedButAbsent({
  product,
  conformity,
  assessment,
  claims,
  margins,
  pieces,
  lots,
  studies,
  cleaning,
}: FileState) {
  const isCosmetic = product.type_produit === 'cosmetique';
  const names = pieces.map(({ file }) => bare(`${file.alias ?? ''} ${file.file_name} ${file.kind ?? ''}`));
  const isThere = (wanted: string): boolean => names.some((name) => name.includes(wanted));
  // What the product calls itself and its batches is no piece.
  const own = [
    product.ref_formule,
    product.ref_produit,
    product.version,
    conformity.dernier_lot_numero,
    ...lots.map(({ numero }) => numero),
  ]
    .filter((one) => typeof one === 'string')
    .map(bare);
  const found = new Map<string, string>();
  for (const text of [
    ...FIELDS.map(({ name }) => product[name as keyof typeof product]),
    ...claims.map(({ texte }) => texte),
    ...studies.flatMap(({ protocole, conclusion }) => [protocole, conclusion]),
    ...Object.values<unknown>({ ...cleaning?.record }),
    // What a cleaning product keeps of a cosmetic is not read: nobody sees it.
    ...(isCosmetic
      ? [conformity, assessment, margins.exposure.remarks, margins.exposure.sources].flatMap((one) =>
          Object.values<unknown>({ ...one }),
        )
      : []),
  ]) {
    if (typeof text !== 'string') continue;
    for (const [reference] of text.matchAll(REFERENCE))
      if (!own.some((one) => one.includes(bare(reference))) && !isThere(bare(reference)))
        found.set(bare(reference), reference);
    for (const [said, , which = ''] of text.matchAll(ENCLOSURE)) {
      const words = nameKey(which)
        .split(/[^a-z0-9]+/)
        .filter((word) => word && !SMALL.has(word));
      if (words.length > 0 && !words.some(isThere)) found.set(bare(said), said);
    }
  }
  return [...found].slice(0, FOUND_MAX).map(([about, said]) => ({
    text: `« ${said} » : citée dans la fiche, cette pièce n’est pas jointe.`,
    about,
  }));
}
