import { standsAt } from '../attachments/attachment.place.ts';
import { isNotified } from '../clp/clp.classes.ts';
import { statementFault } from '../clp/clp.statements.ts';
import { BIODEGRADATION, followsCarbon, isSurfactantClass, PHOSPHORUS_LIMITS } from '../clp/content.classes.ts';
import { readUfi } from '../clp/ufi.ts';
import type { CleaningState } from '../detergents/cleaning.state.ts';
import { isOverPhosphorus } from '../detergents/content.ts';
import { isConcluded } from '../detergents/danger.label.ts';
import { type DetergentName, isForConsumers, surfactantFileKey } from '../detergents/detergent.fields.ts';
import { monthsAfter, printDay } from '../fields/date.ts';
import { isFilled } from '../fields/field.ts';
import { printNumber } from '../fields/number.ts';
import {
  type ControlState,
  type Found,
  labelOf,
  lacking,
  type Need,
  ofConformity,
  ofEach,
  ofFile,
  ofForm,
} from './point.needs.ts';
import type { CleaningPoint } from './point.titles.ts';
import { claimNeeds } from './points.file.ts';

/** What a point of a cleaning product needs, or why it is of no concern to it. */
export type CleaningFound = Found | { reason: string };
interface Cleaning {
  state: ControlState;
  cleaning: CleaningState;
}

/** How old a check of the published list may be. */
export const MONTHS_OF_LIST = 12;

const filled = (record: CleaningState['record'], ...names: DetergentName[]): Need[] =>
  names.map((name) => ({ ok: isFilled(record[name]), text: labelOf(name), field: name }));

/** What was done on another composition is to be done again; what was not done is not said of. */
const onThis = (
  { changed }: CleaningState,
  act: CleaningState['changed'][number],
  field: string,
  text: string,
): Need[] => lacking([{ ok: !changed.includes(act), text, field }]);

const NOT_CONSUMER = 'Sans objet : le produit n’est pas vendu au consommateur.';
const isOtherPublic = ({ record }: CleaningState): boolean => !isForConsumers(record);
const NOT_CLASSIFIED = 'Sans objet : mélange non classé.';

const table = ({ formula }: ControlState): Need => ({
  ok: formula === 'table',
  text: 'Formule en tableau',
  field: 'formula',
});

/** Substances that are surfactants, by their record or by their class. */
const surfactantsOf = ({ contents }: CleaningState) =>
  contents.filter(({ values, classes }) => values?.tensioactif === true || (classes ?? []).some(isSurfactantClass));

function surfactants({ state, cleaning }: Cleaning): CleaningFound {
  const all = surfactantsOf(cleaning);
  const unsaid = cleaning.contents.filter(({ classes, values }) => classes === null && values?.tensioactif !== true);
  if (state.formula === 'table' && cleaning.contents.length > 0 && all.length === 0 && unsaid.length === 0)
    return { reason: 'Sans objet : la formule ne contient pas d’agent de surface.' };
  return {
    needs: [
      table(state),
      ...ofEach(
        unsaid.map(({ label }) => ({ name: label })),
        { has: () => false, text: 'Agent de surface ou non, à dire pour', field: 'materials' },
      ).filter(() => unsaid.length > 0),
      ...all.flatMap(({ label, values, substance }): Need[] => {
        const limit = followsCarbon(values?.biodegradation_methode ?? null)
          ? BIODEGRADATION.carbon
          : BIODEGRADATION.mineralisation;
        const percent = values?.biodegradation_percent ?? null;
        const key = substance ? surfactantFileKey(substance.id) : '';
        return [
          {
            ok: percent !== null && percent >= limit,
            text:
              percent === null
                ? `${label} : biodégradation finale en 28 jours`
                : `${label} : ${printNumber(percent)}\u00a0% en 28 jours, moins de ${limit}\u00a0%`,
            field: 'substances',
          },
          { ok: isFilled(values?.biodegradation_methode), text: `${label} : méthode de l’essai`, field: 'substances' },
          {
            ok: key !== '' && state.files.some((file) => standsAt(file, key)),
            text: `${label} : rapport de biodégradation (fichier)`,
            field: key || 'substances',
          },
        ];
      }),
    ],
  };
}

