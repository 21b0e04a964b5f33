import { inflate, readZip } from '../documents/docx/zip.ts';
import { readSheet } from '../documents/xlsx/sheet.ts';

/** What a cell may hold once the cells it names are numbers: arithmetic, and nothing else. */
const ARITHMETIC = /^[\d.e+\-*/() ]+$/i;

/** The first sheet of a workbook, each formula as the number a spreadsheet would show. */
export function computedSheet(workbook: Buffer): (string | number)[][] {
  const sheet = readZip(workbook).find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  if (!sheet) throw new Error('no sheet');
  const xml = inflate(sheet).toString('utf8');
  const formulas = new Map(
    [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>([^<]+)<\/f>/g)].map(([, at = '', formula = '']) => [at, formula]),
  );
  const values = readSheet(workbook, 10_000);
  const columnOf = (letters: string): number =>
    [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const numberAt = (at: string): number => {
    const formula = formulas.get(at);
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(at) ?? [];
    if (formula === undefined) return Number(values[Number(row) - 1]?.[columnOf(letters)]);
    const plain = formula.replace(/[A-Z]+\d+/g, (cell) => `(${numberAt(cell)})`);
    if (!ARITHMETIC.test(plain)) throw new Error(`${at}: ${plain}`);
    return Number(new Function(`return ${plain}`)());
  };
  const computed: (string | number)[][] = values.map((row) => [...row]);
  for (const at of formulas.keys()) {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(at) ?? [];
    const cells = computed[Number(row) - 1];
    if (cells) cells[columnOf(letters)] = numberAt(at);
  }
  return computed;
}
