import { printDay } from '#shared/fields/date.ts';
import type { GuestFile } from '#shared/guests/guest.contract.ts';
import { isFormula } from '#shared/guests/guest.fields.ts';
import type { Conformity } from '#shared/regulation/regulation.contract.ts';
import type { Actor, GuestLink } from '../caller.ts';
import { notFound } from '../errors.ts';
import { type FileAnswer, givenAnswer } from '../http/file.ts';
import { createPackaging } from './guest.package.ts';
import type { GuestDependencies } from './guest.service.ts';
import * as store from './guest.store.ts';
import { labelOf, piecesOf, type Shown, sectionsOf } from './guest.view.ts';
import { digestOf, signatureState } from './guest.words.ts';

/** What a guest reads: which product is said by the link alone. */
export function createGuestReading(deps: GuestDependencies) {
  const { db, attachments, files, control, effects, dossiers, audit, stampNow } = deps;
  /** @throws 404 for the link of a request */
  const productOf = (link: GuestLink): string => {
    if (link.productId === null) throw notFound('produit');
    return link.productId;
  };
  const note = (action: 'guest.read' | 'guest.piece' | 'guest.package', by: Actor, productId: string, label: string) =>
    audit.note({ action, by, object: { type: 'guest', id: productId, label } });

  /** What was stated of effects, or the register where it has cases: an empty one states nothing. */
  const statedOf = async (
    productId: string,
    { ei_declaration }: Pick<Conformity, 'ei_declaration'>,
  ): Promise<string> => {
    const { total, texte } = await effects.summary(productId);
    return total > 0 ? texte : (ei_declaration ?? 'Aucun relevé n’est arrêté.');
  };

  const shownOf = async (productId: string): Promise<Shown> => {
    const { known, found } = await dossiers.lookAt(productId);
    const isCosmetic = known.cleaning === null;
    return {
      known,
      control: found,
      claims: isCosmetic ? (await control.claims(productId)).claims : [],
      effects: isCosmetic ? await statedOf(productId, known.conformity) : null,
    };
  };
  const ownPieces = async (link: GuestLink, productId: string) => {
    const owned = await attachments.listOf({ type: 'product', id: productId });
    // One that became the formula since is none of an adviser's.
    const shown = link.seesFormula ? owned : owned.filter((file) => !isFormula(file));
    return { owned: shown, shown: piecesOf(shown, link.pieces) };
  };

  const sentBy = async (link: GuestLink): Promise<GuestFile['sent']> => [
    ...(await store.listGiven(db, [link.id])).map(({ file_name, created_at, state }) => ({
      title: file_name,
      at: created_at,
      state: state === 'filed' ? 'Classé' : 'Reçu',
    })),
    ...(await store.listSignatures(db, [link.id])).map(({ signed_on, at, state }) => ({
      title: `Signature du ${printDay(signed_on)}`,
      at,
      state: SIGNATURE_STATES[signatureState(state)],
    })),
  ];

  const read = async (link: GuestLink) => {
    const productId = productOf(link);
    const shown = await shownOf(productId);
    const { owned, shown: pieces } = await ownPieces(link, productId);
    return { productId, shown, owned, pieces, sections: sectionsOf(shown, link) };
  };

  return {
    productOf,

    async product(link: GuestLink, by: Actor): Promise<GuestFile> {
      // Before what is read: a change between the two is one that was not shown.
      const stamp = digestOf(await stampNow(productOf(link)));
      const { productId, shown, pieces, sections } = await read(link);
      await note('guest.read', by, productId, labelOf(shown));
      await store.update(db, link.id, { shown: stamp });
      return {
        stamp,
        label: labelOf(shown),
        kind: shown.known.product.type_produit,
        sections,
        pieces,
        sent: await sentBy(link),
      };
    },

    /** @param asked a number of the list: never the id of a file */
    async piece(link: GuestLink, asked: string, by: Actor): Promise<FileAnswer> {
      const productId = productOf(link);
      const { owned, shown } = await ownPieces(link, productId);
      const found = /^\d{1,4}$/.test(asked) ? shown.find(({ n }) => n === Number(asked)) : undefined;
      const file = found && owned.find(({ id }) => id === link.pieces[found.n - 1]);
      if (!file) throw notFound('document');
      const fileId = (await attachments.fileIdsOf([file.id])).get(file.id) ?? '';
      await note('guest.piece', by, productId, file.alias ?? file.file_name);
      return givenAnswer(await files.open(fileId), file.file_name);
    },
    ...createPackaging(deps, { read, productOf, note }),
  };
}

const SIGNATURE_STATES = { waiting: 'Reçue', recorded: 'Enregistrée', refused: 'Écartée' } as const;
