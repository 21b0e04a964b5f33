import { PART_PATHS } from '#shared/contract/product.parts.ts';
import type { Control } from '#shared/control/control.contract.ts';
import { pointsOf } from '#shared/control/piece.point.ts';
import type { ControlPoint } from '#shared/control/points.ts';
import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import { CONFORMITY_FIELDS, type ConformityName } from '#shared/regulation/conformity.fields.ts';
import { coveredOf, type createFindings } from './control.findings.ts';
import type { ControlDependencies } from './control.service.ts';
import type { Read } from './control.state.ts';
import * as store from './control.store.ts';

type Covering = Control['points'][number]['covered_by'][number];

const IN_CONFORMITY = new Set<string>(CONFORMITY_FIELDS.map(({ name }) => name));
const IN_DETERGENT = new Set<string>(DETERGENT_FIELDS.map(({ name }) => name));
/** Where a field is read, below `/products/{id}`. */
const roomOf = (field: string): string =>
  FIELD_BY_NAME.has(field)
    ? PART_PATHS.sheet
    : IN_CONFORMITY.has(field)
      ? PART_PATHS.conformity
      : IN_DETERGENT.has(field)
        ? PART_PATHS.detergent
        : PART_PATHS.assessment;

/** « Aucune autre information au » is no sentence without its day. */
const ended = (label: string, value: unknown): string =>
  / (?:au|du)$/.test(label) && typeof value === 'string' ? `${label} ${printDay(value)}` : label;

/** What stands under each point: the fields that fill it, with the save that did, and its pieces. */
function createCovered({ db, products, audit }: ControlDependencies) {
  return async ({ product, files, kept }: Read, points: readonly ControlPoint[]): Promise<Control['points']> => {
    const saves = [
      ...(await products.revisions(product.id)),
      ...(await store.listRevisions(db, product.id)).map(({ changes, ...rest }) => ({
        ...rest,
        changes: JSON.parse(changes) as Change[],
      })),
    ];
    /** The last save that changed each field. */
    const typed = new Map<string, { at: string; by: string | null }>();
    for (const { at, by, changes } of saves)
      for (const { field } of changes) if ((typed.get(field)?.at ?? '') < at) typed.set(field, { at, by });
    const added = await audit.actorsOf(
      'attachment.create',
      files.map(({ id }) => id),
    );
    return points.map(({ present, ...point }) => ({
      ...point,
      covered_by: [
        ...present.map(({ text, field }): Covering => {
          const save = typed.get(field);
          return {
            text: ended(text, kept.conformity.data[field as ConformityName]),
            link: roomOf(field),
            date: save ? dayOf(new Date(save.at)) : null,
            by: save?.by ?? null,
          };
        }),
        ...files
          .filter((file) => pointsOf(file, product.type_produit).has(point.key))
          .map(
            ({ id, alias, file_name, issued_on }): Covering => ({
              text: alias ?? file_name,
              link: PART_PATHS.pieces,
              date: issued_on,
              by: added.get(id) ?? null,
            }),
          ),
      ],
    }));
  };
}

/** What was looked at, as it is answered. */
export function createPresenting(deps: ControlDependencies) {
  const coveredBy = createCovered(deps);
  return async ({
    found,
    points,
    findings,
    chronology,
  }: Awaited<ReturnType<ReturnType<typeof createFindings>['look']>>): Promise<Control> => ({
    covered: coveredOf(points),
    points: await coveredBy(found, points),
    total: points.length,
    progression: found.product.progression,
    chronology,
    findings,
  });
}
