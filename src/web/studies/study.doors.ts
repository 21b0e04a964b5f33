import { useMemo } from 'react';
import { createStudy, getStudy, type Study, updateStudy } from '#shared/studies/study.contract.ts';
import { call } from '../api/client.ts';
import { followChanges } from '../follow/follow.changes.ts';
import type { RecordDoors } from '../libraries/useRecordSave.ts';

export const useStudyDoors = (id: string): RecordDoors =>
  useMemo(
    () => ({
      create: (body) => call(createStudy, { params: { id }, body: body as never }),
      replace: (studyId, body, revision) =>
        call(updateStudy, { params: { id, studyId }, body: body as never, headers: { 'If-Match': `"${revision}"` } }),
      read: async (studyId) => ({ ...(await call(getStudy, { params: { id, studyId } })) }),
      changesSince: (studyId, revision) => followChanges(id, { owner: studyId, revision }),
    }),
    [id],
  );

/** What a study says besides what the server adds, as it is sent back. */
export const valuesOf = ({
  id: _,
  revision: __,
  created_at: ___,
  created_by: ____,
  updated_at: _____,
  updated_by: ______,
  lectures,
  ...values
}: Study) => ({ ...values, lectures: lectures.map(({ verdict: _v, ...one }) => one) });
