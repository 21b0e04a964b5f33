import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { printMargins } from '#shared/exposure/exposure.print.ts';
import { keptMargins } from '#shared/exposure/margins.kept.ts';
import { dayOf } from '#shared/fields/date.ts';
import {
  type Generation,
  type GenerationQuery,
  type LinkQuery,
  openFile,
  type SealFinding,
} from '#shared/generations/generation.contract.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { snapshotOf } from '#shared/products/product.snapshot.ts';
import { printLaw } from '#shared/regulation/regulation.print.ts';
import { templateData } from '#shared/templates/placeholders.ts';
import { DOCX_MIME } from '#shared/templates/template.contract.ts';
import { SEALED_YEARS } from '#shared/trash/trash.contract.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import type { ControlService } from '../control/control.service.ts';
import { inChunks } from '../db/chunks.ts';
import { searchText } from '../db/fulltext.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { GenerationRow } from '../db/tables.ts';
import { type DocumentService, isPicture, type Picture } from '../documents/document.service.ts';
import type { Outbox } from '../drive/outbox.service.ts';
import { conflict, notFound, notToBeSealed, unknownSort } from '../errors.ts';
import type { ExposureService, SealedMargins } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { FileAnswer, UploadedFile } from '../http/file.ts';
import type { LinkService } from '../http/links.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import { type FileService, fileLock } from '../storage/files.service.ts';
import type { StoredBytes } from '../storage/storage.ts';
import type { TemplateService } from '../templates/template.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createReview } from './generation.review.ts';
import * as store from './generation.store.ts';

export type Format = 'docx' | 'pdf';

interface FillInput {
  template_id: string;
  product_id: string;
  /** Tells what is empty: for reading only. */
  markEmpty?: boolean;
  by: Actor;
}

interface SealOptions {
  by: Actor;
  /** Refuses to seal when something looks wrong, and keeps nothing: 409 with the findings. */
  check: boolean;
}

const SEALED = 'Ce document est validé : il est scellé et ne change plus. Générez-en un autre.';
const REPLACED = 'Un autre document finalisé a été déposé entre-temps. Vérifiez-le, puis recommencez.';
const PDF_MIME = 'application/pdf';
const isFormat = (text: string): text is Format => text === 'docx' || text === 'pdf';

const pdfName = (docxName: string): string => docxName.replace(/\.docx$/i, '.pdf');
/** What the PDFs of drafts kept in memory may take (a few hundred kB each). */
const PREVIEW_BYTES = 32 * 1024 * 1024;

/** A picture that a document may take in (bytes). */
const PICTURE_BYTES = 10 * 1024 * 1024;
/** Files under one key that are looked at for a picture, the newest first. */
const PICTURES_TRIED = 5;

/** Rows of a list read at once. */
const CHUNK = 200;

interface Dependencies {
  db: Db;
  files: FileService;
  documents: DocumentService;
  links: LinkService;
  products: ProductService;
  formulas: FormulaService;
  regulation: Pick<RegulationService, 'verdicts'>;
  exposures: Pick<ExposureService, 'margins'>;
  control: Pick<ControlService, 'printed'>;
  attachments: AttachmentService;
  templates: TemplateService;
  outbox: Outbox;
  jobs: Jobs;
  users: UserService;
  audit: AuditService;
  clock: () => Date;
}

