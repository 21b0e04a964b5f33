import { nameKey } from '../fields/name.ts';
import { writeNumber } from '../fields/number.ts';
import {
  ADULT_KG,
  AGGREGATE,
  DERMAL_DEFAULT,
  LOW_ABSORPTION,
  MOS_LEAST,
  ORAL_DEFAULT,
  TTC_UG_KG_DAY,
} from './exposure.table.ts';
import { HYPOTHESES, type HypothesisKey, sayHypothesis } from './hypotheses.ts';
import { factorSupposes, factorsOmitted } from './margin.factors.ts';
import { isAllSwallowed, isOnSkin, lackingRoutes, ROUTE_LACKS } from './routes.ts';

/** Annex I, A6 to A8: how much of each substance a person takes up, and how far that is from what was shown to be safe. */
export interface Exposure {
  /** Of the table of the SCCS. */
  category?: string | null;
  routes?: readonly string[];
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
  /** The study of the point of departure, and how long it was, as people write them. */
  study?: string | null;
  duration?: string | null;
  factors: readonly { label: string; divisor: number }[];
  oral_bioavailability: number | null;
  dermal_absorption_percent: number | null;
  dermal_absorption_ug_cm2: number | null;
  cramer: 'I' | 'II' | 'III' | null;
  genotoxic_alert: boolean;
  /** Da, and log of the partition between octanol and water: what a low absorption is supposed from. */
  molecular_weight: number | null;
  log_pow: number | null;
}

export interface Uptake {
  inci: string;
  /** Percent of the product: upper bound. */
  percent: number;
  nano: boolean;
  tox: Toxicology;
}

/** What a margin is computed from, number by number: printed beside it, and written as formulas in a workbook. */
export interface Working {
  /** Of the product on the body: measured per kg, or an amount a day over a weight. `null` where it is not known. */
  amount: { mg_kg: number; retained: number } | { g: number; kg: number; retained: number } | null;
  /** Percent through the skin, or an amount by area; one of them. */
  skin: { percent: number } | { ug_cm2: number; cm2: number; per_day: number; kg: number };
  swallowed: { g: number; kg: number } | null;
  breathed: { mg_m3: number; m3: number; kg: number } | null;
  /** Percent of an oral dose that reaches the body; 100 corrects nothing. */
  oral: number;
  divisor: number;
}

export interface Margin {
  inci: string;
  percent: number;
  a_mg_kg_d: number | null;
  /** How the skin lets it through, in words. */
  absorption: string;
  isAssumed: boolean;
  /** What is supposed where nobody measured: to be accepted by a person. */
  supposed: HypothesisKey[];
  /** What might be supposed instead, once a person accepts it for this substance. */
  offered: HypothesisKey[];
  /** Factors of uncertainty that its study asks for, and that nobody applied. */
  omitted: HypothesisKey[];
  sed_mg_kg_d: number | null;
  pod: number | null;
  pod_sys: number | null;
  mos: number | null;
  /** µg/kg a day, where there is no point of departure. */
  ttc: number | null;
  threshold: number;
  note: string;
  working: Working;
}

export const weightOf = ({ body_weight, population }: Pick<Exposure, 'body_weight' | 'population'>): number | null =>
  body_weight ?? (population === 'adulte' ? ADULT_KG : null);

/** As measured for adults of 60 kg; otherwise by the weight that is given. */
export function amountOf(exposure: Exposure): Working['amount'] {
  const { population, amount_g_day, amount_mg_kg_day, retention_factor, body_weight } = exposure;
  const retained = retention_factor ?? 1;
  if (population === 'adulte' && (body_weight === null || body_weight === ADULT_KG) && amount_mg_kg_day !== null)
    return { mg_kg: amount_mg_kg_day, retained };
  const kg = weightOf(exposure);
  return amount_g_day === null || kg === null || kg <= 0 ? null : { g: amount_g_day, kg, retained };
}

/** Whether the amount is that by kilogram, and nothing is swallowed or breathed, which is divided by a weight. */
export const isByKilogram = (exposure: Exposure): boolean => {
  const amount = amountOf(exposure);
  return amount !== null && 'mg_kg' in amount && exposure.ingested_g_day === null && exposure.air_mg_m3 === null;
};

