import type { ProductKind } from '#shared/contract/product.kinds.ts';
import type { Control, Twins } from '#shared/control/control.contract.ts';
import type { FileState } from '#shared/control/finding.state.ts';
import { REASON_MIN } from '#shared/control/point.needs.ts';
import { isCleaningPoint, POINT_KEYS, type PointKey } from '#shared/control/point.titles.ts';
import { MAY_NOT_APPLY } from '#shared/control/points.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { inChunks } from '../db/chunks.ts';
import { readOnce } from '../db/moment.ts';
import type { Db } from '../db/open.ts';
import type { DeadlineService } from '../deadlines/deadline.service.ts';
import type { DocumentService } from '../documents/document.service.ts';
import type { EffectService } from '../effects/effect.service.ts';
import { bodyFault, invalid, notDetergent, notFound } from '../errors.ts';
import type { ExposureService } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { Traffic } from '../http/traffic.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { LotService } from '../lots/lot.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { StudyService } from '../studies/study.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createFindingAnswers } from './control.answers.ts';
import { createChronology } from './control.chronology.ts';
import { createClaims } from './control.claims.ts';
import { createCleaning } from './control.cleaning.ts';
import { createPresenting } from './control.covered.ts';
import { createFindings, worstOf } from './control.findings.ts';
import { createFollower } from './control.follow.ts';
import { createImpact } from './control.impact.ts';
import { createLabel } from './control.label.ts';
import { createParts } from './control.parts.ts';
import { createPrinting, type NameOf } from './control.printing.ts';
import { createControlRecords } from './control.records.ts';
import { createSigning } from './control.signing.ts';
import { compositionStamp, modelPart } from './control.stamp.ts';
import { createState } from './control.state.ts';
import { createTelling } from './control.telling.ts';
import { createTwins } from './control.twins.ts';
import * as days from './part.days.store.ts';

export interface ControlDependencies {
  db: Db;
  traffic: Pick<Traffic, 'giveWay'>;
  products: ProductService;
  formulas: FormulaService;
  substances: SubstanceService;
  materials: MaterialService;
  exposures: ExposureService;
  files: Pick<FileService, 'read'>;
  documents: Pick<DocumentService, 'words'>;
  regulation: RegulationService;
  attachments: AttachmentService;
  lots: LotService;
  studies: StudyService;
  effects: EffectService;
  deadlines: Pick<DeadlineService, 'keep'>;
  jobs: Jobs;
  audit: AuditService;
  users: Pick<UserService, 'names'>;
  /** What the document of a product that was validated last stood on. */
  lastSealed: (productId: string) => Promise<FileState['sealed']>;
  /** What the dossier of a product that was sealed last stood on. */
  lastDossier: (productId: string) => Promise<{ stamp: Stamp; sealed_at: string } | null>;
  /** Who is asked to read a product again, and what suppliers still owe of it and of its raw materials. */
  openReview: (productId: string) => Promise<FileState['review']>;
  awaitedOf: (owners: readonly string[]) => Promise<FileState['requests']>;
  /** What a request to a supplier is about. */
  ownersOfRequest: (id: string) => Promise<{ type: string; id: string }[]>;
  /** Of which product a document or a sealed dossier is. */
  productOf: (type: 'generation' | 'dossier', id: string) => Promise<string | null>;
  onError: (error: unknown) => void;
  clock: () => Date;
}

/** @throws 409 for a point of the other kind of product, 422 for one that always applies, or whose absence is computed, or without a sentence */
function checkExcuse(key: PointKey, { reason, kind }: { reason: string | null; kind: ProductKind }): void {
  const fault = (text: string): never => {
    throw invalid([bodyFault('not_applicable_reason', text)]);
  };
  if (isCleaningPoint(key)) {
    if (kind === 'cosmetique') throw notDetergent();
    fault('Ce point est sans objet quand le dossier le dit : cela se calcule.');
  }
  if (reason === null) return;
  if (!MAY_NOT_APPLY.some((one) => one === key))
    fault('La loi demande ce point pour tout produit : il ne peut pas être sans objet.');
  if (reason.length < REASON_MIN) fault(`Dites pourquoi en une phrase : ${REASON_MIN} caractères au moins.`);
}

