import { type Classified, type ClpClass, printClass } from './clp.classes.ts';

const SENSITISES = { '1A': 'H317', '1': 'H317', '1B': 'H317' } as const;
const LUNGS = { '1A': 'H334', '1': 'H334', '1B': 'H334' } as const;
const INHALED = { '1': 'H330', '2': 'H330', '3': 'H331', '4': 'H332' } as const;
const OXIDISES = { '1': 'H271', '2': 'H272', '3': 'H272' } as const;
const CORRODES = { '1A': 'H314', '1': 'H314', '1B': 'H314', '1C': 'H314' } as const;
const graver = (first: string, second: string) => ({ '1A': first, '1': first, '1B': first, '2': second });

/** The hazard statements of each class and category. Regulation (EC) 1272/2008, annex III, parts 1 and 2. « | »: a person says which. */
const STATEMENTS: Readonly<Record<ClpClass, Readonly<Record<string, string>>>> = {
  'Acute Tox. orale': { '1': 'H300', '2': 'H300', '3': 'H301', '4': 'H302' },
  'Acute Tox. cutanee': { '1': 'H310', '2': 'H310', '3': 'H311', '4': 'H312' },
  'Acute Tox. gaz': INHALED,
  'Acute Tox. vapeurs': INHALED,
  'Acute Tox. poussieres': INHALED,
  'Skin Corr.': CORRODES,
  'Skin Irrit.': { '2': 'H315' },
  'Eye Dam.': { '1': 'H318' },
  'Eye Irrit.': { '2': 'H319' },
  'Skin Sens.': SENSITISES,
  'Resp. Sens.': LUNGS,
  'Muta.': graver('H340', 'H341'),
  'Carc.': graver('H350', 'H351'),
  'Repr.': { ...graver('H360', 'H361'), lactation: 'H362' },
  'STOT SE': { '1': 'H370', '2': 'H371', '3': 'H335|H336' },
  'STOT RE': { '1': 'H372', '2': 'H373' },
  'Asp. Tox.': { '1': 'H304' },
  'ED HH': { '1': 'EUH380', '2': 'EUH381' },
  'Flam. Gas': { '1A': 'H220', '1': 'H220', '1B': 'H221', '2': 'H221' },
  Aerosol: { '1': 'H222, H229', '2': 'H223, H229', '3': 'H229' },
  'Flam. Liq.': { '1': 'H224', '2': 'H225', '3': 'H226' },
  'Flam. Sol.': { '1': 'H228', '2': 'H228' },
  'Ox. Liq.': OXIDISES,
  'Ox. Sol.': OXIDISES,
  'Met. Corr.': { '1': 'H290' },
  'ED ENV': { '1': 'EUH430', '2': 'EUH431' },
  Ozone: { '1': 'H420' },
  'Aquatic Acute': { '1': 'H400' },
  'Aquatic Chronic': { '1': 'H410', '2': 'H411', '3': 'H412', '4': 'H413' },
};

/** The statements that a class and its category may bear. */
export const statementsOf = ({ classe, categorie }: Classified): string[] =>
  STATEMENTS[classe][categorie]?.split('|') ?? [];

/** The statement of a conclusion: the one that is typed, else that of its class; `null` where a person has to say which. */
export function statementOf({ mention, ...one }: Classified & { mention: string | null }): string | null {
  const [first, second] = statementsOf(one);
  return mention ?? (second === undefined ? (first ?? null) : null);
}

/** « H222 + H229 » is « H222, H229 ». */
const bare = (mention: string): string => mention.toUpperCase().replace(/[\s,;+]/g, '');

/** What is wrong with the statement of a conclusion: another class's, or one that is still to be said. « H360FD » is one of « H360 ». */
export function statementFault({ mention, ...one }: Classified & { mention: string | null }): string | null {
  const codes = statementsOf(one);
  if (statementOf({ mention, ...one }) === null)
    return `Mention de danger à dire pour ${printClass(one)} : ${codes.join(' ou ')}`;
  return mention === null || codes.some((code) => bare(mention).startsWith(bare(code)))
    ? null
    : `« ${mention} » n’est pas la mention de ${printClass(one)} : ${codes.join(' ou ')}`;
}
