import { networkInterfaces } from 'node:os';

/** `localhost`, `diplo.localhost`, `127.0.0.1`, `[::1]`: names that lead to this machine whoever says them. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?|\[?::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3}\]?)$/i.test(
    name,
  );

/** The host of a `Host` header, without its port, in lower case. */
const nameOf = (host: string): string => host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** The addresses of this machine, as they are written in an address. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address, family }) => (family === 'IPv6' ? `[${address.toLowerCase()}]` : address)),
  );

/**
 * Whether a request made under this name is for us. A page that rebinds its own name to 127.0.0.1 would otherwise call
 * the server of the person who reads it, as if it were its own.
 */
export function createHostCheck({
  host,
  publicUrl,
}: {
  /** Where the server listens. */
  host: string;
  publicUrl: URL | null;
}): (host: string) => boolean {
  const known = publicUrl?.hostname.toLowerCase() ?? null;
  const bound = isLoopback(host);
  return (given) => {
    const name = nameOf(given);
    if (name === '') return false;
    if (name === known) return true;
    if (bound) return isLoopback(name);
    return known === null || isLoopback(name) || ownAddresses().includes(name);
  };
}
