import { fold } from '#shared/contract/list.ts';
import type { AssessmentValues } from '#shared/control/assessment.fields.ts';
import { ASSESSMENT_FIELDS } from '#shared/control/assessment.fields.ts';
import { type Chronicle, chronologyOfFile, type Fact } from '#shared/control/chronology.ts';
import type { Claim } from '#shared/control/claims.ts';
import {
  type Assessment,
  type ChronologyLine,
  CONTROL_RECORDS,
  type Control,
  type ControlRecord,
} from '#shared/control/control.contract.ts';
import { type PrintedControl, printControl } from '#shared/control/control.print.ts';
import { gmpExpiryOf, MAY_NOT_APPLY, POINT_KEYS, pointsOf, REASON_MIN } from '#shared/control/points.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { isFilled } from '#shared/fields/field.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { SUGGESTIONS_MAX } from '#shared/products/product.contract.ts';
import { FORMULA_KEY, getField } from '#shared/products/product.fields.ts';
import { CONFORMITY_FIELDS } from '#shared/regulation/conformity.fields.ts';
import type { Conformity, ConformityInput } from '#shared/regulation/regulation.contract.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import type { Db } from '../db/open.ts';
import { bodyFault, conflict, invalid, notFound, Refusal } from '../errors.ts';
import type { ExposureService } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { createFollower } from './control.follow.ts';
import { createControlRecords, type Kept, type Signature } from './control.records.ts';
import { changesSince, faultsBefore, faultsOfName, labelOf, linesOf } from './control.signature.ts';
import { createState, type Read } from './control.state.ts';
import * as store from './control.store.ts';

interface SaveOptions {
  ifMatch: string | null;
  by: Actor;
}

/** What the file of a product holds for a control: its records beside the form, the nineteen points, the chronology. */
export interface ControlService {
  conformity(productId: string): Promise<Conformity>;
  saveConformity(productId: string, values: ConformityInput, options: SaveOptions): Promise<Conformity>;
  assessment(productId: string): Promise<Assessment>;
  saveAssessment(productId: string, values: AssessmentValues, options: SaveOptions): Promise<Assessment>;
  /** @throws 422 for a signature older than the formula it is about, or without what is signed */
  sign(productId: string, signedOn: string | null, options: SaveOptions): Promise<Assessment>;
  claims(productId: string): Promise<{ claims: Claim[]; revision: number }>;
  saveClaims(productId: string, claims: Claim[], options: SaveOptions): Promise<{ claims: Claim[]; revision: number }>;
  control(productId: string): Promise<Control>;
  /** What a document prints of it. */
  printed(productId: string): Promise<PrintedControl>;
  setNotApplicable(productId: string, key: string, reason: string | null, by: Actor): Promise<Control>;
  revisions(
    productId: string,
  ): Promise<{ record: ControlRecord; revision: number; at: string; by: string | null; changes: Change[] }[]>;
  /** Values of a field that were typed before, those that hold `search`. */
  suggest(field: string, search: string): Promise<string[]>;
  /** Something was written: what follows from it for the list is computed soon. Never fails, never waits. */
  touched(): void;
}

interface Dependencies {
  db: Db;
  products: ProductService;
  formulas: FormulaService;
  substances: SubstanceService;
  materials: MaterialService;
  exposures: ExposureService;
  regulation: RegulationService;
  attachments: AttachmentService;
  jobs: Jobs;
  audit: AuditService;
  onError: (error: unknown) => void;
  clock: () => Date;
}

