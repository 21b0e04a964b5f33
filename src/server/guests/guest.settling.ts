import type { Assessment } from '#shared/control/control.contract.ts';
import { nameKey } from '#shared/fields/name.ts';
import { changedSince, PART_LABELS, type Stamp } from '#shared/findings/stamp.ts';
import type { GuestSignature } from '#shared/guests/guest.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor, Signed } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { GuestSignatureRow } from '../db/tables.ts';
import { conflict, notFound, Refusal } from '../errors.ts';
import { type FileAnswer, givenAnswer } from '../http/file.ts';
import { fileLock } from '../storage/files.service.ts';
import type { GuestDependencies } from './guest.service.ts';
import * as store from './guest.store.ts';
import { presentSignature } from './guest.words.ts';

/** Where the signed assessment stands among the pieces. */
const SIGNED_KEY = 'signature';
/** How long a recording may take before another one takes it up (ms). */
const CUT_OFF_MS = 120_000;
const SETTLED = 'Cette signature est déjà enregistrée ou écartée : rechargez la page.';

/** @throws 409 when the file is not the one that was signed */
function checkUnmoved(signed: Stamp, now: Stamp): void {
  // Her own words are typed here from what she signed, and later: they are compared by the name.
  const beyond = changedSince(signed, now).filter((part) => part !== 'evaluation' && part !== 'pieces');
  if (beyond.length > 0)
    throw conflict(
      `Le dossier a changé depuis qu’il a été signé : ${beyond.map((part) => PART_LABELS[part]).join(', ')}. Cette signature ne porte pas sur ce qu’il est : demandez-en une autre.`,
    );
}

/** One that waits, or whose recording was cut off. @returns false for any other */
async function settleWaiting(
  executor: Executor,
  { id, at }: { id: string; at: Date },
  values: Parameters<typeof store.settleSignature>[3],
): Promise<boolean> {
  const cutOff = new Date(at.getTime() - CUT_OFF_MS).toISOString();
  return (
    (await store.settleSignature(executor, id, ['waiting'], values)) ||
    (await store.settleSignature(executor, id, ['recording'], values, cutOff))
  );
}

/** Whether a recording that was cut off had signed already: what is signed is neither signed twice nor set aside. */
const isSignedBy = (row: GuestSignatureRow, { evaluateur_nom, signature }: Assessment): boolean =>
  row.state === 'recording' &&
  signature !== null &&
  signature.signed_on === row.signed_on &&
  signature.entered_at >= row.at &&
  nameKey(evaluateur_nom ?? '') === nameKey(row.name);

/** What the house makes of it. */
export function createSettling({
  db,
  products,
  attachments,
  control,
  files,
  users,
  audit,
  stampNow,
  clock,
}: GuestDependencies) {
  const now = (): string => clock().toISOString();
  const labelOf = async (productId: string): Promise<string> => productLabel(await products.get(productId));
  const getSignature = async (executor: Executor, id: string): Promise<GuestSignatureRow> => {
    const row = await store.findSignature(executor, id);
    if (!row) throw notFound('signature');
    return row;
  };
  const presentOne = async (id: string): Promise<GuestSignature> => {
    const row = await getSignature(db, id);
    const people = await users.people();
    return presentSignature(row, await stampNow(row.product_id), (who) => (who && people.get(who)?.name) || null);
  };

  /** One at a time records it, and nobody sets it aside meanwhile. */
  const claim = async (id: string, { account }: Signed): Promise<void> => {
    if (
      !(await settleWaiting(db, { id, at: clock() }, { state: 'recording', settled_at: now(), settled_by: account.id }))
    )
      throw conflict('Cette signature est en train d’être enregistrée, ou ne l’attend plus : rechargez la page.');
  };

  return {
    async readSignature(id: string): Promise<FileAnswer> {
      const row = await getSignature(db, id);
      await products.get(row.product_id);
      if (row.file_id === null) throw notFound('fichier');
      return givenAnswer(await files.open(row.file_id), row.file_name ?? 'signature');
    },

    /** @throws 409 for one that was settled, whose file has changed since, or which somebody else is said to sign */
    async record(id: string, { signed, by }: { signed: Signed; by: Actor }): Promise<GuestSignature> {
      const row = await getSignature(db, id);
      const label = await labelOf(row.product_id);
      if (row.state !== 'waiting' && row.state !== 'recording') throw conflict(SETTLED);
      const check = (stamp: Stamp): void => checkUnmoved(JSON.parse(row.stamp) as Stamp, stamp);
      const assessment = await control.assessment(row.product_id);
      const isSigned = isSignedBy(row, assessment);
      if (!isSigned) check(await stampNow(row.product_id));
      const { evaluateur_nom } = assessment;
      if (evaluateur_nom !== null && nameKey(evaluateur_nom) !== nameKey(row.name))
        throw conflict(
          `La partie B nomme ${evaluateur_nom}, cette signature est de ${row.name} : accordez les deux, puis enregistrez.`,
        );
      await claim(id, signed);
      if (!isSigned)
        await control
          .sign(row.product_id, row.signed_on, { ifMatch: null, by, check })
          .catch(async (error: unknown) => {
            await store.settleSignature(db, id, ['recording'], {
              state: 'waiting',
              settled_at: null,
              settled_by: null,
            });
            // Faults of fields that are not on this screen are said in one sentence.
            if (error instanceof Refusal && error.status === 422 && Array.isArray(error.detail))
              throw conflict(error.detail.map(({ msg }) => msg).join(' '));
            throw error;
          });
      await inTransaction(
        db,
        async (trx) => {
          const settled = { state: 'recorded', settled_at: now(), settled_by: signed.account.id };
          if (!(await store.settleSignature(trx, id, ['recording'], settled))) throw conflict(SETTLED);
          if (row.file_id !== null)
            await attachments.attachStored(trx, {
              owner: { type: 'product', id: row.product_id },
              field_key: SIGNED_KEY,
              told: { issued_on: row.signed_on },
              file: { fileId: row.file_id, fileName: row.file_name ?? 'signature', mimeType: row.mime_type ?? '' },
              by,
            });
          await audit.record(trx, {
            action: 'guest.record',
            by,
            object: { type: 'guest', id: row.product_id, label: `${label}, de ${row.name}` },
          });
        },
        products.owner.lockOf(row.product_id),
        ...(row.file_id === null ? [] : [fileLock(row.file_id)]),
      );
      return await presentOne(id);
    },

    async refuse(id: string, { signed, by }: { signed: Signed; by: Actor }): Promise<GuestSignature> {
      const row = await getSignature(db, id);
      const label = await labelOf(row.product_id);
      if (isSignedBy(row, await control.assessment(row.product_id)))
        throw conflict('Cette signature est déjà celle de l’évaluation : enregistrez-la.');
      await inTransaction(db, async (trx) => {
        const settled = { state: 'refused', settled_at: now(), settled_by: signed.account.id };
        if (!(await settleWaiting(trx, { id, at: clock() }, settled))) throw conflict(SETTLED);
        await audit.record(trx, {
          action: 'guest.refuse',
          by,
          object: { type: 'guest', id: row.product_id, label: `${label}, de ${row.name}` },
        });
      });
      return await presentOne(id);
    },
  };
}
