import { z } from 'zod';
import { endpointsOf, type OutputOf } from '../contract/endpoint.ts';
import { flag, listQuery } from '../contract/list.query.ts';
import { POINT_KEYS } from '../control/point.titles.ts';
import { LANGUAGE_NAMES } from '../fields/writer.ts';
import { generation, linkQuery } from '../generations/generation.contract.ts';

const tag = 'Modèles';
const api = endpointsOf(tag);

export const DOCX_MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const NOT_DOCX = 'Le fichier doit être un document Word (.docx)';

export const template = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string().nullable(),
  /** Of the labels, the closed choices, the dates and the figures of its documents; values are never translated. */
  langue: z.enum(LANGUAGE_NAMES),
  file_name: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  /** The first page cannot be drawn: there will be no picture of this file. */
  thumbnail_refused: z.boolean(),
  /** Made by the example, and gone with it. */
  example: z.boolean(),
  placeholders: z.array(z.string()),
  /** Tags that stop a generation, or that print nothing; `null` while it has not been looked at. */
  faults: z.number().int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Template = z.output<typeof template>;

const name = z
  .string({ error: 'Le nom est requis' })
  .trim()
  .min(1, { error: 'Le nom est requis' })
  .max(200, { error: '200 caractères au plus.' });
const version = z.string().trim().max(50, { error: '50 caractères au plus.' });
const description = z.string().trim().max(2_000, { error: '2 000 caractères au plus.' }).nullable();

const langue = z.enum(LANGUAGE_NAMES, { error: 'La langue est fr ou en.' });

/** Where a fault of a template stands, as its author can find it in Word. */
export const finding = z.object({
  code: z.string(),
  message: z.string(),
  /** The tag as written, when there is one. */
  tag: z.string().nullable(),
  /** `Corps du document`, `En-tête`… */
  part: z.string(),
  /** The text of the paragraph around it. */
  context: z.string(),
  /** The name that was most likely meant, where one was. */
  suggestion: z.string().optional(),
});
export type Finding = z.output<typeof finding>;

export const placeholderInfo = z.object({
  name: z.string(),
  label: z.string(),
  /** The step's title, or what family it belongs to. */
  group: z.string(),
  step: z.number().int().nullable(),
  kind: z.string(),
  unit: z.string().nullable(),
  example: z.string(),
});
export type PlaceholderInfo = z.output<typeof placeholderInfo>;

export const listTemplates = api('GET /templates', 'member', {
  summary: 'Lister les modèles (page 1, taille 10 par défaut)',
  query: listQuery,
  output: z.array(template),
});

export const listPlaceholders = api('GET /templates/placeholders', 'member', {
  summary: 'Toutes les balises qu’un modèle peut utiliser',
  output: z.array(placeholderInfo),
});

export const getTemplate = api('GET /templates/{id}', 'member', {
  summary: 'Lire un modèle',
  output: template,
});

export const createTemplate = api('POST /templates', 'write', {
  summary: 'Créer un modèle, avec ou sans son fichier',
  body: z.object({
    name,
    version: version.nullish(),
    description: description.optional(),
    langue: langue.optional(),
  }),
  consumes: ['json', 'multipart'],
  file: 'optional',
  output: template,
  status: 201,
  idempotent: true,
});

export const updateTemplate = api('PUT /templates/{id}', 'write', {
  summary: 'Modifier un modèle, remplacer son fichier',
  body: z.object({
    name: name.optional(),
    version: version.nullish(),
    description: description.optional(),
    langue: langue.optional(),
  }),
  consumes: ['json', 'multipart'],
  file: 'optional',
  output: template,
});

export const removeTemplate = api('DELETE /templates/{id}', 'write', {
  summary: 'Mettre un modèle à la corbeille',
  output: 'nothing',
});

export const duplicateTemplate = api('POST /templates/{id}/duplicate', 'write', {
  summary: 'Dupliquer un modèle sous un autre nom',
  body: z.object({ name }),
  output: template,
  status: 201,
  idempotent: true,
});

export const previewTemplate = api('POST /templates/{id}/preview', 'member', {
  token: 'read',
  summary: 'Les balises du modèle, les inconnues et les fautes',
  output: z.object({
    placeholders: z.array(
      z.object({
        name: z.string(),
        label: z.string().nullable(),
        known: z.boolean(),
        suggestion: z.string().nullable(),
      }),
    ),
    unknown: z.array(z.string()),
    errors: z.array(finding),
  }),
});

export const validateTemplate = api('POST /templates/{id}/validate', 'member', {
  token: 'read',
  summary: 'Dire si le modèle est juste, et sinon où il ne l’est pas',
  output: z.object({ valid: z.boolean(), errors: z.array(finding), warnings: z.array(finding) }),
});