/** The daily amount on the body, mg/kg. */
export function dailyAmount(exposure: Exposure): { value: number; how: string } | null {
  const amount = amountOf(exposure);
  if (amount === null) return null;
  if ('mg_kg' in amount) return { value: amount.mg_kg * amount.retained, how: 'quantité mesurée par kg × rétention' };
  return {
    value: ((amount.g * 1_000) / amount.kg) * amount.retained,
    how: `quantité par jour ÷ ${writeNumber(amount.kg)} kg × rétention`,
  };
}

/** All cosmetics of a day together, for what stands in most of them. Not for children: the amounts are those of adults. */
export const aggregated = (exposure: Exposure): Exposure => ({
  ...exposure,
  amount_g_day: AGGREGATE.g_day,
  amount_mg_kg_day: AGGREGATE.mg_kg_day,
  retention_factor: 1,
  // What was measured by area is of one product.
  surface_cm2: null,
  frequency: null,
  // So is what is swallowed of it, as of its kind.
  category: null,
});

/** What has no threshold of concern. Source: SCCS/1647/22, 3-5.2 (exclusions). */
const NO_TTC: readonly [RegExp, string][] = [
  [/nitros[oa]/, 'composés N-nitrosés'],
  [
    /\b(?:zinc|iron|titanium|alumin\w+|silver|copper|magnesium|calcium|silica|mica|talc|kaolin|bismuth|barium|stannous|tin|strontium|selenium|manganese|nickel|cobalt|chromium|lithium|lead|mercury|cadmium|arsenic|antimony|bor(?:ax|ate|ic)|boron|gold|platinum|palladium|sulfur|sulphur|ci 77\d{3})\b|(?<!amine )\boxide\b|\bhydrogen peroxide\b/,
    'métaux et minéraux',
  ],
  [
    /\b(?:sodium|potassium|ammonium|tri(?:sodium|potassium)|di(?:sodium|potassium)|tetrasodium) (?:mono)?(?:fluoride|chloride|hydroxide|(?:bi)?carbonate|(?:bi|per)?sulfate|(?:(?:hexa)?meta)?phosphate|pyrophosphate|fluorophosphate|(?:meta)?silicate|nitrate|nitrite|iodide|bromide|thiosulfate|metabisulfite|(?:bi)?sulfite|(?:hypo|per)?chlorite|chlorate|perborate)\b|\b(?:phosphoric|phosphorous|hydrochloric|hydrofluoric|nitric|sulfuric|boric) acid\b|^ammonia\b/,
    'acides et sels minéraux',
  ],
  [
    /protein|collagen|peptide|enzyme|keratin|\bsilk\b|elastin|papain|bromelain|\b(?:lip|prote|amyl|cellul|catal|lact|hyaluronid|superoxide dismut|subtilis)\w*(?:ase|in)\b/,
    'protéines',
  ],
  [/estradiol|sterone|steroid|cortisone|predniso|methasone/, 'stéroïdes'],
  [
    /\b(?:extract|ferment|filtrate|oil|juice|butter|wax|cera|powder|flour|meal|starch|bran|germ|kernel|seed|fruit|pulp|peel|leaf|flower|bud|stem|herb|root|rhizome|bark|wood|resin|gum|balsam|absolute|distillate|tincture|water|propolis|honey|mel|sap)\b/,
    'mélanges botaniques',
  ],
];

/** How people write the route of a study that is swallowed. */
export const SWALLOWED = /oral|gavage|per ?os|\bpo\b|\bvo\b|digesti|aliment|boisson|ingestion|diet|feed|drinking/i;
const OTHER_ROUTES = /cutan|derm|peau|skin|topi|inhal|respir|intravein|intraperiton|sous-cutan|\biv\b|\bip\b|\bsc\b/i;

/** Whether a margin is below its threshold: what binary keeps of a decimal is nobody’s. */
export const isBelow = ({ mos, threshold }: { mos: number | null; threshold: number }): boolean =>
  mos !== null && mos < threshold * (1 - 1e-12);

