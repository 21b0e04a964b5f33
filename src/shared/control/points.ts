import type { DOCUMENT_KINDS } from '../attachments/attachment.contract.ts';
import { counted } from '../fields/counted.ts';
import { printDay } from '../fields/date.ts';
import { isFilled } from '../fields/field.ts';
import { FIELD_BY_NAME, type FieldName, type ProductValues, STEP_LIST } from '../products/product.fields.ts';
import { stepProgress } from '../products/product.progress.ts';
import { CONFORMITY_FIELDS, type ConformityName, type ConformityValues } from '../regulation/conformity.fields.ts';
import {
  ASSESSMENT_FIELDS,
  ASSESSMENT_TEXT_MIN,
  type AssessmentName,
  type AssessmentValues,
} from './assessment.fields.ts';
import { type Claim, claimFileKey } from './claims.ts';

type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Regulation (EC) 1223/2009, article 11 §2 and annex I: what the file of a product holds, point by point. */
export const POINT_TITLES = {
  '11-2-a': 'Description du produit',
  A1: 'Formule qualitative et quantitative',
  A2: 'Caractéristiques physico-chimiques et stabilité',
  A3: 'Qualité microbiologique',
  A4: 'Impuretés, traces, emballage',
  A5: 'Utilisation normale et raisonnablement prévisible',
  A6: 'Exposition au produit',
  A7: 'Exposition aux substances',
  A8: 'Profil toxicologique des substances',
  A9: 'Effets indésirables et effets indésirables graves',
  A10: 'Autres informations sur le produit',
  B1: 'Conclusion de l’évaluation',
  B2: 'Avertissements et instructions de l’étiquette',
  B3: 'Raisonnement',
  B4: 'Qualification de l’évaluateur et signature',
  '11-2-c-methode': 'Méthode de fabrication',
  '11-2-c-bpf': 'Déclaration de conformité aux BPF',
  '11-2-d': 'Preuves des effets revendiqués',
  '11-2-e': 'Données sur l’expérimentation animale',
} as const;
export type PointKey = keyof typeof POINT_TITLES;
export const POINT_KEYS = Object.keys(POINT_TITLES) as [PointKey, ...PointKey[]];

/** How the law and people call a point: `A.1`, `11 §2 (c)`. */
export const pointName = (key: PointKey): string =>
  /^[AB]\d/.test(key) ? key.replace(/^([AB])/, '$1.') : `11 §2 (${key.split('-')[2] ?? ''})`;

/** The points that may not concern a product; the others always do. */
export const MAY_NOT_APPLY: readonly PointKey[] = ['A9', 'A10', '11-2-d'];
/** Characters of a reason. */
export const REASON_MIN = 20;

export interface ControlFile {
  field_key: string;
  kind: string | null;
  expires_on: string | null;
}

/** One substance of the formula, as A7 and A8 see it. */
export interface ControlSubstance {
  inci: string;
  hasSed: boolean;
  /** A point of departure with its source, a threshold of concern, or a reason why neither is needed. */
  profile: 'source' | 'sans source' | 'motif' | null;
  /** The assessor’s words about it. */
  remark: string | null;
}

export interface ControlLine {
  name: string;
  isSubstance: boolean;
  hasFunction: boolean;
  /** Or somebody wrote that there is none. */
  hasCas: boolean;
  hasQuantity: boolean;
  /** Called a perfume, and no raw material that says which. */
  isNamelessPerfume: boolean;
}

export interface ControlState {
  /** `YYYY-MM-DD` */
  today: string;
  product: Partial<ProductValues>;
  /** Which is the formula; `null` where there is none. */
  formula: 'table' | 'file' | 'text' | null;
  /** Why the total of a table is not a hundred; `null` when it is, or when somebody confirmed it. */
  gap: string | null;
  lines: readonly ControlLine[];
  perfumes: readonly { name: string; code: string | null; supplier: string | null }[];
  /** Raw materials whose breakdown does not come to a hundred. */
  incomplete: readonly string[];
  /** Raw materials and substances by themselves, and whether a sheet of theirs is attached. */
  sheets: readonly { name: string; hasSheet: boolean }[];
  substances: readonly ControlSubstance[];
  /** Of the exposure record. */
  exposure: { amount: number | null; routes: readonly string[]; surface: number | null; frequency: number | null };
  files: readonly ControlFile[];
  conformity: ConformityValues;
  assessment: AssessmentValues;
  /** The day that was recorded as signed; `null` while nothing is. */
  signedOn: string | null;
  claims: readonly Claim[];
  /** Reasons why a point does not apply, by its key. */
  exceptions: Readonly<Partial<Record<PointKey, string>>>;
}

