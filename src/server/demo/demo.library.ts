import { nameKey } from '#shared/fields/name.ts';
import type { FormulaLine } from '#shared/formulas/formula.ts';
import { materialInput } from '#shared/materials/material.contract.ts';
import { substanceInput } from '#shared/substances/substance.contract.ts';
import type { Actor } from '../caller.ts';
import type { DemoDependencies } from './demo.service.ts';
import type { Story, StoryFile } from './story.ts';

/** The pieces, substances and perfume of the example. */
export function createDemoLibrary({ substances, materials, attachments, documents }: DemoDependencies) {
  /** A piece of the example: a page of words, with what it is and its day. */
  async function attach(owner: { type: string; id: string }, file: StoryFile, by: Actor): Promise<void> {
    await attachments.create({
      owner,
      field_key: file.field_key,
      told: { kind: file.kind, issued_on: file.issued_on },
      file: {
        fileName: file.name,
        mimeType: 'application/pdf',
        content: await documents.note(file.name.replace(/\.pdf$/, ''), file.lines),
      },
      by,
    });
  }

  /** The substances and the perfume of the story; what the firm has already is taken as it is. */
  async function loadLibrary(
    { substances: made, perfume: told, sheets_on: sheetsOn }: Story,
    by: Actor,
    keep: (kind: 'substances' | 'materials', id: string) => Promise<void>,
  ): Promise<(label: string) => Pick<FormulaLine, 'substance_id' | 'material_id'>> {
    const { byName } = await substances.resolve({ names: made.map(({ inci }) => inci), numbers: [] });
    const ids = new Map(byName);
    for (const one of made) {
      if (ids.has(nameKey(one.inci))) continue;
      const { id } = await substances.create(substanceInput.parse(one), by);
      ids.set(nameKey(one.inci), id);
      await keep('substances', id);
      await attach(
        { type: 'substance', id },
        {
          field_key: 'document',
          name: `Fiche technique ${one.inci.replaceAll('/', '-')}.pdf`,
          kind: 'fiche technique',
          issued_on: sheetsOn,
          lines: [`INCI : ${one.inci}`, `CAS : ${one.cas.join(', ')}`],
        },
        by,
      );
    }
    const { allergens, ...perfume } = told;
    const { id: perfumeId } = await materials.create(
      materialInput.parse({
        ...perfume,
        kind: 'parfum',
        allergens: Object.entries(allergens).map(([inci, percent]) => ({
          substance_id: ids.get(nameKey(inci)),
          percent,
        })),
      }),
      by,
    );
    await keep('materials', perfumeId);
    await attach(
      { type: 'material', id: perfumeId },
      {
        field_key: 'document',
        name: `FDS ${perfume.trade_name}.pdf`,
        kind: 'FDS',
        issued_on: sheetsOn,
        lines: [`${perfume.trade_name}, code ${perfume.perfume_code}`, perfume.supplier],
      },
      by,
    );
    return (label) =>
      nameKey(label) === 'parfum'
        ? { substance_id: null, material_id: perfumeId }
        : { substance_id: ids.get(nameKey(label)) ?? null, material_id: null };
  }

  return {
    attach,
    loadLibrary,
  };
}
