import type { SummaryFieldName } from '#shared/products/product.contract.ts';

/** Every table on one page. Times are ISO 8601 UTC, truths are 0 or 1, lists and objects are JSON text. */

export interface Tables {
  users: UserRow;
  sessions: SessionRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  identities: IdentityRow;
  handovers: HandoverRow;
  attempts: AttemptRow;
  files: FileRow;
  products: ProductRow;
  product_revisions: ProductRevisionRow;
  product_file_events: ProductFileEventRow;
  attachments: AttachmentRow;
  templates: TemplateRow;
  template_files: TemplateFileRow;
  generations: GenerationRow;
  menus: MenuRow;
  menu_items: MenuItemRow;
  audit: AuditRow;
  idempotency: IdempotencyRow;
  settings: SettingRow;
  drive_outbox: DriveOutboxRow;
  jobs: JobRow;
  drive_folders: DriveFolderRow;
  substances: RecordRow;
  materials: RecordRow;
  substance_numbers: SubstanceNumberRow;
  record_uses: RecordUseRow;
  record_revisions: RecordRevisionRow;
  formulas: FormulaRow;
  corpora: CorpusRow;
  corpus_entries: CorpusEntryRow;
  entry_warnings: EntryWarningRow;
  inventory: InventoryRow;
  control_records: ControlRecordRow;
  control_revisions: ControlRevisionRow;
  findings: FindingRow;
  finding_answers: FindingAnswerRow;
  part_days: PartDayRow;
  law_decisions: LawDecisionRow;
  law_changes: LawChangeRow;
  exposures: ExposureRow;
  hypotheses: HypothesisRow;
  dossiers: DossierRow;
  conversions: ConversionRow;
  batches: BatchRow;
  batch_items: BatchItemRow;
  imports: ImportRow;
  import_mappings: ImportMappingRow;
  import_documents: ImportDocumentRow;
  intake: IntakeRow;
  intake_texts: IntakeTextRow;
  notices: NoticeRow;
  tokens: TokenRow;
  mails: MailRow;
  follow_records: FollowRecordRow;
  follow_revisions: FollowRevisionRow;
  deadlines: DeadlineRow;
  deadline_products: DeadlineProductRow;
  calendars: CalendarRow;
  reviews: ReviewRow;
  comments: CommentRow;
  guests: GuestRow;
  guest_signatures: GuestSignatureRow;
  requests: RequestRow;
  request_items: RequestItemRow;
}

/** The same names while it runs: a schema of PostgreSQL may hold somebody else's tables too. */
export const TABLES: Record<keyof Tables, true> = {
  users: true,
  sessions: true,
  second_factors: true,
  recovery_codes: true,
  identities: true,
  handovers: true,
  attempts: true,
  files: true,
  products: true,
  product_revisions: true,
  product_file_events: true,
  attachments: true,
  templates: true,
  template_files: true,
  generations: true,
  menus: true,
  menu_items: true,
  audit: true,
  idempotency: true,
  settings: true,
  drive_outbox: true,
  jobs: true,
  drive_folders: true,
  substances: true,
  materials: true,
  substance_numbers: true,
  record_uses: true,
  record_revisions: true,
  formulas: true,
  corpora: true,
  corpus_entries: true,
  entry_warnings: true,
  inventory: true,
  control_records: true,
  control_revisions: true,
  findings: true,
  finding_answers: true,
  part_days: true,
  law_decisions: true,
  law_changes: true,
  exposures: true,
  hypotheses: true,
  dossiers: true,
  conversions: true,
  batches: true,
  batch_items: true,
  imports: true,
  import_mappings: true,
  import_documents: true,
  intake: true,
  intake_texts: true,
  notices: true,
  tokens: true,
  mails: true,
  follow_records: true,
  follow_revisions: true,
  deadlines: true,
  deadline_products: true,
  calendars: true,
  reviews: true,
  comments: true,
  guests: true,
  guest_signatures: true,
  requests: true,
  request_items: true,
};

