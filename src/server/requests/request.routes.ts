import { answerGuestRequest, readGuestRequest } from '#shared/guests/guest.contract.ts';
import * as contract from '#shared/requests/request.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { RequestService } from './request.service.ts';

export function requestRoutes(mount: Mount, requests: RequestService): void {
  mount(contract.listRequests, async ({ query, total }) => {
    const found = await requests.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.getRequest, async ({ params, etag }) => {
    const one = await requests.get(params.id);
    etag(one.revision);
    return one;
  });
  mount(contract.createRequest, async ({ body, etag, ...who }) => {
    const one = await requests.create(body, who);
    etag(one.revision);
    return one;
  });
  mount(contract.updateRequest, async ({ params, body, etag, ...who }) => {
    const one = await requests.update(params.id, body, who);
    etag(one.revision);
    return one;
  });
  mount(contract.sendRequest, ({ params, ...who }) => requests.send(params.id, who));
  mount(contract.remindRequest, ({ params, ...who }) => requests.remind(params.id, who));
  mount(contract.cancelRequest, ({ params, ...who }) => requests.cancel(params.id, who));
  mount(contract.acceptItem, ({ params, body, by }) => requests.accept(params.id, params.n, { ...body, by }));
  mount(contract.refuseItem, ({ params, body, by }) => requests.refuse(params.id, params.n, { ...body, by }));
  mount(readGuestRequest, ({ guest }) => requests.shown(guest));
  mount(answerGuestRequest, ({ guest, params, body, files, file, by }) =>
    requests.answer(guest, params.n, { given: files.length > 0 ? files : file ? [file] : [], absent: body.absent, by }),
  );
}
