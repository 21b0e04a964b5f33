import { deepEqual } from 'fast-equals';
import { useState } from 'react';
import type { Change } from '#shared/products/product.contract.ts';
import type { RecordEndpoints } from '#shared/records/record.contract.ts';
import { ApiError, call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { usePersonName } from '../auth/people.ts';
import { useToast } from '../ui/toast.tsx';

interface Kept {
  id: string;
  revision: number;
}

interface Options {
  /** As it was when the dialog opened; `null` for a new one. */
  record: Kept | null;
  doors: RecordDoors;
  saved: string;
  refresh: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

/** How a record is asked for and written. */
export interface RecordDoors {
  create: (body: Values) => Promise<unknown>;
  /** Over the revision that was read. */
  replace: (id: string, body: Values, revision: number) => Promise<unknown>;
  read: (id: string) => Promise<Values & Kept & { updated_by: string | null }>;
  /** What was saved after that revision. */
  changesSince: (id: string, revision: number) => Promise<readonly Change[]>;
}

/** Those of a library. */
export const libraryDoors = (endpoints: RecordEndpoints): RecordDoors => ({
  create: (body) => call(endpoints.create, { body }),
  replace: (id, body, revision) =>
    call(endpoints.update, { params: { id }, body, headers: { 'If-Match': `"${revision}"` } }),
  read: (id) => call(endpoints.get, { params: { id } }),
  changesSince: async (id, revision) =>
    (await call(endpoints.revisions, { params: { id } }))
      .filter((one) => one.revision > revision)
      .flatMap(({ changes }) => changes),
});

/**
 * Saves what is typed of a record. What somebody else saved meanwhile in other fields stays; the same field changed by both
 * is said, and nothing is saved until the person chooses.
 */
export function useRecordSave({ record, doors, saved, refresh }: Options) {
  const { act, busy } = useAction();
  const toast = useToast();
  const nameOf = usePersonName();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [clash, setClash] = useState<string | null>(null);
  // A record that a link opened is read again behind the dialog: what one types is compared with what one saw.
  const [opened] = useState(record);

  const put = async (mine: Values, base: Values, over: boolean): Promise<boolean> => {
    if (!opened) {
      await doors.create(mine);
      return true;
    }
    const { id } = opened;
    try {
      await doors.replace(id, mine, opened.revision);
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 412) throw problem;
    }
    const theirs = await doors.read(id);
    const before: Values = { ...opened };
    // What the form gave when it opened: it may write what it was given in another way.
    const isMine = (field: string): boolean => !deepEqual(mine[field], base[field]);
    const both = Object.keys(mine).filter(
      (field) => isMine(field) && !deepEqual(theirs[field], before[field]) && !deepEqual(mine[field], theirs[field]),
    );
    if (both.length > 0 && !over) {
      const changes = (await doors.changesSince(id, opened.revision))
        .filter(({ field }) => both.includes(field))
        .map(({ label }) => label);
      setClash(
        `${nameOf(theirs.updated_by)} a enregistré cette fiche entre-temps (${[...new Set(changes)].join(', ')}) : fermez-la pour garder ce qui est enregistré, ou enregistrez votre saisie par-dessus.`,
      );
      return false;
    }
    await doors.replace(
      id,
      Object.fromEntries(Object.keys(mine).map((field) => [field, isMine(field) ? mine[field] : theirs[field]])),
      theirs.revision,
    );
    return true;
  };

  /** @returns whether it is saved */
  const save = async (read: () => Promise<{ mine: object; base: object }>, over: boolean): Promise<boolean> => {
    setFaults({});
    setClash(null);
    const isSaved = await act(
      async () => {
        try {
          const { mine, base } = await read();
          return await put(mine as Values, base as Values, over);
        } catch (problem) {
          setFaults(faultsByField(problem));
          throw problem;
        }
      },
      { refresh: [...refresh] },
    );
    if (isSaved) toast({ severity: 'success', message: saved });
    return isSaved === true;
  };
  return { save, busy, faults, clash };
}
