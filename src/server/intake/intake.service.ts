import { randomUUID } from 'node:crypto';
import type { ListQuery } from '#shared/contract/list.ts';
import { dayOf } from '#shared/fields/date.ts';
import {
  INTAKE_DAYS,
  type IntakeCandidate,
  type IntakeItem,
  type IntakeState,
  type OwnerType,
} from '#shared/intake/intake.contract.ts';
import { daysOfText, kindOfFile } from '#shared/intake/intake.kinds.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Actor, NOBODY } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { IntakeRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { conflict, notFound } from '../errors.ts';
import type { FileAnswer, UploadedFile } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import type { StoredBytes } from '../storage/storage.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { createFiling } from './intake.filing.ts';
import { watchFolder } from './intake.folder.ts';
import { createOwners } from './intake.owner.ts';
import * as store from './intake.store.ts';
import { createUnpacking } from './intake.unpacking.ts';

export interface IntakeDependencies {
  db: Db;
  files: FileService;
  documents: Pick<DocumentService, 'firstWords' | 'archive'>;
  products: ProductService;
  materials: MaterialService;
  substances: SubstanceService;
  attachments: Pick<AttachmentService, 'attachStored'>;
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
  uploadMaxMb: number;
  inbox: Inbox;
  /** Looked at each minute; `null` for none. */
  folder: string | null;
  /** How long a file of it has to stay as it is (ms). */
  steadyMs?: number | undefined;
}

/** A file that came in, kept already. */
export interface Arrived {
  file_name: string;
  folder: string;
  mime_type: string;
  stored: StoredBytes;
}

const DAY_MS = 86_400_000;

