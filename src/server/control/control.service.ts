import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
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
import {
  type ControlState,
  type ControlSubstance,
  gmpExpiryOf,
  MAY_NOT_APPLY,
  POINT_KEYS,
  pointsOf,
  REASON_MIN,
} from '#shared/control/points.ts';
import { completed } from '#shared/exposure/exposure.completed.ts';
import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { isFilled } from '#shared/fields/field.ts';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { expandedLines, gapSentence, isPerfume, type Shelf, totalsOf } from '#shared/formulas/formula.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import { printPercent } from '#shared/formulas/percent.ts';
import type { Change, Product } from '#shared/products/product.contract.ts';
import { SUGGESTIONS_MAX } from '#shared/products/product.contract.ts';
import { FORMULA_KEY, getField } from '#shared/products/product.fields.ts';
import { CONFORMITY_FIELDS } from '#shared/regulation/conformity.fields.ts';
import type { Conformity, ConformityInput } from '#shared/regulation/regulation.contract.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import type { Db } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { bodyFault, conflict, invalid, notFound, Refusal } from '../errors.ts';
import type { ExposureService } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import {
  type ControlRecords,
  changesOfFields,
  createControlRecords,
  type Kept,
  type Signature,
} from './control.records.ts';
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
  /** The columns of the list, of these products or of all of them. */
  refresh(ids: readonly string[] | null, signal?: AbortSignal): Promise<void>;
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

/** Lines of the journal read at once. */
const LINES = 500;
/** How long after a write what follows from it is computed (ms): many writes follow each other. */
const SOON_MS = 400;
const SEQ = 'control_seq';
const DAY = 'control_day';
const SHEETS: readonly (string | null)[] = ['FDS', 'fiche technique', 'certificat d’analyse', 'étude toxicologique'];

/** Everything the points and the chronology are computed from. */
interface Read {
  product: Product;
  formula: Formula;
  shelf: Shelf;
  margins: Margins;
  files: Attachment[];
  kept: Awaited<ReturnType<ControlRecords['readAll']>>;
}