interface Need {
  ok: boolean;
  text: string;
  /** Where it is mended: a field of the form, of the conformity, of the assessment, a file, or a room. */
  field: string;
}
interface Found {
  needs: Need[];
  /** Whether something is there though no need is met. */
  hasSome?: boolean;
}

const LABELS = new Map<string, string>([
  ...[...FIELD_BY_NAME].map(([name, field]) => [name, field.label] as const),
  ...CONFORMITY_FIELDS.map(({ name, label }) => [name, label] as const),
  ...ASSESSMENT_FIELDS.map(({ name, label }) => [name, label] as const),
]);
const labelOf = (name: string): string => LABELS.get(name) ?? name;

/** What of the nineteen points is there, and what each lacks. Nothing is rounded up: a point is covered or it is not. */
export function pointsOf(state: ControlState): {
  key: PointKey;
  title: string;
  state: 'couvert' | 'partiel' | 'vide' | 'sans_objet';
  missing: { text: string; field: string }[];
  reason: string | null;
}[] {
  return POINT_KEYS.map((key) => {
    const title = POINT_TITLES[key];
    const excused = MAY_NOT_APPLY.includes(key) ? excuseOf(key, state) : null;
    if (excused) return { key, title, state: 'sans_objet', missing: [], reason: excused };
    const { needs, hasSome = false } = FINDERS[key](state);
    const missing = needs.filter(({ ok }) => !ok).map(({ text, field }) => ({ text, field }));
    const isEmpty = !hasSome && needs.every(({ ok }) => !ok);
    return {
      key,
      title,
      state: missing.length === 0 ? 'couvert' : isEmpty ? 'vide' : 'partiel',
      missing,
      reason: null,
    };
  });
}

/** What is said when the conformity says that nothing is claimed. */
export const NO_CLAIMS = 'Le produit ne porte aucune allégation.';

/** A reason holds as long as nothing in the file contradicts it. */
function excuseOf(key: PointKey, { exceptions, claims, conformity, product }: ControlState): string | null {
  const contradicted =
    (key === '11-2-d' && claims.length > 0) ||
    (key === 'A9' &&
      (isFilled(conformity.ei_declaration) ||
        isFilled(conformity.ei_date) ||
        stepProgress(8, product as ProductValues, false).filled > 0)) ||
    (key === 'A10' && (isFilled(product.observations_autres_infos) || isFilled(conformity.autres_infos_date)));
  if (contradicted) return null;
  return exceptions[key] ?? (key === '11-2-d' && conformity.aucune_allegation === true ? NO_CLAIMS : null);
}

const ofForm = ({ product }: ControlState, ...names: FieldName[]): Need[] =>
  names.map((name) => ({ ok: isFilled(product[name]), text: labelOf(name), field: name }));
const ofConformity = ({ conformity }: ControlState, ...names: ConformityName[]): Need[] =>
  names.map((name) => ({ ok: isFilled(conformity[name]), text: labelOf(name), field: name }));
const ofAssessment = ({ assessment }: ControlState, ...names: AssessmentName[]): Need[] =>
  names.map((name) => ({ ok: isFilled(assessment[name]), text: labelOf(name), field: name }));

/** A file under one of these keys, or of one of these kinds, wherever it is attached. */
const ofFile = (
  { files }: ControlState,
  { text, keys, kinds = [] }: { text: string; keys: readonly [string, ...string[]]; kinds?: readonly DocumentKind[] },
): Need => ({
  ok: files.some(
    ({ field_key, kind }) => keys.includes(field_key) || (kind !== null && kinds.some((one) => one === kind)),
  ),
  text,
  field: keys[0],
});

const stepKey = (step: number): string => STEP_LIST[step]?.key ?? '';

