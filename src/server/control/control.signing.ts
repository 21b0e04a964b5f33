import { ASSESSMENT_FIELDS, type AssessmentValues, SIGNED_WITH } from '#shared/control/assessment.fields.ts';
import type { Assessment } from '#shared/control/control.contract.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { isFilled } from '#shared/fields/field.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import { changedOn } from './control.changed.ts';
import type { Chronology } from './control.chronology.ts';
import type { createParts } from './control.parts.ts';
import type { ControlRecords, SaveOptions } from './control.records.ts';
import type { ControlDependencies } from './control.service.ts';
import { changesSince, faultsBefore, faultsOfName, labelOf, linesOf } from './control.signature.ts';
import { SIGNED_PARTS } from './control.stamp.ts';
import type { createState } from './control.state.ts';
import * as days from './part.days.store.ts';

interface SigningDeps
  extends ControlDependencies,
    Pick<Chronology, 'activeCorpus' | 'formulaTypedAt'>,
    Pick<ReturnType<typeof createParts>, 'stampNow'> {
  records: ControlRecords;
  read: ReturnType<typeof createState>['read'];
}

/** The assessment and its signature. */
export function createSigning({
  db,
  formulas,
  clock,
  records,
  read,
  stampNow,
  activeCorpus,
  formulaTypedAt,
}: SigningDeps) {
  const presentAssessment = async (productId: string): Promise<Assessment> => {
    const found = await read(productId);
    const { data, ...meta } = found.kept.assessment;
    const changes = changesSince(found, await activeCorpus());
    const { signature } = data;
    return {
      ...data.values,
      ...meta,
      status: signature === null ? 'brouillon' : changes.length === 0 ? 'signée' : 'à réviser',
      signature: signature && {
        signed_on: signature.signed_on,
        signed_by: signature.values.evaluateur_nom,
        entered_at: signature.entered_at,
        entered_by: signature.entered_by,
        formula_revision: signature.formula_revision,
        composition_sha256: signature.composition_sha256,
        corpus: signature.corpus,
      },
      changes,
    };
  };

  return {
    assessment: presentAssessment,
    async saveAssessment(productId: string, values: AssessmentValues, options: SaveOptions): Promise<Assessment> {
      const { established_on } = await formulas.get(productId);
      const faults = faultsBefore(values.signed_on, established_on);
      if (faults.length > 0) throw invalid(faults);
      await records.save({ productId, kind: 'assessment', data: (before) => ({ ...before, values }), ...options });
      return presentAssessment(productId);
    },

    /**
     * @param check throws when the file, as it is signed, is not the one that was read
     * @throws 422 for a signature older than the formula it is about, or without what is signed
     */
    async sign(
      productId: string,
      signedOn: string | null,
      { check, ...options }: SaveOptions & { check?: (stamp: Stamp) => void },
    ): Promise<Assessment> {
      const found = await read(productId);
      const { formula, product, files, kept } = found;
      const values = kept.assessment.data.values;
      const day = signedOn ?? values.signed_on;
      const corpus = await activeCorpus();
      const typedAt = await formulaTypedAt(found);
      const stamp = await stampNow(found);
      check?.(stamp);
      const last = kept.assessment.data.signature;
      const changed = last && (await changedOn({ db, today: dayOf(clock()) }, productId, { before: last, now: stamp }));
      const isEarly = changed !== null && day !== null && day < changed;
      const missing = SIGNED_WITH.filter((name) => !isFilled(values[name]));
      const faults = [
        ...missing.map((name) =>
          bodyFault(name, `Rien n’est signé sans « ${ASSESSMENT_FIELDS.find((one) => one.name === name)?.label} ».`),
        ),
        ...(day === null ? [bodyFault('signed_on', 'La date de la signature est requise.')] : []),
        ...faultsOfName(values.evaluateur_nom),
        ...faultsBefore(day, formula.established_on),
      ];
      if (day === null || faults.length > 0) throw invalid(faults);
      await records.save({
        productId,
        kind: 'assessment',
        ...options,
        action: 'assessment.sign',
        told: [{ field: 'signature', label: 'Signature de l’évaluateur', from: null, to: printDay(day) }],
        data: async (before, trx) => {
          // What is signed is what was read: somebody who saved meanwhile is not signed for.
          if (JSON.stringify(before.values) !== JSON.stringify(values))
            throw conflict('L’évaluation vient d’être modifiée : relisez-la avant d’enregistrer la signature.');
          const known = new Set((await days.list(trx, productId)).map(({ part }) => part));
          // From here on a change of what is signed has its day, even if nobody looked before.
          const unknown = SIGNED_PARTS.filter((part) => !known.has(part));
          await days.setAll(
            trx,
            unknown.map((part) => ({ product_id: productId, part, sha256: stamp[part] ?? '', since: null })),
          );
          const signed = { ...values, signed_on: day };
          return {
            early: [
              ...before.early.map((one) => (one.changed_on <= day ? { ...one, settled: true as const } : one)),
              ...(isEarly ? [{ signed_on: day, entered_on: dayOf(clock()), changed_on: changed }] : []),
            ],
            values: signed,
            signature: {
              signed_on: day,
              entered_at: clock().toISOString(),
              entered_by: options.by.email,
              formula_revision: formula.mode === 'table' ? formula.revision : product.revision,
              formula_typed_at: typedAt,
              composition_sha256: formula.composition_sha256,
              corpus,
              label: labelOf(files, kept.conformity.data),
              values: signed,
              mode: formula.mode,
              lines: linesOf(found),
              stamp,
              changed_on: changed,
            },
          };
        },
      });
      return presentAssessment(productId);
    },
  };
}
