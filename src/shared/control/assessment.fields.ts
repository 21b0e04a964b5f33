import type { FieldKind, ValueOfKind } from '../fields/field.ts';
import { fieldsOf, type RecordSection } from '../regulation/conformity.fields.ts';

/** What an assessment says at the least, in characters. */
export const ASSESSMENT_TEXT_MIN = 80;

/** When it is looked at again: a reminder, and no part of what is signed. */
export const REVIEWED_ON = 'revoir_le';

/** Nothing is signed without them. Annex I, part B. */
export const SIGNED_WITH = ['evaluateur_nom', 'b1', 'b2', 'b3'] as const;

/** Annex I, part B: written by the assessor, or for them, and signed by a person. Nothing of it is ever filled in by itself. */
export const ASSESSMENT_SECTIONS = [
  {
    title: 'Évaluateur (B.4)',
    key: 'evaluation_evaluateur',
    source: 'article 10 §2 et annexe I, partie B, point 4',
    files: [
      { key: 'evaluateur_preuve', label: 'Preuve de la qualification', kind: 'diplôme' },
      { key: 'signature', label: 'Signature, ou évaluation signée' },
    ],
    fields: [
      {
        name: 'evaluateur_nom',
        label: 'Nom de l’évaluateur',
        label_en: 'Name of the safety assessor',
        repeats: true,
        example: 'Dr Hélène Marchand',
        reason: 'L’évaluateur est une personne nommée, distincte de celle qui approuve le dossier.',
      },
      {
        name: 'evaluateur_diplome',
        label: 'Titre et diplôme',
        label_en: 'Title and qualifications',
        repeats: true,
        example: 'Docteur en pharmacie, DU de toxicologie',
        reason: 'Pharmacie, toxicologie, médecine ou une discipline analogue.',
      },
      {
        name: 'evaluateur_adresse',
        label: 'Adresse de l’évaluateur',
        label_en: 'Address of the safety assessor',
        repeats: true,
        wide: true,
        example: '4 place du Ralliement, 49100 Angers',
        reason: 'Elle figure dans l’évaluation.',
      },
      {
        name: 'signed_on',
        label: 'Date de la signature',
        label_en: 'Date of signature',
        kind: 'date',
        past: true,
        since: { day: '2009-11-30', why: 'le règlement (CE) n° 1223/2009 est de ce jour' },
        example: '2026-02-27',
        reason: 'L’évaluation précède la mise sur le marché.',
      },
      {
        name: REVIEWED_ON,
        label: 'Évaluation à revoir le',
        label_en: 'Assessment to be reviewed on',
        kind: 'date',
        optional: true,
        example: '2029-02-27',
        reason: 'L’échéancier la rappelle ce jour-là ; elle n’est pas de ce qui se signe.',
      },
    ],
  },
  {
    title: 'Conclusion (B.1)',
    key: 'evaluation_b1',
    source: 'annexe I, partie B, point 1',
    files: [],
    fields: [
      {
        name: 'b1',
        label: 'Conclusion de l’évaluation',
        label_en: 'Assessment conclusion',
        kind: 'longtext',
        rows: 8,
        example:
          'Au vu des informations de la partie A et de leur examen au point B.3, le produit est jugé [sûr / non sûr] pour la santé humaine dans les conditions d’utilisation normales ou raisonnablement prévisibles, au sens de l’article 3.',
        reason: 'Une déclaration sur la sécurité du produit au regard de l’article 3.',
      },
    ],
  },
  {
    title: 'Avertissements (B.2)',
    key: 'evaluation_b2',
    source: 'annexe I, partie B, point 2',
    files: [],
    fields: [
      {
        name: 'b2',
        label: 'Avertissements et instructions à faire figurer sur l’étiquette',
        label_en: 'Labelled warnings and instructions of use',
        kind: 'longtext',
        rows: 6,
        example: 'Éviter le contour des yeux. Les mentions de l’annexe III figurent sur l’étiquette, version 3.',
        reason: 'S’il faut, ou non, des avertissements particuliers ou un mode d’emploi.',
      },
    ],
  },
  {
    title: 'Raisonnement (B.3)',
    key: 'evaluation_b3',
    source: 'annexe I, partie B, point 3',
    files: [],
    fields: [
      {
        name: 'b3',
        label: 'Raisonnement scientifique',
        label_en: 'Reasoning',
        kind: 'longtext',
        rows: 14,
        example: 'Les marges de sécurité sont toutes au-dessus de 100 ; les impuretés sont sans incidence…',
        reason: 'Ce qui mène de la partie A à la conclusion, marges de sécurité comprises.',
      },
      {
        name: 'b3_moins_de_trois_ans',
        label: 'Évaluation particulière : moins de trois ans',
        label_en: 'Specific assessment: children under the age of three',
        kind: 'longtext',
        example: 'Rapport de la surface au poids, barrière cutanée et métabolisme de l’enfant…',
        reason: 'Demandée pour un produit destiné aux enfants de moins de trois ans.',
      },
      {
        name: 'b3_hygiene_intime',
        label: 'Évaluation particulière : hygiène intime externe',
        label_en: 'Specific assessment: external intimate hygiene',
        kind: 'longtext',
        example: 'pH, tolérance des muqueuses…',
        reason: 'Demandée pour un produit d’hygiène intime externe.',
      },
    ],
  },
] as const satisfies readonly RecordSection[];

type AssessmentField = (typeof ASSESSMENT_SECTIONS)[number]['fields'][number];
type KindIn<F> = F extends { kind: infer K extends FieldKind } ? K : 'text';
export type AssessmentName = AssessmentField['name'];
export type AssessmentValues = { [F in AssessmentField as F['name']]: ValueOfKind<KindIn<F>> };
export const ASSESSMENT_FIELDS = fieldsOf<AssessmentName>(ASSESSMENT_SECTIONS);
export const NO_ASSESSMENT = Object.fromEntries(ASSESSMENT_FIELDS.map(({ name }) => [name, null])) as AssessmentValues;