const longEnough = ({ assessment }: ControlState, ...names: AssessmentName[]): Need[] =>
  names.map((name) => {
    const length = String(assessment[name] ?? '').trim().length;
    return {
      ok: length >= ASSESSMENT_TEXT_MIN,
      text:
        length === 0
          ? labelOf(name)
          : `${labelOf(name)} : ${ASSESSMENT_TEXT_MIN} caractères au moins (${length} aujourd’hui)`,
      field: name,
    };
  });

/** Names in one sentence, the first of them. */
const NAMED_MAX = 5;
const named = (names: readonly string[]): string =>
  names.length <= NAMED_MAX
    ? names.join(', ')
    : `${names.slice(0, NAMED_MAX).join(', ')} et ${counted(names.length - NAMED_MAX, 'autre')}`;

/** One need for what several lack, named. */
const ofEach = <T extends { name: string }>(
  all: readonly T[],
  { has, text, field }: { has: (one: T) => boolean; text: string; field: string },
): Need[] => {
  const lacking = all.filter((one) => !has(one)).map(({ name }) => name);
  return [{ ok: lacking.length === 0, text: `${text} : ${named(lacking)}`, field }];
};

/** What is only told when it lacks: that nothing of it lacks is no part of the file. */
const lacking = (needs: readonly Need[]): Need[] => needs.filter(({ ok }) => !ok);

/** Colony-forming units per gram. Source: ISO 17516. */
const MICROBIAL_LIMIT = { general: 1_000, sensitive: 100 } as const;

/**
 * The most that a result says: of « < 10 » its bound, of a range its upper end, « more than » has none. `null` for what is no
 * count: « NA », an empty field.
 */
function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const text = String(value ?? '');
  if (/^absence|^ND\b/i.test(text)) return 0;
  const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  if (numbers.length === 0) return null;
  return /^[>≥]/.test(text) ? Number.POSITIVE_INFINITY : Math.max(...numbers);
}
/** A result that says « none »: absent, not detected, or below one. */
const isAbsent = (value: unknown): boolean =>
  typeof value === 'number' ? value === 0 : /^(?:absence|ND\b)/i.test(String(value ?? '')) || isBelowOne(value);
const isBelowOne = (value: unknown): boolean => /^[<≤]/.test(String(value ?? '')) && (amountOf(value) ?? 2) <= 1;

function microbial(state: ControlState): Need[] {
  const { product, conformity } = state;
  const { population, eyes, mucous, intimate } = conformity;
  const isSensitive =
    population === 'moins de 3 ans' ||
    eyes === true ||
    mucous === true ||
    intimate === true ||
    ['yeux', 'cils', 'zone intime'].includes(String(conformity.zone));
  const limit = isSensitive ? MICROBIAL_LIMIT.sensitive : MICROBIAL_LIMIT.general;
  const counts = [amountOf(product.germes_aerobies), amountOf(product.levures_moisissures)];
  const sum = counts.reduce<number>((total, one) => total + (one ?? 0), 0);
  const germs = [
    ['e_coli', product.e_coli],
    ['staphylocoques', product.staphylocoques],
    ['p_aeruginosa', conformity.p_aeruginosa],
    ['c_albicans', conformity.c_albicans],
  ] as const;
  return [
    ...(['germes_aerobies', 'levures_moisissures'] as const).map((name, index) => ({
      ok: counts[index] !== null,
      text: isFilled(product[name]) ? `${labelOf(name)} : un dénombrement est attendu` : labelOf(name),
      field: name,
    })),
    ...lacking([
      {
        ok: sum <= limit,
        text: `Germes, levures et moisissures : ${Number.isFinite(sum) ? `${sum} ufc/g dépassent` : 'au-delà de'} ${limit} ufc/g (ISO 17516)`,
        field: 'germes_aerobies',
      },
    ]),
    ...germs.map(([name, value]) => ({
      ok: isFilled(value) && isAbsent(value),
      text: isFilled(value) ? `${labelOf(name)} : doit être absent (ISO 17516)` : labelOf(name),
      field: name,
    })),
    ...(isFilled(population)
      ? []
      : [{ ok: false, text: 'Population visée : elle décide des limites', field: 'population' }]),
    ofFile(state, {
      text: 'Rapport de microbiologie (fichier)',
      keys: ['microbiologie_rapport', stepKey(3)],
      kinds: ['microbiologie'],
    }),
    ...challenge(state),
  ];
}

