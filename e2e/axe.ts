import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The structure that pdf.js reads in a file names its links, which are not drawn (docs/accessibilite.md). */
const NOT_DRAWN = '.structTree';

/**
 * What axe finds serious or critical on a page, in words.
 * @param rules all of them, unless they are named
 */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  // The frame of the reader has no origin: it is looked at as a page of its own.
  for (const frame of page.frames()) found.push(...(await faultsIn(frame, rules)));
  return found;
}

async function faultsIn(frame: Frame, rules?: readonly string[]): Promise<string[]> {
  // Once into each document: to load it takes as long as to look.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  const options: Axe.RunOptions = {
    iframes: false,
    // What is right is not told of each element.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : {}),
  };
  const violations = await frame.evaluate(
    async ([exclude, asked]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      return (await axe.run({ exclude: [exclude] }, asked)).violations;
    },
    [NOT_DRAWN, options] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