function phosphorus({ cleaning }: Cleaning): CleaningFound {
  const { record, label } = cleaning;
  const { usage } = record;
  if (isOtherPublic(cleaning))
    return { reason: 'Sans objet : la limite ne vaut que pour les produits au consommateur.' };
  if (usage !== null && !Object.hasOwn(PHOSPHORUS_LIMITS, usage))
    return { reason: 'Sans objet : la limite ne vaut que pour le linge et le lave-vaisselle automatique.' };
  const { phosphore } = label;
  return {
    needs: [
      ...filled(record, 'usage', 'dose_g'),
      {
        ok: phosphore !== null && !isOverPhosphorus(phosphore),
        text:
          phosphore === null
            ? 'Phosphore de la dose : à calculer, de la part de phosphore des substances'
            : `Phosphore : ${printNumber(phosphore.phosphore_g)}\u00a0g par dose, la limite est « moins de ${printNumber(phosphore.limite_g)}\u00a0g »`,
        field: 'classification',
      },
    ],
  };
}

const FINDERS: Readonly<Record<CleaningPoint, (found: Cleaning) => CleaningFound>> = {
  N1: ({ state, cleaning }) => ({
    needs: [
      ...ofForm(state, 'nom_commercial', 'nom_produit', 'ref_formule', 'version', 'format'),
      ...ofConformity(state, 'contenu_nominal', 'pr_nom', 'pr_adresse'),
      ...filled(cleaning.record, 'telephone'),
    ],
  }),
  N2: ({ state }) => ({
    needs: [
      table(state),
      ...(state.formula === 'table'
        ? [
            { ok: state.lines.length > 0, text: 'Lignes de la formule', field: 'formula' },
            ...lacking([{ ok: state.gap === null, text: state.gap ?? '', field: 'formula' }]),
            ...lacking(
              ofEach(state.lines, { has: ({ hasQuantity }) => hasQuantity, text: 'Sans quantité', field: 'formula' }),
            ),
            ...lacking(
              ofEach(state.lines, {
                has: ({ hasCas }) => hasCas,
                text: 'CAS, ou « sans CAS », à dire pour',
                field: 'formula',
              }),
            ),
          ]
        : []),
    ],
    hasSome: state.formula !== null,
  }),
  N3: ({ state, cleaning }) => ({
    needs: [
      table(state),
      ...(cleaning.contents.length === 0
        ? []
        : ofEach(
            cleaning.contents.map(({ label, classes }) => ({ name: label, classes })),
            {
              has: ({ classes }) => classes !== null,
              text: 'Classe de composants, ou « aucune », à dire pour',
              field: 'substances',
            },
          )),
    ],
  }),
  N4: surfactants,
  N5: phosphorus,
  N6: ({ cleaning }) =>
    isOtherPublic(cleaning)
      ? { reason: NOT_CONSUMER }
      : {
          needs: [
            ...filled(cleaning.record, 'public', 'contenu_relu'),
            ...onThis(cleaning, 'contenu', 'contenu_relu', 'Contenu relu sur une autre composition : à relire'),
          ],
        },
  N7: ({ state, cleaning }) => ({
    needs: [
      ofFile(state, { text: 'Étiquette (fichier)', keys: ['etiquette'], kinds: ['étiquette'] }),
      ...(cleaning.record.est_detergent === false ? [] : filled(cleaning.record, 'courriel_fiche')),
      // The list is published for consumers, and so is the dose of what is washed by a machine: annex VII, parts B and D.
      ...(isOtherPublic(cleaning) || cleaning.record.est_detergent === false
        ? []
        : filled(cleaning.record, 'site_composants')),
      ...(cleaning.record.usage === 'linge' || cleaning.record.usage === 'lave-vaisselle'
        ? filled(cleaning.record, 'dose_g')
        : []),
    ],
  }),
  N8: ({ state, cleaning }) => ({
    needs: [
      ofFile(state, { text: 'Fiche des composants (fichier)', keys: ['fiche_composants'] }),
      ...onThis(cleaning, 'fiche', 'fiche_composants', 'Fiche faite sur une autre composition : à refaire'),
    ],
  }),
  N9: ({ state, cleaning }) => {
    if (isOtherPublic(cleaning)) return { reason: NOT_CONSUMER };
    const { site_verifie_le: day } = cleaning.record;
    return {
      needs: [
        ...filled(cleaning.record, 'site_composants'),
        {
          ok: day !== null && monthsAfter(day, MONTHS_OF_LIST) >= state.today,
          text:
            day === null
              ? labelOf('site_verifie_le')
              : `Liste vérifiée le ${printDay(day)} : plus de ${MONTHS_OF_LIST} mois, à relire`,
          field: 'site_verifie_le',
        },
        ...onThis(cleaning, 'site', 'site_verifie_le', 'Liste vérifiée sur une autre composition : à relire'),
      ],
    };
  },
  N10: ({ state, cleaning }) => {
    const named = cleaning.contents.map(({ label, values }) => ({ name: label, values }));
    return {
      needs: [
        table(state),
        ...(named.length === 0
          ? []
          : [
              ...ofEach(named, {
                has: ({ values }) => values !== null && (values.clp.length > 0 || values.clp_non_classe),
                text: 'Classes de danger, ou « non classée », à dire pour',
                field: 'substances',
              }),
              ...lacking(
                ofEach(
                  named.filter(({ values }) => values !== null && (values.clp.length > 0 || values.clp_non_classe)),
                  {
                    has: ({ values }) => isFilled(values?.clp_source),
                    text: 'Source de la classification à dire pour',
                    field: 'substances',
                  },
                ),
              ),
            ]),
      ],
    };
  },
  N11: ({ cleaning }) => ({
    needs: [
      {
        ok: isConcluded(cleaning.record),
        text: 'Classification conclue, ou « non classé »',
        field: 'clp_conclusion',
      },
      ...filled(cleaning.record, 'clp_par', 'clp_le'),
      ...cleaning.record.clp_conclusion
        .flatMap((one) => statementFault(one) ?? [])
        .map((text) => ({ ok: false, text, field: 'clp_conclusion' })),
      ...onThis(
        cleaning,
        'conclusion',
        'clp_conclusion',
        'Classification conclue sur une autre composition : à revoir',
      ),
    ],
  }),
  N12: ({ state, cleaning }) =>
    cleaning.record.clp_non_classe === true
      ? { reason: NOT_CLASSIFIED }
      : {
          needs: [
            ofFile(state, { text: 'Étiquette (fichier)', keys: ['etiquette'], kinds: ['étiquette'] }),
            ...filled(cleaning.record, 'identificateur'),
            { ok: cleaning.record.p_mentions.length > 0, text: 'Mentions P de l’étiquette', field: 'p_mentions' },
          ],
        },
  N13: ({ state, cleaning }) => {
    const { record, established_on } = cleaning;
    if (isFilled(record.fds_motif)) return { needs: filled(record, 'fds_motif') };
    return {
      needs: [
        ofFile(state, { text: 'Fiche de données de sécurité (fichier), ou le motif de son absence', keys: ['fds'] }),
        ...filled(record, 'fds_version', 'fds_date'),
        ...lacking([
          {
            ok: record.fds_date === null || established_on === null || record.fds_date >= established_on,
            text: `Fiche de données de sécurité du ${printDay(record.fds_date ?? '')}, plus ancienne que la formule du ${printDay(established_on ?? '')}`,
            field: 'fds_date',
          },
        ]),
        ...onThis(
          cleaning,
          'fds',
          'fds_date',
          'Fiche de données de sécurité faite sur une autre composition : à revoir, puis sa date ou sa version à dire',
        ),
      ],
    };
  },
  N14: ({ state, cleaning }) => {
    const { record } = cleaning;
    if (record.clp_non_classe === true) return { reason: NOT_CLASSIFIED };
    if (record.clp_conclusion.length > 0 && !isNotified(record.clp_conclusion))
      return { reason: 'Sans objet : aucune classe de danger pour la santé ni physique.' };
    const market = state.product.date_mise_marche;
    return {
      needs: [
        {
          ok: record.ufi !== null && !('fault' in readUfi(record.ufi)),
          text: labelOf('ufi'),
          field: 'ufi',
        },
        ...filled(record, 'pcn_reference', 'pcn_date'),
        ...lacking([
          {
            ok: record.pcn_date === null || typeof market !== 'string' || record.pcn_date <= market,
            text: 'Notification postérieure à la mise sur le marché',
            field: 'pcn_date',
          },
        ]),
      ],
    };
  },
  N15: ({ cleaning }) =>
    cleaning.record.clp_non_classe === true
      ? { reason: NOT_CLASSIFIED }
      : { needs: filled(cleaning.record, 'fermeture_enfant', 'repere_tactile') },
  N16: ({ state, cleaning }) => ({
    needs: [
      ...filled(cleaning.record, 'biocide'),
      ...(cleaning.record.biocide === true ? filled(cleaning.record, 'biocide_tp', 'biocide_reference') : []),
      ...(state.claims.length === 0 && state.conformity.aucune_allegation === true ? [] : claimNeeds(state)),
    ],
  }),
};

/** What the Regulation on detergents alone asks for. */
const OF_DETERGENTS: ReadonlySet<CleaningPoint> = new Set(['N3', 'N4', 'N5', 'N6', 'N8', 'N9']);
const NO_DETERGENT = 'Sans objet : le produit n’est pas un détergent (règlement (CE) n° 648/2004, article 2).';

export const cleaningPoint = (key: CleaningPoint, found: Cleaning): CleaningFound =>
  found.cleaning.record.est_detergent === false && OF_DETERGENTS.has(key)
    ? { reason: NO_DETERGENT }
    : FINDERS[key](found);
