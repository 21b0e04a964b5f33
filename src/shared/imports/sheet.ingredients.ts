import { fieldsMeant, wordKey } from '../products/product.words.ts';
import { type Cell, isBlank, type Sheet, textOf } from './workbook.ts';

const PERCENTS = new Set(
  '%,% m m,% p p,% w w,pourcentage,pourcentage %,teneur,teneur %,concentration,concentration %,quantite,quantite %,percentage,dosage %,taux %'.split(
    ',',
  ),
);
const NAMES = new Set(
  'inci,nom inci,inci name,ingredient,ingredients,ingredient inci,ingredients inci,matiere,substance'.split(','),
);

/** Lines looked at for the one that names its columns. */
const NAMED_WITHIN = 500;

export interface SheetFormula {
  /** A line each, as they are pasted. */
  text: string;
  /** Every line of it could be read. */
  isWhole: boolean;
  /** Lines of the sheet that it takes, its names of columns among them. */
  lines: ReadonlySet<number>;
}

/** The table of a formula in a sheet of one product: INCI and %; `null` without one. */
export function formulaOf({ lines }: Pick<Sheet, 'lines'>): SheetFormula | null {
  for (const [index, header] of lines.slice(0, NAMED_WITHIN).entries()) {
    const keys = header.cells.map((cell) => wordKey(textOf(cell).slice(0, 200)));
    const percent = keys.findIndex((key) => PERCENTS.has(key));
    const name = keys.findIndex((key) => NAMES.has(key));
    if (name < 0 || percent < 0) continue;
    const taken = new Set([header.line]);
    const found: string[] = [];
    let isWhole = true;
    for (const line of lines.slice(index + 1)) {
      const [named, share] = [line.cells[name], line.cells[percent]];
      const inci = textOf(named).trim();
      // A label of the product stands below the formula.
      if (isBlank(share) && fieldsMeant(inci.slice(0, 200)).length > 0) break;
      if (/^total\b/i.test(inci) || line.cells.some((cell) => /^total\b/i.test(textOf(cell).trim()))) {
        taken.add(line.line);
        break;
      }
      taken.add(line.line);
      // A phase has neither; a name without a share, or a share without a name, is asked about.
      if (isBlank(named) && isBlank(share)) continue;
      const percentage = percentageOf(textOf(share).trim());
      if (inci === '' || hasFault(named) || hasFault(share)) isWhole = false;
      else found.push(percentage === '' ? inci : `${inci} ${percentage}`);
    }
    if (found.length > 0) return { text: found.join('\n'), isWhole, lines: taken };
  }
  return null;
}

/** A share as it is pasted: a number as a percentage, « q.s.p. 100 » as it is. */
const percentageOf = (share: string): string =>
  /^\d{1,3}(?:[.,]\d{1,12})? ?%?$/.test(share) ? `${share.replace('.', ',').replace('%', '').trim()} %` : share;

const hasFault = (cell: Cell | undefined): boolean => typeof cell === 'object' && cell.fault !== undefined;
