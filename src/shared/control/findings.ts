import { isOfKind } from '../contract/product.kinds.ts';
import { daysOfSignature, seriousSince } from '../effects/effect.facts.ts';
import { concernsOf } from '../exposure/margins.ts';
import { isOnSkin, lackingRoutes, ROUTE_LACKS } from '../exposure/routes.ts';
import { capital } from '../fields/capital.ts';
import { daysAfter, printDay, printDayOf } from '../fields/date.ts';
import { isFilled } from '../fields/field.ts';
import { nameKey } from '../fields/name.ts';
import { lowerFirst } from '../fields/text.ts';
import type { Finding } from '../findings/finding.contract.ts';
import { FINDING_CODE_NAMES, FINDING_CODES, FINDING_LEVELS, type FindingCode } from '../findings/finding.ts';
import { changedSince, PART_LABELS, type Part, type Stamp } from '../findings/stamp.ts';
import type { Product } from '../products/product.contract.ts';
import type { Verdict } from '../regulation/regulation.contract.ts';
import { codeOf, type LawCode } from '../regulation/verdict.codes.ts';
import { sayAsked } from '../reviews/review.ts';
import { contradictionsOf } from '../twins/twins.ts';
import { citedButAbsent } from './cited.ts';
import { type FileState, listed, ofChronology, type Piece, type SealedDocument, type Told } from './finding.state.ts';
import { CLEANING_FINDERS } from './findings.cleaning.ts';
import { EFFECT_FINDERS } from './findings.effects.ts';
import { STUDY_FINDERS } from './findings.studies.ts';
import { CAUSES, impactOf, reviewKey } from './impact.ts';
import { pointsOf } from './piece.point.ts';
import { isReason } from './point.needs.ts';
import type { PointKey } from './point.titles.ts';

/** A finding before people answer to it, and what an answer is about. */
export type Found = Omit<Finding, 'answer' | 'basis'> & { fact: unknown };

/** Characters of what a finding is about, in its key: keys are indexed. */
const ABOUT_LENGTH = 200;
/** A corpus whose oldest file was exported longer ago is old (days). */
const CORPUS_DAYS = 90;
/** How long before its last day a piece is told of (days). */
const PIECE_DAYS = 60;

/** The point of the composition, of each kind. */
const pointOfComposition = ({ type_produit }: Pick<Product, 'type_produit'>): PointKey =>
  type_produit === 'nettoyage' ? 'N2' : 'A1';