export function createControl(deps: ControlDependencies) {
  const { db, products } = deps;
  const records = createControlRecords(deps);
  const { read, stateOf } = createState({ ...deps, records });
  const { today, revisionsOf, activeCorpus, formulaTypedAt, chronologyOf, rulesIn } = createChronology(deps);
  const { partsOf, notifiedOf, stampNow } = createParts(deps);
  const { save, ...claims } = createClaims({
    ...deps,
    records,
    async notifiedNow(productId, conformity) {
      const found = await read(productId);
      return notifiedOf({ ...(await partsOf(found)), conformity });
    },
  });
  const { look, followed } = createFindings({
    ...deps,
    read,
    stateOf,
    partsOf,
    notifiedOf,
    today,
    revisionsOf,
    chronologyOf,
    rulesIn,
  });

  const answers = createFindingAnswers({ ...deps, look });
  const impacts = createImpact({ ...deps, look, ...answers });
  const controlOf = createPresenting(deps);
  const control = async (productId: string): Promise<Control> => controlOf(await look(productId));

  const follower = createFollower({ ...deps, refreshOne: followed });
  const { assessment, saveAssessment, sign } = createSigning({
    ...deps,
    records,
    read,
    stampNow,
    activeCorpus,
    formulaTypedAt,
  });

  const { detergent, ...cleaning } = createCleaning({ ...deps, records, read, stampNow, today });
  const twins = createTwins(deps);
  const names = readOnce(async (): Promise<NameOf> => {
    const known = new Map((await deps.users.names()).map(({ email, name }) => [email, name]));
    return (email) => email && (known.get(email) ?? email);
  });

  return {
    ...createTelling(deps),
    ...claims,
    assessment,
    saveAssessment,
    sign,

    control,
    /** The products with red findings, and those with orange ones alone: so many of each, the latest first. */
    worst: (count: number) => worstOf(deps, count),
    look,
    controlOf,
    findings: async (productId: string): Promise<Finding[]> => (await look(productId)).findings,
    ...answers,
    impact: impacts.impact,
    seeImpact: impacts.seeImpact,

    ...createLabel({ ...deps, records }),
    detergent,
    ...cleaning,
    twins: async (productId: string): Promise<Twins> => twins(await read(productId)),
    printed: createPrinting({ ...deps, look, names }),
    names,
    /** What an act on the file of this product would stand on. */
    stampNow: async (productId: string): Promise<Stamp> => stampNow(await read(productId)),
    /** What an act on the composition stands on now; `null` of a formula that says nothing. */
    compositionNow: async (productId: string): Promise<Stamp | null> =>
      compositionStamp(await stampNow(await read(productId))),

    async setNotApplicable(productId: string, asked: string, reason: string | null, by: Actor): Promise<Control> {
      const key = POINT_KEYS.find((one) => one === asked);
      if (!key) throw notFound('point');
      checkExcuse(key, { reason, kind: (await products.get(productId)).type_produit });
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

    /** The parts of these files as the follower knows them, and whether it has seen all that was written. */
    async partsKnown(productIds: readonly string[]): Promise<{ parts: Map<string, Stamp>; isUpToDate: boolean }> {
      const isUpToDate = await follower.isUpToDate();
      const parts = new Map<string, Stamp>();
      for await (const { product_id, part, sha256 } of inChunks(productIds, 500, (ids) => days.listMany(db, ids)))
        parts.set(product_id, { ...parts.get(product_id), [part]: sha256 });
      return { parts, isUpToDate };
    },
    modelPart,

    /** Something was written: what follows from it for the list is computed soon. Never fails, never waits. */
    touched: follower.touched,
  };
}

export { clpAnswerOf } from './control.cleaning.ts';

/** What the file of a product holds for a control: its records beside the form, the nineteen points, the chronology. */
export type ControlService = ReturnType<typeof createControl>;
