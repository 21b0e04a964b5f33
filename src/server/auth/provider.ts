import * as oidc from 'openid-client';
import { EMAIL_MAX, email as emailRule, NAME_MAX } from '#shared/auth/auth.contract.ts';
import { OIDC_CALLBACK, type SignInRefusal } from '#shared/auth/sign.in.words.ts';
import { API_PREFIX } from '#shared/contract/endpoint.ts';
import type { Config } from '../config.ts';

export type ProviderSettings = Pick<
  Config,
  'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcRoleClaim' | 'oidcRoles' | 'publicUrl'
>;

/** Seconds that it has for each answer, and how far its clock may be from ours: what Microsoft's own libraries allow. */
const ANSWER_SECONDS = 5;
/** And to say what it is, which a person who waits for a page is told of at once. */
const DISCOVERY_SECONDS = 3;
const CLOCK_SECONDS = 300;
/** What it says of itself, of its keys, of a person: kilobytes. */
const ANSWER_BYTES = 1024 * 1024;
const KNOWN_MS = 3_600_000;
/** Nobody is sent to one that has not answered for so long (ms). */
const SEEN_MS = 60_000;
/** OpenID Connect Core 1.0, section 2 */
const SUBJECT_MAX = 255;
const SCOPE = 'openid email profile';

/** It did not say who somebody is. */
export class ProviderFault extends Error {
  readonly reason: SignInRefusal;
  constructor(reason: SignInRefusal, cause?: unknown) {
    super(reason, { cause });
    this.name = 'ProviderFault';
    this.reason = reason;
  }
}

/** What is kept, in the browser, between going there and coming back. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is, as it says. */
export interface Identity {
  issuer: string;
  subject: string;
  /** `null` where it says none that is an address. */
  email: string | null;
  /** `false` where it says that nobody has checked it. */
  verified: boolean;
  name: string | null;
  /** What the firm's map makes of its groups; `null` where it says nothing of them. */
  role: 'editor' | 'viewer' | null;
}

export type Provider = NonNullable<ReturnType<typeof createProvider>>;

/**
 * The identity provider of the firm: OpenID Connect, authorisation code with PKCE (S256). @returns `null` without OIDC_ISSUER
 */
