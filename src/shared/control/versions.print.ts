import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction } from '../audit/audit.contract.ts';
import { dayOf } from '../fields/date.ts';
import type { Writer } from '../fields/writer.ts';
import type { Revision } from '../products/product.contract.ts';
import { FIELDS } from '../products/product.fields.ts';
import { historyOf } from '../products/product.history.ts';

export interface Versioned {
  /** What was done in the rooms of the product beside its form, by the journal, the oldest first. */
  acts: readonly { at: string; by: string | null; action: string }[];
  /** Saves of the form, the latest first. */
  revisions: readonly Revision[];
  writer: Writer;
}

/** Changes named as the reason of a version. */
const NAMED_MAX = 6;

/** Rooms of a product whose acts make another version of its file. */
const VERSIONED = /^(?:formula|exposure|conformity|detergent|assessment|claims|lot|study|arret)\./;
export const VERSIONED_ACTS = AUDIT_ACTION_NAMES.filter((action) => VERSIONED.test(action));

/** What changed, sitting by sitting of the form, and day by day in the other rooms. Article 11(2): the file is kept up to date. */
export function versionsOf({ revisions, acts, writer }: Versioned): { date: string; auteur: string; motif: string }[] {
  const { word } = writer;
  const ofForm = historyOf(revisions)
    .flatMap(({ sittings }) => sittings)
    .toReversed()
    .map(({ to, by, changes }, index) => ({
      at: to,
      by,
      motif:
        index === 0
          ? word('Création')
          : motiveOf(
              changes.map(({ label }) => label),
              writer,
            ),
    }));
  const days = Map.groupBy(acts, ({ at, by }) => JSON.stringify([dayOf(new Date(at)), by]));
  const ofRooms = [...days.values()].flatMap((all) => {
    const said = new Set(all.map(({ action }) => word(AUDIT_ACTIONS[action as AuditAction])));
    const last = all.at(-1);
    return last ? [{ at: last.at, by: last.by, motif: [...said].join(', ') }] : [];
  });
  return [...ofForm, ...ofRooms]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ at, by, motif }) => ({ date: writer.day(dayOf(new Date(at))), auteur: by ?? '', motif }));
}

/** What changed, by the labels of the fields: those of the document's language. */
function motiveOf(labels: readonly string[], { language, word }: Writer): string {
  const isEnglish = language === 'en';
  const named = labels
    .slice(0, NAMED_MAX)
    .map((label) => (isEnglish ? (ENGLISH_LABELS.get(label) ?? word(label)) : label));
  const others = labels.length - named.length;
  return `${named.join(', ')}${others === 0 ? '' : isEnglish ? ` and ${others} more` : ` et ${others} autres`}`;
}
const ENGLISH_LABELS: ReadonlyMap<string, string> = new Map(FIELDS.map(({ label, label_en }) => [label, label_en]));
