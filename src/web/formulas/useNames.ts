import { counted } from '#shared/fields/counted.ts';
import { isCas, isEc, nameKey } from '#shared/fields/name.ts';
import { NOTHING_READ, type ReadComponent } from '#shared/formulas/formula.ts';
import { partsOf } from '#shared/formulas/paste.read.ts';
import { materialEndpoints } from '#shared/materials/material.contract.ts';
import { type Suggestion, substanceEndpoints, suggestSubstances } from '#shared/substances/substance.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { changed, type Lines } from './formula.lines.ts';
import type { useFormula } from './useFormula.ts';

type Line = Lines[number];
type Learn = ReturnType<typeof useFormula>['learn'];

const isUnknown = ({ label, substance_id, material_id }: Line): boolean =>
  label !== null && substance_id === null && material_id === null;

/** What a mixture is made of: as its sheet says, else as its name does; of one substance, nothing. */
function componentsOf({ components, label }: Pick<Line, 'components' | 'label'>): readonly ReadComponent[] {
  if (components.length > 0) return components;
  const parts = partsOf(label ?? '');
  return parts.length > 1 ? parts.map((inci) => ({ inci, percent_min: null, percent_max: null })) : [];
}

const keyOf = ({ label, trade_name }: Pick<Line, 'label' | 'trade_name'>): string =>
  nameKey([label, trade_name].filter(Boolean).join(' '));

/** Counts what is made, and is not only found. */
interface Made {
  substances: number;
  materials: number;
}

/** The substance of the firm that bears this name, made where there is none: the example's is nobody's. */
async function substanceNamed(
  inci: string,
  { learn, made, ...told }: { learn: Learn; made: Made; cas: string[]; ec: string[]; functions: string[] },
) {
  const known = await call(suggestSubstances, { query: { q: inci } });
  const same = known.find(
    ({ kind, name, example }) => kind === 'substance' && !example && nameKey(name) === nameKey(inci),
  );
  if (!same) made.substances += 1;
  const found = same
    ? await call(substanceEndpoints.get, { params: { id: same.id } })
    : await call(substanceEndpoints.create, { body: { inci, ...told, origin: 'imported' } });
  const { id, cas, ec, functions, nano } = found;
  learn({ substances: [{ id, inci: found.inci, cas, ec, functions, nano }] });
  return id;
}

/** A raw material of what a mixture is made of; shares that nobody said stay unknown. */
async function materialOf(
  line: Line,
  components: readonly ReadComponent[],
  { learn, made }: { learn: Learn; made: Made },
): Promise<string> {
  const parts = [];
  for (const { inci, ...share } of components) {
    const substance_id = await substanceNamed(inci, { learn, made, cas: [], ec: [], functions: [] });
    const { percent_min, percent_max } = share;
    parts.push(
      percent_min !== null && percent_min === percent_max
        ? { substance_id, percent: percent_min }
        : { substance_id, percent_min, percent_max },
    );
  }
  const material = await call(materialEndpoints.create, {
    body: {
      trade_name: line.trade_name ?? line.label ?? '',
      supplier: line.supplier,
      kind: 'mélange',
      components: parts,
    },
  });
  learn({ materials: [material] });
  made.materials += 1;
  return material.id;
}

/** The names that nobody knows yet, and what becomes of a line once its name is known. */
export function useNames({ lines, change, learn }: ReturnType<typeof useFormula>) {
  const { act, busy } = useAction();
  const unknown = [...new Map(lines.filter(isUnknown).map((line) => [keyOf(line), line])).values()];
  const mixtures = unknown.filter((line) => componentsOf(line).length > 0).length;

  const onKnown = async ({ id }: { id: string }, known: Suggestion): Promise<void> => {
    change((now) =>
      changed(now, id, {
        ...NOTHING_READ,
        components: [],
        label: null,
        substance_id: known.kind === 'substance' ? known.id : null,
        material_id: known.kind === 'material' ? known.id : null,
      }),
    );
    // Named at once; what it is made of follows.
    if (known.kind === 'substance')
      learn({ substances: [{ id: known.id, inci: known.name, cas: [], ec: [], functions: [], nano: false }] });
    await act(async () => {
      if (known.kind === 'substance') {
        const {
          id: substance,
          inci,
          cas,
          ec,
          functions,
          nano,
        } = await call(substanceEndpoints.get, { params: { id: known.id } });
        learn({ substances: [{ id: substance, inci, cas, ec, functions, nano }] });
      } else {
        const material = await call(materialEndpoints.get, { params: { id: known.id } });
        learn({ materials: [material] });
      }
    });
  };

  /**
   * The names nobody knew become substances of the firm, with the numbers, the function and the supplier that their sheet
   * gave; those of mixtures become raw materials.
   */
  const createAll = (): Promise<unknown> =>
    act(
      async () => {
        const made: Made = { substances: 0, materials: 0 };
        for (const one of unknown) {
          const components = componentsOf(one);
          const named =
            components.length > 0
              ? { material_id: await materialOf(one, components, { learn, made }) }
              : {
                  substance_id: await substanceNamed(one.label ?? '', {
                    learn,
                    made,
                    cas: one.cas && isCas(one.cas) ? [one.cas] : [],
                    ec: one.ec && isEc(one.ec) ? [one.ec] : [],
                    functions: one.function ? [one.function] : [],
                  }),
                };
          // Of the lines as they are by then: one goes on typing meanwhile.
          change((now) =>
            now.map((line) =>
              isUnknown(line) && keyOf(line) === keyOf(one)
                ? { ...line, ...NOTHING_READ, components: [], label: null, ...named }
                : line,
            ),
          );
        }
        return made;
      },
      {
        done: ({ substances, materials }) => ({
          message:
            substances + materials > 0 ? `${sayMade(substances, materials)}.` : 'Toutes étaient déjà dans vos listes.',
        }),
        refresh: ['substances', 'materials'],
      },
    );

  return { unknown: unknown.length, mixtures, onKnown, createAll, busy };
}

/** « 5 substances et 2 matières premières » */
const sayNew = (substances: number, materials: number, kind: 'nouvelle' | 'créée'): string =>
  [
    substances > 0 && counted(substances, `substance ${kind}`, `substances ${kind}s`),
    materials > 0 && counted(materials, `matière première ${kind}`, `matières premières ${kind}s`),
  ]
    .filter(Boolean)
    .join(' et ');
const sayMade = (substances: number, materials: number): string => sayNew(substances, materials, 'créée');
export const sayToMake = (substances: number, materials: number): string => sayNew(substances, materials, 'nouvelle');
