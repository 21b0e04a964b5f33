import { printDay } from '#shared/fields/date.ts';
import { withDe } from '#shared/fields/text.ts';
import type { RequestItemRow, RequestRow } from '../db/tables.ts';

/** What a supplier reads, without a value of any file; `{lien}` is where the link comes. */
export function letterOf(
  { supplier, message, due_on }: Pick<RequestRow, 'supplier' | 'message' | 'due_on'>,
  items: readonly Pick<RequestItemRow, 'label' | 'required'>[],
  { isReminder, signed }: { isReminder: boolean; signed: string | null },
) {
  const asked = items.map(({ label, required }) => `– ${label}${required === 1 ? '' : ' (si vous l’avez)'}`);
  return {
    subject: isReminder
      ? `Relance : documents attendus pour le ${printDay(due_on)}`
      : `Documents demandés pour le ${printDay(due_on)}`,
    text: [
      `Bonjour,`,
      isReminder
        ? `Nous attendons encore ${withDe(supplier)} les documents suivants, demandés pour le ${printDay(due_on)} :`
        : `Pour nos dossiers réglementaires, nous avons besoin de documents ${withDe(supplier)}, pour le ${printDay(due_on)} :`,
      asked.join('\n'),
      ...(message && !isReminder ? [message] : []),
      'Envoyez-les à cette adresse, sans compte ni mot de passe. Si un document n’existe pas, vous pouvez le dire au même endroit :\n{lien}',
      'Merci d’avance.',
      ...(signed ? [signed] : []),
      '',
    ].join('\n\n'),
  };
}

/** The answer to an item, among what came in. */
export const keyOfItem = (id: string, n: number): string => `${id} ${n}`;
export const lockOf = (id: string): string => `request ${id}`;
/** Of the request that an answer is to. */
export const locksOfAnswer = (key: string | null): string[] => {
  const [id] = key?.split(' ') ?? [];
  return id === undefined ? [] : [lockOf(id)];
};
/** Said of a file that does not name what it was asked for. */
export const NO_NAME = 'Le nom de ce qui est demandé n’y figure pas.';
