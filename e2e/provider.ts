import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Provider } from 'oidc-provider';

export interface RunningProvider {
  issuer: string;
  client: { id: string; secret: string };
  close: () => Promise<void>;
}

/** A port that nothing listens on: an address that must be known before the server is there. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A real OpenID Connect provider (oidc-provider), whose accounts are whatever one types: `marie` is marie@valorme.fr. */
export async function startOidc(redirectUris: string[], port: number): Promise<RunningProvider> {
  const issuer = `http://localhost:${port}`;
  const client = { id: 'diplo', secret: 'le-secret-du-client' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['une clé de test'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@valorme.fr`,
        email_verified: true,
        name: id.charAt(0).toUpperCase() + id.slice(1),
        groups: ['dip-edition'],
      }),
    }),
  });
  const server = await new Promise<Server>((listening) => {
    const made = provider.listen(port, 'localhost', () => listening(made));
  });
  return {
    issuer,
    client,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
