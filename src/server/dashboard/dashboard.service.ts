import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction } from '#shared/audit/audit.contract.ts';
import { type DashboardStats, PRIORITY_COUNT } from '#shared/dashboard/dashboard.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf, printInstant } from '#shared/fields/date.ts';
import { lowerFirst } from '#shared/fields/text.ts';
import { FINDING_CODES, type FindingCode } from '#shared/findings/finding.ts';
import { SITTING_MS } from '#shared/products/product.history.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ControlService } from '../control/control.service.ts';
import type { AuditRow } from '../db/tables.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { IntakeService } from '../intake/intake.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { TemplateService } from '../templates/template.service.ts';
import type { UserService } from '../users/user.service.ts';

export interface DashboardService {
  stats(): Promise<DashboardStats>;
}

type Activity = DashboardStats['recentActivity'][number];

/** Rooms of which the dashboard tells: the work on products, their files and documents, not who signed in from where. */
const ROOMS = new Set(
  'product attachment template generation formula exposure conformity detergent assessment claims exceptions finding lot study effect arret review comment dossier'.split(
    ' ',
  ),
);
/** What they did, without who read or downloaded. */
const ACTIVITY = AUDIT_ACTION_NAMES.filter((action) => {
  const [room = '', act] = action.split('.');
  return ROOMS.has(room) && act !== 'read';
});
/** Rooms of a product: the object of their lines is the product, and their label says what of it. */
const OF_A_PRODUCT = new Set(['formula', 'exposure', 'conformity', 'control', 'follow', 'review', 'comment']);

const ACTIVITY_COUNT = 10;
/** Lines of the journal that are looked at for them, more where few events are in them: an afternoon is one event. */
const ACTIVITY_LINES = [100, 1_000, 4_000] as const;

