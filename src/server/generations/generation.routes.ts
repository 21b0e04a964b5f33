import * as contract from '#shared/generations/generation.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { GenerationService } from './generation.service.ts';

export function generationRoutes(mount: Mount, generations: GenerationService): void {
  mount(contract.listGenerations, async ({ query, total }) => {
    const found = await generations.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.getGeneration, ({ params }) => generations.get(params.id));
  mount(contract.createGeneration, ({ body, by }) => generations.create({ ...body, by }));
  mount(contract.finalizeGeneration, ({ params, file, by }) => generations.finalize(params.id, file, by));
  mount(contract.validateGeneration, ({ params, by }) => generations.validate(params.id, by));
  mount(contract.removeGeneration, ({ params, by }) => generations.remove(params.id, by));
  mount(contract.readDocx, ({ params }) => generations.read(params.id, 'docx'));
  mount(contract.readPdf, ({ params }) => generations.read(params.id, 'pdf'));
  mount(contract.previewGeneration, ({ params }) => generations.preview(params.id));
  mount(contract.inspectFinal, async ({ params, file }) => ({ remarks: await generations.inspect(params.id, file) }));
  mount(contract.sendGeneration, ({ params }) => generations.send(params.id));
  mount(contract.openFile, ({ params, query }) => generations.readByLink(params.id, params.format, query));
}
