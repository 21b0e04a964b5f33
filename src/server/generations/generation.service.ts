import type { Stamp } from '#shared/findings/stamp.ts';
import type { Generation } from '#shared/generations/generation.contract.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import type { ControlService } from '../control/control.service.ts';
import { readOnce } from '../db/moment.ts';
import type { Db } from '../db/open.ts';
import type { GenerationRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import type { Outbox } from '../drive/outbox.service.ts';
import type { ExposureService, SealedMargins } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { LinkService } from '../http/links.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { TemplateService } from '../templates/template.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createAnswers } from './generation.answers.ts';
import { createDrafting } from './generation.drafting.ts';
import { createFilling } from './generation.filling.ts';
import { type Format, titleOf } from './generation.names.ts';
import { createReading } from './generation.reading.ts';
import { createSealing } from './generation.sealing.ts';
import { createStale } from './generation.stale.ts';
import * as store from './generation.store.ts';

export interface GenerationsDependencies {
  db: Db;
  files: FileService;
  documents: DocumentService;
  links: LinkService;
  products: ProductService;
  formulas: FormulaService;
  regulation: Pick<RegulationService, 'verdicts'>;
  exposures: Pick<ExposureService, 'margins'>;
  control: Pick<ControlService, 'printed' | 'stampNow' | 'names' | 'conformity' | 'partsKnown' | 'modelPart'>;
  attachments: AttachmentService;
  templates: TemplateService;
  outbox: Outbox;
  jobs: Jobs;
  users: UserService;
  audit: AuditService;
  clock: () => Date;
}

type SealedRow = Pick<GenerationRow, 'file_name' | 'validated_at' | 'docx_file_id' | 'pdf_file_id'>;
/** A document that was validated, with its files. */
interface Sealed {
  file_name: string;
  validated_at: string;
  files: { id: string; format: Format; sha256: string; size: number }[];
}

export function createGenerations(deps: GenerationsDependencies) {
  const { db, files, outbox } = deps;
  const listLastSealed = readOnce((productId: string) => store.listLastSealed(db, productId));
  const templateOf = ({ template_snapshot }: Pick<GenerationRow, 'template_snapshot'>): string =>
    (JSON.parse(template_snapshot) as Generation['template']).name;
  const withFiles = async (row: SealedRow): Promise<Sealed | null> => {
    if (!row.validated_at) return null;
    const found: Sealed['files'] = [];
    for (const [format, id] of [
      ['pdf', row.pdf_file_id],
      ['docx', row.docx_file_id],
    ] as const) {
      if (id === null) continue;
      const { sha256, size } = await files.find(id);
      found.push({ id, format, sha256, size });
    }
    return { file_name: row.file_name, validated_at: row.validated_at, files: found };
  };
  const { get, answer, answerOnceSent, label, ...answers } = createAnswers(deps);
  const { finalize, validate, inspect } = createSealing({ ...deps, get, answerOnceSent, label });
  const { read, ...reading } = createReading({ ...deps, get, label });
  const { fill, ...filling } = createFilling(deps);
  const drafting = createDrafting({ ...deps, get, answerOnceSent, label, fill });

  return {
    ...answers,

    get: answer,

    /** The stored files of the documents of a product that were validated last, one of each template, the latest first. */
    async sealedFiles(productId: string): Promise<(Sealed & { template: string })[]> {
      const found: (Sealed & { template: string })[] = [];
      for (const row of await listLastSealed(productId)) {
        const sealed = await withFiles(row);
        if (sealed) found.push({ ...sealed, template: templateOf(row) });
      }
      return found;
    },

    /** Every document that was validated, by product, the last of each first; those of products that are gone too. */
    listSealed: () => store.listSealed(db),
    sealedFilesOf: withFiles,

    /** What the documents of a product that were validated last stood on, one of each template, the latest first; of an older release, nothing of it. */
    async lastSealed(productId: string): Promise<{ stamp: Stamp; validated_at: string; template: string }[]> {
      return (await listLastSealed(productId)).flatMap((row) =>
        row.validated_at
          ? [{ stamp: JSON.parse(row.stamp ?? '{}'), validated_at: row.validated_at, template: templateOf(row) }]
          : [],
      );
    },
    /** Of which product a document is, in the trash too. */
    productOf: (id: string): Promise<string | null> => store.productOf(db, id),

    /** The margins that the last validated document of a product prints. */
    async sealedMargins(productId: string): Promise<SealedMargins | null> {
      const [last] = await listLastSealed(productId);
      const margins = last && (await store.marginsOf(db, last.id));
      if (!margins || !last.validated_at) return null;
      const { id, file_name, validated_at } = last;
      return { generation_id: id, file_name, validated_at, margins: JSON.parse(margins) };
    },
    ...drafting,
    ...createStale(deps),
    finalize,
    validate,
    inspect,

    read,
    ...filling,
    ...reading,

    /** Tries the drive again, now, for what is not there yet. */
    async send(id: string, by: Actor): Promise<Generation> {
      await get(db, id);
      await outbox.retry(id, { evenCancelled: true });
      return answer(id, by);
    },

    /** The document, unless it is gone. */
    async known(id: string): Promise<{ sealed: boolean; title: string } | null> {
      const row = await store.find(db, id);
      if (!row) return null;
      return { sealed: row.status === 'success', title: titleOf(row) };
    },

    count: (): Promise<store.GenerationCounts> => store.count(db),
    timesSince: (from: string): ReturnType<typeof store.timesSince> => store.timesSince(db, from),
    listWaiting: async (
      what: 'draft' | 'drive',
      count: number,
    ): Promise<{ id: string; title: string; initiated_at: string }[]> =>
      (await store.listWaiting(db, what, count)).map((row) => ({
        id: row.id,
        title: titleOf(row),
        initiated_at: row.initiated_at,
      })),
  };
}

export type GenerationService = ReturnType<typeof createGenerations>;
