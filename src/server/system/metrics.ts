import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HealthPart } from '#shared/system/system.contract.ts';
import type { BackupService } from '../backup/backup.service.ts';
import type { Jobs } from '../jobs/job.service.ts';

/** Numbers of a running server, for Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats */
export interface Metrics {
  /** A request was answered. @param route as it is declared, never with its ids */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  /** The text that Prometheus reads, and its type. */
  read(): Promise<{ text: string; type: string }>;
}

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

export function createMetrics({ version, jobs, backups, parts, freeBytes, clock }: Sources): Metrics {
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
  new Gauge({
    name: 'diplo_jobs',
    help: 'Travaux de fond, par sorte et par état',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, state } of await jobs.list()) this.inc({ kind, state });
    },
  });
  new Gauge({
    name: 'diplo_backup_age_seconds',
    help: 'Âge de la dernière sauvegarde',
    registers,
    async collect() {
      this.reset();
      const { last } = await backups.status();
      if (last) this.set((clock().getTime() - Date.parse(last.at)) / 1000);
    },
  });
  new Gauge({
    name: 'diplo_disk_free_bytes',
    help: 'Place libre sur le disque de DATA_DIR',
    registers,
    async collect() {
      this.set(await freeBytes());
    },
  });
  new Gauge({
    name: 'diplo_health',
    help: '1 quand cette partie va bien',
    labelNames: ['part'],
    registers,
    async collect() {
      for (const { key, ok } of await parts()) this.set({ part: key }, ok ? 1 : 0);
    },
  });
  return {
    answered: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    read: async () => ({ text: await register.metrics(), type: register.contentType }),
  };
}