/** The beginning of a file that waits and is nobody’s yet. */
export interface IntakeTextRow {
  intake_id: string;
  text: string;
  /** JSON: words that may be references, folded. */
  words: string;
}

/** What one person is told. */
export interface NoticeRow {
  id: string;
  person_id: string;
  kind: string;
  text: string;
  /** A path of the screens. */
  link: string;
  at: string;
  read_at: string | null;
  /** A digest told it. */
  mailed_at: string | null;
}

/** What a program shows instead of a session. */
export interface TokenRow {
  id: string;
  person_id: string;
  name: string;
  /** JSON. */
  scopes: string;
  /** SHA-256 of the secret, which is kept nowhere. */
  hash: string;
  created_at: string;
  expires_at: string;
  /** To the hour. */
  last_used_at: string | null;
}

/** That somebody reads the file of a product again. */
export interface ReviewRow {
  id: string;
  product_id: string;
  /** `asked`, `done`, `returned`, `cancelled`. */
  state: string;
  asked_by: string;
  asked_at: string;
  reviewer_id: string;
  /** `YYYY-MM-DD` */
  due_on: string | null;
  note: string | null;
  reason: string | null;
  /** JSON: what was read again. */
  stamp: string | null;
  ended_at: string | null;
  ended_by: string | null;
}

/** What somebody says of a place of a file. */
export interface CommentRow {
  id: string;
  product_id: string;
  anchor_kind: string;
  anchor_key: string;
  /** As the place was called when it was written. */
  anchor_label: string;
  body: string;
  /** JSON: ids of people. */
  mentions: string;
  parent_id: string | null;
  /** Who wrote it: somebody of the house, or a guest. */
  person_id: string | null;
  guest_id: string | null;
  for_guests: number;
  at: string;
  edited_at: string | null;
  resolved_at: string | null;
  resolved_by: string | null;
  removed_at: string | null;
}

/** A link for somebody without an account: to one product, or to one request. */
export interface GuestRow {
  id: string;
  number: number;
  product_id: string | null;
  request_id: string | null;
  /** Empty once erased, and the address too. */
  name: string;
  email: string;
  /** `evaluateur`, `autre`, `fournisseur`. */
  role: string;
  /** JSON. */
  may: string;
  /** JSON: ids of attachments; the place of one in it is its number for the guest. */
  pieces: string;
  /** 1: an adviser who reads the formula. */
  formula: number;
  /** 1: six digits are asked before it opens. */
  code: number;
  /** SHA-256 of the token. */
  hash: string;
  created_at: string;
  created_by: string;
  expires_at: string;
  revoked_at: string | null;
  locked_at: string | null;
  /** What the code is computed from, until when, and how often it was typed wrong. */
  code_nonce: string | null;
  code_until: string | null;
  code_tries: number;
  last_seen_at: string | null;
  /** Digest of the stamp that was last shown. */
  shown: string | null;
  erased_at: string | null;
}

/** That an assessor outside says to have signed; an editor records it. */
export interface GuestSignatureRow {
  id: string;
  guest_id: string;
  product_id: string;
  name: string;
  qualification: string;
  signed_on: string;
  /** JSON: what was shown. */
  stamp: string;
  file_id: string | null;
  file_name: string | null;
  mime_type: string | null;
  at: string;
  /** `waiting`, `recorded`, `refused`. */
  state: string;
  settled_at: string | null;
  settled_by: string | null;
}

/** Documents that a supplier is asked for. */
export interface RequestRow {
  id: string;
  supplier: string;
  email: string;
  message: string | null;
  due_on: string;
  /** 1: reminders go by mail. */
  reminding: number;
  /** JSON: the days of those that went. */
  reminded: string;
  /** `draft`, `sent`, `done`, `cancelled`. */
  state: string;
  sent_at: string | null;
  /** When the supplier last gave something. */
  answered_at: string | null;
  revision: number;
  created_at: string;
  created_by: string;
  updated_at: string;
  updated_by: string | null;
}

