import { randomUUID } from 'node:crypto';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor, GuestLink } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import type { GuestSignatureRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, notCosmetic } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import { fileLock } from '../storage/files.service.ts';
import { checkAct, type createGuestGiving, DAY_MS } from './guest.giving.ts';
import type { GuestDependencies } from './guest.service.ts';
import * as store from './guest.store.ts';
import { digestOf } from './guest.words.ts';

/** What a guest says to have signed: bound to what was shown, and waiting. */
export function createSigning(
  deps: GuestDependencies,
  { keep, tell }: Pick<ReturnType<typeof createGuestGiving>, 'keep' | 'tell'>,
) {
  const { db, products, files, audit, stampNow, tries, clock } = deps;
  const now = (): string => clock().toISOString();
  return {
    /** @throws 403, 409 for what has changed since it was shown, 422 */
    async sign(
      link: GuestLink,
      productId: string,
      {
        name,
        qualification,
        date,
        stamp: shown,
        file,
        by,
      }: {
        name: string;
        qualification: string;
        date: string;
        stamp?: string | undefined;
        file: UploadedFile | null;
        by: Actor;
      },
    ) {
      checkAct(link, 'sign');
      const product = await products.get(productId);
      if (product.type_produit !== 'cosmetique') throw notCosmetic('une signature de la partie B');
      if (date > dayOf(clock()))
        throw invalid([bodyFault('date', 'Cette date est dans l’avenir : on signe aujourd’hui.')]);
      await tries.countWithin(`guest sign ${link.id}`, { count: GUEST_LIMITS.signatures, windowMs: DAY_MS });
      const stamp = await stampNow(productId);
      const read = shown ?? (await store.find(db, link.id))?.shown;
      if (digestOf(stamp) !== read)
        throw conflict('Le dossier a été modifié depuis que vous l’avez lu : relisez-le, puis signez.');
      const { arrived, refused } = file ? await keep(link, [file]) : { arrived: [], refused: [] };
      const [wrong] = refused;
      if (wrong) throw invalid([bodyFault('file', wrong.why)]);
      const [piece] = arrived;
      await inTransaction(
        db,
        async (trx) => {
          if (piece) await files.record(trx, piece.stored);
          const row: GuestSignatureRow = {
            id: randomUUID(),
            guest_id: link.id,
            product_id: productId,
            name,
            qualification,
            signed_on: date,
            stamp: JSON.stringify(stamp),
            file_id: piece?.stored.id ?? null,
            file_name: piece?.file_name ?? null,
            mime_type: piece?.mime_type ?? null,
            at: now(),
            state: 'waiting',
            settled_at: null,
            settled_by: null,
          };
          await store.insertSignature(trx, row);
          const label = `${productLabel(product)}, signée le ${printDay(date)}`;
          await audit.record(trx, { action: 'guest.sign', by, object: { type: 'guest', id: productId, label } });
          await tell(trx, link, `${productLabel(product)} : ${link.name} a signé la partie B. À enregistrer.`);
        },
        ...(piece ? [fileLock(piece.stored.id)] : []),
      );
      return { state: 'Signature reçue : une personne de la maison l’enregistre.' };
    },
  };
}