/** Whether a dose is above its threshold of concern: one that is met exactly is not. Source: SCCS/1647/22, 3-5.2. */
export const isAboveTtc = ({ sed_mg_kg_d, ttc }: Pick<Margin, 'sed_mg_kg_d' | 'ttc'>): boolean =>
  ttc !== null && sed_mg_kg_d !== null && sed_mg_kg_d * 1_000 > ttc * (1 + 1e-12);

const PER_AREA = ' µg/cm²';
/** An absorption by area is that of the concentration that was tested: at another one, it is another one. */
export const isByArea = ({ absorption }: Pick<Margin, 'absorption'>): boolean => absorption.endsWith(PER_AREA);
export const BY_AREA = {
  fr: 'l’absorption par surface vaut pour la concentration testée, à comparer à celle du produit',
  en: 'absorption by area holds for the concentration that was tested, to be compared with that of the product',
} as const;
export const SWALLOWED_WHOLE = {
  fr: 'ce qui reste du produit est compté comme avalé',
  en: 'what stays of the product is counted as swallowed',
} as const;

/** Why the numbers of a substance ask for words of the assessor (annex I, A.8), as a sentence goes on after its name. */
export const concernsOf = (
  row: Pick<Margin, 'mos' | 'threshold' | 'sed_mg_kg_d' | 'ttc' | 'omitted' | 'absorption'> & {
    genotoxic_alert: boolean;
  },
): string[] => [
  ...(isBelow(row) ? [`la marge de sécurité est sous le seuil de ${row.threshold}`] : []),
  ...(isAboveTtc(row) ? ['l’exposition dépasse le seuil TTC'] : []),
  ...row.omitted.map((key) => sayHypothesis(key).omitted ?? ''),
  ...(isByArea(row) ? [BY_AREA.fr] : []),
  // What has no threshold has no margin either.
  ...(row.genotoxic_alert && row.mos !== null ? ['une marge n’écarte pas son alerte de génotoxicité'] : []),
];