export interface RequestItemRow {
  request_id: string;
  n: number;
  kind: string | null;
  label: string;
  owner_type: string;
  owner_id: string;
  required: number;
  /** `waiting`, `received`, `accepted`, `refused`, `absent`. */
  state: string;
  reason: string | null;
}

/** A message that goes out by mail; its address is that of its person, or of its guest. */
export interface MailRow {
  id: string;
  /** None twice. */
  key: string;
  /** Empty where it goes to a guest. */
  person_id: string;
  guest_id: string | null;
  subject: string;
  text: string;
  state: string;
  error: string | null;
  created_at: string;
  ended_at: string | null;
}

/** Work on many products that a person started. */
export interface BatchRow {
  id: string;
  kind: string;
  title: string;
  search_text: string;
  state: string;
  /** JSON: what is the same for all of its products. */
  payload: string;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  created_at: string;
  created_by: string | null;
  created_by_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  /** Why all of it is taken back, in a sentence. */
  failure: string | null;
  undoes: string | null;
  undone_by: string | null;
}

/** What a batch does to one product: written together with it. */
export interface BatchItemRow {
  batch_id: string;
  seq: number;
  object_id: string | null;
  label: string;
  line: number | null;
  state: string;
  message: string | null;
  result_id: string | null;
  /** JSON: what is to be written. */
  input: string;
  /** JSON: the values of the fields that were written, as they were and as they are. */
  before: string | null;
  after: string | null;
  done_at: string | null;
}

/** A file of products that was given to be read. */
export interface ImportRow {
  id: string;
  /** `sheet`, or `documents`: old files, each with a row of its own. */
  kind: string;
  file_name: string;
  /** Of a sheet: the file as it was read, compressed JSON (`Workbook`). */
  read_file_id: string | null;
  /** Of a sheet, JSON: what a person said of it (`ImportMapping`). */
  mapping: string | null;
  /** Of a sheet, JSON: how it is laid out (`ReadFile`). */
  shape: string | null;
  revision: number;
  batch_id: string | null;
  created_at: string;
  created_by: string | null;
  created_by_id: string | null;
  expires_at: string;
}

/** A sheet: what is kept of it is there. */
export type SheetImportRow = ImportRow & { kind: 'sheet'; read_file_id: string; mapping: string; shape: string };

/** An old file that was given to be read. */
export interface ImportDocumentRow {
  id: string;
  import_id: string;
  seq: number;
  file_id: string;
  file_name: string;
  mime_type: string;
  state: string;
  message: string | null;
  /** JSON: the file of a template that printed it, and its rivals (`PrintedBy`). */
  template: string | null;
  /** JSON: what was read of it (`DocumentReading`). */
  reading: string | null;
  /** JSON: words of it that may be references of a product, folded. */
  words: string | null;
  applied_to: string | null;
  attached: number;
}

/** A file that came in and waits to be filed, or was. */
export interface IntakeRow {
  id: string;
  file_id: string;
  file_name: string;
  folder: string;
  mime_type: string;
  source: string;
  state: string;
  kind: string | null;
  owner_type: string | null;
  owner_id: string | null;
  /** JSON: `IntakeCandidate[]`. */
  candidates: string;
  issued_on: string | null;
  expires_on: string | null;
  why: string;
  duplicate_of: string | null;
  created_at: string;
  created_by: string | null;
  /** Of what came from outside: the id of its guest, or the request and the number of its item. */
  source_key: string | null;
  /** Until when a file that was left, or the line of one that was filed, is kept. */
  expires_at: string | null;
}

/** What was said of columns of these names. */
export interface ImportMappingRow {
  headers: string;
  /** JSON list of fields. */
  fields: string;
  used_at: string;
}

export interface CorpusRow {
  id: string;
  imported_at: string;
  imported_by: string | null;
  activated_at: string | null;
  active: number;
  sha256: string;
  /** JSON: `CorpusFile[]`. */
  files: string;
}

