import {
  isKnownPlaceholder,
  PLACEHOLDERS,
  placeholderLabel,
  suggestPlaceholder,
} from '#shared/templates/placeholders.ts';
import { printedPoints } from '#shared/templates/printed.points.ts';
import { DOCX_MIME, type Finding, type Template, type TemplateTags } from '#shared/templates/template.contract.ts';
import { templateKindOf } from '#shared/templates/template.kind.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { TemplateRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import type { Saving } from './template.saving.ts';
import type { TemplatesDependencies } from './template.service.ts';

interface Preview {
  placeholders: { name: string; label: string | null; known: boolean; suggestion: string | null }[];
  unknown: string[];
  errors: Finding[];
}

interface CheckingDeps extends TemplatesDependencies, Pick<Saving, 'update'> {
  get: (executor: Executor, id: string) => Promise<TemplateRow>;
}

/** What templates say: their tags, their faults, what would mend them. */
export function createTemplateChecking({ db, files, documents, get, update }: CheckingDeps) {
  /** How to read its file, once it is its turn. @throws 409 when it has none */
  const bytesOf = ({ file_id }: TemplateRow): (() => Promise<Buffer>) => {
    if (file_id === null) throw conflict(NO_FILE);
    return () => files.read(file_id);
  };

  return {
    async preview(id: string): Promise<Preview> {
      const { names, errors, unknown } = await documents.diagnose(bytesOf(await get(db, id)));
      // A name that an item of a list alone has prints nothing elsewhere.
      const astray = new Set(unknown.map(({ tag }) => tag));
      const isKnown = (name: string): boolean => isKnownPlaceholder(name) && !astray.has(`{{${name}}}`);
      return {
        placeholders: names.map((name) => {
          const known = isKnown(name);
          return { name, label: placeholderLabel(name), known, suggestion: known ? null : suggestPlaceholder(name) };
        }),
        unknown: names.filter((name) => !isKnown(name)),
        errors,
      };
    },

    async validate(id: string): Promise<{ valid: boolean; errors: Finding[]; warnings: Finding[] }> {
      const { names, errors, unknown } = await documents.diagnose(bytesOf(await get(db, id)));
      const all = [...errors, ...unknown];
      const warnings: Finding[] =
        names.length > 0 || errors.length > 0
          ? []
          : [
              {
                code: 'no-placeholder',
                message: 'Ce modèle ne contient aucune balise : le document sera le même pour tous les produits.',
                tag: null,
                part: 'Corps du document',
                context: '',
              },
            ];
      return { valid: all.length === 0, errors: all, warnings };
    },

    /** Every tag where it stands, and what of the catalogue no tag prints. */
    async tags(id: string): Promise<TemplateTags> {
      const { uses, names, notes } = await documents.diagnose(bytesOf(await get(db, id)));
      const printed = new Set(names);
      return {
        tags: uses.map(({ name, written, part, context }) => ({
          name,
          written,
          label: placeholderLabel(name),
          part,
          context,
        })),
        unprinted: PLACEHOLDERS.filter(({ name }) => !printed.has(name)).map(({ name, label, group }) => ({
          name,
          label,
          group,
        })),
        points: printedPoints(printed, templateKindOf(names) ?? 'cosmetique').map(({ missing, ...point }) => ({
          ...point,
          missing: missing.map((name) => ({ name, label: placeholderLabel(name) ?? name })),
        })),
        notes,
      };
    },

    /** Writes one name for another in the template's file. @throws 422 for an unknown one, 409 when no tag has it */
    async mend(id: string, { name, by: other }: { name: string; by: string }, by: Actor): Promise<Template> {
      const row = await get(db, id);
      if (!isKnownPlaceholder(other)) throw invalid([bodyFault('by', `La balise {{${other}}} n’existe pas.`)]);
      const bytes = await documents.mend(bytesOf(row), { name, by: other });
      if (!bytes) throw conflict(`Ce modèle ne contient plus la balise {{${name}}}.`);
      return update(
        id,
        { file: { fileName: row.file_name ?? `${row.name}.docx`, mimeType: DOCX_MIME, content: bytes }, by },
        row.file_id,
      );
    },
  };
}

export type Checking = ReturnType<typeof createTemplateChecking>;

export const NO_FILE = 'Ce modèle n’a pas encore de fichier Word : importez-en un.';
