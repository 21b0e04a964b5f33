import { printDay } from '#shared/fields/date.ts';
import { withDe } from '#shared/fields/text.ts';
import type { RequestItemRow, RequestRow } from '../db/tables.ts';

/** What a supplier reads, what it asks for and of which record; `{lien}` is where the link comes. */
export function letterOf(
  { supplier, message, due_on }: Pick<RequestRow, 'supplier' | 'message' | 'due_on'>,
  items: readonly (Pick<RequestItemRow, 'label' | 'required' | 'state' | 'reason'> & { about: string | null })[],
  { isReminder, signed }: { isReminder: boolean; signed: string | null },
) {
  const line = ({ label, required, state, reason }: (typeof items)[number]): string =>
    `– ${label}${required === 1 ? '' : ' (si vous en disposez)'}${state === 'refused' && reason ? ` : ce qui a été envoyé ne convient pas (${reason})` : ''}`;
  // A supplier of several raw materials reads of which each document is.
  const groups = [...Map.groupBy(items, ({ about }) => about)];
  const asked = groups.map(([about, ones]) => [...(about ? [`${about} :`] : []), ...ones.map(line)].join('\n'));
  const [[about = null] = []] = groups;
  const of = groups.length === 1 && about ? ` (${about})` : '';
  return {
    subject: isReminder
      ? `Relance : documents attendus pour le ${printDay(due_on)}${of}`
      : `Documents demandés pour le ${printDay(due_on)}${of}`,
    text: [
      `Bonjour,`,
      isReminder
        ? `Nous attendons encore ${withDe(supplier)} les documents suivants, demandés pour le ${printDay(due_on)} :`
        : `Pour nos dossiers réglementaires, nous avons besoin de documents ${withDe(supplier)}, pour le ${printDay(due_on)} :`,
      asked.join('\n\n'),
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
/** Said of a file that came twice for one document: accepted, it is attached once. */
export const SAME_FILE = 'Le même fichier est déjà arrivé pour ce document.';
/** Said of a file that does not name what it was asked for. */
export const NO_NAME = 'Le nom de ce qui est demandé n’y figure pas.';