export interface CorpusEntryRow {
  id: string;
  corpus_id: string;
  annex: string;
  ref: string;
  ordinal: number;
  /** Of what names it: a reference number is no key. */
  identity_hash: string;
  /** JSON: its cells, as published. */
  cells: string;
}

export interface EntryWarningRow {
  /** Annex, number and identity: the same entry in every corpus. */
  key: string;
  text: string;
  at: string;
  by: string | null;
}

export interface InventoryRow {
  name_key: string;
  name: string;
  /** JSON lists. */
  cas: string;
  ec: string;
  functions: string;
}

/** What the file of a product says beside its form: `conformity`, `assessment`, `claims`, `exceptions`. */
export interface ControlRecordRow extends ExposureRow {
  kind: string;
}

export interface ControlRevisionRow {
  product_id: string;
  kind: string;
  revision: number;
  at: string;
  by: string | null;
  changes: string;
  data: string;
}

/** What was found in the file of a product the last time it was looked at. */
export interface FindingRow {
  product_id: string;
  /** Its code, and what it is about. */
  key: string;
  code: string;
  level: string;
  text: string;
  due_on: string | null;
}

/** What a person says of a finding: it falls once what it was said of is something else. */
export interface FindingAnswerRow {
  product_id: string;
  key: string;
  reason: string;
  /** Hash of the fact. */
  basis: string;
  at: string;
  by: string | null;
}

/** Since when a part of what is signed is as it is. */
export interface PartDayRow {
  product_id: string;
  part: string;
  sha256: string;
  /** `YYYY-MM-DD`; `null` while it is as it was found first. */
  since: string | null;
}

export interface ExposureRow {
  product_id: string;
  data: string;
  revision: number;
  updated_at: string;
  updated_by: string | null;
}

/** A dossier that was sealed. It outlives its product. */
export interface DossierRow {
  id: string;
  product_id: string;
  /** JSON: what the product was (`ProductSnapshot`). */
  product_snapshot: string;
  search_text: string;
  sealed_at: string;
  sealed_by: string | null;
  /** Of the PDF, and of the archive. */
  sha256: string;
  zip_sha256: string;
  pages: number;
  /** JSON list of sentences. */
  anomalies: string;
  /** JSON: what it stood on (`Stamp`); `null` in dossiers of before. */
  stamp: string | null;
  /** Without an ending. */
  file_name: string;
  pdf_file_id: string;
  zip_file_id: string;
}

/** The PDF that an attached Word file became: the same in every dossier. */
export interface ConversionRow {
  /** Of the Word file. */
  sha256: string;
  file_id: string;
}

/** A supposition that somebody answers for. */
export interface HypothesisRow {
  key: string;
  /** Empty for every substance. */
  substance_id: string;
  at: string;
  by: string | null;
}

export interface LawDecisionRow {
  product_id: string;
  key: string;
  /** `decision`, `functions`, or `case:` and the identity of an entry. */
  kind: string;
  data: string;
  /** Hash of what it was decided about: once that is something else, it falls. */
  basis: string;
  at: string;
  by: string | null;
}

export interface LawChangeRow {
  corpus_id: string;
  product_id: string;
  data: string;
}

interface Trashable {
  deleted_at: string | null;
  deleted_by: string | null;
}

/** A lot, a study of a product: what its file gains once it is sold. */
export interface FollowRecordRow extends Trashable {
  id: string;
  product_id: string;
  /** `FollowKind` */
  kind: string;
  /** As people know it. */
  label: string;
  /** Its values, JSON. */
  data: string;
  revision: number;
  created_at: string;
  created_by: string | null;
  updated_at: string;
  updated_by: string | null;
}

export interface FollowRevisionRow {
  owner_id: string;
  product_id: string;
  kind: string;
  label: string;
  revision: number;
  at: string;
  by: string | null;
  /** JSON. */
  changes: string;
  data: string;
}

