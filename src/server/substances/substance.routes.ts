import * as contract from '#shared/substances/substance.contract.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { Mount } from '../http/mount.ts';
import type { SubstanceService } from './substance.service.ts';

export function substanceRoutes(mount: Mount, substances: SubstanceService, formulas: FormulaService): void {
  mount(contract.listSubstances, async ({ query, total }) => {
    const found = await substances.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.suggestSubstances, ({ query }) => formulas.suggest(query.q ?? ''));
  mount(contract.getSubstance, async ({ params, etag }) => {
    const one = await substances.get(params.id);
    etag(one.revision);
    return one;
  });
  mount(contract.createSubstance, async ({ body, by, etag }) => {
    const one = await substances.create(body, by);
    etag(one.revision);
    return one;
  });
  mount(contract.updateSubstance, async ({ params, body, by, ifMatch, etag }) => {
    const one = await substances.update(params.id, body, { ifMatch, by, saved: formulas.recordChanged });
    etag(one.revision);
    return one;
  });
  mount(contract.removeSubstance, ({ params, by }) => substances.remove(params.id, by));
  mount(contract.listSubstanceRevisions, ({ params }) => substances.revisions(params.id));
}
