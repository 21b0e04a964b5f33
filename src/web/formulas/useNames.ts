import { counted } from '#shared/fields/counted.ts';
import { nameKey } from '#shared/fields/name.ts';
import { materialEndpoints } from '#shared/materials/material.contract.ts';
import { type Suggestion, substanceEndpoints } from '#shared/substances/substance.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { changed, type Lines } from './formula.lines.ts';
import type { useFormula } from './useFormula.ts';

const isUnknown = ({ label, substance_id, material_id }: Lines[number]): boolean =>
  label !== null && substance_id === null && material_id === null;

/** The names that nobody knows yet, and what becomes of a line once its name is known. */
export function useNames({ lines, change, learn }: ReturnType<typeof useFormula>) {
  const { act, busy } = useAction();
  const unknown = [...new Set(lines.filter(isUnknown).map(({ label }) => label ?? ''))];

  const onKnown = async ({ id }: { id: string }, known: Suggestion): Promise<void> => {
    change(
      changed(lines, id, {
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

  /** The names nobody knew become substances of the firm, and their lines name them. */
  const createAll = (): Promise<unknown> =>
    act(
      async () => {
        let next: Lines = lines;
        for (const label of unknown) {
          const { id, inci, cas, ec, functions, nano } = await call(substanceEndpoints.create, {
            body: { inci: label },
          });
          learn({ substances: [{ id, inci, cas, ec, functions, nano }] });
          next = next.map((line) =>
            isUnknown(line) && nameKey(line.label ?? '') === nameKey(label)
              ? { ...line, label: null, substance_id: id }
              : line,
          );
          change(next);
        }
      },
      { done: `${counted(unknown.length, 'substance créée', 'substances créées')}.`, refresh: ['substances'] },
    );

  return { unknown, onKnown, createAll, busy };
}
