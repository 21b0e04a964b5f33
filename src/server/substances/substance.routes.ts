import type { Suggestion } from '#shared/substances/substance.contract.ts';
import * as contract from '#shared/substances/substance.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { Saved, SubstanceService } from './substance.service.ts';

/** What stands on substances: told of a change, and asked with them for what a name may be. */
interface Above {
  recordChanged: Saved;
  suggest(words: string): Promise<Suggestion[]>;
}

export function substanceRoutes(mount: Mount, substances: SubstanceService, formulas: Above): void {
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