export function createControl(deps: Dependencies): ControlService {
  const { db, products, formulas, regulation, clock } = deps;
  const records = createControlRecords(deps);
  const { read, stateOf } = createState({ ...deps, records });
  const today = (): string => dayOf(clock());

  const activeCorpus = async (): Promise<Signature['corpus']> => {
    const corpus = (await regulation.active())?.corpus;
    return corpus ? { id: corpus.id, date: corpus.date, sha256: corpus.sha256 } : null;
  };

  /** When the formula was typed here: its lines, its text, or the file that is it. */
  const formulaTypedAt = async ({ formula, product, files }: Read): Promise<string | null> => {
    if (formula.mode === 'table') return formula.updated_at;
    if (formula.mode === 'file')
      return (
        files
          .filter(({ field_key }) => field_key === FORMULA_KEY)
          .map(({ created_at }) => created_at)
          .toSorted()
          .at(-1) ?? null
      );
    const saves = await products.revisions(product.id);
    return saves.find(({ changes }) => changes.some(({ field }) => field === 'ingredients'))?.at ?? null;
  };

  const presentConformity = ({ data, ...meta }: Kept<'conformity'>): Conformity => ({ ...data, ...meta }) as Conformity;

  const presentAssessment = async (productId: string): Promise<Assessment> => {
    const found = await read(productId);
    const { data, ...meta } = found.kept.assessment;
    const changes = changesSince(found, await activeCorpus());
    const { signature } = data;
    return {
      ...data.values,
      ...meta,
      status: signature === null ? 'brouillon' : changes.length === 0 ? 'signée' : 'à réviser',
      signature: signature && {
        signed_on: signature.signed_on,
        entered_at: signature.entered_at,
        entered_by: signature.entered_by,
        formula_revision: signature.formula_revision,
        composition_sha256: signature.composition_sha256,
        corpus: signature.corpus,
      },
      changes,
    };
  };

  const chronologyOf = async (found: Read, { rules }: { rules: Chronicle['rules'] }): Promise<ChronologyLine[]> => {
    const { product, files, kept } = found;
    const { values, signature } = kept.assessment.data;
    const conformity = kept.conformity.data;
    const inRecord = (label: string, date: string | null, source: string): Fact =>
      date ? { label, date, source, typed_at: null } : null;
    const inForm = (name: 'date_mise_marche' | 'date_validation'): Fact => {
      const date = product[name];
      const { label } = getField(name);
      return typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date)
        ? { label, date, source: 'Fiche du produit', typed_at: null }
        : null;
    };
    const signedOn = signature?.signed_on ?? values.signed_on;
    const typedLate =
      signature?.formula_typed_at && dayOf(new Date(signature.formula_typed_at)) > signature.signed_on
        ? dayOf(new Date(signature.entered_at))
        : null;
    const lines = chronologyOfFile({
      signed: signedOn
        ? {
            label: 'Signature de l’évaluation',
            date: signedOn,
            source: 'Évaluation (partie B)',
            typed_at: signature?.entered_at ?? null,
          }
        : null,
      signedEntered: typedLate,
      market: inForm('date_mise_marche'),
      cpnp: inRecord('Notification CPNP', conformity.cpnp_date, 'Conformité'),
      reports: [
        inRecord('Rapport de stabilité', conformity.stabilite_date, 'Conformité'),
        inRecord('Challenge test', conformity.challenge_date, 'Conformité'),
        ...files
          .filter((file) => file.issued_on !== null && isReport(file))
          .map(({ alias, file_name, issued_on, created_at }) => ({
            label: alias ?? file_name,
            date: issued_on ?? '',
            source: 'Pièce jointe',
            typed_at: created_at,
          })),
      ].filter((one) => one !== null),
      validation: inForm('date_validation'),
      gmpExpiry: inRecord('Fin du certificat BPF', gmpExpiryOf({ conformity, files }), 'Conformité'),
      lastBatch: inRecord('Dernier lot', conformity.dernier_lot_date, 'Conformité'),
      changed: [...new Set(changesSince(found, await activeCorpus()).map(({ label }) => label))],
      rules,
    });
    return lines.length === 0 ? lines : withTyped(product.id, lines);
  };

  /** When each of these days was typed here: the last save that changed it. Our own clock is the proof. */
  const withTyped = async (productId: string, lines: ChronologyLine[]): Promise<ChronologyLine[]> => {
    const ofForm = await products.revisions(productId);
    const ofRecords = await store.listRevisions(db, productId);
    const typedAt = (fields: readonly string[]): string | null => {
      const names = new Set(fields);
      return (
        ofForm.find(({ changes }) => changes.some(({ field }) => names.has(field)))?.at ??
        ofRecords.find(({ changes }) => (JSON.parse(changes) as Change[]).some(({ field }) => names.has(field)))?.at ??
        null
      );
    };
    return lines.map((line) => ({
      ...line,
      dates: line.dates.map((one) => ({
        ...one,
        typed_at: one.typed_at ?? (Object.hasOwn(TYPED_IN, one.label) ? typedAt(TYPED_IN[one.label] ?? []) : null),
      })),
    }));
  };

  /** Rules that will change a verdict of the formula, before the next batch is placed. */
  const rulesOf = async (productId: string): Promise<Chronicle['rules']> =>
    (await regulation.verdicts(productId, {})).flatMap(({ inci, applies_from, why }) =>
      applies_from !== null && applies_from > today()
        ? [{ date: applies_from, text: `${inci} : à partir du ${printDay(applies_from)}, ${why}` }]
        : [],
    );

  /** The points, and how many are covered or do not apply. */
  const pointsIn = async (found: Read) => {
    const points = pointsOf(await stateOf(found, today()));
    return { points, covered: points.filter(({ state }) => state === 'couvert' || state === 'sans_objet').length };
  };

  const control = async (productId: string): Promise<Control> => {
    const found = await read(productId);
    return {
      ...(await pointsIn(found)),
      total: POINT_KEYS.length,
      progression: found.product.progression,
      chronology: await chronologyOf(found, { rules: await rulesOf(productId) }),
    };
  };

  const follower = createFollower({
    ...deps,
    async refreshOne(productId) {
      try {
        const found = await read(productId);
        const { covered } = await pointsIn(found);
        const lines = await chronologyOf(found, { rules: [] });
        await products.setControl(productId, {
          control_covered: covered,
          control_open: covered < POINT_KEYS.length ? 1 : 0,
          control_red: lines.some(({ level }) => level === 'rouge') ? 1 : 0,
          control_review: lines.some(({ code }) => code === 'EVALUATION_A_REVISER') ? 1 : 0,
        });
      } catch (problem) {
        // Gone meanwhile.
        if (!(problem instanceof Refusal && problem.status === 404)) throw problem;
      }
    },
  });

  const save = async <K extends ControlRecord>(
    productId: string,
    kind: K,
    data: Parameters<typeof records.save<K>>[0]['data'],
    options: SaveOptions,
  ): Promise<Kept<K>> => records.save({ productId, kind, data, ...options });

  return {
    async conformity(productId) {
      await products.get(productId);
      return presentConformity(await records.read(productId, 'conformity'));
    },
    saveConformity: async (productId, values, options) =>
      presentConformity(await save(productId, 'conformity', () => values, options)),

    assessment: presentAssessment,
    async saveAssessment(productId, values, options) {
      const { established_on } = await formulas.get(productId);
      const faults = faultsBefore(values.signed_on, established_on);
      if (faults.length > 0) throw invalid(faults);
      await save(productId, 'assessment', (before) => ({ ...before, values }), options);
      return presentAssessment(productId);
    },

    async sign(productId, signedOn, options) {
      const found = await read(productId);
      const { formula, product, files, kept } = found;
      const values = kept.assessment.data.values;
      const day = signedOn ?? values.signed_on;
      const corpus = await activeCorpus();
      const typedAt = await formulaTypedAt(found);
      const missing = (['evaluateur_nom', 'b1', 'b2', 'b3'] as const).filter((name) => !isFilled(values[name]));
      const faults = [
        ...missing.map((name) =>
          bodyFault(name, `Rien n’est signé sans « ${ASSESSMENT_FIELDS.find((one) => one.name === name)?.label} ».`),
        ),
        ...(day === null ? [bodyFault('signed_on', 'La date de la signature est requise.')] : []),
        ...faultsOfName(values.evaluateur_nom),
        ...faultsBefore(day, formula.established_on),
      ];
      if (day === null || faults.length > 0) throw invalid(faults);
      await records.save({
        productId,
        kind: 'assessment',
        ...options,
        action: 'assessment.sign',
        told: [{ field: 'signature', label: 'Signature de l’évaluateur', from: null, to: printDay(day) }],
        data: (before) => {
          // What is signed is what was read: somebody who saved meanwhile is not signed for.
          if (JSON.stringify(before.values) !== JSON.stringify(values))
            throw conflict('L’évaluation vient d’être modifiée : relisez-la avant d’enregistrer la signature.');
          const signed = { ...values, signed_on: day };
          return {
            values: signed,
            signature: {
              signed_on: day,
              entered_at: clock().toISOString(),
              entered_by: options.by.email,
              formula_revision: formula.mode === 'table' ? formula.revision : product.revision,
              formula_typed_at: typedAt,
              composition_sha256: formula.composition_sha256,
              corpus,
              label: labelOf(files, kept.conformity.data),
              values: signed,
              mode: formula.mode,
              lines: linesOf(found),
            },
          };
        },
      });
      return presentAssessment(productId);
    },

    async claims(productId) {
      await products.get(productId);
      const { data, revision } = await records.read(productId, 'claims');
      return { claims: data, revision };
    },
    async saveClaims(productId, claims, options) {
      const ids = claims.map(({ id }) => id);
      const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
      if (twice !== -1)
        throw invalid([
          { loc: ['body', twice, 'id'], msg: 'Deux allégations ont le même identifiant.', type: 'value_error' },
        ]);
      const { data, revision } = await save(productId, 'claims', () => claims, options);
      return { claims: data, revision };
    },

    control,

    async printed(productId) {
      const found = await read(productId);
      const { kept, files } = found;
      return printControl({
        points: (await pointsIn(found)).points,
        conformity: kept.conformity.data,
        assessment: kept.assessment.data.values,
        signature: kept.assessment.data.signature,
        claims: kept.claims.data,
        files,
        revisions: await products.revisions(productId),
      });
    },

    async setNotApplicable(productId, asked, reason, by) {
      const key = POINT_KEYS.find((one) => one === asked);
      if (!key) throw notFound('point');
      if (reason !== null && !MAY_NOT_APPLY.includes(key))
        throw invalid([
          bodyFault(
            'not_applicable_reason',
            'La loi demande ce point pour tout produit : il ne peut pas être sans objet.',
          ),
        ]);
      if (reason !== null && reason.length < REASON_MIN)
        throw invalid([
          bodyFault('not_applicable_reason', `Dites pourquoi en une phrase : ${REASON_MIN} caractères au moins.`),
        ]);
      await save(
        productId,
        'exceptions',
        (before) => {
          const { [key]: _, ...others } = before;
          return reason === null ? others : { ...others, [key]: reason };
        },
        { ifMatch: null, by },
      );
      return control(productId);
    },

    async revisions(productId) {
      await products.get(productId);
      return (await store.listRevisions(db, productId)).flatMap(({ kind, changes, ...rest }) =>
        kind in CONTROL_RECORDS ? [{ ...rest, record: kind as ControlRecord, changes: JSON.parse(changes) }] : [],
      );
    },

    async suggest(field, search) {
      const wanted = fold(search).trim();
      const kind = CONFORMITY_FIELDS.some(({ name }) => name === field) ? 'conformity' : 'assessment';
      const values = (await store.listData(db, kind)).map(({ data }) => {
        const held = JSON.parse(data);
        return (kind === 'assessment' ? held.values : held)[field];
      });
      return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))]
        .filter((value) => fold(value).includes(wanted))
        .toSorted((a, b) => a.localeCompare(b, 'fr'))
        .slice(0, SUGGESTIONS_MAX);
    },

    touched: follower.touched,
  };
}

/** Reports on which the assessor stands: stability, microbiology, challenge test. */
const REPORT_KEYS = new Set(['stabilite', 'microbiologie_rapport', 'challenge_test']);
const REPORT_KINDS = new Set<string | null>(['stabilité', 'microbiologie', 'challenge test']);
const isReport = ({ field_key, kind }: { field_key: string; kind: string | null }): boolean =>
  REPORT_KEYS.has(field_key) || REPORT_KINDS.has(kind);

/** The fields that say each day of the chronology. */
const TYPED_IN: Readonly<Record<string, readonly string[]>> = {
  [getField('date_mise_marche').label]: ['date_mise_marche'],
  [getField('date_validation').label]: ['date_validation'],
  'Signature de l’évaluation': ['signed_on', 'signature'],
  'Notification CPNP': ['cpnp_date'],
  'Rapport de stabilité': ['stabilite_date'],
  'Challenge test': ['challenge_date'],
  'Fin du certificat BPF': ['bpf_expiration'],
  'Dernier lot': ['dernier_lot_date'],
};