/** Words that are forbidden on a product or its packaging. Code de l’environnement, article L.541-9-1. */
const FORBIDDEN_CLAIMS = /biodegradable|respectueu(?:x|se|ses) (?:de|pour) l[’' ]environnement/;

/** Where a request is read. */
export const requestLink = (id: string): string => `/requests?id=${id}`;

/** What is found under each code; a code without a line here does not compile. */
const FINDERS: Readonly<Record<FindingCode, (state: FileState) => readonly Told[]>> = {
  INTERDIT: ({ verdicts }) => broken(verdicts, 'INTERDIT'),
  HORS_LIMITE: ({ verdicts }) => broken(verdicts, 'HORS_LIMITE'),
  LOI_A_VERIFIER: ({ verdicts, corpus }) => {
    // Without a corpus all of them are: that is said once.
    const names = (corpus ? verdicts : []).filter((one) => codeOf(one) === 'LOI_A_VERIFIER').map(({ inci }) => inci);
    return names.length === 0 ? [] : [{ text: `Annexes à vérifier pour ${listed(names)}.`, fact: names }];
  },
  SANS_TABLEAU: ({ formula, product }) =>
    formula.mode === 'table' || !(isFilled(product.ingredients) || product.has_formula_attachment)
      ? []
      : [
          {
            text: `La formule est ${formula.mode === 'file' ? 'un fichier' : 'un texte'} : ${
              product.type_produit === 'nettoyage'
                ? 'ni le contenu de l’étiquette ni la classification ne sont calculés'
                : 'aucune annexe n’est lue, aucune marge n’est calculée'
            }.`,
          },
        ],
  SANS_CORPUS: ({ corpus, formula }) =>
    corpus || formula.mode !== 'table'
      ? []
      : [{ text: 'Aucun corpus réglementaire n’est en vigueur : la formule n’est pas jugée.' }],
  CORPUS_ANCIEN: ({ corpus, today, formula }) => {
    const days = (corpus?.files ?? []).flatMap(({ created_on }) => created_on ?? []).toSorted();
    const [oldest] = days;
    return formula.mode === 'table' && oldest && daysAfter(oldest, CORPUS_DAYS) < today
      ? [
          {
            text: `Le plus ancien fichier du corpus date du ${printDay(oldest)} : plus de ${CORPUS_DAYS} jours.`,
            about: corpus?.id ?? '',
          },
        ]
      : [];
  },
  FORMULE_INCOMPLETE: ({ gap, formula, lines, product }) => {
    const point = pointOfComposition(product);
    const ofLines = (text: string, about: string, lacks: (line: (typeof lines)[number]) => boolean): Told[] => {
      const names = formula.mode === 'table' ? lines.filter(lacks).map(({ name }) => name || 'ligne sans nom') : [];
      return names.length === 0 ? [] : [{ text: `${text} : ${listed(names)}.`, about, point, fact: names }];
    };
    return [
      ...(gap === null ? [] : [{ text: gap, about: 'total', point }]),
      ...ofLines('Sans quantité', 'quantites', ({ hasQuantity }) => !hasQuantity),
      ...ofLines('Sans nom INCI connu', 'lignes', (line) => !line.isSubstance),
    ];
  },
  MELANGE_SANS_DETAIL: ({ lines, formula, product }) => {
    const names = formula.mode === 'table' ? lines.map(({ name }) => name).filter(isMixture) : [];
    return names.length === 0
      ? []
      : [
          {
            text: `Plusieurs substances sous un seul nom, sans le détail de chacune : ${listed(names)}.`,
            point: pointOfComposition(product),
            fact: names,
          },
        ];
  },
  MARGE_BASSE: ({ margins }) =>
    margins.rows
      .filter((row) => concernsOf(row).length > 0 && !isReason(row.remark))
      .map((row) => ({
        text: `${row.inci} : ${concernsOf(row).join(', ')}, sans remarque de l’évaluateur.`,
        about: row.substance_id,
        point: 'A8',
      })),
  SANS_EXPOSITION: ({ margins, formula, substances }) => {
    if (formula.mode !== 'table' || formula.lines.length === 0) return [];
    const { exposure } = margins;
    if (exposure.a_mg_kg_d === null && isOnSkin(exposure))
      return [
        { text: 'La quantité de produit par jour n’est pas connue : aucune exposition n’est calculée.', point: 'A7' },
      ];
    const names = substances.filter(({ hasSed, remark }) => !hasSed && !isReason(remark)).map(({ inci }) => inci);
    const lacking = lackingRoutes(exposure).map((route) => ({
      text: `${capital(ROUTE_LACKS[route].fr)}.`,
      about: route,
      point: 'A7' as const,
    }));
    return names.length === 0
      ? lacking
      : [...lacking, { text: `Exposition non calculée, sans motif, pour ${listed(names)}.`, point: 'A7', fact: names }];
  },
  RELECTURE: ({ review }) =>
    review === null
      ? []
      : [
          {
            text: `${sayAsked(review)}.`,
            about: review.id,
            due_on: review.due_on,
          },
        ],
  DEMANDE: ({ requests, today }) =>
    requests.map(({ id, supplier, due_on, labels }) => ({
      text: `${supplier} doit encore, pour le ${printDay(due_on)} : ${listed(labels)}.`,
      about: id,
      due_on,
      link: requestLink(id),
      ...(due_on < today ? { level: 'orange' as const } : {}),
    })),
  SIGNATURE_AVANT_CHANGEMENT: ({ early, signature }) =>
    early.map(({ signed_on, entered_on, changed_on, settled }) => ({
      text: `Signature du ${printDay(signed_on)}, enregistrée le ${printDay(entered_on)}, après un changement du ${printDay(changed_on)}.`,
      about: `${signed_on} ${entered_on}`,
      // One of that day or later was recorded since: it stays, for the record.
      ...(settled || (signature && signature.signed_on >= changed_on)
        ? { level: 'neutre' as const }
        : { point: 'B4' as const }),
    })),
  DIP_AUTRE_FORMULE: ({ sealed, stamp }) =>
    sealed.flatMap((one) =>
      isOtherFormula(one, stamp)
        ? [
            {
              text: `${sayDocument(one)} porte une autre composition que celle d’aujourd’hui.`,
              about: one.template,
              fact: [one.stamp.composition, stamp.composition],
            },
          ]
        : [],
    ),
  DIP_MODIFIE_DEPUIS: ({ product, sealed, stamp }) => {
    const [last] = sealed;
    const ofForm =
      product.modified_since_validation && !(last && isOtherFormula(last, stamp))
        ? [
            {
              text: 'La fiche ou ses pièces ont changé depuis leur validation.',
              fact: [stamp.fiche, stamp.composition, stamp.pieces],
            },
          ]
        : [];
    if (ofForm.length > 0) return ofForm;
    // A document may be validated by itself, and the form again without it.
    return sealed.flatMap((one) => {
      const moved = changedSince(one.stamp, stamp).filter((part) => PRINTED_PARTS.has(part));
      return moved.length > 0 && !isOtherFormula(one, stamp)
        ? [
            {
              text: `${sayDocument(one)} n’est plus à jour : ${moved.map((part) => PART_LABELS[part]).join(', ')}.`,
              about: `${one.template} ${one.validated_at}`,
              fact: moved.map((part) => stamp[part]),
            },
          ]
        : [];
    });
  },
  PIECE_PERIMEE: ({ pieces, today, product }) =>
    unrenewed(pieces, today)
      .filter(({ file: { expires_on } }) => expires_on !== null && expires_on < today)
      .map((piece) => {
        const [point = null, ...also] = pointsOf(piece.file, product.type_produit);
        return {
          text: `${pieceName(piece)} : valable jusqu’au ${printDay(piece.file.expires_on ?? '')}, périmée depuis.`,
          ...ofPiece(piece),
          point,
          also: also.flatMap((one) => one ?? []),
        };
      }),
  PIECE_BIENTOT: ({ pieces, today }) =>
    unrenewed(pieces, today)
      .filter(
        ({ file: { expires_on } }) =>
          expires_on !== null && expires_on >= today && expires_on <= daysAfter(today, PIECE_DAYS),
      )
      .map((piece) => ({
        text: `${pieceName(piece)} : valable jusqu’au ${printDay(piece.file.expires_on ?? '')}.`,
        ...ofPiece(piece),
      })),
  PIECE_CITEE_ABSENTE: citedButAbsent,
  ALLEGATION_INTERDITE: ({ claims, product }) =>
    claims
      .filter(({ texte, support }) => support === 'etiquette' && FORBIDDEN_CLAIMS.test(nameKey(texte)))
      .map(({ id, texte }) => ({
        text: `« ${texte} » : ces mots sont interdits sur un produit ou son emballage (code de l’environnement, article L.541-9-1).`,
        about: id,
        point: product.type_produit === 'nettoyage' ? 'N16' : '11-2-d',
      })),
  B_APRES_MARCHE: ofChronology('B_APRES_MARCHE', 'B4'),
  SANS_EVALUATION: ofChronology('SANS_EVALUATION', 'B4'),
  SANS_CPNP: ofChronology('SANS_CPNP', null),
  CPNP_APRES_MARCHE: ofChronology('CPNP_APRES_MARCHE', null),
  CPNP_A_METTRE_A_JOUR: (state) =>
    ofChronology('CPNP_A_METTRE_A_JOUR', null)(state).map((one) => ({ ...one, fact: state.notified })),
  RAPPORT_APRES_SIGNATURE: ofChronology('RAPPORT_APRES_SIGNATURE', null),
  EVALUATION_A_REVISER: (state) =>
    ofChronology('EVALUATION_A_REVISER', null)(state).map((one) => ({ ...one, fact: signedParts(state) })),
  SAISIE_APRES_COUP: ofChronology('SAISIE_APRES_COUP', null),
  VALIDATION_APRES_MARCHE: ofChronology('VALIDATION_APRES_MARCHE', null),
  BPF_EXPIREES_AU_DERNIER_LOT: ofChronology('BPF_EXPIREES_AU_DERNIER_LOT', null),
  EXEMPLE: ({ invented, product }) =>
    invented.length === 0
      ? []
      : [
          {
            text: `La formule emploie des fiches de l’exemple, inventées : ${listed(invented)}. Choisissez celles de la maison.`,
            point: pointOfComposition(product),
            fact: invented,
          },
        ],
  CONTRADICTION: ({ twins }) => contradictionsOf(twins),
  REGLE_A_VENIR: ofChronology('REGLE_A_VENIR', null),
  ...CLEANING_FINDERS,
  ...EFFECT_FINDERS,
  ...STUDY_FINDERS,
  A_REVOIR: (state) =>
    impactOf(state).flatMap(({ cause, fact, revoir }) =>
      revoir.map(({ key, quoi, article, lien }) => ({
        text: `${quoi} : à revoir, « ${CAUSES[cause].label} » a changé (${article}).`,
        about: reviewKey(cause, key),
        link: lien,
        fact,
      })),
    ),
};

/** The findings of a product, the worst first, then the nearest day. */
export function findingsOf(state: FileState): Found[] {
  const levels = Object.keys(FINDING_LEVELS);
  const keys = new Map<string, number>();
  /** Two facts of one name are two findings: the second is numbered. */
  const keyOf = (code: FindingCode, about: string | undefined): string => {
    const key = about ? `${code}:${about.slice(0, ABOUT_LENGTH)}` : code;
    const times = (keys.get(key) ?? 0) + 1;
    keys.set(key, times);
    return times === 1 ? key : `${key} (${times})`;
  };
  return FINDING_CODE_NAMES.filter((code) => isOfKind(FINDING_CODES[code], state.product.type_produit))
    .flatMap((code) =>
      FINDERS[code](state).map(
        ({
          text,
          about,
          point = null,
          also = [],
          due_on = null,
          fact = null,
          link,
          level = FINDING_CODES[code].level,
        }) => ({
          key: keyOf(code, about),
          code,
          level,
          text,
          point,
          ...(also.length > 0 ? { also } : {}),
          link: link ?? FINDING_CODES[code].tab,
          due_on,
          fact,
        }),
      ),
    )
    .toSorted(
      (a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || (a.due_on ?? '9').localeCompare(b.due_on ?? '9'),
    );
}

/** Red and orange ones, as lists count them: an orange one that a person answered to is no longer one. */
export const countsOf = (
  findings: readonly Pick<Finding, 'level' | 'answer'>[],
): { rouge: number; orange: number } => ({
  rouge: findings.filter(({ level }) => level === 'rouge').length,
  orange: findings.filter(({ level, answer }) => level === 'orange' && answer === null).length,
});

const isOtherFormula = (one: SealedDocument, stamp: Stamp): boolean =>
  changedSince(one.stamp, stamp).includes('composition');
/** « Le document validé le 20/02/2026 (« DIP complet ») ». */
const sayDocument = ({ validated_at, template }: SealedDocument): string =>
  `Le document validé le ${printDayOf(validated_at)} (« ${template} »)`;
/**
 * What a document says of the product itself. What is written each year, or with each lot (statements of effects, certificates,
 * signatures), and what libraries say, moves without making it false.
 */
const PRINTED_PARTS: ReadonlySet<Part> = new Set(['fiche', 'conditionnement', 'responsable', 'allegations']);

/** A name that says several: « Glycerin (and) Aqua », « Glycerin, Aqua ». A comma between digits is that of a substance. */
const isMixture = (name: string): boolean => /\((?:and|et)\)|,\s\p{L}{2}/iu.test(name);

/** `non_conforme`: the safety of the product cannot be concluded, point B.1. */
function broken(verdicts: readonly Verdict[], code: LawCode): Told[] {
  return verdicts
    .filter((verdict) => codeOf(verdict) === code)
    .map(({ key, inci, why, percent }) => ({
      text: `${inci} : ${lowerFirst(why)}`,
      about: key,
      point: 'B1',
      fact: percent,
    }));
}

/** What a signature stands on, and its words. */
const signedParts = ({ stamp, effects, signature }: FileState): unknown => [
  stamp.composition,
  stamp.etiquette,
  stamp.corpus,
  stamp.evaluation,
  // Another serious effect is another reason.
  ...(signature ? seriousSince(effects, daysOfSignature(signature)).map(({ id }) => id) : []),
];

/** The pieces that no newer one of their kind, for the same thing, answers for. */
export function unrenewed(pieces: readonly Piece[], today: string): Piece[] {
  const sameThing = Map.groupBy(pieces, ({ file, page }) =>
    // Of those that nobody gave a kind, only one of the same name is surely of the same.
    JSON.stringify([page, file.field_key, file.kind ?? nameKey(file.alias ?? file.file_name)]),
  );
  return [...sameThing.values()].flatMap((all) =>
    all.filter(
      ({ file: old }) =>
        !all.some(
          ({ file }) =>
            file.id !== old.id &&
            (file.expires_on === null
              ? (file.issued_on ?? '') > (old.issued_on ?? '')
              : file.expires_on >= today && file.expires_on > (old.expires_on ?? '')),
        ),
    ),
  );
}

const ofPiece = ({ file, page }: Piece) => ({
  about: file.id,
  due_on: file.expires_on,
  link: page,
});

export const pieceName = ({ file: { alias, file_name, kind }, of }: Piece): string =>
  `${alias ?? file_name}${kind ? ` (${kind})` : ''}${of ? `, ${of}` : ''}`;
