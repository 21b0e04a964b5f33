const DAY = 86_400_000;

export function createProxyWatch(clock: () => Date) {
  let last: { ip: string; at: number } | null = null;
  const undeclared = (): string | null => (last && clock().getTime() - last.at < DAY ? last.ip : null);
  return {
    /** A request told of another address, and who told it (`ip`) is not trusted. @returns whether that is news of today */
    note(ip: string): boolean {
      const known = undeclared();
      last = { ip, at: clock().getTime() };
      return known === null;
    },
    /** The address that told so within the last day; `null` when none did. */
    undeclared,
  };
}

/** Whether a proxy that nobody declared stands in front: all who come through it then count as one address. */
export type ProxyWatch = ReturnType<typeof createProxyWatch>;