export function createProvider({ config: settings, clock }: { config: ProviderSettings; clock: () => Date }) {
  const { oidcIssuer, oidcClientId, oidcClientSecret, publicUrl } = settings;
  if (!oidcIssuer || !oidcClientId || !oidcClientSecret || !publicUrl) return null;
  // As it is written in what is linked, with or without a last stroke in the setting.
  const issuer = oidcIssuer.toString().replace(/\/$/, '');
  const redirectUri = new URL(`${API_PREFIX}${OIDC_CALLBACK}`, publicUrl).toString();

  let known: { at: number; value: oidc.Configuration } | null = null;
  let asking: Promise<oidc.Configuration> | null = null;
  /** What it says of itself, asked now; what was known before stays until it answers. */
  const ask = async (): Promise<oidc.Configuration> => {
    const value = await oidc.discovery(
      oidcIssuer,
      oidcClientId,
      { client_secret: oidcClientSecret, [oidc.clockTolerance]: CLOCK_SECONDS },
      authenticating(oidcClientSecret),
      {
        timeout: DISCOVERY_SECONDS,
        [oidc.customFetch]: fetchBounded,
        // What it signs is checked by its keys, beyond the connection it comes by.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(oidcIssuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    value.timeout = ANSWER_SECONDS;
    known = { at: clock().getTime(), value };
    return value;
  };
  /** @param ms how old it may be */
  const configuration = async (ms: number): Promise<oidc.Configuration> => {
    if (known && clock().getTime() - known.at < ms) return known.value;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  return {
    issuer,

    /** Whether it answers now. */
    reach: (): Promise<boolean> =>
      configuration(SEEN_MS).then(
        () => true,
        () => false,
      ),

    /** Where to send the browser, and what it keeps meanwhile. @throws ProviderFault */
    async begin(): Promise<{ url: string; begun: Begun }> {
      const begun = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      try {
        const url = oidc.buildAuthorizationUrl(await configuration(SEEN_MS), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.toString(), begun };
      } catch (error) {
        throw new ProviderFault('unreachable', error);
      }
    },

    /** Who it is that came back. @throws ProviderFault */
    async finish(query: Readonly<Record<string, unknown>>, { state, nonce, verifier }: Begun): Promise<Identity> {
      const back = new URL(redirectUri);
      for (const [name, value] of Object.entries(query))
        for (const one of [value].flat()) back.searchParams.append(name, String(one));
      try {
        const client = await configuration(KNOWN_MS);
        const tokens = await oidc.authorizationCodeGrant(client, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || claims.sub.length > SUBJECT_MAX) throw new ProviderFault('unproven');
        // Many say who somebody is in the token, and the address only when asked.
        const needed = ['email', 'email_verified', ...(settings.oidcRoleClaim ? [settings.oidcRoleClaim] : [])];
        const asks =
          needed.some((name) => claimOf(claims, name) === undefined) && client.serverMetadata().userinfo_endpoint;
        const more = asks ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
        return { issuer, ...identityOf({ ...more, ...claims }, settings) };
      } catch (error) {
        throw error instanceof ProviderFault ? error : new ProviderFault(reasonOf(error), error);
      }
    },
  };
}

/** As it takes it: in the request where it says so, else as OpenID Connect Core 1.0, section 9, supposes. */
function authenticating(secret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest);
}

function identityOf(claims: oidc.IDToken, { oidcRoleClaim, oidcRoles }: ProviderSettings): Omit<Identity, 'issuer'> {
  const { name } = claims;
  // It may say anything, at any length: no expression reads more than an address has.
  const email = emailRule.safeParse(shortOf(claims.email));
  return {
    subject: claims.sub,
    email: email.success ? email.data.toLowerCase() : null,
    // Where it says nothing of it, an administrator who accepts the account decides.
    verified: claims.email_verified === undefined || claims.email_verified === true || claims.email_verified === 'true',
    name: typeof name === 'string' ? name.slice(0, NAME_MAX).trim() || null : null,
    role: roleOf(oidcRoleClaim === null ? undefined : claimOf(claims, oidcRoleClaim), oidcRoles),
  };
}

const shortOf = (said: unknown): unknown => (typeof said === 'string' && said.length > EMAIL_MAX ? null : said);

/** `groups`, or `realm_access.roles` within another; a name may hold points itself. */
function claimOf(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      claims,
    );
}

/** The most that any of them gives. */
function roleOf(said: unknown, roles: Config['oidcRoles']): Identity['role'] {
  const given = [said].flat().flatMap((one) => (typeof one === 'string' ? (roles?.get(one) ?? []) : []));
  return given.includes('editor') ? 'editor' : given.includes('viewer') ? 'viewer' : null;
}

/** Its refusals and its faults, as a person is told of them. */
function reasonOf(error: unknown): SignInRefusal {
  if (error instanceof oidc.AuthorizationResponseError)
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'unreachable' : 'refused';
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 ? 'unreachable' : 'unproven';
  if (error instanceof oidc.ClientError && error.code) return CLIENT_FAULTS[error.code] ?? 'unproven';
  // The connection itself.
  return error instanceof TypeError ? 'unreachable' : 'unproven';
}
const CLIENT_FAULTS: Readonly<Record<string, SignInRefusal>> = {
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_ABORT: 'unreachable',
  OAUTH_PARSE_ERROR: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
};

/** Reads no more than an answer of this kind holds. */
const fetchBounded: oidc.CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null } as RequestInit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES) throw new TypeError('too long an answer');
    chunks.push(chunk);
  }
  const isEmpty = response.status === 204 || response.status === 304;
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status: response.status, headers: response.headers });
};