/** A tag where it stands. */
const templateTag = z.object({
  name: z.string(),
  written: z.string(),
  /** What the catalogue calls it; `null` for what nothing fills, and for the columns of a list. */
  label: z.string().nullable(),
  part: z.string(),
  context: z.string(),
});

export const readTemplateTags = api('GET /templates/{id}/tags', 'member', {
  summary: 'Chaque balise d’un modèle, où elle est, et ce que le modèle n’imprime jamais',
  output: z.object({
    tags: z.array(templateTag),
    /** Names of the catalogue that no tag prints. */
    unprinted: z.array(z.object({ name: z.string(), label: z.string(), group: z.string() })),
    /** Of each of the nineteen points of article 11, how much a tag prints. */
    points: z.array(
      z.object({
        key: z.enum(POINT_KEYS),
        name: z.string(),
        title: z.string(),
        printed: z.number(),
        of: z.number(),
        missing: z.array(z.object({ name: z.string(), label: z.string() })),
      }),
    ),
    /** What of Word stands in the way: fields of a mail merge, changes that nobody has accepted. */
    notes: z.array(finding),
  }),
});
export type TemplateTags = OutputOf<typeof readTemplateTags>;

const templateFile = z.object({
  id: z.string(),
  file_name: z.string(),
  /** What the template called itself then. */
  version: z.string(),
  imported_at: z.string(),
  /** `null` for what came with Diplo, or before it remembered. */
  imported_by: z.string().nullable(),
  current: z.boolean(),
});
export type TemplateFile = z.output<typeof templateFile>;

export const listTemplateFiles = api('GET /templates/{id}/files', 'member', {
  summary: 'Les fichiers que le modèle a eus, le plus récent d’abord',
  output: z.array(templateFile),
});

export const readTemplateVersion = api('GET /templates/{id}/files/{fileId}/docx', 'member', {
  summary: 'Télécharger un fichier que le modèle a eu',
  output: 'file',
});

const tagsCompared = z.array(z.object({ written: z.string(), label: z.string().nullable(), times: z.number() }));

export const compareTemplateFiles = api('GET /templates/{id}/compare', 'member', {
  summary: 'Ce qui diffère entre deux fichiers du modèle : balises, textes, et ce qui n’est pas du texte',
  query: z.object({
    from: z.string({ error: 'Dites quel fichier est l’ancien.' }).max(100),
    to: z.string({ error: 'Dites quel fichier est le nouveau.' }).max(100),
  }),
  output: z.object({
    tags: z.object({ removed: tagsCompared, added: tagsCompared }),
    /** Paragraphs, in the order of the document; beside each other where one took the place of the other. */
    changes: z.array(z.object({ part: z.string(), removed: z.array(z.string()), added: z.array(z.string()) })),
    /** Changes of text that are not told. */
    more: z.number(),
    /** What else has changed: « les images ». */
    others: z.array(z.string()),
  }),
});
export type TemplateComparison = OutputOf<typeof compareTemplateFiles>;

export const restoreTemplateFile = api('POST /templates/{id}/files/{fileId}/restore', 'write', {
  summary: 'Reprendre un fichier que le modèle a eu',
  output: template,
});

export const mendTemplate = api('POST /templates/{id}/mend', 'write', {
  summary: 'Remplacer un nom de balise par un autre dans le fichier du modèle',
  body: z.object({
    name: z.string().min(1, { error: 'Dites quelle balise.' }).max(100),
    by: z.string().min(1, { error: 'Dites par quelle balise.' }).max(100),
  }),
  output: template,
});

export const generateFromTemplate = api('POST /templates/{id}/generate', 'write', {
  summary: 'Générer un document, comme POST /generations/',
  body: z.object({ product_id: z.string({ error: 'Le produit est requis' }) }),
  consumes: ['json', 'form'],
  output: generation,
  status: 201,
  idempotent: true,
});

export const readTemplateFile = api('GET /templates/{id}/docx', 'member', {
  summary: 'Télécharger le fichier d’un modèle',
  output: 'file',
});

export const readStarter = api('GET /templates/starter', 'member', {
  summary: 'Télécharger un modèle annoté, avec toutes les balises',
  output: 'file',
});

export const previewWithProduct = api('GET /templates/{id}/preview/{productId}', 'member', {
  summary: 'Lire en PDF ce que le modèle donnerait d’un produit. Rien n’est gardé',
  query: z.object({
    /** What is empty is told where it would stand, on yellow. */
    mark_empty: flag.optional(),
  }),
  output: 'file',
});

export const readThumbnail = api('GET /templates/{id}/thumbnail', 'link', {
  summary: 'Vignette de la première page (adresse signée)',
  query: linkQuery,
  output: 'file',
});
