import { randomUUID } from 'node:crypto';
import { counted } from '#shared/fields/counted.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { INTAKE_SOURCES, IntakeItem, IntakeKind, OwnerType } from '#shared/intake/intake.contract.ts';
import { daysOfText, kindOfFile } from '#shared/intake/intake.kinds.ts';
import { wordKey } from '#shared/products/product.words.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import type { IntakeRow, IntakeTextRow } from '../db/tables.ts';
import { createOwners } from './intake.owner.ts';
import type { createPresenting } from './intake.presenting.ts';
import type { Arrived, IntakeDependencies } from './intake.service.ts';
import * as store from './intake.store.ts';

type ReceivingDependencies = Pick<
  IntakeDependencies,
  'db' | 'files' | 'documents' | 'products' | 'materials' | 'notices' | 'audit' | 'clock'
> &
  ReturnType<typeof createPresenting>;

/** Who gives files, and what is known of them already. */
export interface From {
  source: (typeof INTAKE_SOURCES)[number];
  by: Actor;
  /** Of what comes from outside: whose answer it is. */
  key?: string;
  /** Where it belongs, why that is known, and what is said of a file that does not name it. */
  owner?: { type: OwnerType; id: string; why: string; named?: { label: string; otherwise: string } };
  /** What was asked for, where the file says nothing. */
  kind?: IntakeKind | null;
}

/** Keeps files that came in, each with what it seems to be. */
export function createReceiving(deps: ReceivingDependencies) {
  const { db, files, documents, notices, audit, clock, labelsOf, present } = deps;
  const meant = createOwners(deps);

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
      if (label) return `Déjà joint à « ${label} ».`;
      return again ? 'Déjà à classer : le même fichier attend sous un autre nom, ou a été donné deux fois.' : null;
    });
  };

  const look = async (
    { file_name, folder, mime_type, stored }: Arrived,
    { source, by, key, owner: given, kind: asked }: From,
  ) => {
    const { text, words } = await documents
      .firstWords(() => files.read(stored.id))
      .catch(() => ({ text: '', words: [] }));
    const found = kindOfFile(file_name, text);
    const kind = found ?? asked ?? null;
    const { owner, candidates, why } = given
      ? { owner: given, candidates: [], why: [given.why, ...unnamed(given, `${file_name} ${text}`)].join(' ') }
      : await meant({ file_name, folder, kind, text, words });
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
      // The days of a whole dossier are those of its pieces.
      ...(kind === 'DIP' ? NO_DAYS : daysOfText(text, dayOf(clock()))),
      why,
      duplicate_of: null,
      created_at: clock().toISOString(),
      created_by: by.email,
      source_key: key ?? null,
      expires_at: null,
    };
    const said: IntakeTextRow = { intake_id: row.id, text, words: JSON.stringify(words) };
    return { row, said };
  };

  /** Keeps what arrived, each with what it seems to be. @returns the items, in the order in which they came */
  const receive = async (all: readonly Arrived[], from: From): Promise<IntakeItem[]> => {
    const { by } = from;
    if (all.length === 0) return [];
    // The rows of the files first: what reads them finds them by these.
    await inTransaction(db, async (trx) => {
      for (const { stored } of all) await files.record(trx, stored);
    });
    const duplicates = await duplicatesOf(all);
    const rows: IntakeRow[] = [];
    const texts: IntakeTextRow[] = [];
    for (const [index, one] of all.entries()) {
      const { row, said } = await look(one, from);
      rows.push({ ...row, duplicate_of: duplicates[index] ?? null });
      // One whose place goes is looked at again.
      texts.push(said);
    }
    await inTransaction(db, async (trx) => {
      await store.insert(trx, rows);
      await store.insertTexts(trx, texts);
      for (const { id, file_name } of rows)
        await audit.record(trx, { action: 'intake.create', by, object: { type: 'intake', id, label: file_name } });
      const count = await store.count(trx, 'waiting');
      const text = `${counted(count, 'fichier est', 'fichiers sont')} à classer.`;
      await notices.tellAll(trx, 'write', { kind: 'intake.waiting', text, link: INTAKE_PATH }, by);
    });
    const found: store.IntakeWithFile[] = [];
    for (const { id } of rows) {
      const row = await store.find(db, id);
      if (row) found.push(row);
    }
    return present(found);
  };

  return receive;
}

/** The screen where they are filed. */
const INTAKE_PATH = '/automation?onglet=a-classer';

/** A scan says nothing: only a file with words can fail to name what it is of. */
const unnamed = ({ named }: NonNullable<From['owner']>, text: string): string[] =>
  named && text.trim().length > TEXT_MIN && !` ${wordKey(text)} `.includes(` ${wordKey(named.label)} `)
    ? [named.otherwise]
    : [];
/** Characters under which a text is no more than the name of a file. */
const TEXT_MIN = 200;

const NO_DAYS = { issued_on: null, expires_on: null };
