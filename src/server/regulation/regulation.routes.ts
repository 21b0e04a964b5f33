import * as contract from '#shared/regulation/regulation.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { RegulationService } from './regulation.service.ts';

export function regulationRoutes(mount: Mount, regulation: RegulationService): void {
  mount(contract.listCorpora, () => regulation.corpora());
  mount(contract.getCorpus, ({ params }) => regulation.preview(params.id));
  mount(contract.importCorpus, ({ body, files, by }) =>
    regulation.import(files, { corpusId: body.corpus_id ?? null, columns: body.columns ?? {}, by }),
  );
  mount(contract.readCorpusColumns, ({ files }) => regulation.columns(files));
  mount(contract.fetchCorpus, ({ by }) => regulation.fetch(by));
  mount(contract.activateCorpus, ({ params, by }) => regulation.activate(params.id, by));
  mount(contract.removeCorpus, ({ params, by }) => regulation.removeCorpus(params.id, by));
  mount(contract.getCorpusChanges, ({ params }) => regulation.changes(params.id));
  mount(contract.importInventory, ({ file, by }) => regulation.importInventory(file, by));
  mount(contract.getInventory, () => regulation.inventory());
  mount(contract.listEntries, async ({ query, total }) => {
    const found = await regulation.entries({
      search: query.search,
      annex: query.annex,
      ...(query.page ? { page: query.page } : {}),
      ...(query.size ? { size: query.size } : {}),
    });
    total(found.total);
    return found.rows;
  });
  mount(contract.getEntry, ({ params }) => regulation.entry(params.id));
  mount(contract.setEntryWarning, ({ params, body, by }) => regulation.setWarning(params.id, body.text || null, by));
  mount(contract.listVerdicts, ({ params, query }) => regulation.verdicts(params.id, query));
  mount(contract.setDecision, ({ params, body, by }) => regulation.decide(params.id, params.key, body, by));
  mount(contract.removeDecision, async ({ params, by }) => {
    await regulation.decide(params.id, params.key, null, by);
  });
  mount(contract.setCase, ({ params, body, by }) => regulation.choose(params.id, params.key, body, by));
  mount(contract.removeCase, async ({ params, by }) => {
    await regulation.choose(params.id, params.key, null, by);
  });
  mount(contract.setFunctions, ({ params, body, by }) =>
    regulation.setFunctions(params.id, params.key, body.functions, by),
  );
  mount(contract.checkIngredient, ({ body }) => regulation.check(body));
}
