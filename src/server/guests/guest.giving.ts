import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { counted } from '#shared/fields/counted.ts';
import { GUEST_LIMITS, type GuestAct } from '#shared/guests/guest.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor, GuestLink } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import { forbidden, Refusal } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import type { Arrived } from '../intake/intake.service.ts';
import { headOf, sizeOf } from '../storage/inbox.ts';
import type { GuestDependencies } from './guest.service.ts';

export const DAY_MS = 86_400_000;
/** How programs of Windows, Linux and macOS begin, scripts, and shortcuts of Windows: no document does. */
const PROGRAM = /^(?:MZ|\x7fELF|#!|\xca\xfe\xba\xbe|[\xfe\xce\xcf]\xfa\xed\xfe|\xfe\xed\xfa|L\0\0\0)/;
const A_PROGRAM =
  'Ce fichier est un programme, et non un document : envoyez un PDF, une image ou un document de bureau.';

/** @throws 403 for what the link does not allow */
export function checkAct(link: GuestLink, act: GuestAct): void {
  if (!link.may.includes(act))
    throw forbidden('Votre lien ne permet pas cela. Demandez-le à la personne qui vous a invité.');
}

/** What a guest gives: nothing of it is of the file before somebody of the house says so. */
export function createGuestGiving({ db, products, intake, files, notices, tries, audit }: GuestDependencies) {
  /** Tells who gave the link. */
  const tell = (trx: Executor, link: GuestLink, text: string, part: string = PART_PATHS.guests): Promise<void> =>
    notices.tellOne(trx, link.inviter.id, {
      kind: 'guest.act',
      text,
      link: link.productId === null ? '/requests' : `/products/${link.productId}${part}`,
    });

  /** Keeps files that arrive by a link, within what a day takes. @param most of a day */
  const keep = async (link: GuestLink, given: readonly UploadedFile[], most: number = GUEST_LIMITS.files) => {
    const refused: { file_name: string; why: string }[] = [];
    const arrived: Arrived[] = [];
    const perDay = { count: most, windowMs: DAY_MS };
    for (const { fileName, mimeType, content } of given) {
      const size = sizeOf(content);
      if (size === 0) refused.push({ file_name: fileName, why: 'Ce fichier est vide.' });
      else if (PROGRAM.test((await headOf(content, 4)).toString('latin1')))
        refused.push({ file_name: fileName, why: A_PROGRAM });
      else if (size > GUEST_LIMITS.fileBytes)
        refused.push({ file_name: fileName, why: 'Ce fichier est trop volumineux : 25 Mo au plus.' });
      else {
        try {
          await tries.countWithin(`guest file ${link.id}`, perDay);
          arrived.push({ file_name: fileName, folder: '', mime_type: mimeType, stored: await files.save(content) });
        } catch (error) {
          if (!(error instanceof Refusal) || error.status !== 429) throw error;
          refused.push({
            file_name: fileName,
            why: `${most} fichiers par jour au plus : envoyez-le demain.`,
          });
        }
      }
    }
    return { arrived, refused };
  };

  const labelOf = async (productId: string): Promise<string> => productLabel(await products.get(productId));

  return {
    keep,
    tell,

    /** Files of a guest: they wait to be filed. @throws 403 */
    async send(link: GuestLink, productId: string, { given, by }: { given: readonly UploadedFile[]; by: Actor }) {
      checkAct(link, 'attach');
      const label = await labelOf(productId);
      const { arrived, refused } = await keep(link, given);
      await intake.receive(arrived, {
        source: 'guest',
        by,
        key: link.id,
        owner: { type: 'product', id: productId, why: `${link.name} l’a envoyé par son lien.` },
      });
      if (arrived.length > 0)
        await inTransaction(db, async (trx) => {
          const what = counted(arrived.length, 'fichier');
          await audit.record(trx, {
            action: 'guest.file',
            by,
            object: { type: 'guest', id: productId, label: `${label}, ${what}` },
          });
          await tell(trx, link, `${label} : ${link.name} a envoyé ${what}.`);
        });
      return { received: arrived.map(({ file_name }) => file_name), refused };
    },

    /** Tells of a comment. */
    async tellComment(link: GuestLink, productId: string): Promise<void> {
      const label = await labelOf(productId);
      await inTransaction(db, (trx) => tell(trx, link, `${label} : ${link.name} a commenté.`, PART_PATHS.exchange));
    },
  };
}
