import { pageOf } from '#shared/contract/list.ts';
import * as contract from '#shared/generations/generation.contract.ts';
import { generateFromTemplate, previewWithProduct } from '#shared/templates/template.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { GenerationService } from './generation.service.ts';

export function generationRoutes(mount: Mount, generations: GenerationService): void {
  mount(generateFromTemplate, ({ params, body, by }) =>
    generations.create({ template_id: params.id, product_id: body.product_id, by }),
  );
  mount(previewWithProduct, ({ params, query, by }) =>
    generations.tryTemplate({
      template_id: params.id,
      product_id: params.productId,
      markEmpty: query.mark_empty === 'true',
      by,
    }),
  );
  mount(contract.listGenerations, async ({ query, by, total }) => {
    const found = await generations.list(query, by);
    total(found.total);
    return found.rows;
  });
  mount(contract.listStale, async ({ query, total }) => {
    const found = await generations.stale(query);
    total(found.length);
    const page = pageOf(query);
    return page ? found.slice(page.offset, page.offset + page.limit) : found;
  });
  mount(contract.getGeneration, ({ params, by }) => generations.get(params.id, by));
  mount(contract.createGeneration, ({ body, by }) => generations.create({ ...body, by }));
  mount(contract.finalizeGeneration, ({ params, query, file, by }) =>
    generations.finalize(params.id, file, { by, check: query.check === 'true' }),
  );
  mount(contract.validateGeneration, ({ params, query, by }) =>
    generations.validate(params.id, { by, check: query.check === 'true' }),
  );
  mount(contract.removeGeneration, ({ params, by }) => generations.remove(params.id, by));
  mount(contract.readDocx, ({ params, by }) => generations.read(params.id, 'docx', by));
  mount(contract.readPdf, ({ params, by }) => generations.read(params.id, 'pdf', by));
  mount(contract.previewGeneration, ({ params, by }) => generations.preview(params.id, by));
  const answer = (findings: contract.SealFinding[]) => ({ findings, remarks: findings.map(({ message }) => message) });
  mount(contract.inspectFinal, async ({ params, file }) => answer(await generations.inspect(params.id, file)));
  mount(contract.inspectStored, async ({ params }) => answer(await generations.inspect(params.id, null)));
  mount(contract.sendGeneration, ({ params, by }) => generations.send(params.id, by));
  mount(contract.openFile, ({ params, query, origin }) =>
    generations.readByLink(params.id, { format: params.format, query, ip: origin.ip }),
  );
}