export function createControl(deps: Dependencies): ControlService {
  const {
    db,
    products,
    formulas,
    substances,
    materials,
    exposures,
    regulation,
    attachments,
    jobs,
    audit,
    onError,
    clock,
  } = deps;
  const records = createControlRecords(deps);
  const today = (): string => dayOf(clock());

  const read = async (productId: string): Promise<Read> => {
    const product = await products.get(productId);
    const formula = await formulas.get(productId);
    const shelf: Shelf = {
      substances: new Map(formula.substances.map((one) => [one.id, one])),
      materials: new Map(formula.materials.map((one) => [one.id, one])),
    };
    const [margins, files, kept] = [
      await exposures.margins(productId),
      await attachments.listOf({ type: 'product', id: productId }),
      await records.readAll(productId),
    ];
    return { product, formula, shelf, margins, files, kept };
  };

  const stateOf = async ({ product, formula, shelf, margins, files, kept }: Read): Promise<ControlState> => {
    const isTable = formula.mode === 'table';
    const ingredients = isTable ? expandedLines(formula.lines, shelf) : [];
    const substanceIds = ingredients.flatMap(({ substance }) => substance?.id ?? []);
    const values = new Map((await substances.listByIds(substanceIds)).map((one) => [one.id, one.values]));
    const usedMaterials = formula.materials.filter(({ id }) => formula.lines.some((line) => line.material_id === id));
    const direct = formula.lines.flatMap(({ substance_id }) => substance_id ?? []);
    const [ofMaterials, ofSubstances] = [
      await attachments.listOfMany(
        'material',
        usedMaterials.map(({ id }) => id),
        db,
      ),
      await attachments.listOfMany('substance', direct, db),
    ];
    const isSheet = ({ kind }: { kind: string | null }): boolean => SHEETS.includes(kind);
    // A sheet of the product is that of none of its raw materials, once they are known one by one.
    const hasOwnSheets = !isTable && files.some(isSheet);
    const noted = new Set(
      formula.lines.flatMap(({ substance_id, note }) => (substance_id && saysNoCas(note) ? [substance_id] : [])),
    );
    const { exposure, rows } = margins;
    const known = completed(exposure);
    const rowOf = new Map(rows.map((row) => [row.substance_id, row]));
    const perfumes = usedMaterials.filter(isPerfume);
    const isBlackBox = (one: (typeof ingredients)[number]): boolean =>
      one.substance === null && perfumes.some(({ id }) => one.sources.some(({ material_id }) => material_id === id));
    return {
      today: today(),
      product,
      formula: isTable
        ? 'table'
        : isFilled(product.ingredients)
          ? 'text'
          : product.has_formula_attachment
            ? 'file'
            : null,
      gap:
        isTable && !formula.confirmations.some(({ kind }) => kind === 'total')
          ? gapSentence(totalsOf(formula.lines))
          : null,
      lines: ingredients.map((one) => {
        const note = one.substance ? (values.get(one.substance.id)?.note ?? null) : null;
        const black = isBlackBox(one);
        return {
          hasQuantity: one.may_contain || one.quantity !== null,
          isNamelessPerfume: !black && /^(?:parfum|aroma|fragrance)$/.test(nameKey(one.name)),
          name: one.name,
          isSubstance: black || one.substance !== null,
          hasFunction: black || one.functions.length > 0,
          hasCas:
            black ||
            (one.substance?.cas.length ?? 0) > 0 ||
            saysNoCas(note) ||
            (one.substance !== null && noted.has(one.substance.id)),
        };
      }),
      perfumes: perfumes.map(({ trade_name, perfume_code, supplier }) => ({
        name: trade_name,
        code: perfume_code,
        supplier,
      })),
      incomplete: isTable ? usedMaterials.filter(isIncomplete).map(({ trade_name }) => trade_name) : [],
      sheets: isTable
        ? [
            ...usedMaterials.map(({ id, trade_name }) => ({
              name: trade_name,
              hasSheet: hasOwnSheets || (ofMaterials.get(id) ?? []).some(isSheet),
            })),
            ...direct.flatMap((id) => {
              const name = shelf.substances.get(id)?.inci ?? '';
              // Water is what everybody knows it to be.
              if (/^(?:aqua|water|eau)$/.test(nameKey(name))) return [];
              return [{ name, hasSheet: hasOwnSheets || (ofSubstances.get(id) ?? []).some(isSheet) }];
            }),
          ]
        : [{ name: 'matières premières', hasSheet: hasOwnSheets }],
      substances: ingredients
        .filter(({ may_contain }) => !may_contain)
        .map((one): ControlSubstance => {
          const own = one.substance ? values.get(one.substance.id) : undefined;
          const row = one.substance ? rowOf.get(one.substance.id) : undefined;
          return {
            inci: one.name,
            hasSed: row ? row.sed_mg_kg_d !== null : one.quantity !== null && exposure.a_mg_kg_d !== null,
            profile:
              own?.pod != null
                ? (own.pod_source ?? own.study)
                  ? 'source'
                  : 'sans source'
                : row?.ttc != null
                  ? 'source'
                  : (own?.profile?.trim().length ?? 0) >= REASON_MIN
                    ? 'motif'
                    : null,
            remark: exposure.remarks[nameKey(one.name)] ?? null,
          };
        }),
      exposure: {
        amount: exposure.a_mg_kg_d,
        routes: exposure.routes,
        surface: known.surface_cm2,
        frequency: known.frequency,
      },
      files,
      conformity: kept.conformity.data,
      assessment: kept.assessment.data.values,
      signedOn: kept.assessment.data.signature?.signed_on ?? null,
      claims: kept.claims.data,
      exceptions: kept.exceptions.data,
    };
  };

  /** What of a signed assessment is no longer so: its own text, the formula, the corpus, the label. */
  const changesSince = async (found: Read): Promise<Change[]> => {
    const { formula, files, kept } = found;
    const { signature, values } = kept.assessment.data;
    if (!signature) return [];
    const was = new Map(signature.lines.map((line) => [line.key, line]));
    const is = new Map(linesOf(found).map((line) => [line.key, line]));
    const corpus = await activeCorpus();
    const label = labelOf(files, kept.conformity.data);
    return [
      ...(signature.mode !== formula.mode
        ? [{ field: 'formula', label: 'Formule', from: MODES[signature.mode], to: MODES[formula.mode] }]
        : [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
            const [a, b] = [was.get(key), is.get(key)];
            if (a && b && a.percent === b.percent) return [];
            const say = (line: typeof a): string | null => (line && (line.percent || 'présent')) || null;
            return [{ field: 'formula', label: `Formule : ${b?.name ?? a?.name ?? ''}`, from: say(a), to: say(b) }];
          })),
      ...(signature.corpus?.sha256 === corpus?.sha256
        ? []
        : [
            {
              field: 'corpus',
              label: 'Corpus réglementaire',
              from: sayCorpus(signature.corpus),
              to: sayCorpus(corpus),
            },
          ]),
      ...(JSON.stringify(signature.label) === JSON.stringify(label)
        ? []
        : [{ field: 'etiquette', label: 'Étiquette', from: sayLabel(signature.label), to: sayLabel(label) }]),
      ...changesOfFields(ASSESSMENT_FIELDS, { ...signature.values }, { ...values }),
    ];
  };

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
    const changes = await changesSince(found);
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
      changed: [...new Set((await changesSince(found)).map(({ label }) => label))],
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

  const control = async (productId: string): Promise<Control> => {
    const found = await read(productId);
    const points = pointsOf(await stateOf(found));
    return {
      covered: points.filter(({ state }) => state === 'couvert' || state === 'sans_objet').length,
      total: POINT_KEYS.length,
      progression: found.product.progression,
      points,
      chronology: await chronologyOf(found, { rules: await rulesOf(productId) }),
    };
  };

  /** @returns false for a product that is gone meanwhile */
  const refreshOne = async (productId: string): Promise<void> => {
    try {
      const found = await read(productId);
      const points = pointsOf(await stateOf(found));
      const covered = points.filter(({ state }) => state === 'couvert' || state === 'sans_objet').length;
      const lines = await chronologyOf(found, { rules: [] });
      await products.setControl(productId, {
        control_covered: covered,
        control_open: covered < POINT_KEYS.length ? 1 : 0,
        control_red: lines.some(({ level }) => level === 'rouge') ? 1 : 0,
        control_review: lines.some(({ code }) => code === 'EVALUATION_A_REVISER') ? 1 : 0,
      });
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.status === 404)) throw problem;
    }
  };

  const refresh: ControlService['refresh'] = async (ids, signal) => {
    for (const id of ids ?? (await products.ids())) {
      if (signal?.aborted) throw signal.reason;
      // SQLite answers at once: without a pause nobody else would be heard.
      await setImmediate();
      // One that cannot be read is told of, and does not keep the others from being computed.
      await refreshOne(id).catch(onError);
    }
  };

  /** The products that lines of the journal are about; `null` for all of them. */
  const concernedBy = async (lines: Awaited<ReturnType<AuditService['after']>>): Promise<Set<string> | null> => {
    const found = new Set<string>();
    for (const { object_type, object_id, action } of lines) {
      if (OF_ALL.has(action)) return null;
      if (OF_PRODUCT.has(object_type) && object_id !== null) found.add(object_id);
      else if (object_type === 'attachment' && object_id !== null) {
        const owner = await attachments.ownerOf(object_id);
        const users = owner?.type === 'product' ? [owner.id] : owner ? await usersOf(owner.type, owner.id) : [];
        for (const id of users) found.add(id);
      } else if (object_type === 'substance' || object_type === 'material') {
        if (object_id === null) return null;
        for (const id of await usersOf(object_type, object_id)) found.add(id);
      }
    }
    return found;
  };
  const usersOf = async (type: string, id: string): Promise<string[]> => {
    const room = type === 'substance' ? substances : type === 'material' ? materials : null;
    const users = await room?.products(id).catch((problem: unknown) => {
      if (problem instanceof Refusal && problem.status === 404) return [];
      throw problem;
    });
    return (users ?? []).map((one) => one.id);
  };

  jobs.handle('control.refresh', {
    perform: async ({ signal }) => {
      // Points that depend on the day: all of them, once a day.
      if ((await findSetting(db, DAY)) !== today()) {
        const head = await audit.head();
        await refresh(null, signal);
        await writeSetting(db, SEQ, String(head));
        await writeSetting(db, DAY, today());
      }
      for (;;) {
        const from = Number((await findSetting(db, SEQ)) ?? 0);
        const lines = await audit.after(from, LINES);
        const last = lines.at(-1);
        if (!last) return;
        const ids = await concernedBy(lines);
        await refresh(ids === null ? null : [...ids], signal);
        await writeSetting(db, SEQ, String(last.seq));
      }
    },
  });

  let timers: ReturnType<typeof setTimeout>[] = [];
  const hurry = (): void => {
    jobs.hurry('control.refresh', null).catch(() => undefined);
  };

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
      refuseBefore(values.signed_on, established_on);
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
        points: pointsOf(await stateOf(found)),
        conformity: kept.conformity.data,
        assessment: kept.assessment.data.values,
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

    refresh,

    touched() {
      if (timers.length > 0) return;
      // Twice: a line that is written now is there only once its transaction has ended.
      const [first, second] = [
        setTimeout(hurry, SOON_MS),
        setTimeout(() => {
          timers = [];
          hurry();
        }, 5 * SOON_MS),
      ];
      timers = [first, second];
      for (const timer of timers) timer.unref();
    },
  };
}

