import * as contract from '#shared/formulas/formula.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { FormulaService } from './formula.service.ts';

export function formulaRoutes(mount: Mount, formulas: FormulaService): void {
  mount(contract.getFormula, async ({ params, etag }) => {
    const one = await formulas.get(params.id);
    etag(one.revision);
    return one;
  });
  mount(contract.updateFormula, async ({ params, body, by, ifMatch, etag }) => {
    const one = await formulas.save(params.id, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(contract.parseFormula, ({ params, body, file }) =>
    formulas.parse(params.id, { text: body.text, file: file ?? null }),
  );
  mount(contract.getInci, ({ params, query }) => formulas.inci(params.id, { ...query, rinse: query.rinse === 'true' }));
  mount(contract.confirmFormula, async ({ params, body, by, etag }) => {
    const one = await formulas.confirm(params.id, body, by);
    etag(one.revision);
    return one;
  });
  mount(contract.listFormulaRevisions, ({ params }) => formulas.revisions(params.id));
}
