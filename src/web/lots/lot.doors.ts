import { useMemo } from 'react';
import { createLot, getLot, getStop, updateLot, updateStop } from '#shared/lots/lot.contract.ts';
import { call } from '../api/client.ts';
import { followChanges } from '../follow/follow.changes.ts';
import type { RecordDoors } from '../libraries/useRecordSave.ts';

export const useLotDoors = (id: string): RecordDoors =>
  useMemo(
    () => ({
      create: (body) => call(createLot, { params: { id }, body: body as never }),
      replace: (lotId, body, revision) =>
        call(updateLot, { params: { id, lotId }, body: body as never, headers: { 'If-Match': `"${revision}"` } }),
      read: async (lotId) => ({ ...(await call(getLot, { params: { id, lotId } })) }),
      changesSince: (lotId, revision) => followChanges(id, { owner: lotId, revision }),
    }),
    [id],
  );

/** Of the stop, which is one for each product. */
export const useStopDoors = (id: string): RecordDoors =>
  useMemo(() => {
    const replace: RecordDoors['replace'] = (_, body, revision) =>
      call(updateStop, { params: { id }, body: body as never, headers: { 'If-Match': `"${revision}"` } });
    return {
      create: (body) => replace(id, body, 0),
      replace,
      read: async () => ({ id, ...(await call(getStop, { params: { id } })) }),
      changesSince: (_, revision) => followChanges(id, { kind: 'arret', revision }),
    };
  }, [id]);
