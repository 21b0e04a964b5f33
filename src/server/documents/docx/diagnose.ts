import { isKnownPlaceholder, suggestPlaceholder } from '#shared/templates/placeholders.ts';
import type { Finding } from '#shared/templates/template.contract.ts';
import type { CompiledTemplate } from './compile.ts';

/** The names a template uses that nothing fills, each where it stands, with the name that was probably meant. */
export function unknownTags(template: CompiledTemplate): Finding[] {
  return template.uses
    .filter((use) => !isKnownPlaceholder(use.name))
    .map((use) => {
      const suggestion = suggestPlaceholder(use.name);
      return {
        code: 'unknown-placeholder',
        message: `La balise ${use.written} n’existe pas${suggestion ? ` : vouliez-vous dire {{${suggestion}}} ?` : '.'}`,
        tag: use.written,
        part: use.part,
        context: use.context,
      };
    });
}
