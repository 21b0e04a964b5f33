import { deadlinesOf } from '#shared/control/deadlines.ts';
import type { FileState } from '#shared/control/finding.state.ts';
import { countsOf, findingsOf } from '#shared/control/findings.ts';
import { pointsOf, withFindings } from '#shared/control/points.ts';
import { overdueDays } from '#shared/deadlines/deadline.kinds.ts';
import { seriousSince } from '#shared/effects/effect.facts.ts';
import type { FindingCode } from '#shared/findings/finding.ts';
import { atOneMoment } from '../db/moment.ts';
import { inTransaction } from '../db/open.ts';
import { Refusal } from '../errors.ts';
import { answeredOf } from './control.answers.ts';
import type { Chronology } from './control.chronology.ts';
import { cleaningOf } from './control.cleaning.ts';
import { createActs, type StampedAct } from './control.impact.ts';
import type { createParts } from './control.parts.ts';
import type { ControlDependencies } from './control.service.ts';
import { stampOf } from './control.stamp.ts';
import type { createState, Read } from './control.state.ts';
import { twinStateOf } from './control.twins.ts';
import * as store from './finding.store.ts';
import * as days from './part.days.store.ts';

interface FindingsDeps
  extends ControlDependencies,
    Pick<Chronology, 'today' | 'revisionsOf' | 'chronologyOf' | 'rulesIn'>,
    ReturnType<typeof createState>,
    Pick<ReturnType<typeof createParts>, 'partsOf' | 'notifiedOf'> {}

/** Looks at the file of a product: its points, its findings and its chronology, from one reading of it. */
function createLook({
  db,
  regulation,
  lastSealed,
  lastDossier,
  read,
  stateOf,
  partsOf,
  notifiedOf,
  today,
  revisionsOf,
  chronologyOf,
  rulesIn,
}: FindingsDeps) {
  /** What each file is asked for further down, in one turn with the rest of it: a moment answers from there. */
  const askAhead = (productId: string): Promise<unknown> =>
    Promise.all([lastSealed(productId), lastDossier(productId), regulation.active(), revisionsOf(productId)]);
  const actsOf = createActs({ lastSealed, lastDossier });
  const lookNow = async (productId: string) => {
    const [found, answers] = await Promise.all([
      read(productId),
      store.listAnswers(db, productId),
      askAhead(productId),
    ]);
    const parts = await partsOf(found);
    const stamp = stampOf(parts);
    const cleaning = cleaningOf(found, { stamp, today: today() });
    const state = await stateOf(found, { today: today(), cleaning });
    const verdicts = found.formula.mode === 'table' ? await regulation.verdicts(productId, {}) : [];
    const notified = notifiedOf(parts);
    const chronology = await chronologyOf(found, { rules: rulesIn(verdicts), notified });
    const acts = await actsOf(found);
    const impacted = { act: acts[0] ?? null, stamp, claims: parts.claims, ...seriousOf(found, acts[0]) };
    const file = {
      ...parts,
      stamp,
      today: today(),
      formula: found.formula,
      gap: state.gap,
      lines: state.lines,
      substances: state.substances,
      verdicts,
      sealed: await lastSealed(productId),
      signature: found.kept.assessment.data.signature,
      early: found.kept.assessment.data.early,
      chronology,
      act: impacted.act,
      serious: impacted.serious,
      notified,
      lots: found.lots,
      studies: found.studies,
      effects: found.effects,
      review: found.review,
      requests: found.requests,
      twins: twinStateOf(found),
      invented: found.invented,
      cleaning,
    } satisfies FileState;
    const all = findingsOf(file);
    const due = deadlinesOf({
      ...file,
      keptUntil: found.retention.conservation_jusqu_au,
      stoppedOn: found.retention.le,
    });
    const findings = answeredOf(all, answers);
    return {
      found,
      parts,
      stamp,
      verdicts,
      cleaning,
      all,
      findings,
      due,
      acts,
      state: impacted,
      chronology,
      points: withFindings(pointsOf(state), findings),
    };
  };
  return (productId: string): ReturnType<typeof lookNow> => atOneMoment(() => lookNow(productId));
}

/** Looks at the file of a product, and keeps what is found for the list. */
export function createFindings(deps: FindingsDeps) {
  const { db, audit, deadlines, products, today } = deps;
  const look = createLook(deps);

  /** What the list shows of one product, written where it differs. */
  const followed = async (productId: string): Promise<void> => {
    try {
      const { points, findings, chronology, stamp, due } = await look(productId);
      // Asked after the file was read: whoever saves meanwhile is read too, and what is read is never dated before it was written.
      const on = await audit.lastDay();
      const covered = coveredOf(points);
      const { rouge, orange } = countsOf(findings);
      await inTransaction(
        db,
        async (trx) => {
          await store.setFindings(
            trx,
            productId,
            findings
              // Answered, it is no longer to be looked at; what stops a file still does.
              .filter(({ level, answer }) => level === 'rouge' || answer === null)
              .map(({ key, code, level, text, due_on }) => ({ key, code, level, text, due_on })),
          );
          await deadlines.keep(trx, productId, due);
          await days.follow(trx, productId, { stamp, on });
        },
        `findings ${productId}`,
      );
      await products.setControl(productId, {
        control_covered: covered,
        control_open: covered < points.length ? 1 : 0,
        control_red: chronology.some(({ level }) => level === 'rouge') ? 1 : 0,
        control_review: chronology.some(({ code }) => code === 'EVALUATION_A_REVISER') ? 1 : 0,
        deadline_late: due.some((one) => overdueDays(one, today()) > 0) ? 1 : 0,
        effect_open: due.some(({ kind }) => kind === 'eig') ? 1 : 0,
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

/** Serious effects since an act. */
const seriousOf = ({ effects }: Read, act: StampedAct | undefined): { serious: string[] } => ({
  serious: act ? seriousSince(effects, act).map(({ id }) => id) : [],
});

/** What the list knows of the products that have findings. */
export async function worstOf(
  { db, products }: Pick<ControlDependencies, 'db' | 'products'>,
  count: number,
): Promise<{ id: string; label: string; isRed: boolean; codes: FindingCode[] }[]> {
  const [red, orange] = [await products.listToReview('rouge', count), await products.listToReview('orange', count)];
  const all = [...red.map((one) => ({ ...one, isRed: true })), ...orange.map((one) => ({ ...one, isRed: false }))];
  const codes = await store.codesOf(
    db,
    all.map(({ id }) => id),
  );
  return all.map(({ id, label, isRed }) => ({ id, label, isRed, codes: codes.get(id) ?? [] }));
}

/** How many points are covered, or do not apply. */
export const coveredOf = (points: readonly { state: string }[]): number =>
  points.filter(({ state }) => state === 'couvert' || state === 'sans_objet').length;
