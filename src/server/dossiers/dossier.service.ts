import { createHash, randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { ListQuery } from '#shared/contract/list.ts';
import type { Control } from '#shared/control/control.contract.ts';
import { type PointKey, pointName } from '#shared/control/points.ts';
import type { Dossier } from '#shared/dossiers/dossier.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf, printDay, printInstant } from '#shared/fields/date.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { snapshotOf } from '#shared/products/product.snapshot.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Tries } from '../auth/tries.service.ts';
import { type Actor, addressKey } from '../caller.ts';
import type { ControlService } from '../control/control.service.ts';
import { searchText } from '../db/fulltext.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { DossierRow } from '../db/tables.ts';
import type { DocumentService, DossierPiece } from '../documents/document.service.ts';
import { BUILT_IN, type Outbox } from '../drive/outbox.service.ts';
import { conflict, notFound, Refusal, unknownSort } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { FileAnswer } from '../http/file.ts';
import { JobFault, type Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import { MissingFile } from '../storage/storage.ts';
import { FOLDERS, type FolderKey, folderOf, kindOfBytes, pointOf, safeName } from './dossier.pieces.ts';
import * as store from './dossier.store.ts';

export interface DossierService {
  /** Puts the sealing in line. @throws 409 naming a piece that is missing from the storage */
  create(productId: string, by: Actor): Promise<{ job_id: string }>;
  list(productId: string): Promise<Dossier[]>;
  /** Of every product, those that are gone too. */
  listAll(query: ListQuery): Promise<{ rows: Dossier[]; total: number }>;
  get(id: string): Promise<Dossier>;
  work(productId: string): Promise<{
    state: 'waiting' | 'running' | 'failed' | null;
    progress: { done: number; total: number } | null;
    error: string | null;
  }>;
  read(id: string, format: 'pdf' | 'zip', by: Actor): Promise<FileAnswer>;
  /** Tries the drive again, now, for what is not there yet. */
  send(id: string): Promise<Dossier>;
  verify(sha256: string, ip: string): Promise<{ known: boolean; sealed_at: string | null }>;
}

interface Dependencies {
  db: Db;
  products: ProductService;
  formulas: FormulaService;
  attachments: AttachmentService;
  generations: Pick<GenerationService, 'sealedFiles'>;
  control: Pick<ControlService, 'control' | 'conformity'>;
  regulation: Pick<RegulationService, 'active'>;
  documents: Pick<DocumentService, 'toPdf' | 'dossier'>;
  files: FileService;
  outbox: Outbox;
  inbox: Inbox;
  jobs: Jobs;
  tries: Tries;
  audit: AuditService;
  version: string;
  clock: () => Date;
}

/** A larger PDF is annexed as a file (bytes), and so is what would make all of them too much together. */
const SHOWN_MAX = 100 * 1024 * 1024;
const SHOWN_TOTAL = 300 * 1024 * 1024;
const YEARS = 10;
/** Nobody knows yet when the last batch was: nothing goes. */
const FOREVER = '9999-12-31T23:59:59.999Z';
const VERIFY_LIMIT = { count: 120, windowMs: 60_000 };
const SCHEMA = 1;

/** A piece of the dossier: a stored file, where it goes, and what is told of it. */
interface Piece {
  fileId: string;
  path: string;
  title: string;
  folder: FolderKey;
  point: PointKey | null;
  sha256: string;
  size: number;
  piece_date: string | null;
  added_at: string;
  added_by: string | null;
}

/** What a dossier shows of a piece; `isMissed`: nothing, where people would look for it. */
type Shown = Omit<DossierPiece, 'title' | 'path' | 'sha256'> & { isMissed: boolean };

export function createDossiers(deps: Dependencies): DossierService {
  const { db, products, formulas, attachments, generations, control, regulation, documents } = deps;
  const { files, outbox, inbox, jobs, tries, audit, version, clock } = deps;

  /** Every piece, in the order of the folders; names never meet. */
  const piecesOf = async (productId: string): Promise<{ pieces: Piece[]; hasDip: boolean }> => {
    const formula = await formulas.get(productId);
    const used = (name: 'material_id' | 'substance_id'): string[] => [
      ...new Set(formula.lines.flatMap((line) => line[name] ?? [])),
    ];
    const shelf = {
      substances: new Map(formula.substances.map((one) => [one.id, one])),
      materials: new Map(formula.materials.map((one) => [one.id, one])),
    };
    const ofProduct = await attachments.listOf({ type: 'product', id: productId });
    const ofLibrary = async (type: 'material' | 'substance', name: 'material_id' | 'substance_id') => {
      const owned = await attachments.listOfMany(type, used(name), db);
      return formula.lines.flatMap((line) => {
        const id = line[name];
        return id ? (owned.get(id) ?? []).map((file) => ({ file, of: nameOfLine(line, shelf) })) : [];
      });
    };
    const told: { file: Attachment; of: string | null }[] = [
      ...ofProduct.map((file) => ({ file, of: null })),
      ...(await ofLibrary('material', 'material_id')),
      ...(await ofLibrary('substance', 'substance_id')),
    ];
    const added = await audit.actorsOf(
      'attachment.create',
      told.map(({ file }) => file.id),
    );
    const seen = new Set<string>();
    const found = told
      .filter(({ file }) => !seen.has(file.id) && seen.add(file.id))
      .map(({ file, of }) => {
        const point = pointOf(file);
        const name = file.alias ?? file.file_name;
        return { file, point, folder: folderOf(point), title: of ? `${of} : ${name}` : name };
      })
      .toSorted(
        (a, b) =>
          FOLDERS[a.folder].folder.localeCompare(FOLDERS[b.folder].folder) ||
          a.file.created_at.localeCompare(b.file.created_at) ||
          a.file.id.localeCompare(b.file.id),
      );
    const counts = new Map<FolderKey, number>();
    const pieces: Piece[] = [];
    const fileIds = await attachments.fileIdsOf(found.map(({ file }) => file.id));
    for (const { file, point, folder, title } of found) {
      const rank = (counts.get(folder) ?? 0) + 1;
      counts.set(folder, rank);
      pieces.push({
        fileId: fileIds.get(file.id) ?? '',
        path: `${FOLDERS[folder].folder}/${String(rank).padStart(2, '0')}-${safeName(file.file_name)}`,
        title,
        folder,
        point,
        sha256: file.sha256,
        size: file.size,
        piece_date: file.issued_on,
        added_at: file.created_at,
        added_by: added.get(file.id) ?? null,
      });
    }
    const dip = await generations.sealedFiles(productId);
    const ofDip: Piece[] = (dip?.files ?? []).map(({ id, format, sha256, size }) => ({
      fileId: id,
      path: `00-dip/${safeName(dip?.file_name.replace(/\.docx$/i, `.${format}`) ?? `dip.${format}`)}`,
      title: `Dossier d’information produit (${format === 'pdf' ? 'PDF' : 'Word'})`,
      folder: 'description' as const,
      point: null,
      sha256,
      size,
      piece_date: dip ? dayOf(new Date(dip.validated_at)) : null,
      added_at: dip?.validated_at ?? '',
      added_by: null,
    }));
    return { pieces: [...ofDip, ...pieces], hasDip: ofDip.length > 0 };
  };

  /** @throws 409 naming the first piece that the storage has lost */
  const checkPieces = async (pieces: readonly Piece[]): Promise<void> => {
    for (const { fileId, title } of pieces)
      try {
        const { stream } = await files.open(fileId);
        // A stream that is opened tells only then that there is nothing.
        await new Promise<void>((done, failed) => {
          stream.once('error', failed);
          stream.once('readable', () => done());
          stream.once('end', () => done());
        });
        stream.destroy();
      } catch (error) {
        if (isLost(error))
          throw conflict(`« ${title} » manque dans le stockage : remettez ce fichier, puis scellez de nouveau.`);
        throw error;
      }
  };

  /** A Word file as a PDF: made once, the same in every dossier. */
  const convertedOf = async ({ sha256 }: Piece, bytes: Buffer): Promise<Buffer> => {
    const known = await store.findConversion(db, sha256);
    const kept = known ? await files.read(known).catch(() => null) : null;
    if (kept) return kept;
    const pdf = await documents.toPdf(bytes, 'seal');
    const stored = await files.save(pdf);
    await inTransaction(db, async (trx) => {
      await files.record(trx, stored);
      await store.keepConversion(trx, { sha256, file_id: stored.id });
    });
    return pdf;
  };

  /** What of a piece is shown in the PDF: by its content, never by its name. */
  const shownOf = async (piece: Piece, room: number): Promise<Shown> => {
    const listed = (reason: string, { isMissed = false } = {}): Shown => ({
      bytes: null,
      kind: 'listed',
      reason,
      isMissed,
    });
    const missed = (reason: string): Shown => listed(reason, { isMissed: true });
    if (piece.size > SHOWN_MAX) return missed('plus de 100 Mio');
    if (piece.size > room) return missed('le dossier entier dépasserait 300 Mio');
    const bytes = await files.read(piece.fileId);
    const kind = kindOfBytes(bytes);
    if (kind === 'pdf' || kind === 'jpeg' || kind === 'png') return { bytes, kind, reason: null, isMissed: false };
    if (kind === 'zip' && /\.docx$/i.test(piece.path)) {
      // The DIP's own Word file is there as a PDF already.
      if (piece.path.startsWith('00-dip/')) return listed('le même document en PDF précède');
      try {
        return { bytes: await convertedOf(piece, bytes), kind: 'pdf', reason: null, isMissed: false };
      } catch (error) {
        if (error instanceof Refusal && error.status === 422)
          return missed('ce document Word n’a pas pu être converti');
        throw error;
      }
    }
    return listed('ce format ne se montre pas dans un PDF');
  };

  const build = async (
    productId: string,
    { by, signal, progress }: { by: Actor; signal: AbortSignal; progress: (done: number, total: number) => void },
  ) => {
    const product = await products.get(productId);
    const found: Control = await control.control(productId);
    const conformity = await control.conformity(productId);
    const formula = await formulas.get(productId);
    const corpus = (await regulation.active())?.corpus ?? null;
    const { pieces, hasDip } = await piecesOf(productId);
    const snapshot = snapshotOf(product);
    const id = randomUUID();
    const sealedAt = clock().toISOString();
    const tool = `Diplo ${version}`;
    const anomalies = anomaliesOf(found, hasDip);
    const total = pieces.length + 2;
    const sections = new Map<FolderKey | 'dip', DossierPiece[]>();
    const unseen: string[] = [];
    let room = SHOWN_TOTAL;
    for (const [index, piece] of pieces.entries()) {
      if (signal.aborted) throw signal.reason;
      progress(index, total);
      const { isMissed, ...shown } = await shownOf(piece, room);
      if (isMissed) unseen.push(`${piece.title} : seulement dans l’archive, ${shown.reason}.`);
      room -= shown.bytes?.length ?? 0;
      const key = piece.path.startsWith('00-dip/') ? 'dip' : piece.folder;
      sections.set(key, [
        ...(sections.get(key) ?? []),
        { title: piece.title, path: piece.path, sha256: piece.sha256, ...shown },
      ]);
    }
    const { pdf, pages, refused } = await documents.dossier(
      {
        id,
        title: `Dossier d’information produit : ${productLabel(product)}`,
        subtitle: [
          `Formule ${product.ref_formule ?? 'sans référence'}, version ${product.version ?? 'non précisée'}`,
          `Personne responsable : ${conformity.pr_nom ?? product.resp_mise_marche ?? 'non renseignée'}`,
          `Scellé le ${printInstant(sealedAt)} (Paris)`,
          `Article 11 : ${counted(found.covered, 'point')} sur ${found.total}`,
        ],
        sealedAt,
        tool,
        sheets: sheetsOf(found, anomalies),
        sections: [
          { title: 'Le dossier d’information produit validé', pieces: sections.get('dip') ?? [] },
          ...(Object.keys(FOLDERS) as FolderKey[]).map((key) => ({
            title: FOLDERS[key].title,
            pieces: sections.get(key) ?? [],
          })),
        ],
      },
      signal,
    );
    progress(pieces.length, total);
    const all = [
      ...anomalies,
      ...unseen,
      ...refused.map(({ path, reason }) => `${pieces.find((one) => one.path === path)?.title ?? path} : ${reason}.`),
    ];
    const pdfStored = await files.save(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    const manifest = {
      schema: SCHEMA,
      id,
      time: sealedAt,
      tool,
      product: {
        id: productId,
        nom_commercial: product.nom_commercial,
        nom_produit: product.nom_produit,
        ref_formule: product.ref_formule,
        ref_produit: product.ref_produit,
        version: product.version,
        revision: product.revision,
      },
      formula: { mode: formula.mode, revision: formula.revision, composition_sha256: formula.composition_sha256 },
      corpus: corpus && { date: corpus.date, sha256: corpus.sha256 },
      points: found.points.map(({ key, title, state, missing, reason }) => ({
        key,
        title,
        state,
        missing: missing.map(({ text }) => text),
        reason,
      })),
      chronology: found.chronology,
      anomalies: all,
      files: pieces.map(({ path, size, sha256, title, point, piece_date, added_at, added_by }) => ({
        path,
        bytes: size,
        sha256,
        title,
        point,
        piece_date,
        added_at,
        added_by,
      })),
      pdf_sha256: pdfStored.sha256,
    };
    const zipStored = await saveZip(
      [
        { path: 'dossier.pdf', sha256: pdfStored.sha256, open: async () => Readable.from([pdf]) },
        ...pieces.map((piece) => ({
          path: piece.path,
          sha256: piece.sha256,
          open: async () => (await files.open(piece.fileId, { checked: true })).stream,
        })),
      ],
      { manifest, id, sealedAt, title: productLabel(product) },
    );
    progress(total - 1, total);
    const row: DossierRow = {
      id,
      product_id: productId,
      product_snapshot: JSON.stringify(snapshot),
      search_text: searchText(Object.values(snapshot).map((value) => value ?? '')),
      sealed_at: sealedAt,
      sealed_by: by.email,
      sha256: pdfStored.sha256,
      zip_sha256: zipStored.sha256,
      pages,
      anomalies: JSON.stringify(all),
      file_name: `Dossier_${safeName(productLabel(product))}_${dayOf(new Date(sealedAt))}`,
      pdf_file_id: pdfStored.id,
      zip_file_id: zipStored.id,
    };
    return { row, stored: [pdfStored, zipStored], until: keptUntil(conformity.dernier_lot_date) };
  };

  /** Written piece by piece: an archive is never whole in memory. */
  const saveZip = async (
    entries: readonly { path: string; sha256: string; open: () => Promise<NodeJS.ReadableStream> }[],
    { manifest, id, sealedAt, title }: { manifest: object; id: string; sealedAt: string; title: string },
  ) => {
    const zip = new ZipFile();
    const mtime = new Date(sealedAt);
    const written = new PassThrough();
    zip.outputStream.pipe(written);
    const fail = (error: unknown): void => {
      written.destroy(error instanceof Error ? error : new Error(String(error)));
    };
    zip.on('error', fail);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    const sums = `${entries.map(({ path, sha256 }) => `${sha256}  ${path}`).join('\n')}\n${sha256Of(text)}  manifeste.json\n`;
    for (const { path, open } of entries)
      zip.addReadStreamLazy(path, { mtime, compress: !/\.(?:pdf|jpe?g|png|zip|docx|xlsx)$/i.test(path) }, (done) => {
        open().then(
          (stream) => {
            stream.once('error', fail);
            done(null, stream);
          },
          (error) => {
            fail(error);
          },
        );
      });
    zip.addBuffer(Buffer.from(text), 'manifeste.json', { mtime });
    zip.addBuffer(Buffer.from(sums), 'SHA256SUMS', { mtime });
    zip.addBuffer(Buffer.from(readMe({ id, sealedAt, title })), 'LISEZMOI.txt', { mtime });
    zip.end();
    const arrived = await inbox.receive(written);
    return files.save(arrived);
  };

  jobs.handle('dossier.seal', {
    perform: async ({ key, payload, signal, progress }) => {
      const { by } = payload as { by: Actor };
      try {
        const { row, stored, until } = await build(key, { by, signal, progress });
        return async (trx) => {
          for (const one of stored) {
            await files.record(trx, one);
            await files.seal(trx, one.id, until);
          }
          await store.insert(trx, row);
          await store.forgetConversions(trx);
          await outbox.enqueue(trx, { owner_id: row.id, format: 'pdf', file_id: row.pdf_file_id });
          await outbox.enqueue(trx, { owner_id: row.id, format: 'zip', file_id: row.zip_file_id });
          await audit.record(trx, {
            action: 'dossier.seal',
            by,
            object: { type: 'dossier', id: row.id, label: row.file_name },
          });
        };
      } catch (error) {
        if (isLost(error))
          throw new JobFault('Une pièce du dossier manque dans le stockage : remettez-la, puis scellez de nouveau.', {
            again: 'never',
          });
        if (error instanceof Refusal && error.status === 404)
          throw new JobFault('Le produit n’est plus là.', { again: 'never' });
        throw error;
      }
    },
  });

  const present = async (rows: readonly DossierRow[]): Promise<Dossier[]> => {
    const sent = await outbox.placesOf(rows.map(({ id }) => id));
    return rows.map(
      ({ id, product_id, product_snapshot, sealed_at, sealed_by, sha256, zip_sha256, pages, anomalies }) => {
        const { files: there = {}, ...state } = sent.get(id) ?? BUILT_IN;
        return {
          id,
          product_id,
          product: JSON.parse(product_snapshot),
          sealed_at,
          sealed_by,
          sha256,
          zip_sha256,
          pages,
          anomalies: JSON.parse(anomalies),
          ...state,
          pdf_drive_url: there.pdf?.url ?? null,
          zip_drive_url: there.zip?.url ?? null,
        };
      },
    );
  };
  const getRow = async (id: string): Promise<DossierRow> => {
    const row = await store.find(db, id);
    if (!row) throw notFound('dossier');
    return row;
  };
  const get = async (id: string): Promise<Dossier> => {
    const [one] = await present([await getRow(id)]);
    if (!one) throw notFound('dossier');
    return one;
  };

  return {
    async create(productId, by) {
      const product = await products.get(productId);
      await checkPieces((await piecesOf(productId)).pieces);
      await inTransaction(
        db,
        async (trx) => {
          const found = await jobs.find('dossier.seal', productId, trx);
          // Asked for twice at once, it is made once.
          if (found && ['waiting', 'running'].includes(found.state)) return;
          await jobs.add(trx, {
            kind: 'dossier.seal',
            key: productId,
            title: productLabel(product),
            payload: { by },
          });
        },
        `dossier ${productId}`,
      );
      jobs.wake();
      const job = await jobs.find('dossier.seal', productId);
      return { job_id: job?.id ?? '' };
    },

    async list(productId) {
      await products.get(productId);
      return present(await store.listOf(db, productId));
    },
    async listAll(query) {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const { rows, total } = await store.list(db, query);
      return { rows: await present(rows), total };
    },
    get,
    async send(id) {
      await getRow(id);
      await outbox.retry(id, { evenCancelled: true });
      return get(id);
    },

    async work(productId) {
      await products.get(productId);
      const job = await jobs.find('dossier.seal', productId);
      const state =
        job && (job.state === 'waiting' || job.state === 'running' || job.state === 'failed') ? job.state : null;
      return { state, progress: state ? (job?.progress ?? null) : null, error: state ? (job?.error ?? null) : null };
    },

    async read(id, format, by) {
      const row = await getRow(id);
      const name = `${row.file_name}.${format}`;
      await audit.note({ action: 'dossier.read', by, object: { type: 'dossier', id, label: name } });
      return {
        ...(await files.open(format === 'pdf' ? row.pdf_file_id : row.zip_file_id, { checked: true })),
        mimeType: format === 'pdf' ? 'application/pdf' : 'application/zip',
        fileName: name,
        disposition: 'attachment',
      };
    },

    async verify(sha256, ip) {
      await tries.countWithin(`verify:${addressKey(ip)}`, VERIFY_LIMIT);
      const found = /^[0-9a-f]{64}$/i.test(sha256) ? await store.findByHash(db, sha256.toLowerCase()) : undefined;
      return { known: found !== undefined, sealed_at: found?.sealed_at ?? null };
    },
  };
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const isLost = (error: unknown): boolean =>
  error instanceof MissingFile || (error instanceof Error && 'code' in error && error.code === 'ENOENT');

/** Ten years after the last batch; without one nobody knows. Regulation (EC) 1223/2009, article 11(1). */
function keptUntil(lastBatch: string | null): string {
  if (lastBatch === null) return FOREVER;
  const until = new Date(`${lastBatch}T00:00:00Z`);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  return until.toISOString();
}

/** What the dossier says against itself: nothing blocks, everything is written inside. */
function anomaliesOf({ points, chronology }: Control, hasDip: boolean): string[] {
  const empty = points.filter(({ state }) => state === 'vide').map(({ key }) => key);
  return [
    ...(hasDip ? [] : ['Aucun dossier d’information produit n’est validé.']),
    ...(empty.length > 0 ? [`Points vides : ${[...new Set(empty.map(pointName))].join(', ')}.`] : []),
    ...chronology.map(({ text }) => text),
  ];
}

const STATES = { couvert: 'couvert', partiel: 'partiel', vide: 'vide', sans_objet: 'sans objet' } as const;

const sheetsOf = ({ points, chronology, covered, total }: Control, anomalies: readonly string[]) => [
  {
    title: `Article 11 : ${covered} ${covered < 2 ? 'point' : 'points'} sur ${total}`,
    lines: points.map(({ key, title, state, missing, reason }) => ({
      text: `${pointName(key)} ${title} : ${STATES[state]}`,
      ...(reason
        ? { detail: reason }
        : missing.length > 0
          ? { detail: `Il manque : ${missing.map(({ text }) => text).join(' ; ')}` }
          : {}),
    })),
  },
  {
    title: 'Chronologie',
    lines: chronology.map(({ text, dates }) => ({
      text,
      detail: dates.map(({ label, date, source }) => `${label} : ${printDay(date)} (${source})`).join(' ; '),
    })),
  },
  { title: 'Ce que ce dossier dit de lui-même', lines: anomalies.map((text) => ({ text })) },
];

const readMe = ({ id, sealedAt, title }: { id: string; sealedAt: string; title: string }): string =>
  [
    `Dossier d’information produit : ${title}`,
    `Dossier ${id}, scellé le ${printInstant(sealedAt)} (Paris).`,
    '',
    'Le fichier dossier.pdf réunit tout ce qui se lit. Les dossiers numérotés contiennent les pièces d’origine.',
    'manifeste.json dit de chaque pièce son chemin, sa taille, son empreinte SHA-256, son titre et ses dates.',
    '',
    'Vérifier sans réseau que rien n’a changé, dans le dossier où cette archive est ouverte :',
    '  Linux, macOS : sha256sum -c SHA256SUMS   (macOS : shasum -a 256 -c SHA256SUMS)',
    '  Windows (PowerShell) : Get-FileHash -Algorithm SHA256 dossier.pdf, à comparer à SHA256SUMS',
    '',
  ].join('\n');