/** The one place for files that came in: looked at, proposed to an owner, and filed by a person. */
export function createIntake(deps: IntakeDependencies) {
  const { db, files, documents, products, materials, substances, audit, jobs, clock } = deps;
  const meant = createOwners(deps);
  const unpack = createUnpacking(deps);

  /** What each owner is called. */
  const labelsOf = async (keys: readonly { type: string; id: string }[]): Promise<Map<string, string>> => {
    const idsOf = (type: OwnerType): string[] => keys.flatMap((key) => (key.type === type ? [key.id] : []));
    const labels = new Map<string, string>();
    for await (const { id, label } of products.views(idsOf('product'))) labels.set(`product ${id}`, label);
    for (const { id, label } of await materials.listByIds(idsOf('material'))) labels.set(`material ${id}`, label);
    for (const { id, label } of await substances.listByIds(idsOf('substance'))) labels.set(`substance ${id}`, label);
    return labels;
  };
  const present = async (rows: readonly store.IntakeWithFile[]): Promise<IntakeItem[]> => {
    const keys = rows.flatMap(({ owner_type, owner_id }) =>
      owner_type && owner_id ? [{ type: owner_type, id: owner_id }] : [],
    );
    const labels = await labelsOf(keys);
    return rows.map((row): IntakeItem => {
      const label = labels.get(`${row.owner_type} ${row.owner_id}`);
      const { file_id: _, mime_type: __, owner_type, owner_id, expires_at: ___, ...told } = row;
      return {
        ...told,
        source: row.source as IntakeItem['source'],
        state: row.state as IntakeState,
        kind: row.kind as IntakeItem['kind'],
        // One that has gone since is nobody's.
        owner: owner_id && label ? { type: owner_type as OwnerType, id: owner_id, label } : null,
        candidates: JSON.parse(row.candidates) as IntakeCandidate[],
      };
    });
  };
  const get = async (executor: Executor, id: string): Promise<store.IntakeWithFile> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('fichier');
    return row;
  };
  const answer = async (id: string): Promise<IntakeItem> => {
    const [item] = await present([await get(db, id)]);
    return item as IntakeItem;
  };

  /** « déjà joint à … », by SHA-256; of two in one delivery, the second. */
  const duplicatesOf = async (all: readonly Arrived[]): Promise<(string | null)[]> => {
    const { attached, waiting } = await store.listKnown(db, [...new Set(all.map(({ stored }) => stored.sha256))]);
    const labels = await labelsOf(attached.map(({ owner_type, owner_id }) => ({ type: owner_type, id: owner_id })));
    const seen = new Set<string>();
    return all.map(({ stored: { sha256 } }) => {
      const owner = attached.find((one) => one.sha256 === sha256);
      const label = owner && labels.get(`${owner.owner_type} ${owner.owner_id}`);
      const again = seen.has(sha256) || waiting.some((one) => one.sha256 === sha256);
      seen.add(sha256);
      if (label) return `Déjà joint à « ${label} ».`;
      return again ? 'Déjà à classer : le même fichier attend sous un autre nom, ou a été donné deux fois.' : null;
    });
  };

  const look = async ({ file_name, folder, mime_type, stored }: Arrived, source: string, by: Actor) => {
    const { text, words } = await documents
      .firstWords(() => files.read(stored.id))
      .catch(() => ({ text: '', words: [] }));
    const kind = kindOfFile(file_name, text);
    const { owner, candidates, why } = await meant({ file_name, folder, kind, text, words });
    const row: IntakeRow = {
      id: randomUUID(),
      file_id: stored.id,
      file_name,
      folder,
      mime_type,
      source,
      state: 'waiting',
      kind,
      owner_type: owner?.type ?? null,
      owner_id: owner?.id ?? null,
      candidates: JSON.stringify(candidates),
      ...daysOfText(text, dayOf(clock())),
      why,
      duplicate_of: null,
      created_at: clock().toISOString(),
      created_by: by.email,
      expires_at: null,
    };
    return row;
  };

  /** Keeps what arrived, each with what it seems to be. @returns the items, in the order in which they came */
  const receive = async (
    all: readonly Arrived[],
    { source, by }: { source: string; by: Actor },
  ): Promise<IntakeItem[]> => {
    if (all.length === 0) return [];
    // The rows of the files first: what reads them finds them by these.
    await inTransaction(db, async (trx) => {
      for (const { stored } of all) await files.record(trx, stored);
    });
    const duplicates = await duplicatesOf(all);
    const rows: IntakeRow[] = [];
    for (const [index, one] of all.entries())
      rows.push({ ...(await look(one, source, by)), duplicate_of: duplicates[index] ?? null });
    await inTransaction(db, async (trx) => {
      await store.insert(trx, rows);
      for (const { id, file_name } of rows)
        await audit.record(trx, { action: 'intake.create', by, object: { type: 'intake', id, label: file_name } });
    });
    const found: store.IntakeWithFile[] = [];
    for (const { id } of rows) found.push(await get(db, id));
    return present(found);
  };

  const { fileOne, fileMany } = createFiling({ ...deps, get, answer });
  const move = async (id: string, { from, to, by }: { from: IntakeState; to: IntakeState; by: Actor }) => {
    await inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        if (row.state !== from) throw conflict(MOVED);
        const expires_at = to === 'left' ? new Date(clock().getTime() + INTAKE_DAYS * DAY_MS).toISOString() : null;
        await store.update(trx, id, { state: to, expires_at });
        const action = to === 'left' ? 'intake.leave' : 'intake.return';
        await audit.record(trx, { action, by, object: { type: 'intake', id, label: row.file_name } });
      },
      `intake ${id}`,
    );
    return answer(id);
  };

  watchFolder({
    ...deps,
    unpack,
    receive,
    isTaken: async (one) =>
      (await store.listKnown(db, [one.stored.sha256])).waiting.some((known) => isSame(known, one)),
    onRefused: (fileName, why) =>
      audit.note({
        action: 'intake.refuse',
        by: NOBODY,
        object: { type: 'intake', id: null, label: `${fileName} : ${why}` },
      }),
  });
  jobs.handle('intake.sweep', { perform: async () => (trx) => store.sweep(trx, clock().toISOString()) });

  return {
    receive,

    /** Files that a person gives; of an archive, its files. */
    async create(given: readonly UploadedFile[], by: Actor) {
      const { arrived, refused, system_files } = await unpack(given);
      return { items: await receive(arrived, { source: 'upload', by }), refused, system_files };
    },

    async list({ state = 'waiting', ...query }: ListQuery & { state?: IntakeState | undefined }) {
      const { rows, total } = await store.list(db, { state, query });
      return { rows: await present(rows), total };
    },

    countWaiting: (): Promise<number> => store.count(db, 'waiting'),

    async read(id: string): Promise<FileAnswer> {
      const row = await get(db, id);
      return {
        ...(await files.open(row.file_id)),
        // Never what the sender declared: a browser must not run it.
        mimeType: 'application/octet-stream',
        fileName: row.file_name,
        disposition: 'attachment',
      };
    },

    fileOne,
    fileMany,
    leave: (id: string, by: Actor) => move(id, { from: 'waiting', to: 'left', by }),
    returned: (id: string, by: Actor) => move(id, { from: 'left', to: 'waiting', by }),
  };
}

/** The same file of the folder, taken by a look that did not come to its end. */
const isSame = (known: store.IntakeWithFile, one: Arrived): boolean =>
  known.source === 'folder' && known.file_name === one.file_name && known.folder === one.folder;

export const MOVED =
  'Ce fichier n’est plus là où vous l’avez vu : quelqu’un l’a classé ou mis de côté. Rechargez la liste.';

export type IntakeService = ReturnType<typeof createIntake>;
