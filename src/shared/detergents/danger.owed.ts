import { CLP_CLASSES, type Classified, type ClpClass } from '../clp/clp.classes.ts';
import { acuteClass, ROUTES } from '../clp/clp.substance.ts';
import { exact, isAbove, isAtLeast } from '../fields/exact.ts';
import { printNumber } from '../fields/number.ts';
import { toMicros } from '../fields/percent.ts';
import type { CleaningState } from './cleaning.state.ts';
import type { DetergentValues } from './detergent.contract.ts';
import { isForConsumers } from './detergent.fields.ts';

const isOneOf =
  (owed: Readonly<Partial<{ [C in ClpClass]: readonly string[] | 'all' }>>) =>
  ({ classe, categorie }: Classified): boolean => {
    const categories = owed[classe];
    return categories === 'all' || (categories?.includes(categorie) ?? false);
  };
/** Of every route. */
const acute = <V>(value: V): Partial<Record<ClpClass, V>> =>
  Object.fromEntries(ROUTES.map((route) => [acuteClass(route), value]));

/** What a packaging sold to the public bears, and for which classes. Regulation (EC) 1272/2008, annex II, 3.1.1.1 and 3.2.1. */
export const PACKAGING = [
  {
    field: 'fermeture_enfant',
    words: 'une fermeture de sécurité pour les enfants (annexe II, 3.1)',
    owedBy: isOneOf({
      ...acute(['1', '2', '3']),
      'STOT SE': ['1'],
      'STOT RE': ['1'],
      'Skin Corr.': 'all',
      'Asp. Tox.': 'all',
    }),
  },
  {
    field: 'repere_tactile',
    words: 'une indication de danger détectable au toucher (annexe II, 3.2)',
    owedBy: isOneOf({
      ...acute('all' as const),
      'Skin Corr.': 'all',
      'Muta.': ['2'],
      'Carc.': ['2'],
      'Repr.': ['2'],
      'Resp. Sens.': 'all',
      'STOT SE': ['1', '2'],
      'STOT RE': ['1', '2'],
      'Asp. Tox.': 'all',
      'Flam. Gas': 'all',
      'Flam. Liq.': ['1', '2'],
      'Flam. Sol.': 'all',
    }),
  },
] as const satisfies readonly {
  field: keyof DetergentValues;
  words: string;
  owedBy: (one: Classified) => boolean;
}[];

/** At most so many precautionary statements, unless the hazards ask for more. Regulation (EC) 1272/2008, article 28(3). */
const STATEMENTS_MOST = 6;
/** Active chlorine (percent): above the first EUH206 for the public, from the second EUH031. Annex II, 2.6, and annex VI. */
const CHLORINE = { euh206: 1, euh031: 5 } as const;
const CHLORINE_CLASS = 'agents de blanchiment chlorés';
/** From how much (percent) an ingredient asks for EUH210. Annex II, 2.10. */
const EUH210 = { others: 1, graver: 0.1, strong: 0.01 } as const;
/** Those of the lower one: sensitisers, carcinogens of category 2, whatever is toxic for reproduction. Annex II, 2.10. */
const isGraver = ({ classe, categorie }: Classified): boolean =>
  classe === 'Skin Sens.' ||
  classe === 'Resp. Sens.' ||
  classe === 'Repr.' ||
  (classe === 'Carc.' && categorie === '2');

const says = ({ p_mentions }: Pick<DetergentValues, 'p_mentions'>, code: string): boolean =>
  p_mentions.some((one) => one.includes(code));

/** What the label owes beside its classes, and what stands among its statements that does not belong there. */
export function supplementalOf({ record, label, contents, clp }: CleaningState): string[] {
  const chlorine = label.familles.find(({ classe }) => classe === CHLORINE_CLASS)?.percent ?? null;
  const told: string[] = [];
  const odd = record.p_mentions.filter((one) => /^H/i.test(one));
  if (odd.length > 0)
    told.push(`${odd.join(', ')} : une mention H est celle d’une classe conclue, et non une mention P.`);
  const statements = record.p_mentions.filter((one) => /^P/i.test(one)).length;
  if (statements > STATEMENTS_MOST)
    told.push(
      `${statements} mentions P : ${STATEMENTS_MOST} au plus, sauf si la gravité des dangers en demande davantage (règlement (CE) n° 1272/2008, article 28 §3).`,
    );
  if (
    chlorine !== null &&
    isForConsumers(record) &&
    isAbove(exact(chlorine), CHLORINE.euh206) &&
    !says(record, 'EUH206')
  )
    told.push(
      `Agents de blanchiment chlorés : ${printNumber(chlorine)}\u00a0%. Au-dessus de 1\u00a0% de chlore actif, un mélange vendu au public porte EUH206 (annexe II, 2.6).`,
    );
  if (chlorine !== null && isAtLeast(exact(chlorine), CHLORINE.euh031) && !says(record, 'EUH031'))
    told.push(
      `Agents de blanchiment chlorés : ${printNumber(chlorine)}\u00a0%. À 5\u00a0% d’hypochlorite ou plus, EUH031 est due (annexe VI).`,
    );
  if (record.clp_non_classe === true && !isForConsumers(record) && !says(record, 'EUH210')) {
    const owing = contents.filter(({ values, quantity }) =>
      (values?.clp ?? []).some((one) => {
        const { classe, categorie } = one;
        const isStrong = classe.endsWith('Sens.') && categorie === '1A';
        const from = isStrong ? EUH210.strong : isGraver(one) ? EUH210.graver : EUH210.others;
        return CLP_CLASSES[classe].of !== 'physique' && (quantity?.max ?? 0) >= toMicros(from);
      }),
    );
    if (owing.length > 0 || clp.euh208.length > 0)
      told.push(
        `Mélange non classé pour un autre public que le consommateur : EUH210 est due quand il contient ${
          owing.length > 0 ? owing.map(({ label: name }) => name).join(', ') : clp.euh208.join(', ')
        } (annexe II, 2.10).`,
      );
  }
  return told;
}
