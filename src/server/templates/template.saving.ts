import type { Language } from '#shared/fields/writer.ts';
import type { Template } from '#shared/templates/template.contract.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import { writeSetting } from '../db/settings.ts';
import type { TemplateRow } from '../db/tables.ts';
import { conflict } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import { fileLock } from '../storage/files.service.ts';
import type { StoredBytes } from '../storage/storage.ts';
import { createTemplateFiles } from './template.files.ts';
import { THUMBNAIL } from './template.pictures.ts';
import type { TemplatesDependencies } from './template.service.ts';
import * as store from './template.store.ts';

interface SavingDeps extends TemplatesDependencies {
  get: (executor: Executor, id: string) => Promise<TemplateRow>;
  present: (row: TemplateRow, by: Actor) => Template;
}

const searchable = (row: TemplateRow): TemplateRow => ({
  ...row,
  search_text: searchText([row.name, row.version, row.description ?? '', row.file_name ?? '']),
});

/** Writes templates and their versions. */
export function createTemplateSaving(deps: SavingDeps) {
  const { db, files, audit, jobs, clock, get, present } = deps;
  const { keep, blank } = createTemplateFiles(deps);

  const insert = async (
    row: TemplateRow,
    { stored, by, setting }: { stored: StoredBytes | null; by: Actor; setting?: string | undefined },
  ): Promise<Template> => {
    // A copy shares the files of its source, which may be on their way out.
    const shared = stored ? [] : [row.file_id, row.thumbnail_file_id].filter((id) => id !== null);
    await inTransaction(
      db,
      async (trx) => {
        for (const id of shared) await files.find(id, trx);
        if (stored) await files.record(trx, stored);
        await store.insert(trx, row);
        await store.insertFile(trx, row, by.email);
        if (setting) await writeSetting(trx, setting, row.id);
        if (stored) await jobs.add(trx, { kind: THUMBNAIL, key: stored.id, title: row.name });
        await audit.record(trx, {
          action: 'template.create',
          by,
          object: { type: 'template', id: row.id, label: row.name },
        });
      },
      ...shared.map(fileLock),
    );
    jobs.wake();
    return present(row, by);
  };

  /** @param seen the file that the change was made from: another one that came meanwhile stays */
  const update = async (
    id: string,
    { name, version, description, langue, file, by }: TemplateInput,
    seen?: string | null,
  ): Promise<Template> => {
    await get(db, id);
    const kept = file ? await keep(file) : null;
    const row = await inTransaction(
      db,
      async (trx) => {
        // Read again: what somebody else changed while the file was coming stays changed.
        const before = await get(trx, id);
        if (seen !== undefined && before.file_id !== seen)
          throw conflict('Un autre fichier a été importé entre-temps : vérifiez-le, puis recommencez.');
        // Its picture shows what it prints of an example, in its language.
        const redrawn = !kept && langue && langue !== before.langue ? before.file_id : null;
        const next = searchable({
          ...before,
          ...kept?.columns,
          ...(redrawn ? { thumbnail_file_id: null, thumbnail_refused: 0 } : {}),
          name: name ?? before.name,
          version: version || before.version,
          description: description === undefined ? before.description : description || null,
          langue: langue ?? before.langue,
          updated_at: clock().toISOString(),
        });
        if (kept) await files.record(trx, kept.stored);
        // A picture that is being drawn meanwhile stays.
        const { thumbnail_file_id, thumbnail_refused, ...said } = next;
        await store.update(trx, id, kept || redrawn ? next : said);
        if (redrawn) await jobs.add(trx, { kind: THUMBNAIL, key: redrawn, title: next.name });
        if (kept) await store.insertFile(trx, next, by.email);
        else if (next.version !== before.version) await store.renameFile(trx, next);
        if (kept) await jobs.add(trx, { kind: THUMBNAIL, key: kept.stored.id, title: next.name });
        await audit.record(trx, {
          action: 'template.update',
          by,
          object: { type: 'template', id, label: next.name },
        });
        return next;
      },
      `template ${id}`,
    );
    jobs.wake();
    return present(row, by);
  };

  return {
    update,

    /** @param setting remembers which template it became, kept with it */
    async create({
      name,
      version,
      description,
      langue,
      file,
      by,
      setting,
    }: TemplateInput & { name: string; setting?: string }): Promise<Template> {
      const kept = file ? await keep(file) : null;
      const row = searchable({
        ...blank(name),
        ...kept?.columns,
        version: version || '1',
        description: description || null,
        langue: langue ?? 'fr',
      });
      return insert(row, { stored: kept?.stored ?? null, by, setting });
    },

    async duplicate(id: string, name: string, by: Actor): Promise<Template> {
      const source = await get(db, id);
      const copy = blank(name);
      // The bytes never change: both templates may own the same file.
      const row = searchable({
        ...source,
        id: copy.id,
        name,
        created_at: copy.created_at,
        updated_at: copy.updated_at,
      });
      return insert(row, { stored: null, by });
    },
  };
}

export type Saving = ReturnType<typeof createTemplateSaving>;

export interface TemplateInput {
  name?: string | undefined;
  version?: string | null | undefined;
  description?: string | null | undefined;
  langue?: Language | undefined;
  file: UploadedFile | null;
  by: Actor;
}
