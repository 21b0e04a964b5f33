import { type FieldName, getField } from '../products/product.fields.ts';
import { type NamedField, readFieldName, wordKey } from '../products/product.words.ts';
import type { ImportColumn } from './import.contract.ts';

/** A column before somebody says what it is: its name and what stands in it. */
export interface RawColumn {
  header: string;
  values: readonly string[];
}

const SAMPLES = 3;
const SAMPLE_LENGTH = 80;

const AS_BEFORE = 'Comme la dernière fois, pour les mêmes colonnes.';
const NOTHING: NamedField = { meant: [], besides: null };

/** Names of columns of our own exports that no field stands for. */
const NOT_FIELDS: Readonly<Record<string, string>> = {
  statut: 'Un import ne change pas le statut d’un produit.',
  'progression %': 'La progression se calcule.',
  nature: 'La nature d’un produit se dit sur sa page.',
  points: 'Les points se calculent.',
};

/**
 * What each column is, by its name: a name of two fields, a unit that is not the field's, a field that two columns claim, are
 * asked.
 * @param kept what somebody said of columns of these very names
 */
export function suggestColumns(
  columns: readonly RawColumn[],
  kept: readonly (string | null)[] | null = null,
): ImportColumn[] {
  const named = columns.map(({ header }) => readFieldName(header));
  const claims = Map.groupBy(
    named.flatMap((one, at) => {
      const name = soleOf(one);
      return name ? [{ at, name, isLabel: one.meant[0]?.how === 'label' }] : [];
    }),
    ({ name }) => name,
  );
  return columns.map((column, at): ImportColumn => {
    const { header, values } = column;
    const said = {
      header,
      samples: values
        .filter((text) => text.trim() !== '')
        .slice(0, SAMPLES)
        .map((text) => text.slice(0, SAMPLE_LENGTH)),
    };
    const one = named[at] ?? NOTHING;
    const before = kept?.[at] ?? null;
    const isAsked = one.meant.length > 0 && soleOf(one) === null;
    // What nobody answered is no answer: it is asked again.
    if (kept && (before !== null || !isAsked)) return { ...said, field: before, why: AS_BEFORE, also: [] };
    const name = soleOf(one);
    if (name) {
      const rivals = claims.get(name) ?? [];
      const labels = rivals.filter(({ isLabel }) => isLabel);
      const winners = labels.length > 0 ? labels : rivals;
      const [winner] = winners;
      const isAlone = winners.length === 1 || winners.every((rival) => isAlike(columns, rival.at, winner?.at ?? -1));
      if (isAlone && winner?.at === at)
        return {
          ...said,
          field: name,
          why: winner.isLabel ? 'Le nom du champ.' : `Veut dire « ${getField(name).label} ».`,
          also: [],
        };
      const other = columns[rivals.find((rival) => rival.at !== at)?.at ?? -1]?.header ?? '';
      return {
        ...said,
        field: null,
        why: `La colonne « ${other} » dit la même chose : laquelle est la bonne ?`,
        also: [name],
      };
    }
    const also = one.meant.map(({ field }) => field.name);
    return { ...said, field: null, why: whyAsked(header, one), also };
  });
}

/** The only field that a name means, without anything that says otherwise. */
const soleOf = ({ meant, besides }: NamedField): FieldName | null =>
  meant.length === 1 && besides === null ? (meant[0]?.field.name ?? null) : null;

const isAlike = (columns: readonly RawColumn[], a: number, b: number): boolean =>
  a === b || JSON.stringify(columns[a]?.values) === JSON.stringify(columns[b]?.values);

function whyAsked(header: string, { meant, besides }: NamedField): string {
  const [first] = meant;
  if (header.trim() === '') return 'Cette colonne n’a pas de nom.';
  if (!first) return NOT_FIELDS[wordKey(header.slice(0, 200))] ?? 'Aucun champ ne s’appelle ainsi.';
  if (besides !== null)
    return first.field.unit
      ? `« ${besides} » est dit à côté, le champ attend « ${first.field.unit} » : est-ce bien lui ?`
      : `« ${besides} » est dit à côté : est-ce bien ce champ ?`;
  return `« ${header.trim().slice(0, 80)} » veut dire plusieurs champs : lequel ?`;
}

/** Of the names of columns, in their order: what somebody said of them is known again by it. */
export const headersKey = (headers: readonly string[]): string =>
  JSON.stringify(headers.map((header) => header.replace(/\s+/g, ' ').trim().toLowerCase()));