/** A day on which something is due, of one product or of several. */
export interface DeadlineRow {
  key: string;
  kind: string;
  due_on: string;
  title: string;
  link: string;
  /** Days after it during which it is not late. */
  grace: number;
}

/** Of which products a deadline is. */
export interface DeadlineProductRow {
  product_id: string;
  key: string;
}

/** The address under which a person's calendar is read, as a hash of its secret. */
export interface CalendarRow {
  person_id: string;
  hash: string;
  created_at: string;
}

export interface UserRow {
  id: string;
  /** Lower case. */
  email: string;
  /** argon2id, in PHC form. */
  password_hash: string;
  role: string;
  active: number;
  name: string | null;
  /** 1: an administrator has to accept it first. */
  pending: number;
  /** 1: the password was given by somebody else. */
  must_change_password: number;
  created_at: string;
  last_login_at: string | null;
  /** 1: it was somebody's, and is nobody's any more. */
  anonymous: number;
  /** How often a digest is sent: `jamais`, `jour` or `semaine`. */
  digest: string;
  /** The day of the last one, as Paris counts. */
  digest_day: string | null;
}

export interface SessionRow {
  id: string;
  user_id: string;
  /** SHA-256 of the refresh token: the token itself is never stored. */
  refresh_hash: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  ended_at: string | null;
  ip: string | null;
  user_agent: string | null;
  /** How it began: `password`, or `oidc`, by the provider of the firm. */
  way: string;
}

/** What a telephone counts codes with (RFC 6238). */
export interface SecondFactorRow {
  person_id: string;
  /** Locked: `http/vault.ts`. */
  secret: string;
  created_at: string;
  /** When a first code showed that the telephone has it; until then it asks for nothing. */
  confirmed_at: string | null;
  /** The last step of 30 seconds whose code was used: no code serves twice. */
  last_step: number;
}

/** A code kept on paper, as a hash; it goes when it is used. */
export interface RecoveryCodeRow {
  person_id: string;
  hash: string;
}

/** Who somebody is for the provider of the firm. */
export interface IdentityRow {
  issuer: string;
  subject: string;
  person_id: string;
  /** As the provider named it when it was linked. */
  label: string;
  created_at: string;
}

/** A sign-in by the provider, on its way back to the page that began it; it goes when it is used. */
export interface HandoverRow {
  hash: string;
  /** Of what the cookie of that browser says. */
  browser_hash: string;
  person_id: string;
  expires_at: string;
}

/** One try that is counted: a wrong password, a sign-up. */
export interface AttemptRow {
  id: string;
  bucket: string;
  at: string;
}

/** A stored file. The row is written after the bytes are on disk; bytes without a row are swept. */
export interface FileRow {
  id: string;
  sha256: string;
  size: number;
  created_at: string;
  /** A sealed file is kept until then, whatever becomes of what names it. */
  sealed_until: string | null;
}

/** The `sort_…` columns hold the values of the list without case or accents: one for each field that it shows. */
type SortColumns = Record<`sort_${SummaryFieldName}`, string>;

/**
 * `summary` is what the list answers. What is computed from `data` is made anew when the catalogue changes. The table has
 * one column more, `search_key`, of the search index of each engine (`fulltext.ts`): SQLite's triggers keep the row of its index there.
 */