/** @param accepted who accepted a supposition and when, in words; `null` when nobody did */
export function marginOf(
  { inci, percent, nano, tox }: Uptake,
  exposure: Exposure,
  accepted: (key: HypothesisKey) => string | null = () => null,
): Margin {
  const daily = dailyAmount(exposure);
  const kg = weightOf(exposure);
  const share = percent / 100;
  const isLarge =
    tox.molecular_weight !== null &&
    tox.molecular_weight > LOW_ABSORPTION.above &&
    tox.log_pow !== null &&
    (tox.log_pow < LOW_ABSORPTION.below || tox.log_pow > LOW_ABSORPTION.over);
  const supposed: HypothesisKey[] = [];
  const area =
    tox.dermal_absorption_ug_cm2 !== null && exposure.surface_cm2 !== null && exposure.frequency !== null && kg !== null
      ? { ug_cm2: tox.dermal_absorption_ug_cm2, cm2: exposure.surface_cm2, per_day: exposure.frequency, kg }
      : null;
  const isSwallowed = !area && isAllSwallowed(exposure);
  if (!area && !isSwallowed && (daily || isOnSkin(exposure)) && tox.dermal_absorption_percent === null)
    supposed.push(isLarge && accepted('absorption_10') ? 'absorption_10' : 'absorption_50');
  const dap = isSwallowed
    ? (tox.oral_bioavailability ?? 100)
    : (tox.dermal_absorption_percent ?? (supposed.includes('absorption_10') ? LOW_ABSORPTION.percent : DERMAL_DEFAULT));
  const skin = area
    ? (area.ug_cm2 * 1e-3 * area.cm2 * area.per_day) / area.kg
    : daily
      ? (daily.value * share * dap) / 100
      : isOnSkin(exposure)
        ? null
        : 0;
  const swallowed = exposure.ingested_g_day !== null && kg !== null ? { g: exposure.ingested_g_day, kg } : null;
  const breathed =
    exposure.air_mg_m3 !== null && exposure.breathed_m3_day !== null && kg !== null
      ? { mg_m3: exposure.air_mg_m3, m3: exposure.breathed_m3_day, kg }
      : null;
  const sed =
    skin === null || !(daily || area || swallowed || breathed)
      ? null
      : skin +
        (swallowed ? ((swallowed.g * 1_000) / swallowed.kg) * share : 0) +
        (breathed ? (breathed.mg_m3 * breathed.m3 * share) / breathed.kg : 0);
  const isOral = tox.route !== null && SWALLOWED.test(tox.route);
  if (isOral && tox.pod !== null && tox.oral_bioavailability === null) supposed.push('biodisponibilite_50');
  if (tox.pod !== null) for (const { label, divisor } of tox.factors) supposed.push(...factorSupposes(label, divisor));
  const omitted = factorsOmitted(tox);
  const oral = isOral ? (tox.oral_bioavailability ?? ORAL_DEFAULT) : 100;
  const divisor = tox.factors.reduce((product, one) => product * Math.max(1, one.divisor), 1);
  const podSys = tox.pod === null ? null : (tox.pod * oral) / 100 / divisor;
  const notes: string[] = supposed.map(
    (key) => `${HYPOTHESES[key].short} : hypothèse ${accepted(key) ?? 'à confirmer'}`,
  );
  const isOffered = isLarge && supposed.includes('absorption_50');
  if (isOffered)
    notes.push(`${HYPOTHESES.absorption_10.short} possible (masse molaire et log Pow) : à accepter d’abord`);
  if (tox.pod !== null && tox.route === null) notes.push('voie de l’étude non donnée : aucune correction');
  else if (tox.pod !== null && tox.route !== null && !isOral)
    notes.push(
      OTHER_ROUTES.test(tox.route)
        ? `voie « ${tox.route} » : POD externe, aucune correction`
        : `voie « ${tox.route} » non reconnue : aucune correction`,
    );
  notes.push(...omitted.map((key) => sayHypothesis(key).omitted ?? ''));
  if (isSwallowed) notes.push(SWALLOWED_WHOLE.fr);
  if (area) notes.push(BY_AREA.fr);
  notes.push(...lackingRoutes(exposure).map((route) => ROUTE_LACKS[route].fr));
  if (sed === 0) notes.push('MoS non calculée : exposition nulle');
  const key = nameKey(inci);
  const refused = nano ? 'nanomatériaux' : (NO_TTC.find(([pattern]) => pattern.test(key))?.[1] ?? null);
  const hasTtc = tox.pod === null && (tox.cramer !== null || tox.genotoxic_alert);
  const ttc =
    !hasTtc || refused ? null : tox.genotoxic_alert ? TTC_UG_KG_DAY.genotoxic : TTC_UG_KG_DAY[tox.cramer as 'I'];
  if (hasTtc && refused) notes.push(`pas de seuil TTC pour les ${refused}`);
  if (ttc !== null && sed !== null)
    notes.push(isAboveTtc({ ttc, sed_mg_kg_d: sed }) ? 'au-dessus du seuil TTC' : 'sous le seuil TTC');
  if (tox.pod !== null && tox.genotoxic_alert)
    notes.push('alerte de génotoxicité : une marge n’écarte pas un effet sans seuil');
  return {
    inci,
    percent,
    a_mg_kg_d: daily?.value ?? null,
    absorption: area ? `${writeNumber(area.ug_cm2)}${PER_AREA}` : `${writeNumber(dap)} %`,
    isAssumed: supposed.length > 0,
    supposed,
    offered: isOffered ? ['absorption_10'] : [],
    omitted,
    sed_mg_kg_d: sed,
    pod: tox.pod,
    pod_sys: podSys,
    mos: podSys !== null && sed !== null && sed > 0 ? podSys / sed : null,
    ttc,
    threshold: exposure.threshold || MOS_LEAST,
    note: notes.join(' ; '),
    working: { amount: amountOf(exposure), skin: area ?? { percent: dap }, swallowed, breathed, oral, divisor },
  };
}

