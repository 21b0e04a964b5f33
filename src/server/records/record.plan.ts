import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { nameKey } from '#shared/fields/name.ts';
import type { ImportReport } from '#shared/records/record.contract.ts';
import type { Draft } from '#shared/records/record.sheet.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { Exchange } from './record.import.ts';
import type { Records } from './record.kind.ts';

/** Lines that are looked at before others have their turn. */
const PLANNED_AT_ONCE = 50;

interface Planned<Values, D> {
  draft: D;
  /** `null` for one that is new. */
  id: string | null;
  before: Values | null;
  after: Values | null;
  messages: string[];
  isRepeated: boolean;
}

/** What an import would do, before it does anything. */
export function createImportPlan<Values extends object, Answer, D extends Draft>(
  records: Records<Values, Answer>,
  exchange: Exchange<Values, D>,
) {
  const plan = async (
    drafts: readonly D[],
    { executor, by }: { executor: Executor; by: Actor | null },
  ): Promise<{ planned: Planned<Values, D>[]; newSubstances: readonly string[] }> => {
    const prepared = await exchange.prepare(drafts, executor, by);
    const byId = new Map(
      (
        await records.listByIds(
          drafts.flatMap(({ id }) => id ?? []),
          executor,
        )
      ).map((one) => [one.id, one]),
    );
    const named = Map.groupBy(
      await records.byNames(
        drafts.map(({ label }) => label),
        executor,
      ),
      ({ key }) => key,
    );
    const seen = new Map<string, D>();
    const planOf = (draft: D): Planned<Values, D> => {
      const messages = [...draft.faults];
      const same = (named.get(nameKey(draft.label)) ?? []).filter(({ values }) => exchange.isSame(values, draft));
      // An id of another installation names nothing here: its record is known by its name, or new.
      const held = draft.id === null ? undefined : byId.get(draft.id);
      const known = held !== undefined;
      if (held?.deleted) messages.push(`« ${held.label} » est dans la corbeille : restaurez-la, puis recommencez.`);
      else if (held?.merged)
        messages.push(
          `« ${held.label} » est fusionnée avec « ${held.merged} » : changez celle-ci, ou annulez d’abord la fusion.`,
        );
      if (!known && same.length > 1)
        messages.push('Plusieurs fiches portent ce nom : ajoutez la colonne « Identifiant » d’un export.');
      const id = known ? draft.id : (same[0]?.id ?? null);
      const before = (known ? held.values : same[0]?.values) ?? null;
      if (known && !held.merged && exchange.isUnique && same.some((other) => other.id !== id))
        messages.push(`« ${draft.label} » existe déjà dans une autre fiche.`);
      const key = id ?? exchange.keyOf(draft);
      const first = seen.get(key) ?? (exchange.isUnique ? seen.get(exchange.keyOf(draft)) : undefined);
      if (first) {
        const isRepeated = contentOf(first) === contentOf(draft);
        messages.push(
          isRepeated
            ? `Déjà à la ligne ${first.line}.`
            : `La ligne ${first.line} dit autre chose de la même fiche : gardez l’une des deux.`,
        );
        return { draft, id, before, after: null, messages, isRepeated };
      }
      seen.set(key, draft);
      if (exchange.isUnique) seen.set(exchange.keyOf(draft), draft);
      const merged = prepared.merge(before, known ? draft : { ...draft, id: null });
      messages.push(...merged.faults);
      const parsed = exchange.parse(merged.values);
      if ('faults' in parsed) messages.push(...parsed.faults.filter((fault) => !messages.includes(fault)));
      const after = 'values' in parsed && messages.length === 0 ? parsed.values : null;
      return { draft, id, before, after, messages, isRepeated: false };
    };
    const planned: Planned<Values, D>[] = [];
    for (const draft of drafts) {
      planned.push(planOf(draft));
      // Others are answered meanwhile.
      if (planned.length % PLANNED_AT_ONCE === 0) await setImmediate();
    }
    return { planned, newSubstances: prepared.newSubstances };
  };
  const contentOf = (draft: D): string => JSON.stringify({ ...draft, line: 0 });

  const reportOf = async (
    { planned, newSubstances }: Awaited<ReturnType<typeof plan>>,
    columns: ImportReport['columns'],
    executor: Executor,
  ): Promise<Omit<ImportReport, 'notes'>> => {
    const changes = await records.changesOf(
      planned.flatMap(({ before, after }) => (after ? [{ before, after }] : [])),
      executor,
    );
    const next = changes.values();
    const rows = planned.map(({ draft, id, after, messages, isRepeated }): ImportReport['rows'][number] => {
      const changed = after ? (next.next().value ?? []) : [];
      const action = isRepeated
        ? 'same'
        : !after
          ? 'refused'
          : id === null
            ? 'create'
            : changed.length > 0
              ? 'update'
              : 'same';
      return { line: draft.line, label: draft.label, action, messages, changes: action === 'update' ? changed : [] };
    });
    const count = (action: ImportReport['rows'][number]['action']): number =>
      rows.filter((row) => row.action === action).length;
    return {
      columns,
      fields: exchange.columns.map(({ name, label }) => ({ name, label })),
      counts: { create: count('create'), update: count('update'), same: count('same'), refused: count('refused') },
      rows,
      new_substances: [...newSubstances],
      plan: createHash('sha256')
        // All that would be written, not only what is shown of it.
        .update(JSON.stringify([rows, newSubstances, planned.map(({ id, after }) => [id, after])]))
        .digest('hex'),
      applied: false,
    };
  };

  return {
    plan,
    reportOf,
  };
}
