import * as contract from '#shared/guests/guest.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { GuestService } from './guest.service.ts';

export function guestRoutes(mount: Mount, guests: GuestService): void {
  mount(contract.createGuest, ({ params, body, ...who }) => guests.invite(params.id, body, who));
  mount(contract.listGuests, ({ params, signed }) => guests.list(params.id, signed));
  mount(contract.listAllGuests, ({ signed }) => guests.listAll(signed));
  mount(contract.revokeGuest, ({ params, ...who }) => guests.revoke(params.id, who));
  mount(contract.extendGuest, ({ params, body, ...who }) => guests.extend(params.id, body.days, who));
  mount(contract.unlockGuest, ({ params, ...who }) => guests.unlock(params.id, who));
  mount(contract.recordSignature, ({ params, ...who }) => guests.record(params.id, who));
  mount(contract.refuseSignature, ({ params, ...who }) => guests.refuse(params.id, who));
  mount(contract.readSignature, ({ params }) => guests.readSignature(params.id));
  mount(contract.openGuest, ({ body, origin }) => guests.open(body, origin));
  mount(contract.readSession, ({ guest }) => guests.session(guest));
  mount(contract.readGuestProduct, ({ guest, by }) => guests.product(guest, by));
  mount(contract.readGuestPiece, ({ guest, params, by }) => guests.piece(guest, params.n, by));
  mount(contract.readGuestPackage, ({ guest, query, by }) => guests.package(guest, query.format, by));
  mount(contract.listGuestComments, ({ guest }) => guests.comments(guest));
  mount(contract.createGuestComment, ({ guest, body, by }) => guests.comment(guest, body, by));
  mount(contract.sendGuestFiles, ({ guest, files, by }) =>
    guests.send(guest, guests.productOf(guest), { given: files, by }),
  );
  mount(contract.signAsGuest, ({ guest, body, file, by }) =>
    guests.sign(guest, guests.productOf(guest), { ...body, file, by }),
  );
}