export function createGenerations(deps: Dependencies) {
  const {
    db,
    files,
    documents,
    links,
    products,
    formulas,
    regulation,
    exposures,
    control,
    attachments,
    templates,
    outbox,
    jobs,
    users,
    audit,
    clock,
  } = deps;

  const review = createReview(deps);
  const refuseFindings = async (row: store.GenerationWithHashes, file: UploadedFile | null): Promise<void> => {
    const findings = await review(row, file);
    if (findings.length > 0) throw notToBeSealed(findings);
  };

  const get = async (executor: Executor, id: string): Promise<store.GenerationWithHashes> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('génération');
    return row;
  };
  const getDraft = async (id: string): Promise<store.GenerationWithHashes> => {
    const row = await get(db, id);
    if (row.status !== 'draft') throw conflict(SEALED);
    return row;
  };

  const present = async (rows: readonly store.GenerationWithHashes[], by: Actor): Promise<Generation[]> => {
    const placeOf = await outbox.placesOf(rows.map(({ id }) => id));
    return rows.map((row) => {
      const url = (format: Format): string => links.sign(openFile, { id: row.id, format }, by.id ?? '');
      const { files: there, ...state } = placeOf(row.id);
      return {
        id: row.id,
        template_id: row.template_id,
        product_id: row.product_id,
        status: row.status as Generation['status'],
        initiated_at: row.initiated_at,
        finalized_at: row.finalized_at,
        validated_at: row.validated_at,
        initiated_by: row.initiated_by,
        file_name: row.file_name,
        final_file_name: row.final_file_name,
        // In the built-in drive a file's id is that of the stored bytes; on another one it has none before it is sent.
        drive_file_id: there.docx ? there.docx.id : row.docx_file_id,
        drive_file_url: there.docx?.url ?? url('docx'),
        pdf_drive_file_id: there.pdf ? there.pdf.id : row.pdf_file_id,
        pdf_drive_file_url: row.pdf_file_id ? (there.pdf?.url ?? url('pdf')) : null,
        ...state,
        sha256: row.sha256,
        pdf_sha256: row.pdf_sha256,
        warnings: JSON.parse(row.warnings),
        template: JSON.parse(row.template_snapshot),
        product: JSON.parse(row.product_snapshot),
      };
    });
  };
  const answer = async (id: string, by: Actor): Promise<Generation> => {
    const [one] = await present([await get(db, id)], by);
    if (!one) throw notFound('génération');
    return one;
  };

  const label = (row: GenerationRow) => ({ type: 'generation', id: row.id, label: row.file_name });

  /** Seals: from here on nothing changes the files or their hashes. */
  const seal = async (
    row: store.GenerationWithHashes,
    { pdf, by, action }: { pdf: StoredBytes; by: Actor; action: 'generation.finalize' | 'generation.validate' },
  ): Promise<Generation> => {
    const sealedFiles = [row.docx_file_id, pdf.id, row.template_file_id];
    await inTransaction(
      db,
      async (trx) => {
        await files.record(trx, pdf);
        const changed = await store.updateDraft(trx, {
          id: row.id,
          // The PDF is that of this very .docx: another one deposited meanwhile is not sealed with it.
          docxFileId: row.docx_file_id,
          values: { status: 'success', pdf_file_id: pdf.id, validated_at: clock().toISOString() },
        });
        if (!changed) {
          const now = await get(trx, row.id);
          throw conflict(now.status === 'draft' ? REPLACED : SEALED);
        }
        for (const id of sealedFiles) await files.seal(trx, id, sealedUntil(clock()));
        // The Word file once more, to be made read-only there too.
        await outbox.enqueue(trx, { owner_id: row.id, format: 'docx', file_id: row.docx_file_id });
        await outbox.enqueue(trx, { owner_id: row.id, format: 'pdf', file_id: pdf.id });
        if (action === 'generation.finalize') await products.markValidated(trx, row.product_id, by);
        await audit.record(trx, { action, by, object: label(row) });
      },
      `generation ${row.id}`,
      `product ${row.product_id}`,
    );
    await files.sealBytes(sealedFiles);
    const made = await answer(row.id, by);
    jobs.wake();
    return made;
  };

  const read = async (id: string, format: Format, by: Actor): Promise<FileAnswer> => {
    const row = await get(db, id);
    const fileId = format === 'pdf' ? row.pdf_file_id : row.docx_file_id;
    if (fileId === null) throw notFound('PDF');
    if (row.status === 'success')
      await audit.note({
        action: 'generation.read',
        by,
        object: { ...label(row), label: format === 'pdf' ? pdfName(row.file_name) : row.file_name },
      });
    return {
      ...(await files.open(fileId, { checked: row.status === 'success' })),
      mimeType: format === 'pdf' ? PDF_MIME : DOCX_MIME,
      fileName: format === 'pdf' ? pdfName(row.file_name) : row.file_name,
      disposition: format === 'pdf' ? 'inline' : 'attachment',
    };
  };

  /** The picture that was attached last under this key: by its content, never by its name. */
  const pictureOf = async (attached: readonly Attachment[], key: string): Promise<Picture | null> => {
    const candidates = attached
      .filter(({ field_key, size }) => field_key === key && size <= PICTURE_BYTES)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
      .slice(0, PICTURES_TRIED);
    const fileIds = await attachments.fileIdsOf(candidates.map(({ id }) => id));
    for (const { id, alias, file_name } of candidates) {
      const bytes = await files.read(fileIds.get(id) ?? '');
      if (isPicture(bytes)) return { bytes, name: alias ?? file_name };
    }
    return null;
  };

  /** A template filled with a product, as they are now. */
  const fill = async ({ template_id, product_id, markEmpty = false, by }: FillInput) => {
    const template = await templates.source(template_id);
    const product = await products.get(product_id);
    const now = clock();
    const margins = await exposures.margins(product_id);
    const attached = await attachments.listOf({ type: 'product', id: product_id });
    const data = templateData({
      values: product,
      status: product.status,
      progression: product.progression,
      attachments: attached,
      formula: await formulas.printed(product_id),
      law: printLaw(await regulation.verdicts(product_id, {})),
      margins: printMargins(margins),
      control: await control.printed(product_id),
      template,
      author: by.email ?? '',
      now,
    });
    const withoutPicture: string[] = [];
    const { docx, warnings } = await documents.fill(template.bytes, data, {
      markEmpty,
      properties: {
        title: [productLabel(product), product.ref_formule].filter(Boolean).join(', '),
        created: now.toISOString(),
      },
      pictures: async (keys) => {
        const found = new Map<string, Picture>();
        for (const key of keys) {
          const picture = await pictureOf(attached, key);
          if (picture) found.set(key, picture);
          else withoutPicture.push(`Aucune image PNG ou JPEG n’est jointe sous « ${key} » : son cadre reste vide.`);
        }
        return found;
      },
    });
    return {
      template,
      product,
      margins,
      now,
      docx,
      warnings: [...warnings, ...withoutPicture],
    };
  };

  /** PDFs of drafts being read, by the .docx they show: an impatient person does not convert twice. */
  const previews = new LRUCache<string, Buffer>({
    maxSize: PREVIEW_BYTES,
    sizeCalculation: (pdf) => Math.max(1, pdf.length),
    fetchMethod: (fileId) => documents.toPdf(() => files.read(fileId), 'preview'),
  });
  const previewOf = (fileId: string): Promise<Buffer> => previews.forceFetch(fileId);

  return {
    /** A few hundred at a time. */
    async list(query: GenerationQuery, by: Actor): Promise<{ rows: AsyncIterable<Generation>; total: number }> {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const { ids, total } = await store.list(db, query);
      const rows = inChunks(ids, CHUNK, async (some) => present(await store.listByIds(db, some), by));
      return { rows, total };
    },

    get: answer,

    /** The stored files of the document of a product that was validated last. */
    async sealedFiles(productId: string): Promise<{
      file_name: string;
      validated_at: string;
      files: { id: string; format: Format; sha256: string; size: number }[];
    } | null> {
      const row = await store.findLastSealed(db, productId);
      if (!row?.validated_at) return null;
      const found = [];
      for (const [format, id] of [
        ['pdf', row.pdf_file_id],
        ['docx', row.docx_file_id],
      ] as const) {
        if (id === null) continue;
        const { sha256, size } = await files.find(id);
        found.push({ id, format, sha256, size });
      }
      return { file_name: row.file_name, validated_at: row.validated_at, files: found };
    },

    /** The margins that the last validated document of a product prints. */
    async sealedMargins(productId: string): Promise<SealedMargins | null> {
      const row = await store.findLastSealed(db, productId);
      if (!row?.margins || !row.validated_at) return null;
      const { id, file_name, validated_at } = row;
      return { generation_id: id, file_name, validated_at, margins: JSON.parse(row.margins) };
    },

    async create({
      template_id,
      product_id,
      by,
    }: {
      template_id: string;
      product_id: string;
      by: Actor;
    }): Promise<Generation> {
      const { template, product, margins, now, docx, warnings } = await fill({ template_id, product_id, by });
      const stored = await files.save(docx);
      const snapshot = snapshotOf(product);
      const row: GenerationRow = {
        id: randomUUID(),
        template_id,
        product_id,
        template_file_id: template.fileId,
        template_snapshot: JSON.stringify({ id: template_id, name: template.name, version: template.version }),
        product_snapshot: JSON.stringify(snapshot),
        status: 'draft',
        initiated_at: now.toISOString(),
        finalized_at: null,
        validated_at: null,
        initiated_by: by.email,
        file_name: fileNameOf(product, now),
        final_file_name: null,
        docx_file_id: stored.id,
        pdf_file_id: null,
        warnings: JSON.stringify(warnings),
        margins: JSON.stringify(keptMargins(margins)),
        search_text: searchText([
          ...Object.values(snapshot).map((value) => value ?? ''),
          template.name,
          by.email ?? '',
        ]),
        deleted_at: null,
        deleted_by: null,
      };
      await inTransaction(
        db,
        async (trx) => {
          // The product may have gone to the trash while the document was made.
          await products.get(product_id, trx);
          // So may the template's file: what a document was made from is kept with it.
          await files.find(template.fileId, trx);
          await files.record(trx, stored);
          await store.insert(trx, row);
          await outbox.enqueue(trx, { owner_id: row.id, format: 'docx', file_id: stored.id });
          await audit.record(trx, { action: 'generation.create', by, object: label(row) });
        },
        `product ${product_id}`,
        fileLock(template.fileId),
      );
      const made = await answer(row.id, by);
      // Read before it is sent: the answer tells of a document that waits, not of one that has gone.
      jobs.wake();
      return made;
    },

    /** Keeps the finalised .docx, then makes its PDF, then seals both and validates the product. */
    async finalize(id: string, file: UploadedFile, { by, check }: SealOptions): Promise<Generation> {
      if (check) await refuseFindings(await getDraft(id), file);
      await getDraft(id);
      await documents.check(file.content);
      const stored = await files.save(file.content);
      // Kept before the PDF is made: if the conversion fails, the finalised document is safe and can be validated.
      await inTransaction(
        db,
        async (trx) => {
          await files.record(trx, stored);
          const values = {
            docx_file_id: stored.id,
            final_file_name: file.fileName,
            finalized_at: clock().toISOString(),
          };
          if (!(await store.updateDraft(trx, { id, values }))) throw conflict(SEALED);
          await outbox.enqueue(trx, { owner_id: id, format: 'docx', file_id: stored.id });
          await audit.record(trx, { action: 'generation.deposit', by, object: label(await get(trx, id)) });
        },
        `generation ${id}`,
      );
      const pdf = await files.save(await documents.toPdf(() => files.read(stored.id), 'seal'));
      const row = await get(db, id);
      return seal({ ...row, docx_file_id: stored.id }, { pdf, by, action: 'generation.finalize' });
    },

    /** Makes the PDF of the stored .docx and seals both. */
    async validate(id: string, { by, check }: SealOptions): Promise<Generation> {
      const draft = await getDraft(id);
      if (check) await refuseFindings(draft, null);
      const pdf = await files.save(await documents.toPdf(() => files.read(draft.docx_file_id), 'seal'));
      return seal(draft, { pdf, by, action: 'generation.validate' });
    },

    remove: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          await store.trash(trx, id, { deleted_at: clock().toISOString(), deleted_by: by.email });
          await audit.record(trx, { action: 'generation.remove', by, object: label(row) });
        },
        `generation ${id}`,
      ),

    read,

    /** What a template would give of a product, as a PDF. Nothing is kept. */
    async tryTemplate(input: {
      template_id: string;
      product_id: string;
      markEmpty: boolean;
      by: Actor;
    }): Promise<FileAnswer> {
      const { product, now, docx } = await fill(input);
      const pdf = await documents.toPdf(docx, 'preview');
      return {
        stream: Readable.from(pdf),
        size: pdf.length,
        mimeType: PDF_MIME,
        fileName: pdfName(fileNameOf(product, now)),
        disposition: 'inline',
      };
    },

    /** The document as a PDF: the sealed one, or what the draft would give now. */
    async preview(id: string, by: Actor): Promise<FileAnswer> {
      const row = await get(db, id);
      if (row.pdf_file_id) return read(id, 'pdf', by);
      const pdf = await previewOf(row.docx_file_id);
      return {
        stream: Readable.from(pdf),
        size: pdf.length,
        mimeType: PDF_MIME,
        fileName: pdfName(row.file_name),
        disposition: 'inline',
      };
    },

    /** Tries the drive again, now, for what is not there yet. */
    async send(id: string, by: Actor): Promise<Generation> {
      await get(db, id);
      await outbox.retry(id, { evenCancelled: true });
      return answer(id, by);
    },

    /** What stands in the way of sealing this .docx, or the stored one. Nothing is kept. */
    inspect: async (id: string, file: UploadedFile | null): Promise<SealFinding[]> => review(await getDraft(id), file),

    async readByLink(
      id: string,
      { format, query, ip }: { format: string; query: LinkQuery; ip: string },
    ): Promise<FileAnswer> {
      const account = await links.check(openFile, { id, format }, query);
      if (!isFormat(format)) throw notFound('fichier');
      return read(id, format, { id: account, email: (await users.profile(account)).email, ip });
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

/** A document in people's words: of which product, by which template. */
function titleOf(row: Pick<GenerationRow, 'product_snapshot' | 'template_snapshot'>): string {
  const product: Generation['product'] = JSON.parse(row.product_snapshot);
  const template: Generation['template'] = JSON.parse(row.template_snapshot);
  return `${productLabel(product)} (${template.name})`;
}

/** Ten years after: Regulation (EC) 1223/2009, article 11(1), counted from the sealing at the least. */
function sealedUntil(now: Date): string {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + SEALED_YEARS);
  return until.toISOString();
}

/** `DIP_Creme-Eclat_CV-2026-014_2026-03-15.docx`: plain letters, so that every system takes it. */
function fileNameOf(product: Product, now: Date): string {
  const parts = [product.nom_commercial ?? product.nom_produit ?? 'produit', product.ref_formule ?? '', dayOf(now)];
  const plain = parts
    .filter((part) => part !== '')
    .map((part) =>
      part
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^A-Za-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 60),
    );
  return `DIP_${plain.filter(Boolean).join('_')}.docx`;
}