function challenge(state: ControlState): Need[] {
  if (isFilled(state.conformity.faible_risque)) return [];
  const names = [
    'challenge_laboratoire',
    'challenge_date',
    'challenge_critere',
    'challenge_conclusion',
  ] as const satisfies readonly ConformityName[];
  const file = ofFile(state, {
    text: 'Rapport du challenge test (fichier)',
    keys: ['challenge_test'],
    kinds: ['challenge test'],
  });
  const needs = [...ofConformity(state, ...names), file];
  return needs.every(({ ok }) => !ok)
    ? [
        {
          ok: false,
          text: 'Challenge test (ISO 11930), ou raison d’un faible risque (ISO 29621)',
          field: 'challenge_laboratoire',
        },
      ]
    : needs;
}

/** Traces of substances that annex II forbids: measured, and not below what the laboratory sees. */
const ANNEX_II_TRACES = ['arsenic', 'plomb', 'mercure'] as const satisfies readonly FieldName[];
const isMeasured = (value: unknown): boolean =>
  typeof value === 'number' ? value > 0 : /^[>≥]|^\d/.test(String(value ?? '')) && (amountOf(value) ?? 0) > 0;

/** The day from which the GMP certificate no longer holds: as typed, else as its files say. */
export const gmpExpiryOf = ({ conformity, files }: Pick<ControlState, 'conformity' | 'files'>): string | null =>
  conformity.bpf_expiration ??
  files
    .filter(({ field_key, kind }) => field_key === 'bpf_certificat' || kind === 'BPF')
    .flatMap(({ expires_on }) => expires_on ?? [])
    .toSorted()
    .at(-1) ??
  null;

