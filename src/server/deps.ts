import type { JobKind } from '#shared/jobs/job.contract.ts';
import { type AttachmentService, createAttachments } from './attachments/attachment.service.ts';
import { type AuditService, createAudit } from './audit/audit.service.ts';
import { type AuthService, createAuth } from './auth/auth.service.ts';
import { createTries, type Tries } from './auth/tries.service.ts';
import { type BackupService, createBackups } from './backup/backup.service.ts';
import type { Config } from './config.ts';
import { type ControlService, createControl } from './control/control.service.ts';
import { createDashboard, type DashboardService } from './dashboard/dashboard.service.ts';
import type { Database, Db } from './db/open.ts';
import { createDemo, type DemoService } from './demo/demo.service.ts';
import { createDocuments, type DocumentService } from './documents/document.service.ts';
import type { PdfConverter } from './documents/pdf/converter.ts';
import { createDossiers, type DossierService } from './dossiers/dossier.service.ts';
import { createDrive, createDriveConnection, type DriveService } from './drive/drive.service.ts';
import { createVault } from './drive/google.account.ts';
import type { GoogleTiming } from './drive/google.requests.ts';
import { createOutbox, type Outbox } from './drive/outbox.service.ts';
import { createExposures, type ExposureService } from './exposure/exposure.service.ts';
import { createFormulas, type FormulaService } from './formulas/formula.service.ts';
import { createGenerations, type GenerationService } from './generations/generation.service.ts';
import { createIdempotency, type Idempotency } from './http/idempotency.ts';
import { createLinks } from './http/links.ts';
import { createJobs, type Jobs, type JobTiming } from './jobs/job.service.ts';
import { createMaterials, type MaterialService } from './materials/material.service.ts';
import { createMenus, type MenuService } from './menus/menu.service.ts';
import type { Place } from './outside.ts';
import { createProducts, type ProductService } from './products/product.service.ts';
import { thinHistory } from './products/product.thin.ts';
import { createFetchExports } from './regulation/cosing.ts';
import { createRegulation, type RegulationService } from './regulation/regulation.service.ts';
import { createFiles, type FileService } from './storage/files.service.ts';
import type { Inbox } from './storage/inbox.ts';
import type { Storage } from './storage/storage.ts';
import { createSubstances, type SubstanceService } from './substances/substance.service.ts';
import { createHealth, type Health } from './system/health.service.ts';
import { createProxyWatch, type ProxyWatch } from './system/proxy.watch.ts';
import { shippedTemplates } from './templates/shipped.service.ts';
import { createTemplates, type TemplateService } from './templates/template.service.ts';
import { createTrash, type TrashService } from './trash/trash.service.ts';
import { createUsers, type UserService } from './users/user.service.ts';

export interface Deps {
  db: Db;
  auth: AuthService;
  tries: Tries;
  users: UserService;
  products: ProductService;
  substances: SubstanceService;
  materials: MaterialService;
  formulas: FormulaService;
  regulation: RegulationService;
  exposures: ExposureService;
  control: ControlService;
  attachments: AttachmentService;
  templates: TemplateService;
  generations: GenerationService;
  dossiers: DossierService;
  menus: MenuService;
  dashboard: DashboardService;
  demo: DemoService;
  drive: DriveService;
  outbox: Outbox;
  jobs: Jobs;
  audit: AuditService;
  trash: TrashService;
  backups: BackupService;
  health: Health;
  files: FileService;
  inbox: Inbox;
  documents: DocumentService;
  idempotency: Idempotency;
  proxies: ProxyWatch;
  shipped: ReturnType<typeof shippedTemplates>;
}

export interface Outside {
  database: Database;
  storage: Storage;
  inbox: Inbox;
  converter: PdfConverter;
  config: Pick<Config, 'secretKey' | 'signup' | 'googleApiUrl' | 'cosingUrl' | 'host' | 'publicUrl'>;
  clock: () => Date;
  onJobError?: (error: unknown, kind: JobKind) => void;
  onBackupError?: (error: unknown) => void;
  /** Where everything is, for what opens it again beside the server. */
  place: Place;
  version: string;
  /** Shorter pauses, for tests. */
  timing?: { google: GoogleTiming; jobs: JobTiming };
}

