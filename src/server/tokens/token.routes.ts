import * as contract from '#shared/tokens/token.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { TokenRoom } from './token.service.ts';

export function tokenRoutes(mount: Mount, tokens: TokenRoom): void {
  mount(contract.listTokens, ({ signed }) => tokens.list(signed.account.id));
  mount(contract.createToken, ({ body, signed, by }) => tokens.create(body, signed, by));
  mount(contract.revokeToken, ({ params, signed, by }) => tokens.revoke(params.id, signed, by));
}
