import { countsOf, type FileState, findingsOf } from '#shared/control/findings.ts';
import { POINT_KEYS } from '#shared/control/point.needs.ts';
import { pointsOf, withFindings } from '#shared/control/points.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import { inTransaction } from '../db/open.ts';
import { Refusal } from '../errors.ts';
import type { Chronology } from './control.chronology.ts';
import type { ControlDependencies } from './control.service.ts';
import type { createState, Read } from './control.state.ts';
import * as store from './finding.store.ts';

interface FindingsDeps
  extends ControlDependencies,
    Pick<Chronology, 'today' | 'chronologyOf' | 'rulesIn'>,
    ReturnType<typeof createState> {}

/** Looks at the file of a product, and keeps what is found for the list. */
export function createFindings({
  db,
  products,
  regulation,
  attachments,
  read,
  stateOf,
  today,
  chronologyOf,
  rulesIn,
}: FindingsDeps) {
  /** The pieces of the product, and those of what its formula is made of. */
  const piecesOf = async ({ formula, shelf, files }: Read): Promise<FileState['pieces']> => {
    const used = async (type: 'material' | 'substance', names: ReadonlyMap<string, string>) => {
      const owned = await attachments.listOfMany(type, [...names.keys()], db);
      return [...names].flatMap(([id, of]) => (owned.get(id) ?? []).map((file) => ({ file, of })));
    };
    const lines = formula.lines.map((line) => [line, nameOfLine(line, shelf)] as const);
    return [
      ...files.map((file) => ({ file, of: null })),
      ...(await used('material', new Map(lines.flatMap(([{ material_id: id }, name]) => (id ? [[id, name]] : []))))),
      ...(await used('substance', new Map(lines.flatMap(([{ substance_id: id }, name]) => (id ? [[id, name]] : []))))),
    ];
  };

  /** The points, the findings and the chronology of one product, from one reading of it. */
  const look = async (productId: string) => {
    const found = await read(productId);
    const state = await stateOf(found, today());
    const verdicts = found.formula.mode === 'table' ? await regulation.verdicts(productId, {}) : [];
    const chronology = await chronologyOf(found, { rules: rulesIn(verdicts) });
    const findings = findingsOf({
      today: today(),
      product: found.product,
      formula: found.formula,
      gap: state.gap,
      verdicts,
      corpus: (await regulation.active())?.corpus ?? null,
      margins: found.margins,
      pieces: await piecesOf(found),
      claims: found.kept.claims.data,
      chronology,
    });
    return { found, findings, chronology, points: withFindings(pointsOf(state), findings) };
  };

  /** What the list shows of one product, written where it differs. */
  const followed = async (productId: string): Promise<void> => {
    try {
      const { points, findings, chronology } = await look(productId);
      const covered = coveredOf(points);
      const { rouge, orange } = countsOf(findings);
      await inTransaction(
        db,
        (trx) =>
          store.setFindings(
            trx,
            productId,
            findings.map(({ key, code, level, text, due_on }) => ({ key, code, level, text, due_on })),
          ),
        `findings ${productId}`,
      );
      await products.setControl(productId, {
        control_covered: covered,
        control_open: covered < POINT_KEYS.length ? 1 : 0,
        control_red: chronology.some(({ level }) => level === 'rouge') ? 1 : 0,
        control_review: chronology.some(({ code }) => code === 'EVALUATION_A_REVISER') ? 1 : 0,
        findings_red: rouge,
        findings_orange: orange,
      });
    } catch (problem) {
      // Gone meanwhile.
      if (!(problem instanceof Refusal && problem.status === 404)) throw problem;
    }
  };

  return { look, followed };
}

/** How many points are covered, or do not apply. */
export const coveredOf = (points: readonly { state: string }[]): number =>
  points.filter(({ state }) => state === 'couvert' || state === 'sans_objet').length;
