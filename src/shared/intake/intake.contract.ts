import { z } from 'zod';
import { DOCUMENT_KINDS } from '../attachments/attachment.contract.ts';
import { endpointsOf } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { isDay } from '../fields/date.ts';

const api = endpointsOf('À classer');

const MIB = 1024 * 1024;
export const INTAKE_LIMITS = {
  /** Files of one request. */
  files: 50,
  /** Bytes of a ZIP, its entries, and bytes of them all once unfolded. */
  zip: 500 * MIB,
  entries: 2_000,
  unfolded: 2_048 * MIB,
  /** Files that are filed at once. */
  filed: 200,
} as const;

/** Of an archive that is too long once unfolded, by what it says of itself or by what came out of it. */
export const ARCHIVE_LONG = 'Cette archive contient plus de 2 Go une fois ouverte : coupez-la en plusieurs.';

/** What a file that came in is: a piece of a dossier, or an old dossier, which is read value by value. */
export const INTAKE_KINDS = [...DOCUMENT_KINDS, 'DIP'] as const;
export type IntakeKind = (typeof INTAKE_KINDS)[number];

/** `guest`, `request`: somebody outside sent it, by a link. */
export const INTAKE_SOURCES = ['upload', 'folder', 'guest', 'request'] as const;
/** `left`: put aside; it comes back from there for as long as it is kept. */
export const INTAKE_STATES = ['waiting', 'filed', 'left'] as const;
export type IntakeState = (typeof INTAKE_STATES)[number];

/** How long a file that was put aside, and the line of one that was filed, are kept (days). */
export const INTAKE_DAYS = 30;

export const OWNER_TYPES = ['product', 'material', 'substance'] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];
const ownerKey = z.strictObject({
  type: z.enum(OWNER_TYPES, { error: 'Un fichier se classe dans un produit, une matière première ou une substance.' }),
  id: z.string({ error: 'Dites où classer ce fichier.' }).min(1).max(100),
});
const owner = ownerKey.extend({ label: z.string() });
const candidate = owner.extend({ why: z.string() });
export type IntakeCandidate = z.output<typeof candidate>;

export const intakeItem = z.object({
  id: z.string(),
  /** Without its path. */
  file_name: z.string(),
  /** The path that it came with, as text; empty without one. */
  folder: z.string(),
  source: z.enum(INTAKE_SOURCES),
  state: z.enum(INTAKE_STATES),
  kind: z.enum(INTAKE_KINDS).nullable(),
  owner: owner.nullable(),
  candidates: z.array(candidate),
  issued_on: z.string().nullable(),
  expires_on: z.string().nullable(),
  /** Why it is thought to be that, of that owner; or why nobody knows. */
  why: z.string(),
  /** « déjà joint à … »; `null` for a file that is not known. */
  duplicate_of: z.string().nullable(),
  size: z.number().int(),
  sha256: z.string(),
  created_at: z.string(),
  created_by: z.string().nullable(),
});
export type IntakeItem = z.output<typeof intakeItem>;

const day = z.string().refine(isDay, { error: 'Date invalide.' }).nullable().optional();
const kind = z.enum(INTAKE_KINDS, { error: 'Cette nature de document n’est pas connue.' }).nullable().optional();

export const createIntake = api('POST /intake', 'write', {
  token: 'intake',
  summary: 'Donner des fichiers à classer, ou des archives (.zip) qui en contiennent',
  consumes: ['multipart'],
  body: z.object({}),
  file: 'required',
  files: INTAKE_LIMITS.files,
  fileMaxBytes: INTAKE_LIMITS.zip,
  output: z.object({
    items: z.array(intakeItem),
    refused: z.array(z.object({ file_name: z.string(), why: z.string() })),
    /** Files that systems leave in archives, and that are no document. */
    system_files: z.number().int(),
  }),
  status: 201,
  idempotent: true,
});

export const listIntake = api('GET /intake', 'write', {
  token: 'intake',
  summary: 'Les fichiers à classer, et ceux qui l’ont été depuis peu',
  query: listQuery.extend({ state: z.enum(INTAKE_STATES, { error: 'État inconnu.' }).optional() }),
  output: z.array(intakeItem),
});

export const readIntake = api('GET /intake/{id}/content', 'write', {
  summary: 'Télécharger un fichier à classer',
  output: 'file',
});

export const fileIntake = api('POST /intake/{id}/file', 'write', {
  summary: 'Classer un fichier parmi les pièces d’un produit, d’une matière première ou d’une substance',
  body: z.strictObject({ owner: ownerKey, kind, issued_on: day, expires_on: day }),
  output: intakeItem,
});

export const importIntake = api('POST /intake/{id}/import', 'write', {
  summary: 'Lire les valeurs d’un ancien dossier à classer ; il est classé quand il est joint à un produit',
  output: z.object({ id: z.string() }),
  status: 202,
});

export const fileManyIntake = api('POST /intake/file', 'write', {
  summary: 'Classer des fichiers où ils sont proposés',
  body: z.strictObject({
    ids: z
      .array(z.string().max(100))
      .min(1, { error: 'Aucun fichier n’est choisi.' })
      .max(INTAKE_LIMITS.filed, { error: `${INTAKE_LIMITS.filed} fichiers au plus à la fois.` }),
  }),
  output: z.object({
    filed: z.array(z.string()),
    left: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
});

export const leaveIntake = api('POST /intake/{id}/leave', 'write', {
  summary: 'Mettre un fichier de côté : il est gardé trente jours, puis supprimé',
  output: intakeItem,
});

export const returnIntake = api('POST /intake/{id}/return', 'write', {
  summary: 'Remettre à classer un fichier mis de côté',
  output: intakeItem,
});