/** Nobody signs a formula that was not there yet. */
const faultsBefore = (day: string | null, established: string | null) =>
  day !== null && established !== null && day < established
    ? [
        bodyFault(
          'signed_on',
          `Cette signature (${printDay(day)}) est antérieure à la formule, établie le ${printDay(established)} : elle ne peut pas porter sur elle.`,
        ),
      ]
    : [];
function refuseBefore(day: string | null, established: string | null): void {
  const faults = faultsBefore(day, established);
  if (faults.length > 0) throw invalid(faults);
}

/** Reports on which the assessor stands: stability, microbiology, challenge test. */
const REPORT_KEYS = new Set(['stabilite', 'microbiologie_rapport', 'challenge_test']);
const REPORT_KINDS = new Set<string | null>(['stabilité', 'microbiologie', 'challenge test']);
const isReport = ({ field_key, kind }: { field_key: string; kind: string | null }): boolean =>
  REPORT_KEYS.has(field_key) || REPORT_KINDS.has(kind);

/** A breakdown whose parts do not come to a hundred, at the most: some of the product is unknown. Percents. */
const WHOLE_BREAKDOWN = 99.5;
const isIncomplete = (material: Formula['materials'][number]): boolean =>
  !isPerfume(material) &&
  material.components.length > 0 &&
  material.components.reduce((sum, one) => sum + (one.percent ?? one.percent_max ?? 0), 0) < WHOLE_BREAKDOWN;