export interface ProductRow extends Trashable, SortColumns {
  id: string;
  /** 1: made by the example. */
  example: number;
  status: string;
  progression: number;
  has_formula: number;
  /** 1: the formula is neither typed nor in a file. */
  lacks_formula: number;
  /** 1: validated after the day it is put on the market. */
  late_validation: number;
  /** `text`, `file` or `table`: which is the formula. Empty until somebody chooses. */
  formula_mode: string;
  /** Of the lines of a formula in a table and of what their raw materials are made of; empty without. */
  composition_sha256: string;
  /** `cosmetique` or `nettoyage`: by which law its file is judged. */
  type_produit: string;
  /** 1: a person said which. */
  type_said: number;
  /** The word of its names for which it may be a cleaning product. */
  type_word: string | null;
  /** Of the attached files (`filesHashOf`). */
  files_hash: string;
  /** What fields and files were when it was last validated (`contentHashOf`); `null` when it never was. */
  validated_hash: string | null;
  /** 1: fields or files are no longer those. */
  modified_since_validation: number;
  /** Points of article 11 that are covered; `null` before it was computed. */
  control_covered: number | null;
  /** 1: a point is not covered; a red line of the chronology; an assessment to be revised. */
  control_open: number;
  control_red: number;
  control_review: number;
  /** 1: something of it is late; a serious effect is neither sent nor said not to be. */
  deadline_late: number;
  effect_open: number;
  /** Findings of its file, those that stop it and those to be looked at; `null` before they were computed. */
  findings_red: number | null;
  findings_orange: number | null;
  /** The last day on which nothing of it may go (`YYYY-MM-DD`); `null` while it was never sold, as far as its file says. */
  kept_until: string | null;
  /** Where its last review stands (`asked`, `done`, `returned`); who is asked to read it again, and until which day; `null` while nobody is. */
  review_state: string | null;
  review_by: string | null;
  review_due: string | null;
  revision: number;
  data: string;
  summary: string;
  /** What it is found by beside the fields of its form (`besideOf`). */
  beside_text: string;
  search_text: string;
  created_at: string;
  updated_at: string;
  created_by: string | null;
  updated_by: string | null;
}

export interface ProductRevisionRow {
  product_id: string;
  revision: number;
  at: string;
  by: string | null;
  status: string;
  changes: string;
  data: string;
  /** Of the first of the saves that it stands for; `null` when it is one alone. */
  began_at: string | null;
}

/** A file that came or went: it changes a product without being a revision of its fields. */
export interface ProductFileEventRow {
  id: string;
  product_id: string;
  at: string;
  by: string | null;
  /** Of the product, then. */
  revision: number;
  status: string;
  changes: string;
}

export interface AttachmentRow extends Trashable {
  id: string;
  /** What it is attached to: `product`, `substance`, `material`. */
  owner_type: string;
  owner_id: string;
  field_key: string;
  /** Other places where it stands, as a JSON list of keys. */
  also: string;
  /** 1: made by the example. */
  example: number;
  file_name: string;
  alias: string | null;
  mime_type: string;
  file_id: string;
  kind: string | null;
  issued_on: string | null;
  expires_on: string | null;
  /** Of what the file of its product was when it was attached, where that matters (`keepsStamp`): a JSON stamp. */
  stamp: string | null;
  created_at: string;
}

/** A file that a template has, or has had. */
export interface TemplateFileRow {
  id: string;
  template_id: string;
  file_id: string;
  file_name: string;
  /** What the template called itself then. */
  version: string;
  imported_at: string;
  imported_by: string | null;
}

export interface TemplateRow extends Trashable {
  id: string;
  /** 1: made by the example. */
  example: number;
  name: string;
  version: string;
  description: string | null;
  /** `fr`, `en`: of what the program itself writes in its documents. */
  langue: string;
  file_name: string | null;
  file_id: string | null;
  thumbnail_file_id: string | null;
  /** 1: the file cannot be drawn, and is not tried again. */
  thumbnail_refused: number;
  /** Tags that stop a generation or print nothing; `null` while it has not been looked at. */
  faults: number | null;
  placeholders: string;
  search_text: string;
  created_at: string;
  updated_at: string;
}

export interface GenerationRow extends Trashable {
  id: string;
  template_id: string;
  product_id: string;
  /** The template's bytes at the time: kept as long as the document. */
  template_file_id: string;
  template_snapshot: string;
  product_snapshot: string;
  status: string;
  initiated_at: string;
  finalized_at: string | null;
  validated_at: string | null;
  initiated_by: string | null;
  file_name: string;
  /** What the finished .docx was called when it was handed in. */
  final_file_name: string | null;
  docx_file_id: string;
  pdf_file_id: string | null;
  warnings: string;
  /** JSON: the margins it prints; `null` in documents of before. */
  margins: string | null;
  /** JSON: what it stood on when it was made (`Stamp`); `null` in documents of before. */
  stamp: string | null;
  search_text: string;
}

