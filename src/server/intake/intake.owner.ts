import { nameKey } from '#shared/fields/name.ts';
import type { IntakeCandidate, IntakeKind } from '#shared/intake/intake.contract.ts';
import { wordKey } from '#shared/products/product.words.ts';
import { keyOf } from '../batches/batch.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService, ProductView } from '../products/product.service.ts';

/** What a file says of where it belongs. */
export interface Looked {
  file_name: string;
  folder: string;
  kind: IntakeKind | null;
  text: string;
  /** Words that may be references, folded. */
  words: readonly string[];
}

export interface Meant {
  owner: { type: 'product' | 'material'; id: string } | null;
  candidates: IntakeCandidate[];
  why: string;
}

/** What is the supplier's to give, and said of a raw material. */
const OF_MATERIALS: ReadonlySet<IntakeKind> = new Set([
  'FDS',
  'IFRA',
  'fiche technique',
  'certificat d’analyse',
  'allergènes',
  'CMR',
  'nano',
]);
/** Points of what names a product, and how many it takes to be alone. */
const POINTS = { reference: 3, formula: 2, name: 1, enough: 2 } as const;
/** Words of a name, and of a text that names are looked for in. */
const [NAME_WORDS, TEXT_WORDS] = [6, 1_000];
const CANDIDATES_MAX = 10;

/** Neighbours of words, up to six of them: a name is among them. */
function neighbours(text: string, most = NAME_WORDS): string[] {
  const words = text
    .split(/[\s,;:()[\]«»"/_]+/)
    .filter(Boolean)
    .slice(0, TEXT_WORDS);
  const found = new Set<string>();
  for (let from = 0; from < words.length; from += 1)
    for (let count = 1; count <= most && from + count <= words.length; count += 1)
      found.add(words.slice(from, from + count).join(' '));
  return [...found];
}

const bareName = (name: string): string => name.replace(/\.[a-zA-Z0-9]{1,5}$/, '');

interface Points {
  view: ProductView;
  points: number;
  why: string[];
}

/** Finds whose a file is: by whole references, then by name; of a supplier's document, the raw material of that name. */
export function createOwners({
  products,
  materials,
}: {
  products: Pick<ProductService, 'named'>;
  materials: Pick<MaterialService, 'byNames'>;
}) {
  const byReferences = async ({ file_name, folder, words }: Looked): Promise<Map<string, Points>> => {
    const found = new Map<string, Points>();
    const said = new Set([...neighbours(`${folder} ${bareName(file_name)}`, 4), ...words].map(keyOf));
    const give = (view: ProductView, points: number, why: string): void => {
      const known = found.get(view.id) ?? { view, points: 0, why: [] };
      found.set(view.id, { view, points: known.points + points, why: [...known.why, why] });
    };
    for await (const view of products.named('ref_produit', [...said]))
      if (said.has(keyOf(view.values.ref_produit ?? '')))
        give(view, POINTS.reference, `Sa référence « ${view.values.ref_produit} » y est.`);
    const formulas = new Map<string, ProductView[]>();
    for await (const view of products.named('ref_formule', [...said])) {
      const key = keyOf(view.values.ref_formule ?? '');
      if (said.has(key)) formulas.set(key, [...(formulas.get(key) ?? []), view]);
    }
    // A formula of two products is nobody's alone.
    for (const views of formulas.values())
      for (const view of views)
        give(
          view,
          views.length === 1 ? POINTS.formula : POINTS.name,
          `La référence de sa formule « ${view.values.ref_formule} » y est.`,
        );
    return found;
  };

  const byNames = async ({ file_name, folder, text }: Looked, found: Map<string, Points>): Promise<void> => {
    const all = `${folder} ${bareName(file_name).replace(/[-_]/g, ' ')} ${text}`;
    const key = ` ${wordKey(all)} `;
    for await (const view of products.named('nom_commercial', neighbours(all))) {
      const { nom_commercial: name, marque: brand } = view.values;
      if (!name || !brand || !key.includes(` ${wordKey(name)} `) || !key.includes(` ${wordKey(brand)} `)) continue;
      const known = found.get(view.id) ?? { view, points: 0, why: [] };
      found.set(view.id, {
        view,
        points: known.points + POINTS.name,
        why: [...known.why, 'Son nom et sa marque y sont.'],
      });
    }
  };

  const material = async ({ file_name, folder, text }: Looked): Promise<IntakeCandidate[]> => {
    const names = [
      ...neighbours(bareName(file_name).replace(/[-_]/g, ' ')),
      ...neighbours(bareName(file_name)),
      ...neighbours(folder),
    ];
    const inName = await materials.byNames(names);
    const rows = inName.length > 0 ? inName : await materials.byNames(neighbours(text));
    // « Beurre » within « Beurre de karité » is the longer one.
    const longest = rows.filter(
      ({ label }) => !rows.some((other) => other.label !== label && nameKey(other.label).includes(nameKey(label))),
    );
    return [
      ...new Map(
        longest.map(({ id, label }) => [id, { type: 'material' as const, id, label, why: 'Son nom y est.' }]),
      ).values(),
    ];
  };

  return async (looked: Looked): Promise<Meant> => {
    if (looked.kind !== null && OF_MATERIALS.has(looked.kind)) {
      const found = await material(looked);
      const [only] = found;
      if (found.length === 1 && only)
        return {
          owner: { type: 'material', id: only.id },
          candidates: [],
          why: `La matière première « ${only.label} » y est nommée.`,
        };
      if (found.length > 1)
        return {
          owner: null,
          candidates: found.slice(0, CANDIDATES_MAX),
          why: 'Plusieurs matières premières y sont nommées : choisissez.',
        };
    }
    const found = await byReferences(looked);
    await byNames(looked, found);
    const ranked = [...found.values()].toSorted((a, b) => b.points - a.points);
    const sure = ranked.filter(({ points }) => points >= POINTS.enough);
    const [best] = sure;
    if (best && sure.length === 1)
      return { owner: { type: 'product', id: best.view.id }, candidates: [], why: best.why.join(' ') };
    const candidates = ranked
      .slice(0, CANDIDATES_MAX)
      .map(({ view, why }) => ({ type: 'product' as const, id: view.id, label: view.label, why: why.join(' ') }));
    return {
      owner: null,
      candidates,
      why:
        candidates.length === 0
          ? 'Ni référence ni nom connu : dites où le classer.'
          : candidates.length === 1
            ? 'Ce peut être celui-ci : confirmez.'
            : 'Plusieurs produits y sont nommés : choisissez.',
    };
  };
}
