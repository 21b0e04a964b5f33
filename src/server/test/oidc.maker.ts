import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What a test makes of what the provider says. */
export interface Said {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  [claim: string]: unknown;
}
interface Grant {
  said: Said;
  nonce: string;
  challenge: string;
  lies: Lies;
}
export interface Lies {
  iss?: string;
  aud?: string;
  nonce?: string;
  /** Seconds that its clock is ahead of ours. */
  ahead?: number;
  /** Signed with a key that is none of its own. */
  forged?: boolean;
  unsigned?: boolean;
}

export const CLIENT = { id: 'diplo', secret: 'le secret du client' };

/** An OpenID Connect provider that says whatever a test has it say, true or not. */
export async function startProvider({ authentication = 'client_secret_post' } = {}) {
  const [own, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] };
  const grants = new Map<string, Grant>();
  const state = {
    mood: 'fine' as 'fine' | 'html' | 'slow' | 'error' | 'long',
    /** The address is in the token, whether it is checked only where one asks. */
    inToken: false,
  };
  let issuer = '';

  const tokenOf = async ({ said, nonce, lies }: Grant): Promise<string> => {
    const at = Math.floor(Date.now() / 1000) + (lies.ahead ?? 0);
    const { email, email_verified, ...others } = said;
    const claims = state.inToken ? { ...others, email } : others;
    const jwt = new SignJWT({ ...claims, nonce: lies.nonce ?? nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(lies.iss ?? issuer)
      .setAudience(lies.aud ?? CLIENT.id)
      .setIssuedAt(at)
      .setNotBefore(at)
      .setExpirationTime(at + 60);
    const token = await jwt.sign(lies.forged ? foreign.privateKey : own.privateKey);
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    return lies.unsigned ? `${none}.${token.split('.')[1]}.` : token;
  };
  const granted = new Map<string, Grant>();

  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const path = request.url?.split('?')[0];
    if (path === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          token_endpoint_auth_methods_supported: [authentication],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        },
      ];
    if (path === '/jwks') return [200, jwks];
    if (path === '/userinfo') {
      const grant = granted.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
      return grant ? [200, grant.said] : [401, { error: 'invalid_token' }];
    }
    if (path === '/token') {
      const form = new URLSearchParams(await text(request));
      const grant = grants.get(form.get('code') ?? '');
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const inHeader = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
      const shown =
        authentication === 'client_secret_basic'
          ? new URLSearchParams(`x=${inHeader.split(':')[1]}`).get('x')
          : form.get('client_secret');
      if (shown !== CLIENT.secret) return [401, { error: 'invalid_client' }];
      if (!grant || grant.challenge !== verifier) return [400, { error: 'invalid_grant' }];
      grants.delete(form.get('code') ?? '');
      const access = randomBytes(16).toString('hex');
      granted.set(access, grant);
      return [200, { access_token: access, token_type: 'Bearer', expires_in: 60, id_token: await tokenOf(grant) }];
    }
    return [404, {}];
  };

  const server = createServer((request, response) => {
    if (state.mood === 'slow') return;
    if (state.mood === 'html') return void response.setHeader('Content-Type', 'text/html').end('<h1>Maintenance</h1>');
    if (state.mood === 'error') return void response.writeHead(503).end();
    if (state.mood === 'long') {
      response.setHeader('Content-Type', 'application/json');
      return void response.end(JSON.stringify({ issuer, more: 'x'.repeat(3_000_000) }));
    }
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    state,
    /** Somebody says who they are at the address that Diplo sent them to. @returns what the provider sends back */
    agree(location: string, said: Said, lies: Lies = {}): { code: string; state: string } {
      const asked = new URL(location).searchParams;
      const code = randomBytes(12).toString('hex');
      const challenge = asked.get('code_challenge') ?? '';
      grants.set(code, { said, nonce: asked.get('nonce') ?? '', challenge, lies });
      return { code, state: asked.get('state') ?? '' };
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