export interface MenuRow {
  id: string;
  name: string;
  updated_at: string;
}

export interface MenuItemRow {
  id: string;
  menu_id: string;
  position: number;
  name: string;
  price: number;
  category: string;
  description: string | null;
}

/** Append-only: triggers refuse changes, each line holds the SHA-256 of itself and of the one before. */
export interface AuditRow {
  seq: number;
  at: string;
  actor_id: string | null;
  actor: string | null;
  action: string;
  object_type: string;
  object_id: string | null;
  object_label: string | null;
  ip: string | null;
  prev_hash: string;
  hash: string;
}

export interface IdempotencyRow {
  scope: string;
  key: string;
  request_hash: string;
  status: number | null;
  answer: string | null;
  created_at: string;
}

export interface SettingRow {
  name: string;
  value: string;
}

/** A file that is to be on the drive, or is there: one line for each format of a generation. A job sends it. */
export interface DriveOutboxRow {
  id: string;
  /** A document, or a dossier. */
  owner_id: string;
  /** One file of each. */
  format: 'docx' | 'pdf' | 'zip';
  file_id: string;
  /** The root folder under which the id below was given. */
  root_id: string | null;
  /** Reserved before the file is sent. */
  drive_file_id: string | null;
  drive_url: string | null;
  /** When these bytes were sent; `null` as long as they were not. */
  sent_at: string | null;
}

/** Work of the background. */
export interface JobRow {
  id: string;
  kind: string;
  /** One job for each key of a kind. */
  key: string;
  /** What it is about, as people call it. */
  title: string | null;
  /** JSON. */
  payload: string;
  /** Another one each time it is asked for: what was done for an earlier one does not count. */
  stamp: string;
  /** `waiting`, `done`, `cancelled`, or `failed`: somebody has to act. */
  state: string;
  attempts: number;
  /** Not before (ISO 8601). */
  next_at: string;
  /** An instance is at it until then. */
  leased_until: string | null;
  leased_by: string | null;
  /** 1: nobody wants it any more, and who holds it is to stop. */
  cancelling: number;
  progress_done: number | null;
  progress_total: number | null;
  /** Why the last try failed, in French. */
  error: string | null;
  created_at: string;
  ended_at: string | null;
}

/** The folders made below a root folder of the drive. */
export interface DriveFolderRow {
  root_id: string;
  path: string;
  folder_id: string;
  created: number;
}

/** A substance, or a raw material, of the firm. */
export interface RecordRow extends Trashable {
  id: string;
  /** 1: made by the example. */
  example: number;
  /** As people know it: the INCI name, the trade name. */
  label: string;
  /** The same as names are compared (`nameKey`). */
  name_key: string;
  /** Its values, JSON. */
  data: string;
  search_text: string;
  revision: number;
  /** The record that took its place. */
  merged_into: string | null;
  created_at: string;
  updated_at: string;
  created_by: string | null;
  updated_by: string | null;
}

export interface SubstanceNumberRow {
  substance_id: string;
  /** A CAS or EC number. */
  number: string;
}

/** A product, or a raw material, stands on a record. */
export interface RecordUseRow {
  owner_id: string;
  record_id: string;
}

/** Of a substance, a raw material, or the formula of a product, whose id it then carries. */
export interface RecordRevisionRow {
  owner_id: string;
  revision: number;
  at: string;
  by: string | null;
  /** JSON. */
  changes: string;
  data: string;
}

/** The lines of a product's formula. They stay when it goes back to text. */
export interface FormulaRow {
  product_id: string;
  /** Lines, the order below 1 %, the day it was established: JSON. */
  data: string;
  /** What people confirmed: JSON. */
  confirmations: string;
  revision: number;
  updated_at: string;
  updated_by: string | null;
}
