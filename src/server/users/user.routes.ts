import * as contract from '#shared/users/user.contract.ts';
import type { Actor } from '../caller.ts';
import type { Mount } from '../http/mount.ts';
import type { UserService } from './user.service.ts';

export function userRoutes(mount: Mount, users: UserService, resetOtp: (id: string, by: Actor) => Promise<void>): void {
  mount(contract.listUsers, () => users.list());
  mount(contract.listPeople, () => users.names());
  mount(contract.createUser, ({ body, by }) => users.invite({ ...body, name: body.name ?? null, by }));
  mount(contract.updateUser, ({ params, body, by }) => users.update(params.id, body, by));
  mount(contract.anonymiseUser, ({ params, by }) => users.anonymise(params.id, by));
  mount(contract.resetOtp, ({ params, by }) => resetOtp(params.id, by));
  mount(contract.resetPassword, ({ params, by }) => users.resetPassword(params.id, by));
}
