import type { RecordForm } from './record.form.ts';
import type { Merger } from './record.saving.ts';
import type { RecordField, Texts } from './record.ts';

/** A field that two people changed, each in their own way. */
export interface FieldClash {
  field: RecordField;
  mine: string;
  theirs: string;
}

/** Brings changes to the same record together, field by field: what only one side has changed is taken from that side. */
export function fieldMerger(form: RecordForm): Merger<Texts, FieldClash> {
  const { fields, tidy, readable } = form;
  const build = (value: (name: string) => string): Texts =>
    Object.fromEntries(fields.map(({ name }) => [name, value(name)]));
  const at = (texts: Texts, name: string): string => texts[name] ?? '';
  return {
    tidy,
    readable,
    same: (a, b) => fields.every(({ name }) => a[name] === b[name]),
    keyOf: ({ field }) => field.name,
    merge({ base, mine, theirs }) {
      const clashes: FieldClash[] = [];
      const doc = { ...mine };
      for (const field of fields) {
        const [before, ours, other] = [at(base, field.name), at(mine, field.name), at(theirs, field.name)];
        if (ours === other || other === before) continue;
        if (ours === before) doc[field.name] = other;
        else clashes.push({ field, mine: ours, theirs: other });
      }
      return { doc, clashes };
    },
    own: ({ base, sent, held }) => build((name) => at(sent[name] === held[name] ? held : base, name)),
    asTyped(doc, typed) {
      const tidied = tidy(typed);
      return build((name) => at(tidied[name] === doc[name] ? typed : doc, name));
    },
    take: (doc, from, keys) => build((name) => at(keys.includes(name) ? from : doc, name)),
  };
}
