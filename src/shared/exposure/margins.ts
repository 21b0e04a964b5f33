import { nameKey } from '../formulas/inci.name.ts';
import { ADULT_KG, DERMAL_DEFAULT, MOS_LEAST, ORAL_DEFAULT, TTC_UG_KG_DAY } from './exposure.table.ts';

/** Annex I, A6 to A8: how much of each substance a person takes up, and how far that is from what was shown to be safe. */
export interface Exposure {
  population: 'adulte' | 'enfant';
  amount_g_day: number | null;
  amount_mg_kg_day: number | null;
  retention_factor: number | null;
  /** kg; of a child it is typed, never supposed. */
  body_weight: number | null;
  surface_cm2: number | null;
  frequency: number | null;
  /** What is swallowed, g a day. */
  ingested_g_day: number | null;
  /** mg of product per m³ of air, and m³ breathed while exposed, a day. */
  air_mg_m3: number | null;
  breathed_m3_day: number | null;
  threshold: number;
}

/** What studies say of a substance; every number has its source beside it. */
export interface Toxicology {
  pod: number | null;
  pod_kind: string | null;
  route: string | null;
  factors: readonly { divisor: number }[];
  oral_bioavailability: number | null;
  dermal_absorption_percent: number | null;
  dermal_absorption_ug_cm2: number | null;
  cramer: 'I' | 'II' | 'III' | null;
  genotoxic_alert: boolean;
}

export interface Uptake {
  inci: string;
  /** Percent of the product: upper bound. */
  percent: number;
  nano: boolean;
  tox: Toxicology;
}

export interface Margin {
  inci: string;
  percent: number;
  a_mg_kg_d: number | null;
  /** How the skin lets it through, in words. */
  absorption: string;
  isAssumed: boolean;
  sed_mg_kg_d: number | null;
  pod: number | null;
  pod_sys: number | null;
  mos: number | null;
  /** µg/kg a day, where there is no point of departure. */
  ttc: number | null;
  threshold: number;
  note: string;
}

/** The daily amount on the body, mg/kg. As measured for adults of 60 kg; otherwise by the weight that is given. */
export function dailyAmount({
  population,
  amount_g_day,
  amount_mg_kg_day,
  retention_factor,
  body_weight,
}: Exposure): { value: number; how: string } | null {
  const retained = retention_factor ?? 1;
  if (population === 'adulte' && (body_weight === null || body_weight === ADULT_KG) && amount_mg_kg_day !== null)
    return { value: amount_mg_kg_day * retained, how: 'quantité mesurée par kg × rétention' };
  const kg = body_weight ?? (population === 'adulte' ? ADULT_KG : null);
  if (amount_g_day === null || kg === null || kg <= 0) return null;
  return {
    value: ((amount_g_day * 1_000) / kg) * retained,
    how: `quantité par jour ÷ ${String(kg).replace('.', ',')} kg × rétention`,
  };
}

/** What has no threshold of concern. Source: SCCS/1647/22, 3-5.2 (exclusions). */
const NO_TTC: readonly [RegExp, string][] = [
  [/nitros[oa]/, 'composés N-nitrosés'],
  [
    /\b(?:zinc|iron|titanium|alumin\w+|silver|copper|magnesium|calcium|silica|mica|talc|kaolin|oxide|ci 77\d{3})\b/,
    'métaux et minéraux',
  ],
  [/protein|collagen|peptide|enzyme|keratin/, 'protéines'],
  [/estradiol|sterone|steroid|cortisone/, 'stéroïdes'],
  [/\b(?:extract|oil|juice|butter|wax|powder|water|leaf|flower|root|seed|fruit|bark)\b/, 'mélanges botaniques'],
];

