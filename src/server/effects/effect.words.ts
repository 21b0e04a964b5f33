import { isSerious } from '#shared/effects/clock.ts';
import type { EffectValues } from '#shared/effects/effect.contract.ts';
import {
  CRITERIA,
  type CriterionName,
  EFFECT_SOURCES,
  EFFECT_USES,
  SERIOUSNESS,
  type SeriousnessName,
} from '#shared/effects/effect.fields.ts';
import { printDay } from '#shared/fields/date.ts';
import type { Change, Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';

const countries = new Intl.DisplayNames(['fr'], { type: 'region' });
const countryName = (code: string): string => {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
};

/** Whom a serious effect is told: the authority of the country where it happened. Article 23(1). */
export const authorityOf = (country: string): string =>
  country === 'FR' ? 'Anses, cosmetovigilance@anses.fr' : `autorité compétente : ${countryName(country)}`;

/** What article 23(1) asks, to be copied: all effects that are known, the product by its name, the measures taken. */
export function transmissionOf(values: EffectValues, product: Product): string {
  const serious = (Object.keys(SERIOUSNESS) as SeriousnessName[]).filter((name) => values.gravite[name] === true);
  const references = [product.ref_produit, product.ref_formule].filter(Boolean).join(', ');
  return [
    `Destinataire : ${authorityOf(values.pays)}`,
    `a) Effet indésirable${isSerious(values.gravite) ? ' grave' : ''} connu le ${printDay(values.recu_le)} : ${values.description ?? 'à décrire'}`,
    `   Gravité : ${serious.map((name) => SERIOUSNESS[name].toLowerCase()).join(', ') || 'à qualifier'}`,
    `b) Produit : ${productLabel(product)}${references ? ` (${references})` : ''}`,
    `c) Mesures correctives : ${values.mesures ?? 'aucune à ce jour'}`,
  ].join('\n');
}

const LABELS = {
  reference: 'Référence du dossier',
  recu_le: 'Reçu le',
  source: 'Source',
  pays: 'Pays',
  lot_id: 'Lot',
  usage: 'Usage',
  zone: 'Zone',
  tranche_age: 'Tranche d’âge',
  sexe: 'Sexe',
  description: 'Description',
  delai_apparition: 'Délai d’apparition',
  issue: 'Issue',
  grave_su_le: 'Gravité connue le',
  imputabilite: 'Imputabilité',
  imputabilite_par: 'Imputabilité : par',
  imputabilite_le: 'Imputabilité : le',
  imputabilite_motif: 'Imputabilité : raison',
  mesures: 'Mesures',
  transmis_le: 'Transmis le',
  transmission_reference: 'Référence de transmission',
  non_transmis_motif: 'Non transmis : raison',
  clos_le: 'Clos le',
} as const satisfies Partial<Record<keyof EffectValues, string>>;

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Oui' : 'Non');

/** What differs of a case, for who may read it. */
export function effectChanges(
  before: EffectValues,
  after: EffectValues,
  lotName: (id: string | null) => string | null,
): Change[] {
  const say = (name: keyof typeof LABELS, values: EffectValues): string | null => {
    const value = values[name];
    if (value === null || value === '') return null;
    if (name === 'lot_id') return lotName(value);
    if (name === 'source') return EFFECT_SOURCES[values.source];
    if (name === 'usage') return EFFECT_USES[values.usage];
    return name.endsWith('_le') ? printDay(value) : value;
  };
  const change = (field: string, label: string, from: string | null, to: string | null): Change[] =>
    from === to ? [] : [{ field, label, from, to }];
  return [
    ...(Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((name) =>
      change(name, LABELS[name], say(name, before), say(name, after)),
    ),
    ...(Object.keys(SERIOUSNESS) as SeriousnessName[]).flatMap((name) =>
      change(name, SERIOUSNESS[name], yesNo(before.gravite[name]), yesNo(after.gravite[name])),
    ),
    ...(Object.keys(CRITERIA) as CriterionName[]).flatMap((name) =>
      change(name, CRITERIA[name].label, before.criteres[name], after.criteres[name]),
    ),
  ];
}
