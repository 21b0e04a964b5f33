import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type BatchDemand, type BatchPlan, planBatch, startBatch } from '#shared/batches/batch.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';

/** While something runs, a screen that shows it follows (ms). */
export const FOLLOW_MS = 1_000;

/** Plans work on many products, then starts it and goes to where it is followed. */
export function useBatch() {
  const { act, busy } = useAction();
  const navigate = useNavigate();
  const client = useQueryClient();
  /** Of one plan: a call that is sent again starts nothing twice. */
  const key = useRef<string>(crypto.randomUUID());
  return {
    busy,
    plan: (demand: BatchDemand): Promise<BatchPlan | undefined> => {
      key.current = crypto.randomUUID();
      return act(() => call(planBatch, { body: demand }));
    },
    start: async (demand: BatchDemand, { plan }: BatchPlan): Promise<boolean> => {
      const made = await act(() =>
        call(startBatch, { body: { ...demand, plan }, headers: { 'Idempotency-Key': key.current } }),
      );
      if (!made) return false;
      void client.invalidateQueries({ queryKey: ['batches'] });
      void navigate(`/automation/batches/${made.id}`);
      return true;
    },
  };
}
