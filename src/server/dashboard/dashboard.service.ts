import { AUDIT_ACTIONS, type AuditAction } from '#shared/audit/audit.contract.ts';
import type { DashboardStats } from '#shared/dashboard/dashboard.contract.ts';
import { dayOf, printInstant } from '#shared/fields/date.ts';
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
/** How many of each kind of priority are shown. */
const PRIORITY_COUNT = 3;

export function createDashboard({
  products,
  templates,
  generations,
  audit,
  clock,
}: {
  products: ProductService;
  templates: TemplateService;
  generations: GenerationService;
  audit: AuditService;
  clock: () => Date;
}): DashboardService {
  return {
    async stats() {
      const months = lastMonths(clock());
      const [product, templatesCount, generation, lines, times, priorities] = await Promise.all([
        products.count(),
        templates.count(),
        generations.count(),
        audit.latest(Object.keys(ACTIVITY) as AuditAction[], ACTIVITY_COUNT),
        generations.timesSince(`${months[0]}-01`),
        listPriorities(products, generations),
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
        recentActivity: lines.flatMap(activityOf),
        history: months.map((month) => ({
          month,
          generated: times.generated.filter((at) => monthOf(at) === month).length,
          validated: times.validated.filter((at) => monthOf(at) === month).length,
        })),
        priorities,
      };
    },
  };
}

const monthOf = (instant: string): string => dayOf(new Date(instant)).slice(0, 7);

/** The last twelve months in Paris, `YYYY-MM`, oldest first. */
function lastMonths(now: Date): string[] {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number);
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7),
  );
}

/** Files not on the drive, products whose dates or validation no longer hold, documents that wait for a person, drafts nearly complete, products begun without a formula. */
async function listPriorities(
  products: ProductService,
  generations: GenerationService,
): Promise<DashboardStats['priorities']> {
  const [drafts, nearly, formula, drive, late, modified] = await Promise.all([
    generations.listWaiting('draft', PRIORITY_COUNT),
    products.listToFinish('nearly', PRIORITY_COUNT),
    products.listToFinish('formula', PRIORITY_COUNT),
    generations.listWaiting('drive', PRIORITY_COUNT),
    products.listToReview('late_validation', PRIORITY_COUNT),
    products.listToReview('modified_since_validation', PRIORITY_COUNT),
  ]);
  return [
    ...drive.map(({ id, file_name }) => ({
      kind: 'drive' as const,
      id,
      label: file_name,
      detail: 'Pas encore sur le drive.',
    })),
    ...late.map(({ id, label }) => ({
      kind: 'chronology' as const,
      id,
      label,
      detail: 'Validé après sa mise sur le marché.',
    })),
    ...modified.map(({ id, label }) => ({
      kind: 'modified' as const,
      id,
      label,
      detail: 'Modifié depuis sa validation.',
    })),
    ...drafts.map(({ id, file_name, initiated_at }) => ({
      kind: 'finalize' as const,
      id,
      label: file_name,
      detail: `Généré le ${printInstant(initiated_at)}, à finaliser.`,
    })),
    ...nearly.map(({ id, label, progression }) => ({
      kind: 'complete' as const,
      id,
      label,
      detail: `Brouillon rempli à ${progression}\u00a0%.`,
    })),
    ...formula.map(({ id, label }) => ({ kind: 'formula' as const, id, label, detail: 'La formule manque.' })),
  ];
}

function activityOf(line: AuditRow): DashboardStats['recentActivity'] {
  const action = line.action as AuditAction;
  const status = ACTIVITY[action];
  if (!status) return [];
  const title = `${AUDIT_ACTIONS[action]}${line.object_label ? ` : ${line.object_label}` : ''}`;
  return [{ id: String(line.seq), title, date: line.at, status }];
}
