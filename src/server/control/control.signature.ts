import { createHash } from 'node:crypto';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import { ASSESSMENT_FIELDS, type AssessmentValues, REVIEWED_ON } from '#shared/control/assessment.fields.ts';
import { printDay } from '#shared/fields/date.ts';
import { nameKey } from '#shared/fields/name.ts';
import { printPercent } from '#shared/fields/percent.ts';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { expandedLines, isPerfume } from '#shared/formulas/formula.ts';
import { changesOfFields } from '#shared/products/changes.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { FORMULA_KEY } from '#shared/products/product.fields.ts';
import { bodyFault } from '../errors.ts';
import type { Signature } from './control.records.ts';
import type { Read } from './control.state.ts';

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The composition that is signed. Of a table each substance, summed, known by its id and not by its name; a perfume is known
 * by its raw material and by what its certificate says. Of a text its lines; of a file its bytes.
 */
export function linesOf({
  formula,
  shelf,
  product,
  files,
}: Pick<Read, 'formula' | 'shelf' | 'product' | 'files'>): Signature['lines'] {
  if (formula.mode === 'file')
    return files
      .filter(({ field_key, kind }) => field_key === FORMULA_KEY || kind === 'formule')
      .map(({ sha256, alias, file_name }) => ({ key: sha256, name: alias ?? file_name, percent: '' }));
  if (formula.mode === 'text')
    return String(product.ingredients ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({ key: line.trim(), name: line.trim(), percent: '' }));
  return expandedLines(formula.lines, shelf).map(({ substance, name, quantity, nano, may_contain, sources }) => {
    const perfumes = sources
      .flatMap(({ material_id }) => (material_id ? (shelf.materials.get(material_id) ?? []) : []))
      .filter(isPerfume)
      .map(({ id, perfume_code, allergens }) => `${id} ${perfume_code ?? ''} ${JSON.stringify(allergens)}`)
      .toSorted();
    const what = substance?.id ?? (perfumes.length > 0 ? `parfum ${sha256Of(perfumes.join())}` : nameKey(name));
    return {
      key: [what, nano ? 'nano' : '', may_contain ? 'peut contenir' : ''].join('|'),
      name: [name, nano ? '[nano]' : '', may_contain ? '(peut contenir)' : ''].filter(Boolean).join(' '),
      percent: quantity === null ? '' : [...new Set([quantity.min, quantity.max])].map(printPercent).join('–'),
    };
  });
}
const MODES: Record<Formula['mode'], string> = { text: 'texte', file: 'fichier', table: 'tableau' };

export const labelOf = (
  files: readonly { field_key: string; also: readonly string[]; kind: string | null; sha256: string }[],
  { etiquette_version }: { etiquette_version: string | null },
): Signature['label'] => ({
  version: etiquette_version,
  files: files
    .filter((file) => standsAt(file, 'etiquette') || file.kind === 'étiquette')
    .map(({ sha256 }) => sha256)
    .toSorted(),
});
const sayLabel = ({ version, files }: Signature['label']): string =>
  [version && `version ${version}`, files.map((sha256) => sha256.slice(0, 8)).join(', ')].filter(Boolean).join(', ') ||
  'aucune';
const sayCorpus = (corpus: Signature['corpus']): string =>
  corpus ? `du ${corpus.date ? printDay(corpus.date) : 'jour'} (${corpus.sha256.slice(0, 8)})` : 'aucun';

/** A reminder is no part of what is signed. */
const SIGNED_FIELDS = ASSESSMENT_FIELDS.filter(({ name }) => name !== REVIEWED_ON);

/** Whether the assessment is what was signed, word for word: else its signature is of another text, or of somebody else. */
export const isAsSigned = ({ signature, values }: { signature: Signature | null; values: AssessmentValues }): boolean =>
  signature !== null && changesOfFields(SIGNED_FIELDS, { ...signature.values }, { ...values }).length === 0;

/** What of a signed assessment is no longer so: its own text, the formula, the corpus, the label. */
export function changesSince(found: Read, corpus: Signature['corpus']): Change[] {
  const { formula, files, kept } = found;
  const { signature, values } = kept.assessment.data;
  if (!signature) return [];
  const was = new Map(signature.lines.map((line) => [line.key, line]));
  const is = new Map(linesOf(found).map((line) => [line.key, line]));
  const label = labelOf(files, kept.conformity.data);
  return [
    ...(signature.mode !== formula.mode
      ? [{ field: 'formula', label: 'Formule', from: MODES[signature.mode], to: MODES[formula.mode] }]
      : [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
          const [a, b] = [was.get(key), is.get(key)];
          if (a && b && a.percent === b.percent) return [];
          const say = (line: typeof a): string | null => (line && (line.percent || 'présent')) || null;
          return [{ field: 'formula', label: `Formule : ${b?.name ?? a?.name ?? ''}`, from: say(a), to: say(b) }];
        })),
    ...orderChange(signature, { mode: formula.mode, lines: linesOf(found) }),
    ...(signature.corpus?.sha256 === corpus?.sha256
      ? []
      : [
          {
            field: 'corpus',
            label: 'Corpus réglementaire',
            from: sayCorpus(signature.corpus),
            to: sayCorpus(corpus),
          },
        ]),
    ...(JSON.stringify(signature.label) === JSON.stringify(label)
      ? []
      : [{ field: 'etiquette', label: 'Étiquette', from: sayLabel(signature.label), to: sayLabel(label) }]),
    ...changesOfFields(SIGNED_FIELDS, { ...signature.values }, { ...values }),
  ];
}

/** The same lines of a text in another order, or one of them said twice: a text has no rows that one may sort, its order is what it says. */
function orderChange(was: Pick<Signature, 'mode' | 'lines'>, is: Pick<Signature, 'mode' | 'lines'>): Change[] {
  if (was.mode !== 'text' || is.mode !== 'text') return [];
  const said = ({ lines }: typeof was): string => JSON.stringify(lines.map(({ key, percent }) => [key, percent]));
  const content = ({ lines }: typeof was): string =>
    JSON.stringify([...new Set(lines.map(({ key, percent }) => JSON.stringify([key, percent])))].toSorted());
  // What changed by its content is said line by line.
  return said(was) === said(is) || content(was) !== content(is)
    ? []
    : [{ field: 'formula', label: 'Formule : ordre des lignes', from: null, to: 'modifié' }];
}

/** A person signs, with a first name and a name. Annex I, part B, point 4. */
export function faultsOfName(name: string | null) {
  if (name === null) return [];
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return words.length >= 2 && !/\d/.test(name)
    ? []
    : [bodyFault('evaluateur_nom', 'Donnez le prénom et le nom de l’évaluateur : c’est une personne qui signe.')];
}

/** Nobody signs a formula that was not there yet. */
export const faultsBefore = (day: string | null, established: string | null) =>
  day !== null && established !== null && day < established
    ? [
        bodyFault(
          'signed_on',
          `Cette signature (${printDay(day)}) est antérieure à la formule, établie le ${printDay(established)} : elle ne peut pas porter sur elle.`,
        ),
      ]
    : [];