/** Which objects of the journal are named by their product, and what concerns every product. */
const OF_PRODUCT = new Set(['product', 'formula', 'exposure', 'regulation', 'control']);
const OF_ALL = new Set<string>([
  'regulation.activate',
  'substance.import',
  'material.import',
  'exposure.accept',
  'exposure.withdraw',
]);

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

const saysNoCas = (note: string | null): boolean => /\bsans (?:n°|no|numéro)? ?cas\b/i.test(note ?? '');

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The composition that is signed. Of a table each substance, summed, known by its id and not by its name; a perfume is known
 * by its raw material and by what its certificate says. Of a text its lines; of a file its bytes.
 */
function linesOf({
  formula,
  shelf,
  product,
  files,
}: Pick<Read, 'formula' | 'shelf' | 'product' | 'files'>): Signature['lines'] {
  if (formula.mode === 'file')
    return files
      .filter(({ field_key, kind }) => field_key === FORMULA_KEY || kind === 'formule')
      .map(({ sha256, alias, file_name }) => ({ key: sha256, name: alias ?? file_name, percent: '' }));
  if (formula.mode === 'text')
    return String(product.ingredients ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({ key: line.trim(), name: line.trim(), percent: '' }));
  return expandedLines(formula.lines, shelf).map(({ substance, name, quantity, nano, may_contain, sources }) => {
    const perfumes = sources
      .flatMap(({ material_id }) => (material_id ? (shelf.materials.get(material_id) ?? []) : []))
      .filter(isPerfume)
      .map(({ id, perfume_code, allergens }) => `${id} ${perfume_code ?? ''} ${JSON.stringify(allergens)}`)
      .toSorted();
    const what = substance?.id ?? (perfumes.length > 0 ? `parfum ${sha256Of(perfumes.join())}` : nameKey(name));
    return {
      key: [what, nano ? 'nano' : '', may_contain ? 'peut contenir' : ''].join('|'),
      name: [name, nano ? '[nano]' : '', may_contain ? '(peut contenir)' : ''].filter(Boolean).join(' '),
      percent: quantity === null ? '' : [...new Set([quantity.min, quantity.max])].map(printPercent).join('–'),
    };
  });
}
const MODES: Record<Formula['mode'], string> = { text: 'texte', file: 'fichier', table: 'tableau' };

const labelOf = (
  files: readonly { field_key: string; kind: string | null; sha256: string }[],
  { etiquette_version }: { etiquette_version: string | null },
): Signature['label'] => ({
  version: etiquette_version,
  files: files
    .filter(({ field_key, kind }) => field_key === 'etiquette' || kind === 'étiquette')
    .map(({ sha256 }) => sha256)
    .toSorted(),
});
const sayLabel = ({ version, files }: Signature['label']): string =>
  [version && `version ${version}`, files.map((sha256) => sha256.slice(0, 8)).join(', ')].filter(Boolean).join(', ') ||
  'aucune';
const sayCorpus = (corpus: Signature['corpus']): string =>
  corpus ? `du ${corpus.date ? printDay(corpus.date) : 'jour'} (${corpus.sha256.slice(0, 8)})` : 'aucun';
