import { PLACEHOLDERS } from '#shared/templates/placeholders.ts';
import * as contract from '#shared/templates/template.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { TemplateService } from './template.service.ts';

export function templateRoutes(mount: Mount, templates: TemplateService): void {
  mount(contract.listTemplates, async ({ query, by, total }) => {
    const found = await templates.list(query, by);
    total(found.total);
    return found.rows;
  });
  mount(contract.listPlaceholders, () => [...PLACEHOLDERS]);
  mount(contract.readStarter, () => templates.readStarter());
  mount(contract.getTemplate, ({ params, by }) => templates.get(params.id, by));
  mount(contract.createTemplate, ({ body, file, by }) => templates.create({ ...body, file, by }));
  mount(contract.updateTemplate, ({ params, body, file, by }) => templates.update(params.id, { ...body, file, by }));
  mount(contract.removeTemplate, ({ params, by }) => templates.remove(params.id, by));
  mount(contract.duplicateTemplate, ({ params, body, by }) => templates.duplicate(params.id, body.name, by));
  mount(contract.previewTemplate, ({ params }) => templates.preview(params.id));
  mount(contract.validateTemplate, ({ params }) => templates.validate(params.id));
  mount(contract.readTemplateTags, ({ params }) => templates.tags(params.id));
  mount(contract.mendTemplate, ({ params, body, by }) => templates.mend(params.id, body, by));
  mount(contract.listTemplateFiles, ({ params }) => templates.versions.list(params.id));
  mount(contract.readTemplateVersion, ({ params }) => templates.versions.read(params.id, params.fileId));
  mount(contract.compareTemplateFiles, ({ params, query }) => templates.versions.compare(params.id, query));
  mount(contract.restoreTemplateFile, ({ params, by }) => templates.restore(params.id, params.fileId, by));
  mount(contract.readTemplateFile, ({ params }) => templates.readFile(params.id));
  mount(contract.readThumbnail, ({ params, query }) => templates.readThumbnail(params.id, query));
}