export function marginOf({ inci, percent, nano, tox }: Uptake, exposure: Exposure): Margin {
  const amount = dailyAmount(exposure);
  const kg = exposure.body_weight ?? (exposure.population === 'adulte' ? ADULT_KG : null);
  const share = percent / 100;
  const byArea =
    tox.dermal_absorption_ug_cm2 !== null && exposure.surface_cm2 !== null && exposure.frequency !== null && kg !== null
      ? (tox.dermal_absorption_ug_cm2 * 1e-3 * exposure.surface_cm2 * exposure.frequency) / kg
      : null;
  const dap = tox.dermal_absorption_percent ?? DERMAL_DEFAULT;
  const skin = byArea ?? (amount === null ? null : (amount.value * share * dap) / 100);
  const swallowed =
    exposure.ingested_g_day !== null && kg !== null ? ((exposure.ingested_g_day * 1_000) / kg) * share : 0;
  const breathed =
    exposure.air_mg_m3 !== null && exposure.breathed_m3_day !== null && kg !== null
      ? (exposure.air_mg_m3 * exposure.breathed_m3_day * share) / kg
      : 0;
  const sed = skin === null ? null : skin + swallowed + breathed;
  const isOral = tox.route !== null && /oral|orale/i.test(tox.route);
  const bio = isOral ? (tox.oral_bioavailability ?? ORAL_DEFAULT) : 100;
  const divisors = tox.factors.reduce((product, { divisor }) => product * divisor, 1);
  const podSys = tox.pod === null ? null : (tox.pod * bio) / 100 / divisors;
  const notes: string[] = [];
  const isDefaultDap = byArea === null && tox.dermal_absorption_percent === null;
  if (isDefaultDap) notes.push(`absorption cutanée ${DERMAL_DEFAULT} % : hypothèse à confirmer`);
  if (isOral && tox.pod !== null && tox.oral_bioavailability === null)
    notes.push(`biodisponibilité orale ${ORAL_DEFAULT} % : hypothèse à confirmer`);
  if (tox.pod !== null && tox.route === null) notes.push('voie de l’étude non donnée : aucune correction');
  if (sed === 0) notes.push('MoS non calculée : exposition nulle');
  const key = nameKey(inci);
  const refused = nano ? 'nanomatériaux' : (NO_TTC.find(([pattern]) => pattern.test(key))?.[1] ?? null);
  const hasTtc = tox.pod === null && (tox.cramer !== null || tox.genotoxic_alert);
  const ttc =
    !hasTtc || refused ? null : tox.genotoxic_alert ? TTC_UG_KG_DAY.genotoxic : TTC_UG_KG_DAY[tox.cramer as 'I'];
  if (hasTtc && refused) notes.push(`pas de seuil TTC pour les ${refused}`);
  if (ttc !== null && sed !== null) notes.push(sed * 1_000 <= ttc ? 'sous le seuil TTC' : 'au-dessus du seuil TTC');
  return {
    inci,
    percent,
    a_mg_kg_d: amount?.value ?? null,
    absorption: byArea !== null ? `${tox.dermal_absorption_ug_cm2} µg/cm²` : `${dap} %`,
    isAssumed: isDefaultDap || (isOral && tox.oral_bioavailability === null),
    sed_mg_kg_d: sed,
    pod: tox.pod,
    pod_sys: podSys,
    mos: podSys !== null && sed !== null && sed > 0 ? podSys / sed : null,
    ttc,
    threshold: exposure.threshold || MOS_LEAST,
    note: notes.join(' ; '),
  };
}

/** Three significant digits, never towards safety: an exposure up, a margin down. */
export function printSafely(value: number, towards: 'up' | 'down'): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  const scale = 10 ** Math.min(15, digits);
  // What binary keeps of a decimal is not what was measured: a millionth of the last digit is nobody's.
  const scaled = value * scale;
  const rounded = towards === 'up' ? Math.ceil(scaled - 1e-6) : Math.floor(scaled + 1e-6);
  const factor = digits === 0 ? 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(value))) - 2) : 1;
  const kept =
    factor === 1
      ? rounded / scale
      : (towards === 'up' ? Math.ceil(value / factor - 1e-9) : Math.floor(value / factor + 1e-9)) * factor;
  return kept.toFixed(Math.min(15, digits)).replace('.', ',');
}
