import * as contract from '#shared/exposure/exposure.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { ExposureService } from './exposure.service.ts';

export function exposureRoutes(mount: Mount, exposures: ExposureService): void {
  mount(contract.getExposure, async ({ params, etag }) => {
    const one = await exposures.get(params.id);
    etag(one.revision);
    return one;
  });
  mount(contract.updateExposure, async ({ params, body, by, ifMatch, etag }) => {
    const one = await exposures.save(params.id, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(contract.listHypotheses, () => exposures.hypotheses());
  mount(contract.acceptHypothesis, ({ params, body, by }) => exposures.accept(params.key, body, by));
  mount(contract.getMargins, ({ params }) => exposures.margins(params.id));
  mount(contract.exportMargins, ({ params }) => exposures.workbook(params.id));
}
