import { useMemo } from 'react';
import { createEffect, getEffect, listEffectRevisions, updateEffect } from '#shared/effects/effect.contract.ts';
import { call } from '../api/client.ts';
import type { RecordDoors } from '../libraries/useRecordSave.ts';

export const useEffectDoors = (id: string): RecordDoors =>
  useMemo(
    () => ({
      create: (body) => call(createEffect, { params: { id }, body: body as never }),
      replace: (effectId, body, revision) =>
        call(updateEffect, { params: { id, effectId }, body: body as never, headers: { 'If-Match': `"${revision}"` } }),
      read: async (effectId) => ({ ...(await call(getEffect, { params: { id, effectId } })) }),
      changesSince: async (effectId, revision) =>
        (await call(listEffectRevisions, { params: { id, effectId } }))
          .filter((one) => one.revision > revision)
          .flatMap(({ changes }) => changes),
    }),
    [id],
  );
