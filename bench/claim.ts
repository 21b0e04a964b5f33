/** A script says its figures beside their limits, and fails when one is not met: `docs/trust.md` promises nothing else. */
import { availableParallelism, loadavg } from 'node:os';

export interface Limit {
  atMost?: number;
  atLeast?: number;
}

const missed: string[] = [];

/** What is printed of a figure, which is kept when it misses its limit. */
export function claim(what: string, figure: number, unit: string, { atMost, atLeast }: Limit = {}): string {
  const said = `${figure.toFixed(figure < 10 ? 1 : 0)} ${unit}`;
  if (atMost === undefined && atLeast === undefined) return said;
  const isMet = (atMost === undefined || figure <= atMost) && (atLeast === undefined || figure >= atLeast);
  if (!isMet) missed.push(`${what}: ${said}`);
  return `${said} (${atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`}${isMet ? '' : ', NOT MET'})`;
}

/** Ends the script: with the machine's load, and with a fault when a figure was not met. */
export function endOfBench(): never {
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`load of the last 1, 5, 15 minutes: ${load.join(', ')} on ${availableParallelism()} cores`);
  for (const one of missed) console.log(`not met: ${one}`);
  process.exit(missed.length > 0 ? 1 : 0);
}