const MONTHS_OF_STATEMENT = 12;
/** The same day, months before. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

const FINDERS: Record<PointKey, (state: ControlState) => Found> = {
  '11-2-a': (state) => ({
    needs: [
      ...ofForm(state, 'nom_produit', 'nom_commercial', 'ref_formule', 'version', 'format'),
      ...ofConformity(state, 'category', 'fonction', 'contenu_nominal', 'pr_nom', 'pr_adresse'),
      ofFile(state, { text: 'Photo du produit (fichier)', keys: ['photo'] }),
    ],
  }),

  A1: (state) => {
    if (state.formula === null) return { needs: [{ ok: false, text: 'La formule du produit', field: 'formula' }] };
    if (state.formula === 'file')
      return {
        needs: [{ ok: false, text: 'La formule est un fichier : à relire, ou à mettre en tableau', field: 'formula' }],
        hasSome: true,
      };
    if (state.formula === 'text')
      return {
        needs: [{ ok: false, text: 'La formule est un texte : à mettre en tableau', field: 'formula' }],
        hasSome: true,
      };
    if (state.lines.length === 0) return { needs: [{ ok: false, text: 'Les lignes de la formule', field: 'formula' }] };
    return {
      needs: [
        { ok: state.gap === null, text: state.gap ?? '', field: 'formula' },
        ...ofEach(state.lines, {
          has: ({ isSubstance }) => isSubstance,
          text: 'Sans nom INCI connu',
          field: 'formula',
        }),
        ...ofEach(
          state.lines.filter(({ isSubstance }) => isSubstance),
          { has: ({ hasFunction }) => hasFunction, text: 'Sans fonction', field: 'formula' },
        ),
        ...ofEach(
          state.lines.filter(({ isSubstance }) => isSubstance),
          {
            has: ({ hasCas }) => hasCas,
            text: 'Sans numéro CAS (ou « sans CAS » dans leur note)',
            field: 'substances',
          },
        ),
        ...ofEach(state.lines, {
          has: ({ hasQuantity }) => hasQuantity,
          text: 'Quantité inconnue',
          field: 'formula',
        }),
        ...ofEach(
          state.incomplete.map((name) => ({ name })),
          { has: () => false, text: 'Décomposition incomplète', field: 'materials' },
        ),
        ...ofEach(
          state.lines.filter(({ isNamelessPerfume }) => isNamelessPerfume),
          {
            has: () => false,
            text: 'Parfum sans matière première qui en dise le nom, le code et le fournisseur',
            field: 'formula',
          },
        ),
        ...ofEach(state.perfumes, {
          has: ({ code, supplier }) => isFilled(code) && isFilled(supplier),
          text: 'Parfum sans code ou sans fournisseur',
          field: 'materials',
        }),
      ],
      hasSome: true,
    };
  },

  A2: (state) => ({
    needs: [
      ...ofForm(state, 'ph', 'viscosite', 'densite', 'point_eclair'),
      ...lacking(
        ofEach(state.sheets, {
          has: ({ hasSheet }) => hasSheet,
          text: 'Sans fiche (FDS, fiche technique)',
          field: 'materials',
        }),
      ),
      ...ofConformity(state, 'stabilite_protocole'),
      {
        ok: isFilled(state.conformity.stabilite_conclusion) || isFilled(state.product.resultats_stabilite),
        text: labelOf('stabilite_conclusion'),
        field: 'stabilite_conclusion',
      },
      ofFile(state, { text: 'Rapport de stabilité (fichier)', keys: ['stabilite'], kinds: ['stabilité'] }),
      ...ofConformity(state, 'durabilite', 'durabilite_valeur', 'durabilite_justification'),
    ],
    hasSome: isFilled(state.product.observations_physico),
  }),

  A3: (state) => {
    const needs = microbial(state);
    return {
      needs,
      hasSome: isFilled(state.conformity.faible_risque) || needs.some(({ ok, field }) => ok && field !== 'population'),
    };
  },

  A4: (state) => ({
    needs: [
      ...ofForm(state, 'metaux_lourds', ...ANNEX_II_TRACES, 'type_emballage', 'materiau_emballage'),
      ...ofConformity(state, 'purete_emballage'),
      ...ofForm(state, 'tests_compatibilite'),
      ...(ANNEX_II_TRACES.some((name) => isMeasured(state.product[name]))
        ? ofConformity(state, 'traces_inevitables').map((need) => ({
            ...need,
            text: 'Traces de substances interdites : pourquoi elles sont techniquement inévitables (article 17)',
          }))
        : []),
    ],
    hasSome: isFilled(state.conformity.traces_inevitables) || isFilled(state.product.observations_impuretes),
  }),

  A5: (state) => ({
    needs: [...ofForm(state, 'utilisation_normale'), ...ofConformity(state, 'mesusages_previsibles')],
    hasSome: isFilled(state.product.instructions_utilisation) || isFilled(state.product.precautions_emploi),
  }),

  A6: (state) => {
    const { exposure, product } = state;
    return {
      needs: [
        ...ofConformity(state, 'zone', 'population'),
        {
          ok: isFilled(product.surface_exposee) || exposure.surface !== null,
          text: labelOf('surface_exposee'),
          field: 'surface_exposee',
        },
        {
          ok: isFilled(product.quantite_appliquee) || exposure.amount !== null,
          text: labelOf('quantite_appliquee'),
          field: 'quantite_appliquee',
        },
        ...ofForm(state, 'duree_utilisation'),
        {
          ok: isFilled(product.frequence_utilisation) || exposure.frequency !== null,
          text: labelOf('frequence_utilisation'),
          field: 'frequence_utilisation',
        },
        { ok: exposure.routes.length > 0, text: 'Voies d’exposition', field: 'exposure' },
      ],
    };
  },

  A7: ({ substances, exposure }) => ({
    needs:
      substances.length === 0
        ? [{ ok: false, text: 'Les substances de la formule, en tableau', field: 'formula' }]
        : [
            { ok: exposure.amount !== null, text: 'La quantité de produit par jour', field: 'exposure' },
            ...ofEach(
              substances.map((one) => ({ name: one.inci, ok: one.hasSed || isReason(one.remark) })),
              { has: ({ ok }) => ok, text: 'Sans dose d’exposition (SED) ni raison', field: 'exposure' },
            ),
          ],
  }),

  A8: ({ substances, product }) => {
    const ofProduct = stepProgress(7, product as ProductValues, false).filled > 0;
    if (substances.length === 0)
      return {
        needs: [
          {
            ok: false,
            text: 'Le profil toxicologique de chaque substance, d’après la formule en tableau',
            field: 'formula',
          },
        ],
        hasSome: ofProduct,
      };
    const isTold = ({ profile, remark }: ControlSubstance): boolean => profile !== null || isReason(remark);
    const byName = substances.map((one) => ({ name: one.inci, one }));
    return {
      needs: [
        ...ofEach(byName, {
          has: ({ one }) => isTold(one),
          text: 'Sans point de départ, ni TTC, ni raison',
          field: 'substances',
        }),
        ...lacking(
          ofEach(byName, {
            has: ({ one }) => one.profile !== 'sans source',
            text: 'Point de départ sans source',
            field: 'substances',
          }),
        ),
      ],
      hasSome: ofProduct || substances.some(isTold),
    };
  },

  A9: (state) => {
    const { ei_date, ei_declaration } = state.conformity;
    const oldest = monthsBefore(state.today, MONTHS_OF_STATEMENT);
    return {
      needs: [
        ...ofConformity(state, 'ei_declaration'),
        {
          ok: ei_date !== null && ei_date >= oldest,
          text:
            ei_date === null
              ? labelOf('ei_date')
              : `Déclaration du ${printDay(ei_date)} : plus de ${MONTHS_OF_STATEMENT} mois, à renouveler`,
          field: 'ei_date',
        },
      ],
      hasSome:
        isFilled(ei_date) ||
        isFilled(ei_declaration) ||
        stepProgress(8, state.product as ProductValues, false).filled > 0,
    };
  },

  A10: (state) => ({
    needs: [
      {
        ok: isFilled(state.product.observations_autres_infos) || isFilled(state.conformity.autres_infos_date),
        text: 'Autres informations, ou la date à laquelle il n’y en a pas',
        field: 'autres_infos_date',
      },
    ],
  }),

  B1: (state) => ({ needs: longEnough(state, 'b1'), hasSome: isFilled(state.assessment.b1) }),
  B2: (state) => ({ needs: longEnough(state, 'b2'), hasSome: isFilled(state.assessment.b2) }),
  B3: (state) => {
    const { population, intimate, zone } = state.conformity;
    const isIntimate = intimate === true || zone === 'zone intime';
    return {
      needs: longEnough(
        state,
        'b3',
        ...(population === 'moins de 3 ans' ? (['b3_moins_de_trois_ans'] as const) : []),
        ...(isIntimate ? (['b3_hygiene_intime'] as const) : []),
      ),
      hasSome: isFilled(state.assessment.b3),
    };
  },
  // The one who approves the file is not the assessor: « Validé par » counts for nothing here.
  B4: (state) => ({
    needs: [
      ...ofAssessment(state, 'evaluateur_nom', 'evaluateur_adresse'),
      ofFile(state, { text: 'Preuve de la qualification (fichier)', keys: ['evaluateur_preuve'], kinds: ['diplôme'] }),
      { ok: state.signedOn !== null, text: 'Signature enregistrée, avec sa date', field: 'signed_on' },
      ofFile(state, { text: 'Signature, ou évaluation signée (fichier)', keys: ['signature'] }),
    ],
  }),

  '11-2-c-methode': (state) => ({ needs: ofForm(state, 'infos_fabrication') }),
  '11-2-c-bpf': (state) => {
    const expiry = gmpExpiryOf(state);
    return {
      needs: [
        ...ofConformity(state, 'bpf_declaration', 'bpf_site'),
        ...lacking([
          {
            ok: expiry === null || expiry >= state.today,
            text: `Le certificat BPF a expiré le ${printDay(expiry ?? state.today)}`,
            field: 'bpf_expiration',
          },
        ]),
      ],
      hasSome: isFilled(state.conformity.bpf_signataire) || isFilled(expiry),
    };
  },

  '11-2-d': (state) => ({
    needs:
      state.claims.length === 0
        ? [{ ok: false, text: 'Les allégations du produit et leurs preuves, ou qu’il n’y en a pas', field: 'claims' }]
        : state.claims.map(({ id, texte, preuve }) => ({
            ok: preuve !== null && state.files.some(({ field_key }) => field_key === claimFileKey(id)),
            text: preuve === null ? `« ${texte} » : la nature de la preuve` : `« ${texte} » : le fichier de la preuve`,
            field: 'claims',
          })),
    hasSome: state.claims.length > 0,
  }),

  '11-2-e': (state) => ({ needs: ofConformity(state, 'animaux_declaration', 'animaux_date', 'animaux_signataire') }),
};

const isReason = (text: string | null): boolean => (text ?? '').trim().length >= REASON_MIN;
