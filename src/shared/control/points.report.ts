import { counted } from '../fields/counted.ts';
import { monthsAfter, printDay } from '../fields/date.ts';
import { isFilled } from '../fields/field.ts';
import type { ProductValues } from '../products/product.fields.ts';
import { stepProgress } from '../products/product.progress.ts';
import {
  type ControlSubstance,
  type Finders,
  isReason,
  labelOf,
  lacking,
  longEnough,
  ofAssessment,
  ofConformity,
  ofEach,
  ofFile,
  ofForm,
} from './point.needs.ts';

/** Months after which a statement of effects is none any more. */
export const MONTHS_OF_STATEMENT = 12;

/** Exposure and toxicology. */
export const EXPOSURE_FINDERS: Finders<'A6' | 'A7' | 'A8'> = {
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
              { has: ({ ok }) => ok, text: 'Dose d’exposition (SED), ou une raison', field: 'exposure' },
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
};

/** Undesirable effects and other information. */
export const REST_FINDERS: Finders<'A9' | 'A10'> = {
  A9: (state) => {
    const { ei_date, ei_declaration } = state.conformity;
    return {
      needs: [
        ...ofConformity(state, 'ei_declaration'),
        {
          ok: ei_date !== null && monthsAfter(ei_date, MONTHS_OF_STATEMENT) >= state.today,
          text:
            ei_date === null
              ? labelOf('ei_date')
              : `Déclaration du ${printDay(ei_date)} : plus de ${MONTHS_OF_STATEMENT} mois, à renouveler`,
          field: 'ei_date',
        },
        ...lacking([
          {
            ok: state.seriousSinceStatement === 0,
            text: `${counted(state.seriousSinceStatement, 'effet grave', 'effets graves')} depuis ce relevé : à arrêter de nouveau`,
            field: 'ei_date',
          },
        ]),
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
        field: isFilled(state.product.observations_autres_infos) ? 'observations_autres_infos' : 'autres_infos_date',
      },
    ],
  }),
};

/** Part B: the assessment. */
export const ASSESSMENT_FINDERS: Finders<'B1' | 'B2' | 'B3' | 'B4'> = {
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
      ...lacking([
        {
          ok: state.signedOn === null || state.isAsSigned,
          text: 'L’évaluation n’est plus celle qui a été signée : à signer de nouveau',
          field: 'signed_on',
        },
      ]),
      ofFile(state, { text: 'Signature, ou évaluation signée (fichier)', keys: ['signature'] }),
    ],
  }),
};