export function createDashboard({
  products,
  templates,
  generations,
  control,
  intake,
  users,
  audit,
  clock,
}: {
  products: ProductService;
  templates: TemplateService;
  generations: GenerationService;
  control: Pick<ControlService, 'worst'>;
  intake: Pick<IntakeService, 'countWaiting'>;
  users: Pick<UserService, 'people'>;
  audit: AuditService;
  clock: () => Date;
}): DashboardService {
  return {
    async stats() {
      const months = lastMonths(clock());
      const people = await users.people();
      const [product, templatesCount, generation, events, times, priorities, waitingFiles] = await Promise.all([
        products.count(),
        templates.count(),
        generations.count(),
        recentEvents(audit),
        generations.timesSince(`${months[0]}-01`),
        listPriorities(products, generations, control),
        intake.countWaiting(),
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
        waitingFiles,
        averageCompletion: product.average,
        recentActivity: await Promise.all(events.map((event) => activityOf(event, { products, generations, people }))),
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

/** « Substance interdite, pièce périmée et 2 autres remarques. » */
function sayCodes(codes: readonly FindingCode[]): string {
  const kinds = [...new Set(codes)].slice(0, CODES_SHOWN);
  const shown = kinds
    .map((code, index) => (index === 0 ? FINDING_CODES[code].label : lowerFirst(FINDING_CODES[code].label)))
    .join(', ');
  // What is left is counted as the list counts it: each remark, not each kind.
  const rest = codes.length - kinds.length;
  return rest > 0 ? `${shown} et ${counted(rest, 'autre remarque', 'autres remarques')}.` : `${shown}.`;
}
const CODES_SHOWN = 3;

/** Products with a blocking finding, files not on the drive, products with something to look at, documents that wait for a person, drafts nearly complete, products begun without a formula. */
async function listPriorities(
  products: ProductService,
  generations: GenerationService,
  control: Pick<ControlService, 'worst'>,
): Promise<DashboardStats['priorities']> {
  const [drafts, nearly, formula, drive, found] = await Promise.all([
    generations.listWaiting('draft', PRIORITY_COUNT),
    products.listToFinish('nearly', PRIORITY_COUNT),
    products.listToFinish('formula', PRIORITY_COUNT),
    generations.listWaiting('drive', PRIORITY_COUNT),
    control.worst(PRIORITY_COUNT),
  ]);
  return [
    ...found
      .filter(({ isRed }) => isRed)
      .map(({ id, label, codes }) => ({
        kind: 'finding' as const,
        id,
        label,
        detail: sayCodes(codes),
        level: 'rouge' as const,
      })),
    ...drive.map(({ id, title }) => ({
      kind: 'drive' as const,
      id,
      label: title,
      detail: 'Pas encore sur le drive.',
      level: null,
    })),
    ...found
      .filter(({ isRed }) => !isRed)
      .map(({ id, label, codes }) => ({
        kind: 'finding' as const,
        id,
        label,
        detail: sayCodes(codes),
        level: 'orange' as const,
      })),
    ...drafts.map(({ id, title, initiated_at }) => ({
      kind: 'finalize' as const,
      id,
      label: title,
      detail: `Généré le ${printInstant(initiated_at)}, à finaliser.`,
      level: null,
    })),
    ...nearly.map(({ id, label, progression }) => ({
      kind: 'complete' as const,
      id,
      label,
      detail: `Brouillon rempli à ${progression}\u00a0%.`,
      level: null,
    })),
    ...formula.map(({ id, label }) => ({
      kind: 'formula' as const,
      id,
      label,
      detail: 'La formule manque.',
      level: null,
    })),
  ];
}

interface Event {
  /** The newest of its lines. */
  line: AuditRow;
  count: number;
}

/** The same act of one person on one object, as often as it follows within a sitting, is one event, as in a product’s history; newest first. */
function togetherOf(lines: readonly AuditRow[]): Event[] {
  const events: Event[] = [];
  const open = new Map<string, Event>();
  for (const line of lines) {
    const key = JSON.stringify([line.actor, line.action, line.object_type, line.object_id]);
    const at = Date.parse(line.at);
    const known = line.object_id === null ? undefined : open.get(key);
    if (known && Date.parse(known.line.at) - at <= SITTING_MS) known.count += 1;
    else {
      const event = { line, count: 1 };
      events.push(event);
      open.set(key, event);
    }
  }
  return events;
}

/** The last events, of as few lines as hold so many. */
async function recentEvents(audit: AuditService): Promise<Event[]> {
  let events: Event[] = [];
  for (const count of ACTIVITY_LINES) {
    const lines = await audit.latest(ACTIVITY, count);
    events = togetherOf(lines);
    if (events.length >= ACTIVITY_COUNT || lines.length < count) break;
  }
  return events.slice(0, ACTIVITY_COUNT);
}

/** An event in people's words, with what has become of its object since. */
async function activityOf(
  { line, count }: Event,
  {
    products,
    generations,
    people,
  }: { products: ProductService; generations: GenerationService; people: ReadonlyMap<string, { email: string }> },
): Promise<Activity> {
  const id = line.object_id ?? '';
  const said = (what: string | null, status: Activity['status'], object: Activity['object']): Activity => ({
    id: String(line.seq),
    title: `${AUDIT_ACTIONS[line.action as AuditAction]}${count > 1 ? ` (${count} fois)` : ''}${what ? ` : ${what}` : ''}`,
    date: line.at,
    status,
    // As the account is called by now: one that was made anonymous is named by nothing but the journal.
    by: people.get(line.actor_id ?? '')?.email ?? line.actor,
    object,
  });
  const isOfProduct = OF_A_PRODUCT.has(line.object_type);
  if (line.object_type === 'product' || isOfProduct) {
    const product = await products.known(id);
    if (!product) return said(line.object_label, 'info', null);
    return said(
      isOfProduct ? line.object_label : productLabel(product),
      product.status === 'VALIDATED' ? 'completed' : 'pending',
      {
        type: 'product',
        id,
      },
    );
  }
  if (line.object_type === 'generation') {
    const document = await generations.known(id);
    if (!document) return said(line.object_label, 'info', null);
    return said(document.title, document.sealed ? 'completed' : 'pending', { type: 'generation', id });
  }
  return said(line.object_label, 'info', line.object_type === 'template' ? { type: 'template', id } : null);
}
