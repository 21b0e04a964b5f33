import { AUDIT_ACTIONS, type AuditAction } from '#shared/audit/audit.contract.ts';
import type { DashboardStats } from '#shared/dashboard/dashboard.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { AuditRow } from '../db/tables.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { TemplateService } from '../templates/template.service.ts';

export interface DashboardService {
  stats(): Promise<DashboardStats>;
}

type ActivityStatus = DashboardStats['recentActivity'][number]['status'];

/** What the dashboard tells of an event: the work on products and documents, not who signed in from where. */
const ACTIVITY: Partial<Record<AuditAction, ActivityStatus>> = {
  'product.create': 'info',
  'product.update': 'info',
  'product.validate': 'completed',
  'product.remove': 'info',
  'product.restore': 'info',
  'attachment.create': 'info',
  'template.create': 'info',
  'template.update': 'info',
  'template.remove': 'info',
  'generation.create': 'pending',
  'generation.finalize': 'completed',
  'generation.validate': 'completed',
  'generation.remove': 'info',
};

const ACTIVITY_COUNT = 10;
/** Lines of the journal read to find ten that the dashboard shows. */
const JOURNAL_DEPTH = 200;

export function createDashboard({
  products,
  templates,
  generations,
  audit,
}: {
  products: ProductService;
  templates: TemplateService;
  generations: GenerationService;
  audit: AuditService;
}): DashboardService {
  return {
    async stats() {
      const [product, templatesCount, generation, lines] = await Promise.all([
        products.count(),
        templates.count(),
        generations.count(),
        audit.latest(JOURNAL_DEPTH),
      ]);
      return {
        totalProducts: product.total,
        draftProducts: product.total - product.validated,
        validatedProducts: product.validated,
        totalDips: generation.total,
        pendingDips: generation.total - generation.completed,
        completedDips: generation.completed,
        templatesCount,
        pendingGenerations: generation.waiting,
        averageCompletion: product.average,
        recentActivity: lines.flatMap(activityOf).slice(0, ACTIVITY_COUNT),
      };
    },
  };
}

function activityOf(line: AuditRow): DashboardStats['recentActivity'] {
  const action = line.action as AuditAction;
  const status = ACTIVITY[action];
  if (!status) return [];
  const title = `${AUDIT_ACTIONS[action]}${line.object_label ? ` : ${line.object_label}` : ''}`;
  return [{ id: String(line.seq), title, date: line.at, status }];
}
