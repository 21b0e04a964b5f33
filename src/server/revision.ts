/**
 * Whether somebody saved since the revision that a client knows (RFC 9110, 13.1.1). Without `If-Match`, and with `*`, the last one
 * wins.
 * @param ifMatch as `Call` has it: without its quotes
 */
export const isStale = (ifMatch: string | null, revision: number): boolean =>
  ifMatch !== null && ifMatch !== '*' && ifMatch !== String(revision);
