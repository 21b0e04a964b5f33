import { setTimeout as pause } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HealthPart } from '#shared/system/system.contract.ts';
import type { BackupService } from '../backup/backup.service.ts';
import { REPLACEMENTS, type Replacement } from '../documents/document.service.ts';
import type { Jobs } from '../jobs/job.service.ts';

interface Sources {
  version: string;
  jobs: Pick<Jobs, 'list'>;
  backups: Pick<BackupService, 'status'>;
  parts: () => Promise<HealthPart[]>;
  freeBytes: () => Promise<number>;
  clock: () => Date;
}

/** Seconds: from a list read in memory to a PDF that takes its time. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90];

/** How long one number may take (ms): above what a part of health may. */
const PATIENCE_MS = 5_000;

export function createMetrics({ version, jobs, backups, parts, freeBytes, clock }: Sources) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'diplo_http_request_duration_seconds',
    help: 'Durée des requêtes, par méthode, adresse et code',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  new Gauge({ name: 'diplo_info', help: 'Version', labelNames: ['version'], registers }).set({ version }, 1);
  /** Read when it is asked for. What cannot be had in time is missing, and the rest is told. */
  const gauge = <L extends string>(
    options: { name: string; help: string; labelNames?: L[] },
    read: () => Promise<{ labels?: Record<L, string>; value: number }[]>,
  ): Gauge<L> =>
    new Gauge<L>({
      ...options,
      registers,
      async collect() {
        const samples = await Promise.race([read(), pause(PATIENCE_MS, [], { ref: false })]).catch(() => []);
        this.reset();
        // Without labels it would say 0.
        if (!options.labelNames) this.remove();
        for (const { labels, value } of samples) this.set((labels ?? {}) as Record<L, string>, value);
      },
    });
  gauge(
    { name: 'diplo_jobs', help: 'Travaux de fond, par sorte et par état', labelNames: ['kind', 'state'] },
    async () =>
      Object.values(Object.groupBy(await jobs.list(), ({ kind, state }) => `${kind} ${state}`)).flatMap((same = []) =>
        same.slice(0, 1).map(({ kind, state }) => ({ labels: { kind, state }, value: same.length })),
      ),
  );
  gauge({ name: 'diplo_backup_age_seconds', help: 'Âge de la dernière sauvegarde' }, async () => {
    const { last } = await backups.status();
    return last ? [{ value: (clock().getTime() - Date.parse(last.at)) / 1000 }] : [];
  });
  gauge({ name: 'diplo_disk_free_bytes', help: 'Place libre sur le disque de DATA_DIR' }, async () => [
    { value: await freeBytes() },
  ]);
  gauge({ name: 'diplo_health', help: '1 quand cette partie va bien', labelNames: ['part'] }, async () =>
    (await parts()).map(({ key, ok }) => ({ labels: { part: key }, value: ok ? 1 : 0 })),
  );
  const replaced = new Counter({
    name: 'diplo_converter_replaced_total',
    help: 'Processus du convertisseur remplacés, par cause',
    labelNames: ['why'],
    registers,
  });
  for (const why of REPLACEMENTS) replaced.inc({ why }, 0);
  return {
    /** A process of the converter gave its place to another. */
    converterReplaced: (why: Replacement): void => replaced.inc({ why }),
    /** A request was answered. @param route as it is declared, never with its ids */
    answered: ({
      method,
      route,
      status,
      seconds,
    }: {
      method: string;
      route: string;
      status: number;
      seconds: number;
    }): void => requests.observe({ method, route, status: String(status) }, seconds),
    /** The text that Prometheus reads, and its type. */
    read: async (): Promise<{ text: string; type: string }> => ({
      text: await register.metrics(),
      type: register.contentType,
    }),
  };
}

/** Numbers of a running server, for Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats */
export type Metrics = ReturnType<typeof createMetrics>;