/** Puts the server together from what lies outside it: the only place where everything meets. */
export function createDeps(outside: Outside): Deps {
  const { database, storage, inbox, converter, config, clock, onJobError, timing } = outside;
  const proxies = createProxyWatch(clock);
  const { db } = database;
  const audit = createAudit(db, clock);
  const files = createFiles({ db, storage, clock });
  const jobs = createJobs({
    db,
    audit,
    clock,
    alone: database.engine === 'sqlite',
    ...(timing ? { timing: timing.jobs } : {}),
    ...(onJobError ? { onError: onJobError } : {}),
  });
  const documents = createDocuments(converter);
  const users = createUsers({ database, audit, clock });
  const links = createLinks({ secretKey: config.secretKey, isActive: users.isActive, clock });
  const tries = createTries({ db, clock });
  const auth = createAuth({ db, config, users, tries, audit, clock });
  const products = createProducts({ db, audit, clock });
  const substances = createSubstances({ db, audit, products, documents, clock });
  const materials = createMaterials({
    db,
    audit,
    products,
    substances,
    documents,
    clock,
    filesOf: (ids, executor) => attachments.listOfMany('material', ids, executor),
  });
  const formulas = createFormulas({
    db,
    products,
    substances,
    materials,
    documents,
    audit,
    clock,
    lawNames: () => regulation.names(),
  });
  const attachments = createAttachments({
    db,
    files,
    owners: { product: products.owner, substance: substances.owner, material: materials.owner },
    audit,
    clock,
  });
  const regulation = createRegulation({
    db,
    products,
    formulas,
    substances,
    documents,
    jobs,
    audit,
    fetchExports: createFetchExports(config.cosingUrl),
    clock,
  });
  const exposures = createExposures({
    db,
    products,
    formulas,
    substances,
    users,
    documents,
    audit,
    sealedMargins: (id) => generations.sealedMargins(id),
    clock,
  });
  const control = createControl({
    db,
    products,
    formulas,
    substances,
    materials,
    exposures,
    regulation,
    attachments,
    jobs,
    audit,
    onError: (error) => onJobError?.(error, 'control.refresh'),
    clock,
  });
  audit.onRecord(control.touched);
  const templates = createTemplates({
    db,
    files,
    documents,
    links,
    audit,
    jobs,
    clock,
  });
  const vault = createVault(config.secretKey);
  const connection = createDriveConnection({
    db,
    vault,
    googleUrl: config.googleApiUrl,
    ...(timing ? { timing: timing.google } : {}),
  });
  const outbox = createOutbox({
    db,
    files,
    jobs,
    drive: connection.drive,
    isConfigured: connection.isConfigured,
    clock,
  });
  const generations = createGenerations({
    db,
    files,
    documents,
    links,
    products,
    formulas,
    regulation,
    exposures,
    control,
    attachments,
    templates,
    outbox,
    jobs,
    users,
    audit,
    clock,
  });
  const dossiers = createDossiers({
    db,
    products,
    formulas,
    attachments,
    generations,
    control,
    regulation,
    documents,
    files,
    outbox,
    inbox,
    jobs,
    tries,
    audit,
    version: outside.version,
    clock,
  });
  const backups = createBackups({
    db,
    files,
    audit,
    clock,
    place: outside.place,
    version: outside.version,
    onError: outside.onBackupError ?? (() => undefined),
  });
  const trash = createTrash({
    db,
    audit,
    clock,
    onRestored: async ({ type, id }) => {
      if (type === 'generation') await outbox.retry(id);
      if (type === 'template') await templates.queueThumbnails();
    },
  });
  const shipped = shippedTemplates({ db, jobs, templates });
  const idempotency = createIdempotency(db, clock);
  const chore = (kind: JobKind, work: () => Promise<unknown>, isReady = async () => true): void =>
    jobs.handle(kind, {
      isReady,
      perform: async () => {
        await work();
      },
    });
  chore('trash.purge', trash.purge);
  chore('files.sweep', backups.sweep);
  chore('history.thin', () => thinHistory(db, clock));
  chore('sessions.sweep', auth.sweep);
  chore('idempotency.sweep', idempotency.sweep);
  chore('backup.daily', backups.daily, async () => outside.place.backupDir !== null);
  return {
    db,
    auth,
    tries,
    users,
    products,
    substances,
    materials,
    formulas,
    regulation,
    exposures,
    control,
    attachments,
    templates,
    generations,
    dossiers,
    menus: createMenus({ db, audit, clock }),
    dashboard: createDashboard({ products, templates, generations, audit, clock }),
    demo: createDemo({
      db,
      products,
      substances,
      materials,
      formulas,
      control,
      exposures,
      attachments,
      documents,
      templates,
      generations,
      clock,
    }),
    drive: createDrive({ db, connection, vault, outbox, jobs, audit }),
    outbox,
    jobs,
    audit,
    trash,
    backups,
    health: createHealth({
      database,
      storage,
      documents,
      backups,
      jobs,
      proxies,
      dataDir: outside.place.dataDir,
      clock,
    }),
    proxies,
    shipped,
    files,
    inbox,
    documents,
    idempotency,
  };
}
