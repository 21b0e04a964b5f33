import { nameKey } from '#shared/fields/name.ts';
import type { PastedFormula } from '#shared/formulas/formula.contract.ts';
import type { KnownNames } from '#shared/formulas/nearest.ts';
import { PASTE_LENGTH } from '#shared/formulas/paste.read.ts';
import type { Suggestion } from '#shared/substances/substance.contract.ts';
import { type SharedNames, shareNames } from '../documents/document.service.ts';
import { pasteTooLong } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import { bytesOf, sizeOf } from '../storage/inbox.ts';
import { resolvePasted } from './formula.resolve.ts';
import type { FormulasDependencies } from './formula.service.ts';

const SUGGESTED = 12;

/** The exact name first, then those that begin so, then the rest. */
const rank = (name: string, key: string): number => (name === key ? 0 : name.startsWith(key) ? 1 : 2);

const OF_EXAMPLE = 'de l’exemple';

/** What the example made is not offered where the firm has its own of that name. */
function ownFirst<Row extends { name_key: string; example: number }>(rows: readonly Row[]): Row[] {
  const own = new Set(rows.flatMap((row) => (row.example === 0 ? [row.name_key] : [])));
  return rows.filter((row) => row.example === 0 || !own.has(row.name_key));
}

/** What may be meant: names while one types, lines of a pasted formula. */
export function createFormulaSuggesting({
  products,
  substances,
  materials,
  lawNames,
  documents,
}: FormulasDependencies) {
  /** The names of the law as threads see them: as long as these names are in force. */
  const sharedLaw = new WeakMap<KnownNames, SharedNames>();

  return {
    /** @throws 413 above 2 MiB or 2 000 lines */
    async parse(
      id: string,
      { text, file }: { text: string | undefined; file: UploadedFile | null },
    ): Promise<PastedFormula> {
      await products.get(id);
      const size = file ? sizeOf(file.content) : (text ?? '').length;
      if (size > PASTE_LENGTH) throw pasteTooLong({ line: null, cell: null });
      const [known, sold, law] = await Promise.all([substances.names(), materials.names(), lawNames()]);
      const shared = sharedLaw.get(law) ?? shareNames(law.all.keys());
      sharedLaw.set(law, shared);
      const pasted = await documents.formula(file ? { file: () => bytesOf(file.content) } : { text: text ?? '' }, {
        names: shared,
        own: known.map(({ name_key }) => name_key),
      });
      return resolvePasted({ substances, materials }, pasted, { known, sold, law });
    },

    /** Substances, then raw materials, whose name or number holds these words. */
    async suggest(words: string): Promise<Suggestion[]> {
      const key = nameKey(words);
      if (!key) return [];
      const pick = <Row extends { name_key: string; example?: number }>(rows: readonly Row[]): Row[] =>
        rows
          .filter(({ name_key }) => name_key.includes(key))
          .sort(
            (a, b) =>
              (a.example ?? 0) - (b.example ?? 0) ||
              rank(a.name_key, key) - rank(b.name_key, key) ||
              (a.name_key < b.name_key ? -1 : 1),
          )
          .slice(0, SUGGESTED);
      const numbered =
        (await substances.resolve({ names: [], numbers: [words.trim()] })).byNumber.get(words.trim()) ?? [];
      const all = ownFirst(await substances.names());
      const named = [...all.filter(({ id }) => numbered.includes(id)), ...pick(all)];
      const sold = pick(ownFirst(await materials.names()));
      const details = new Map(
        (await materials.listByIds(sold.map(({ id }) => id))).map(({ id, values }) => [id, values.supplier]),
      );
      // Names that are no substance of the firm yet.
      const mine = new Set(all.map(({ name_key }) => name_key));
      const law = pick(
        [...(await lawNames()).all].flatMap(([name_key, { name, functions }]) =>
          mine.has(name_key) ? [] : [{ name_key, name, functions }],
        ),
      );
      return [
        ...named.map(({ id, label, example }) => ({
          id,
          name: label,
          kind: 'substance' as const,
          detail: example === 1 ? OF_EXAMPLE : null,
          example: example === 1,
        })),
        ...sold.map(({ id, label, example }) => ({
          id,
          name: label,
          kind: 'material' as const,
          detail: [details.get(id), example === 1 && OF_EXAMPLE].filter(Boolean).join(', ') || null,
          example: example === 1,
        })),
        ...law.map(({ name_key, name, functions }) => ({
          id: `name:${name_key}`,
          name,
          kind: 'name' as const,
          detail: functions.join(', ').toLowerCase() || null,
          example: false,
        })),
      ];
    },
  };
}
