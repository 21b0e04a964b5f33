import type { Batch, BatchState, ItemState } from '#shared/batches/batch.contract.ts';
import { goneThrough } from '#shared/batches/batch.words.ts';
import { counted } from '#shared/fields/counted.ts';

type Color = 'default' | 'primary' | 'success' | 'warning' | 'error' | 'info';

export const STATES: Record<BatchState, { label: string; color: Color }> = {
  waiting: { label: 'En attente', color: 'default' },
  running: { label: 'En cours', color: 'primary' },
  paused: { label: 'Suspendu', color: 'warning' },
  done: { label: 'Fini', color: 'success' },
  cancelled: { label: 'Arrêté', color: 'warning' },
  reverted: { label: 'Annulé', color: 'default' },
};

export const ITEM_STATES: Record<ItemState, { label: string; color: Color }> = {
  waiting: { label: 'À faire', color: 'default' },
  done: { label: 'Fait', color: 'success' },
  failed: { label: 'Échec', color: 'error' },
  skipped: { label: 'Laissé', color: 'default' },
  reverted: { label: 'Repris', color: 'default' },
};

const MINUTE_S = 60;

/** « encore 2 min environ », from how fast it has gone; nothing before there is anything to go by. */
export function timeLeft(batch: Batch, now: number): string | null {
  const gone = goneThrough(batch);
  if (batch.state !== 'running' || batch.started_at === null || gone < 5 || gone >= batch.total) return null;
  const seconds = ((now - Date.parse(batch.started_at)) / 1_000 / gone) * (batch.total - gone);
  return seconds < MINUTE_S
    ? 'encore moins d’une minute'
    : `encore ${counted(Math.round(seconds / MINUTE_S), 'minute')} environ`;
}
