import { changedSince, PART_LABELS, type Part, type Stamp } from '../findings/stamp.ts';
import { FIELD_BY_NAME, type FieldName } from '../products/product.fields.ts';

/** What a manifest says of its dossier, of what is compared. One of before lacks some, or all. */
export interface ComparedManifest {
  product?: Readonly<Record<string, unknown>>;
  /** The fields of the form that said something. */
  fiche?: Readonly<Record<string, unknown>>;
  formula?: {
    composition_sha256?: string | null;
    lignes?: readonly { cle: string; nom: string; pourcentage: string }[];
  };
  points?: readonly { key: string; state: string }[];
  chronology?: readonly { code: string; text: string }[];
  /** What the file was, by part. */
  stamp?: Stamp;
  files?: readonly { path: string; title: string; sha256: string; point: string | null }[];
}

/** Parts of a comparison that a manifest of before cannot say. */
export const COMPARED = {
  champs: 'Champs de la fiche',
  formule: 'Formule',
  pieces: 'Pièces',
  donnees: 'Écrit à côté de la fiche',
  points: 'Points',
  chronologie: 'Chronologie',
} as const;
type ComparedPart = keyof typeof COMPARED;

/** The folder of what was computed when it was sealed: no piece of anybody's. */
const OF_DATA = /^donnees\//;
/** Parts of the file that people write beside the form. */
const WRITTEN: readonly Part[] = ['conformite', 'evaluation', 'allegations', 'nettoyage'];
/** Of the product, what every manifest says. */
const NAMES = ['nom_commercial', 'nom_produit', 'ref_formule', 'ref_produit', 'version'] as const;

const say = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** What differs between two sealed dossiers, from their manifests alone; what an older one lacks is named, not guessed. */
export function diffOf(before: ComparedManifest, after: ComparedManifest) {
  const lacks = (part: ComparedPart, has: (one: ComparedManifest) => boolean): ComparedPart[] =>
    has(before) && has(after) ? [] : [part];
  const isOneFormula =
    before.formula?.composition_sha256 != null &&
    before.formula.composition_sha256 === after.formula?.composition_sha256;
  return {
    champs: fieldsBetween(before, after),
    formule: linesBetween(before.formula?.lignes ?? null, after.formula?.lignes ?? null),
    pieces: piecesBetween(before.files ?? [], after.files ?? []),
    // A part that either did not keep is never said to differ.
    donnees: changedSince(before.stamp ?? {}, after.stamp ?? {})
      .filter((part) => WRITTEN.includes(part))
      .map((part) => PART_LABELS[part]),
    points: (after.points ?? []).flatMap(({ key, state }) => {
      const was = before.points?.find((one) => one.key === key)?.state;
      return before.points && was !== state ? [{ key, avant: was ?? null, apres: state }] : [];
    }),
    chronologie: {
      apparues: onlyIn(after.chronology, before.chronology),
      disparues: onlyIn(before.chronology, after.chronology),
    },
    non_comparable: [
      ...lacks('champs', ({ fiche }) => fiche !== undefined),
      ...(isOneFormula ? [] : lacks('formule', ({ formula }) => formula?.lignes !== undefined)),
      ...lacks('pieces', ({ files }) => files !== undefined),
      ...lacks('donnees', ({ stamp }) => stamp !== undefined),
      ...lacks('points', ({ points }) => points !== undefined),
      ...lacks('chronologie', ({ chronology }) => chronology !== undefined),
    ],
  };
}

function fieldsBetween(before: ComparedManifest, after: ComparedManifest) {
  const isWhole = before.fiche !== undefined && after.fiche !== undefined;
  const [was, is] = isWhole ? [before.fiche ?? {}, after.fiche ?? {}] : [before.product ?? {}, after.product ?? {}];
  const names = isWhole ? [...FIELD_BY_NAME.keys()] : NAMES.filter((name) => name in was && name in is);
  return names.flatMap((champ) => {
    const [avant, apres] = [say(was[champ]), say(is[champ])];
    return avant === apres
      ? []
      : [{ champ, libelle: FIELD_BY_NAME.get(champ as FieldName)?.label ?? champ, avant, apres }];
  });
}

type Line = NonNullable<NonNullable<ComparedManifest['formula']>['lignes']>[number];
function linesBetween(before: readonly Line[] | null, after: readonly Line[] | null) {
  if (!before || !after) return { ajoutees: [], retirees: [], modifiees: [] };
  const [was, is] = [new Map(before.map((one) => [one.cle, one])), new Map(after.map((one) => [one.cle, one]))];
  const told = ({ nom, pourcentage }: Line) => ({ nom, pourcentage });
  return {
    ajoutees: after.filter(({ cle }) => !was.has(cle)).map(told),
    retirees: before.filter(({ cle }) => !is.has(cle)).map(told),
    modifiees: after.flatMap(({ cle, nom, pourcentage }) => {
      const one = was.get(cle);
      return one && one.pourcentage !== pourcentage ? [{ nom, avant: one.pourcentage, apres: pourcentage }] : [];
    }),
  };
}

type File = NonNullable<ComparedManifest['files']>[number];
function piecesBetween(before: readonly File[], after: readonly File[]) {
  const pieces = (all: readonly File[]): File[] => all.filter(({ path }) => !OF_DATA.test(path));
  // A piece is known by its title and its point; one of the same bytes under another name is the same.
  const nameOf = ({ title, point }: File): string => JSON.stringify([title, point]);
  const [was, is] = [pieces(before), pieces(after)];
  const [wasNamed, isNamed] = [
    new Map(was.map((one) => [nameOf(one), one])),
    new Map(is.map((one) => [nameOf(one), one])),
  ];
  const [wasHeld, isHeld] = [new Set(was.map(({ sha256 }) => sha256)), new Set(is.map(({ sha256 }) => sha256))];
  return {
    ajoutees: is.filter((one) => !wasNamed.has(nameOf(one)) && !wasHeld.has(one.sha256)).map(({ title }) => title),
    retirees: was.filter((one) => !isNamed.has(nameOf(one)) && !isHeld.has(one.sha256)).map(({ title }) => title),
    remplacees: is
      .filter((one) => {
        const old = wasNamed.get(nameOf(one));
        return old !== undefined && old.sha256 !== one.sha256;
      })
      .map(({ title }) => title),
  };
}

type Told = NonNullable<ComparedManifest['chronology']>[number];
/** Lines that the other does not say; nothing where it says none at all. */
const onlyIn = (one: readonly Told[] | undefined, other: readonly Told[] | undefined): string[] =>
  one && other ? one.filter(({ text }) => !other.some((line) => line.text === text)).map(({ text }) => text) : [];
