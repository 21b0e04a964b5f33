import type { Assessment, Control } from '#shared/control/control.contract.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { INNER_FIELDS } from '#shared/guests/guest.fields.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS, type FieldName } from '#shared/products/product.fields.ts';
import type { Corpus } from '#shared/regulation/regulation.contract.ts';
import type { Piece } from './dossier.gather.ts';

/** 2 names the folder `donnees/`, what the dossier stood on and what was found in it. */
const SCHEMA = 2;

interface ManifestInput {
  id: string;
  sealedAt: string;
  tool: string;
  product: Product;
  formula: Formula;
  /** The composition, as it is signed. */
  lines: readonly { key: string; name: string; percent: string }[];
  corpus: Corpus | null;
  found: Control;
  /** `null` for a cleaning product, which has none. */
  assessment: Assessment | null;
  anomalies: readonly string[];
  pieces: readonly Piece[];
  data: readonly DataPiece[];
  stamp: Stamp;
  pdf: { sha256: string };
}

/** What a house says to itself, and hands to nobody. */
const INNER: ReadonlySet<string> = new Set(INNER_FIELDS);

/** A file of `donnees/`, made when it was sealed. */
interface DataPiece {
  path: string;
  title: string;
  size: number;
  sha256: string;
}
const asPiece = (one: DataPiece) => ({ ...one, point: null, piece_date: null, added_at: null, added_by: null });

/** What a dossier says of itself, for programs: `manifeste.json`. */
export const manifestOf = ({
  id,
  sealedAt,
  tool,
  product,
  formula,
  lines,
  corpus,
  found,
  assessment,
  anomalies,
  pieces,
  data,
  stamp,
  pdf,
}: ManifestInput) => ({
  schema: SCHEMA,
  id,
  time: sealedAt,
  tool,
  product: {
    id: product.id,
    nom_commercial: product.nom_commercial,
    nom_produit: product.nom_produit,
    ref_formule: product.ref_formule,
    ref_produit: product.ref_produit,
    version: product.version,
    revision: product.revision,
    // A cosmetic is what every product was.
    ...(product.type_produit === 'cosmetique' ? {} : { type_produit: product.type_produit }),
  },
  // What a later dossier is compared with: fields that say something, and the composition line by line.
  fiche: Object.fromEntries(
    FIELDS.filter(({ name }) => !INNER.has(name))
      .map(({ name }) => [name, product[name as FieldName] ?? null] as const)
      .filter(([, value]) => value !== null),
  ),
  formula: {
    mode: formula.mode,
    revision: formula.revision,
    composition_sha256: formula.composition_sha256,
    lignes: lines.map(({ key, name, percent }) => ({ cle: key, nom: name, pourcentage: percent })),
  },
  corpus: corpus && { date: corpus.date, sha256: corpus.sha256 },
  points: found.points.map(({ key, title, state, missing, reason }) => ({
    key,
    title,
    state,
    missing: missing.map(({ text }) => text),
    reason,
  })),
  signature: assessment?.signature
    ? {
        signed_on: assessment.signature.signed_on,
        signed_by: assessment.signature.signed_by,
        entered_at: assessment.signature.entered_at,
        entered_by: assessment.signature.entered_by,
      }
    : null,
  chronology: found.chronology,
  findings: found.findings,
  anomalies,
  stamp,
  files: [...pieces, ...data.map(asPiece)].map(
    ({ path, size, sha256, title, point, piece_date, added_at, added_by }) => ({
      path,
      bytes: size,
      sha256,
      title,
      point,
      piece_date,
      added_at,
      added_by,
    }),
  ),
  pdf_sha256: pdf.sha256,
});
