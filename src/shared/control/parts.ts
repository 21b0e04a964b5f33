import type { Attachment } from '../attachments/attachment.contract.ts';
import type { DetergentValues } from '../detergents/detergent.contract.ts';
import type { ExposureInput, Margins } from '../exposure/exposure.contract.ts';
import { keptMargins } from '../exposure/margins.kept.ts';
import type { CausePart, Part, StampPart } from '../findings/stamp.ts';
import type { Formula } from '../formulas/formula.contract.ts';
import type { Product } from '../products/product.contract.ts';
import { FIELDS, type FieldName, STEP_LIST } from '../products/product.fields.ts';
import type { ConformityName, ConformityValues } from '../regulation/conformity.fields.ts';
import type { SubstanceInput } from '../substances/substance.contract.ts';
import { type AssessmentValues, REVIEWED_ON } from './assessment.fields.ts';
import type { Claim } from './claims.contract.ts';

/** The composition as it is signed: known by what is in it, not by how that is called. */
export interface Composition {
  mode: Formula['mode'];
  lines: readonly { key: string; percent: string }[];
}

/** What the parts of a stamp are made of. */
export interface PartState {
  product: Product;
  composition: Composition;
  label: { version: string | null; files: readonly string[] };
  conformity: ConformityValues;
  assessment: AssessmentValues;
  /** Of a cleaning product; `null` for a cosmetic. */
  detergent: DetergentValues | null;
  claims: readonly Claim[];
  margins: Margins;
  /** Values of the substances that are in it, by id. */
  profiles: ReadonlyMap<string, SubstanceInput>;
  corpus: { sha256: string } | null;
  pieces: readonly { file: Pick<Attachment, 'id' | 'field_key' | 'sha256'> }[];
  /** SHA-256 of the template of a document; `null` for what is no document. */
  model: string | null;
}

const ofForm = ({ product }: PartState, names: readonly FieldName[]) => names.map((name) => product[name] ?? null);
const ofStep = (state: PartState, key: string) =>
  ofForm(
    state,
    (STEP_LIST.find((step) => step.key === key)?.fields ?? []).map(({ name }) => name as FieldName),
  );
const ofConformity = ({ conformity }: PartState, names: readonly ConformityName[]) =>
  names.map((name) => conformity[name] ?? null);

/** Rows have no order of their own; the lines of a text do. */
export const compositionPart = ({ mode, lines }: Composition) => {
  const said = lines.map(({ key, percent }) => JSON.stringify([key, percent]));
  return [mode, mode === 'text' ? said : said.toSorted()];
};
const EXPOSURE_NAMES = [
  'category',
  'population',
  'amount_g_day',
  'amount_mg_kg_day',
  'retention_factor',
  'body_weight',
  'surface_cm2',
  'frequency',
  'ingested_g_day',
  'air_mg_m3',
  'breathed_m3_day',
  'routes',
] as const satisfies readonly (keyof ExposureInput)[];

/** Functions of substances that keep a product from spoiling, in the words of the inventory and in French. */
const PRESERVES = /preservative|conservateur/i;

/** What else is kept, for what a change asks to look at again: `control/impact.ts`. */
const CAUSE_CONTENTS: Readonly<Record<CausePart, (state: PartState) => unknown>> = {
  'cause:conditionnement': (state) => [
    ofForm(state, ['type_emballage', 'materiau_emballage', 'format']),
    ofConformity(state, ['spray']),
  ],
  'cause:usage': (state) => [ofConformity(state, ['rinse', 'zone', 'population']), ofStep(state, 'utilisation')],
  'cause:fabrication': (state) => [ofForm(state, ['faconnerie']), ofConformity(state, ['bpf_site'])],
  'cause:responsable': (state) => ofConformity(state, ['pr_nom', 'pr_adresse']),
  'cause:conservateurs': ({ composition, profiles }) =>
    composition.lines
      .filter(({ key }) => profiles.get(key.split('|')[0] ?? '')?.functions.some((one) => PRESERVES.test(one)))
      .map(({ key, percent }) => `${key} ${percent}`)
      .toSorted(),
  'cause:ph': (state) => ofForm(state, ['ph']),
};

/** What each part is; `null` where there is none to keep. A part without a line here does not compile. */
const OF_PARTS: Readonly<Record<Part, (state: PartState) => unknown>> = {
  fiche: (state) =>
    ofForm(
      state,
      FIELDS.map(({ name }) => name as FieldName),
    ),
  composition: ({ composition }) => compositionPart(composition),
  etiquette: ({ label }) => [label.version, label.files],
  conditionnement: (state) => [
    ofForm(state, ['format', 'type_emballage', 'materiau_emballage', 'tests_compatibilite']),
    ofConformity(state, ['contenu_nominal', 'purete_emballage']),
  ],
  usage: (state) => [
    ofStep(state, 'utilisation'),
    ofStep(state, 'expositions'),
    ofConformity(state, [
      'category',
      'fonction',
      'rinse',
      'zone',
      'population',
      'professional',
      'spray',
      'inhalable',
      'mucous',
      'eyes',
      'intimate',
      'mesusages_previsibles',
    ]),
    EXPOSURE_NAMES.map((name) => state.margins.exposure[name] ?? null),
  ],
  fabrication: (state) => [
    ofForm(state, ['faconnerie', 'infos_fabrication', 'infos_controle_qualite']),
    ofConformity(state, ['bpf_declaration', 'bpf_site', 'bpf_signataire', 'bpf_date', 'bpf_expiration']),
  ],
  responsable: (state) => [
    ofForm(state, ['resp_mise_marche']),
    ofConformity(state, ['pr_nom', 'pr_adresse', 'dip_adresse']),
  ],
  conformite: ({ conformity }) => sorted(conformity),
  toxicologie: (state) => [
    ofStep(state, 'toxicologie'),
    [...state.profiles].map(([id, values]) => [id, sorted(values)]).toSorted(),
    sorted(state.margins.exposure.remarks),
  ],
  // What the law of cosmetics asks is no part of the file of a cleaning product.
  corpus: ({ corpus, detergent }) => (detergent ? null : (corpus?.sha256 ?? 'aucun')),
  marges: ({ margins, detergent }) => (detergent ? null : keptMargins(margins)),
  evaluation: ({ assessment: { [REVIEWED_ON]: _, ...signed }, detergent }) => (detergent ? null : sorted(signed)),
  nettoyage: ({ detergent }) => (detergent ? sorted(detergent) : null),
  allegations: ({ claims }) => claims.map(sorted),
  pieces: ({ pieces }) => pieces.map(({ file }) => `${file.field_key} ${file.sha256}`).toSorted(),
  modele: ({ model }) => model,
};

/** All that is kept of an act. */
export const PART_CONTENTS: Readonly<Record<StampPart, (state: PartState) => unknown>> = {
  ...OF_PARTS,
  ...CAUSE_CONTENTS,
};

/** In the order of the names: how a record was written does not count. */
const sorted = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
