import { fieldsMeant, wordKey } from '../products/product.words.ts';
import { isBlank, type Sheet, textOf } from './workbook.ts';

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
    for (const line of lines.slice(index + 1)) {
      const inci = textOf(line.cells[name]).trim();
      const isTotal = /^total\b/i.test(inci);
      // A label of the product stands below the formula.
      if (inci === '' || (isBlank(line.cells[percent]) && fieldsMeant(inci.slice(0, 200)).length > 0)) break;
      taken.add(line.line);
      if (isTotal) break;
      const share = textOf(line.cells[percent]).replace('.', ',').replace('%', '').trim();
      found.push(share === '' ? inci : `${inci} ${share} %`);
    }
    return found.length > 0 ? { text: found.join('\n'), lines: taken } : null;
  }
  return null;
}
