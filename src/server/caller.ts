import { isIPv4, isIPv6 } from 'node:net';
import type { Account } from '#shared/auth/auth.contract.ts';
import type { TokenScope } from '#shared/contract/scopes.ts';

/** Where a request comes from. */
export interface Origin {
  ip: string;
  userAgent: string | null;
}

/** Who is signed in. */
export interface Signed {
  account: Account;
  sessionId: string;
  /** Somebody else gave the password: it is changed before anything else. */
  mustChangePassword: boolean;
  /** The firm asks for a second factor: it is set up before anything else. */
  mustSetUpFactor: boolean;
  /** One signs in by the provider of the firm alone, and this account is not linked to it yet: that comes first. */
  mustLink: boolean;
  /** What a program may do that shows a token of this person; a person may do all that the role does. */
  scopes?: readonly TokenScope[];
}

/** Somebody without an account, by a link: what it opens, and who gave it. */
export interface GuestLink {
  id: string;
  number: number;
  /** One of the two. */
  productId: string | null;
  requestId: string | null;
  name: string;
  as: string;
  may: readonly string[];
  /** Ids of attachments, by their number for the guest. */
  pieces: readonly string[];
  seesFormula: boolean;
  expiresAt: string;
  /** The account of who gave it, and the name; `null` where nobody typed one. */
  inviter: { id: string; name: string | null };
  /** As the journal names them: « invité Dr Marchand <h@example.org>, lien 3 ». */
  told: string;
}

/** Who does something, and from where, as the journal keeps it. */
export interface Actor {
  id: string | null;
  email: string | null;
  ip: string | null;
}

/** Who is behind an address as far as limits go: one network of IPv6 (a /64) is one customer. RFC 6177 */
export function addressKey(given: string): string {
  // Some proxies write the port too: « 203.0.113.8:50001 », « [2001:db8::1]:443 ».
  const ip = /^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? /^([\d.]+):\d+$/.exec(given)?.[1] ?? given;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const hexadecimal = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(ip);
  if (hexadecimal)
    return hexadecimal
      .slice(1)
      .flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255])
      .join('.');
  // What is no address has no share of its own.
  if (!isIPv6(ip)) return isIPv4(ip) ? ip : 'unknown';
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = tail === undefined ? [] : groups(tail);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return `${[...first, ...Array.from({ length: missing }, () => '0'), ...last].slice(0, 4).join(':')}::/64`;
}

/** What the program does by itself. */
export const NOBODY: Actor = { id: null, email: null, ip: null };