/** Nothing is known of it. */
export const NO_TOXICOLOGY: Toxicology = {
  pod: null,
  pod_kind: null,
  route: null,
  factors: [],
  oral_bioavailability: null,
  dermal_absorption_percent: null,
  dermal_absorption_ug_cm2: null,
  cramer: null,
  genotoxic_alert: false,
  molecular_weight: null,
  log_pow: null,
};
const WHOLLY: Toxicology = { ...NO_TOXICOLOGY, dermal_absorption_percent: 100 };
/** The dose (mg/kg bw/d) if all of it were absorbed, what is swallowed and breathed included: the most there can be. */
export const wholeDose = (one: Omit<Uptake, 'tox'>, exposure: Exposure): number | null =>
  marginOf({ ...one, tox: WHOLLY }, exposure).sed_mg_kg_d;

/** « SED = 24,14 × 1 × 1/100 × 80/100 » and « MoS = 357 ÷ 0,19312 », with the numbers put in: what an assessor checks by hand. */
export function written({
  percent,
  working,
  pod,
  sed_mg_kg_d,
  pod_sys,
}: Pick<Margin, 'percent' | 'working' | 'pod' | 'sed_mg_kg_d' | 'pod_sys'>): { sed: string; pod: string; mos: string } {
  const { amount, skin, swallowed, breathed, oral, divisor } = working;
  const share = `${writeNumber(percent)}/100`;
  const skinTerm =
    'percent' in skin
      ? amount &&
        `${'mg_kg' in amount ? writeNumber(amount.mg_kg) : `(${writeNumber(amount.g)} × 1000 ÷ ${writeNumber(amount.kg)})`}${amount.retained === 1 ? '' : ` × ${writeNumber(amount.retained)}`} × ${share} × ${writeNumber(skin.percent)}/100`
      : `${writeNumber(skin.ug_cm2)} × 10⁻³ × ${writeNumber(skin.cm2)} × ${writeNumber(skin.per_day)} ÷ ${writeNumber(skin.kg)}`;
  const terms = [
    skinTerm,
    swallowed && swallowed.g > 0 && `${writeNumber(swallowed.g)} × 1000 ÷ ${writeNumber(swallowed.kg)} × ${share}`,
    breathed &&
      breathed.mg_m3 * breathed.m3 > 0 &&
      `${writeNumber(breathed.mg_m3)} × ${writeNumber(breathed.m3)} × ${share} ÷ ${writeNumber(breathed.kg)}`,
  ].filter(Boolean);
  return {
    sed: sed_mg_kg_d === null ? '' : terms.join(' + '),
    pod:
      pod === null || (oral === 100 && divisor === 1)
        ? ''
        : `${writeNumber(pod)}${oral === 100 ? '' : ` × ${writeNumber(oral)}/100`}${divisor === 1 ? '' : ` ÷ ${writeNumber(divisor)}`}`,
    mos: pod_sys === null || !sed_mg_kg_d ? '' : `${printSafely(pod_sys, 'down')} ÷ ${printSafely(sed_mg_kg_d, 'up')}`,
  };
}

/** A daily amount (mg/kg bw/day), with the four digits in which the SCCS publishes its own (24.14). */
export const printDailyAmount = (value: number): string => printSafely(value, 'up', 4);

/** Three significant digits, never towards safety: an exposure up, a margin down. */
export function printSafely(value: number, towards: 'up' | 'down', significant = 3): string {
  if (value === 0) return '0';
  const digits = Math.max(0, significant - 1 - Math.floor(Math.log10(Math.abs(value))));
  const scale = 10 ** Math.min(15, digits);
  // What binary keeps of a decimal is not what was measured: a millionth of the last digit is nobody's.
  const scaled = value * scale;
  const rounded = towards === 'up' ? Math.ceil(scaled - 1e-6) : Math.floor(scaled + 1e-6);
  const factor = digits === 0 ? 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(value))) - significant + 1) : 1;
  const kept =
    factor === 1
      ? rounded / scale
      : (towards === 'up' ? Math.ceil(value / factor - 1e-9) : Math.floor(value / factor + 1e-9)) * factor;
  return kept.toFixed(Math.min(15, digits)).replace('.', ',');
}
