import { isFilled } from '../fields/field.ts';
import { type FieldName, STEP_LIST } from '../products/product.fields.ts';
import type { ConformityName } from '../regulation/conformity.fields.ts';
import { keepsBeyond, monthsIn } from '../twins/twin.words.ts';
import {
  type ControlState,
  type Finders,
  labelOf,
  lacking,
  type Need,
  ofConformity,
  ofEach,
  ofFile,
  ofForm,
  STUDIES,
} from './point.needs.ts';

const stepKey = (step: number): string => STEP_LIST[step]?.key ?? '';

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

/** What its population and its place allow (ufc/g, ISO 17516); `null` while nobody said for whom it is. */
export function microbialLimitOf(conformity: ControlState['conformity']): number | null {
  const { population, eyes, mucous, intimate, zone } = conformity;
  const isSensitive =
    population === 'moins de 3 ans' ||
    eyes === true ||
    mucous === true ||
    intimate === true ||
    ['yeux', 'cils', 'zone intime', 'bouche'].includes(String(zone));
  if (isSensitive) return MICROBIAL_LIMIT.sensitive;
  // Whether lips are a mucous membrane is for a person to say.
  return population === null || (zone === 'lèvres' && mucous === null) ? null : MICROBIAL_LIMIT.general;
}

function microbial(state: ControlState): Need[] {
  const { product, conformity } = state;
  const { population } = conformity;
  const limit = microbialLimitOf(conformity) ?? MICROBIAL_LIMIT.general;
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

/** What a whole study says stands for what the file would say of it. */
const orStudied = ({ studied }: ControlState, what: ControlState['studied'][number], needs: Need[]): Need[] =>
  studied.includes(what)
    ? // What the file says besides stays told; the study stands for what it does not.
      [...needs.filter(({ ok }) => ok), { ok: true, text: `Étude (${what})`, field: STUDIES }]
    : needs;

const stability = (state: ControlState): Need[] =>
  orStudied(state, 'stabilité', [
    ...ofConformity(state, 'stabilite_protocole'),
    {
      ok: isFilled(state.conformity.stabilite_conclusion) || isFilled(state.product.resultats_stabilite),
      text: labelOf('stabilite_conclusion'),
      field: 'stabilite_conclusion',
    },
    ofFile(state, { text: 'Rapport de stabilité (fichier)', keys: ['stabilite'], kinds: ['stabilité'] }),
  ]);

/** What keeps thirty months at most bears its date, whatever is said of the open jar. Article 19(1)(c). */
function dated({ product, conformity }: ControlState): Need[] {
  const kept = String(product.duree_conservation ?? '');
  if (conformity.durabilite !== 'PAO' || monthsIn(kept).length === 0 || keepsBeyond(kept)) return [];
  return [{ ok: false, text: `Date de durabilité minimale, due pour « ${kept} »`, field: 'durabilite' }];
}

/** The product itself: description, formula, stability, microbiology, impurities, use. */
export const PRODUCT_FINDERS: Finders<'11-2-a' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5'> = {
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
          { has: ({ hasFunction }) => hasFunction, text: 'Fonction', field: 'formula' },
        ),
        ...ofEach(
          state.lines.filter(({ isSubstance }) => isSubstance),
          {
            has: ({ hasCas }) => hasCas,
            text: 'Numéro CAS, ou « sans CAS » dans la note',
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
          text: 'Fiche (FDS, fiche technique)',
          field: 'materials',
        }),
      ),
      ...stability(state),
      ...ofConformity(state, 'durabilite', 'durabilite_valeur', 'durabilite_justification'),
      ...dated(state),
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
      ...orStudied(state, 'compatibilité', ofForm(state, 'tests_compatibilite')),
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
};
