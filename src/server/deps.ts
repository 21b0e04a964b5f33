import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { JobKind } from '#shared/jobs/job.contract.ts';
import { createAttachments } from './attachments/attachment.service.ts';
import { createAudit } from './audit/audit.service.ts';
import { type AuthService, createAuth } from './auth/auth.service.ts';
import { createTries } from './auth/tries.service.ts';
import { type BackupService, createBackups } from './backup/backup.service.ts';
import { createBatches } from './batches/batch.service.ts';
import { createComments } from './comments/comment.service.ts';
import type { Config } from './config.ts';
import { type ControlDependencies, type ControlService, createControl } from './control/control.service.ts';
import { createDashboard } from './dashboard/dashboard.service.ts';
import type { Database, Executor } from './db/open.ts';
import { createDeadlines } from './deadlines/deadline.service.ts';
import { createDemo } from './demo/demo.service.ts';
import { createDocuments, type DocumentPool } from './documents/document.service.ts';
import type { PdfConverter } from './documents/pdf/converter.ts';
import { createDossiers, type DossierService } from './dossiers/dossier.service.ts';
import { createDrive, createDriveConnection, driveVault } from './drive/drive.service.ts';
import type { GoogleTiming } from './drive/google.requests.ts';
import { createOutbox } from './drive/outbox.service.ts';
import { createDuplicates } from './duplicates/duplicate.service.ts';
import { createEffects } from './effects/effect.service.ts';
import { createExports } from './exports/export.service.ts';
import { createExposures } from './exposure/exposure.service.ts';
import { createFollow } from './follow/follow.history.service.ts';
import { createFormulas } from './formulas/formula.service.ts';
import { createGenerations, type GenerationService } from './generations/generation.service.ts';
import { createGuests, type GuestService } from './guests/guest.service.ts';
import { createIdempotency, type Idempotency } from './http/idempotency.ts';
import { createLinks } from './http/links.ts';
import { createTraffic } from './http/traffic.ts';
import { createImports } from './imports/import.service.ts';
import { createIntake } from './intake/intake.service.ts';
import { createJobs, type JobTiming } from './jobs/job.service.ts';
import { createLots } from './lots/lot.service.ts';
import { handleDigest } from './mail/digest.ts';
import { createMail } from './mail/mail.service.ts';
import { createMaterials } from './materials/material.service.ts';
import { createMenus } from './menus/menu.service.ts';
import { createNotices } from './notices/notice.service.ts';
import type { Place } from './place.ts';
import { createProducts } from './products/product.service.ts';
import { thinHistory } from './products/product.thin.ts';
import { createFetchExports } from './regulation/cosing.ts';
import { createRegulation, type RegulationService } from './regulation/regulation.service.ts';
import { awaitedOf, createRequests, ownersOfRequest, type RequestService } from './requests/request.service.ts';
import { locksOfAnswer } from './requests/request.words.ts';
import { createReviews, type ReviewService } from './reviews/review.service.ts';
import { createFiles } from './storage/files.service.ts';
import type { Inbox } from './storage/inbox.ts';
import type { Storage } from './storage/storage.ts';
import { createStudies } from './studies/study.service.ts';
import { createSubstances } from './substances/substance.service.ts';
import { createHealth } from './system/health.service.ts';
import { createProxyWatch } from './system/proxy.watch.ts';
import { shippedTemplates } from './templates/shipped.service.ts';
import { createTemplates } from './templates/template.service.ts';
import { createTokenRoom, type TokenRoom } from './tokens/token.service.ts';
import { createTrash, type TrashService } from './trash/trash.service.ts';
import type { PasswordCost } from './users/password.service.ts';
import { createUsers } from './users/user.service.ts';

export interface Outside {
  database: Database;
  storage: Storage;
  inbox: Inbox;
  converter: PdfConverter;
  config: Pick<
    Config,
    | 'secretKey'
    | 'signup'
    | 'googleApiUrl'
    | 'cosingUrl'
    | 'oidcIssuer'
    | 'oidcClientId'
    | 'oidcClientSecret'
    | 'oidcLabel'
    | 'oidcRoleClaim'
    | 'oidcRoles'
    | 'oidcOnly'
    | 'host'
    | 'publicUrl'
    | 'uploadMaxMb'
    | 'intakeDir'
    | 'smtpUrl'
    | 'mailFrom'
  >;
  clock: () => Date;
  onJobError?: (error: unknown, kind: JobKind) => void;
  onBackupError?: (error: unknown) => void;
  onProviderFault?: (told: Readonly<Record<string, unknown>>) => void;
  /** Where everything is, for what opens it again beside the server. */
  place: Place;
  version: string;
  /** Shorter pauses, for tests. */
  timing?: { google: GoogleTiming; jobs: JobTiming; steadyMs: number; driveAnswerMs: number };
  /** Threads that several installations of one process share: tests open hundreds. */
  documentPool?: DocumentPool;
  /** Less than a password is worth: tests sign thousands of people in. */
  passwordCost?: PasswordCost;
}

