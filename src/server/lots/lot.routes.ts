import * as contract from '#shared/lots/lot.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { LotService } from './lot.service.ts';

export function lotRoutes(mount: Mount, lots: LotService): void {
  mount(contract.listLots, ({ params }) => lots.list(params.id));
  mount(contract.listAllLots, async ({ query, total }) => {
    const found = await lots.listAll(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.createLot, async ({ params, body, by, etag }) => {
    const one = await lots.create(params.id, body, by);
    etag(one.revision);
    return one;
  });
  mount(contract.getLot, async ({ params, etag }) => {
    const one = await lots.get(params.id, params.lotId);
    etag(one.revision);
    return one;
  });
  mount(contract.updateLot, async ({ params, body, by, ifMatch, etag }) => {
    const one = await lots.save(params.id, params.lotId, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(contract.removeLot, ({ params, by, ifMatch }) => lots.remove(params.id, params.lotId, { ifMatch, by }));
  mount(contract.getStop, async ({ params, etag }) => {
    const one = await lots.stop(params.id);
    etag(one.revision);
    return one;
  });
  mount(contract.updateStop, async ({ params, body, by, ifMatch, etag }) => {
    const one = await lots.saveStop(params.id, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
}
