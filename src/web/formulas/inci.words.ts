/** How amounts and groups of the list are said. */

import { printNumber, toMicros } from '#shared/fields/percent.ts';
import type { Inci } from '#shared/formulas/formula.contract.ts';

export const GROUPS: Record<Inci['items'][number]['group'], string> = {
  main: '1 % et plus',
  below_one: 'Moins de 1 %',
  colourant: 'Colorants',
  may_contain: 'Nuances [+/-]',
};

export const say = (percent: number | null): string =>
  percent === null ? 'inconnu' : `${printNumber(toMicros(percent))}\u00a0%`;

export const CARD = { p: { xs: 2, sm: 2.5 }, mb: 2, minWidth: 0 } as const;