/** What a room asks of one that stands above it: bound once all of them are made. */
interface Upward {
  /** Files attached to raw materials. */
  filesOf: (ids: readonly string[], executor: Executor) => Promise<ReadonlyMap<string, Attachment[]>>;
  /** Names of the corpus in force. */
  lawNames: () => ReturnType<RegulationService['names']>;
  /** Margins that the last sealed document of a product prints. */
  sealedMargins: GenerationService['sealedMargins'];
  /** What that document stood on. */
  lastSealed: GenerationService['lastSealed'];
  lastDossier: DossierService['lastStamp'];
  productOf: ControlDependencies['productOf'];
  /** What the file of a product is now. */
  compositionNow: ControlService['compositionNow'];
  /** The last lot, as the conformity says it. */
  lastLotSaid: ControlService['lastLotSaid'];
  composedOn: ControlService['composedOn'];
  /** Who reads it again, and what suppliers owe. */
  openReview: ReviewService['openOf'];
  awaitedOf: ControlDependencies['awaitedOf'];
  ownersOfRequest: ControlDependencies['ownersOfRequest'];
}

/** What every room stands on. */
function groundOf({
  database,
  storage,
  converter,
  config,
  clock,
  onJobError,
  timing,
  documentPool,
  passwordCost,
}: Outside) {
  const { db } = database;
  const audit = createAudit(db, clock);
  const users = createUsers({ database, audit, clock, passwordCost });
  return {
    db,
    clock,
    audit,
    traffic: createTraffic(),
    users,
    files: createFiles({ db, storage, clock }),
    jobs: createJobs({
      db,
      audit,
      clock,
      alone: database.engine === 'sqlite',
      ...(timing ? { timing: timing.jobs } : {}),
      ...(onJobError ? { onError: onJobError } : {}),
    }),
    documents: createDocuments(converter, { sharedPool: documentPool }),
    links: createLinks({ secretKey: config.secretKey, isActive: users.isActive, clock }),
    tries: createTries({ db, clock }),
  };
}
type Ground = ReturnType<typeof groundOf>;

/** The file of a product: its form, its formula, what stands beside them, and how ready it is for a control. */
function fileOf(
  ground: Ground,
  { config, onJobError }: Outside,
  {
    filesOf,
    lawNames,
    sealedMargins,
    lastSealed,
    lastDossier,
    productOf,
    compositionNow,
    lastLotSaid,
    composedOn,
    ...asked
  }: Upward,
) {
  const products = createProducts(ground);
  const substances = createSubstances({ ...ground, products });
  const materials = createMaterials({ ...ground, products, substances, filesOf });
  const formulas = createFormulas({ ...ground, products, substances, materials, lawNames });
  const owners = { product: products.owner, substance: substances.owner, material: materials.owner };
  const attachments = createAttachments({ ...ground, owners, compositionNow });
  const fetchExports = createFetchExports(config.cosingUrl);
  const regulation = createRegulation({ ...ground, products, formulas, substances, fetchExports });
  const exposures = createExposures({ ...ground, products, formulas, substances, sealedMargins });
  const lots = createLots({ ...ground, products, formulas, lastLotSaid, composedOn });
  const studies = createStudies({ ...ground, products, lots });
  const effects = createEffects({ ...ground, products, lots });
  const deadlines = createDeadlines({ ...ground, config });
  const follow = createFollow({ ...ground, products }, [lots.records, studies.records, effects.records]);
  const rooms = {
    products,
    substances,
    materials,
    formulas,
    attachments,
    regulation,
    exposures,
    lots,
    studies,
    effects,
    deadlines,
    follow,
  };
  const control = createControl({
    ...ground,
    ...rooms,
    ...asked,
    lastSealed,
    lastDossier,
    productOf,
    onError: (error) => onJobError?.(error, 'control.refresh'),
  });
  ground.audit.onRecord(control.touched);
  return { ...rooms, control };
}
type File = ReturnType<typeof fileOf>;

/** What is made of it: documents from templates, sealed dossiers, and where they are sent. */
function documentsOf(ground: Ground, file: File, { config, timing, inbox, version }: Outside) {
  const templates = createTemplates(ground);
  const vault = driveVault(config.secretKey);
  const connection = createDriveConnection({
    ...ground,
    vault,
    googleUrl: config.googleApiUrl,
    ...(timing ? { timing: timing.google } : {}),
  });
  const outbox = createOutbox({
    ...ground,
    drive: connection.drive,
    isConfigured: connection.isConfigured,
    answerMs: timing?.driveAnswerMs,
  });
  const generations = createGenerations({ ...ground, ...file, templates, outbox });
  return {
    templates,
    outbox,
    generations,
    dossiers: createDossiers({ ...ground, ...file, generations, outbox, inbox, version }),
    drive: createDrive({ ...ground, connection, vault, outbox }),
    shipped: shippedTemplates({ ...ground, templates }),
  };
}

/** What the rooms have done again and again, each at its hour. */
function handleChores(
  {
    db,
    clock,
    jobs,
    trash,
    backups,
    auth,
    tokens,
    idempotency,
  }: Pick<Ground, 'db' | 'clock' | 'jobs'> & {
    trash: TrashService;
    backups: BackupService;
    auth: AuthService;
    tokens: TokenRoom;
    idempotency: Idempotency;
  },
  hasBackups: boolean,
): void {
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
  chore('sessions.sweep', async () => {
    await auth.sweep();
    await tokens.sweep();
  });
  chore('idempotency.sweep', idempotency.sweep);
  chore('backup.daily', backups.daily, async () => hasBackups);
}

/** Puts the server together from what lies outside it: the only place where everything meets. */
export function createDeps(outside: Outside) {
  const { database, storage, inbox, config, clock, place, version } = outside;
  const ground = groundOf(outside);
  const upward: Upward = {
    filesOf: (ids, executor) => file.attachments.listOfMany('material', ids, executor),
    lawNames: () => file.regulation.names(),
    sealedMargins: (id) => made.generations.sealedMargins(id),
    lastSealed: (id) => made.generations.lastSealed(id),
    lastDossier: (id) => made.dossiers.lastStamp(id),
    productOf: (type, id) => made[type === 'dossier' ? 'dossiers' : 'generations'].productOf(id),
    compositionNow: (id) => file.control.compositionNow(id),
    lastLotSaid: (id, executor) => file.control.lastLotSaid(id, executor),
    composedOn: (id) => file.control.composedOn(id),
    openReview: (id) => reviews.openOf(id),
    awaitedOf: (owners) => awaitedOf(ground.db, owners),
    ownersOfRequest: (id) => ownersOfRequest(ground.db, id),
  };
  const file: File = fileOf(ground, outside, upward);
  const made = documentsOf(ground, file, outside);
  const { templates, outbox } = made;
  const notices = createNotices(ground);
  const mail = createMail({ ...ground, config, guestLetter: (id, text) => guests.letter(id, text) });
  const told = { ...ground, ...file, notices };
  const stampNow = file.control.stampNow;
  const reviews = createReviews({ ...told, stampNow });
  const comments = createComments(told);
  handleDigest({ ...ground, notices, mail, deadlines: file.deadlines });
  const onBatchError = (error: unknown): void => outside.onJobError?.(error, 'batch.run');
  const batches = createBatches({ ...ground, ...file, ...made, notices, onError: onBatchError });
  const auth = createAuth({ ...ground, mail, config, onProviderFault: outside.onProviderFault });
  const tokens = createTokenRoom(ground);
  const proxies = createProxyWatch(clock);
  const idempotency = createIdempotency(ground.db, clock);
  const backups = createBackups({
    ...ground,
    place,
    version,
    onError: outside.onBackupError ?? (() => undefined),
  });
  const trash = createTrash({
    ...ground,
    restoring: file.follow.restoring,
    checkRestored: async (trx, { type, id }) => {
      if (type === 'substance') await file.substances.checkRestored(trx, id);
    },
    onRestored: async ({ type, id }) => {
      if (type === 'generation') await outbox.retry(id);
      if (type === 'template') await templates.queueThumbnails();
    },
  });
  const intake = createIntake({
    ...ground,
    ...file,
    ...made,
    notices,
    inbox,
    uploadMaxMb: config.uploadMaxMb,
    onAnswerMoved: (trx, moved) => requests.moved(trx, moved),
    answerLocks: locksOfAnswer,
    folder: config.intakeDir,
    steadyMs: outside.timing?.steadyMs,
  });
  const guests: GuestService = createGuests({ ...told, ...made, config, mail, comments, intake, stampNow });
  const requests: RequestService = createRequests({ ...told, mail, guests, intake });
  handleChores({ ...ground, trash, backups, auth, tokens, idempotency }, place.backupDir !== null);
  return {
    ...ground,
    ...file,
    ...made,
    auth,
    tokens,
    notices,
    mail,
    batches,
    exports: createExports({ ...ground, ...file, ...made, inbox }),
    imports: createImports({
      ...ground,
      ...file,
      ...made,
      batches,
      onAttached: intake.attached,
      attachLocks: intake.attachLocks,
    }),
    intake,
    reviews,
    comments,
    guests,
    requests,
    trash,
    backups,
    idempotency,
    proxies,
    inbox,
    menus: createMenus(ground),
    dashboard: createDashboard({ ...ground, ...file, ...made, intake }),
    duplicates: createDuplicates(file),
    demo: createDemo({ ...ground, ...file, ...made, comments, reviews, requests, trash }),
    health: createHealth({ ...ground, database, storage, backups, mail, proxies, auth, dataDir: place.dataDir }),
  };
}

export type Deps = ReturnType<typeof createDeps>;
