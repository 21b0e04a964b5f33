import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordForm } from './record.form.ts';
import { type FieldClash, fieldMerger } from './record.merge.ts';
import {
  isSaved,
  type Saving,
  type SavingEffect,
  type SavingEvent,
  type SavingRules,
  startSaving,
  stepSaving,
} from './record.saving.ts';
import type { Texts } from './record.ts';

type As = 'DRAFT' | 'VALIDATED';
interface Row {
  id: string;
  revision: number;
  status: As;
  by: string;
  values: Record<string, unknown>;
}
const NAMES = ['nom', 'note', 'ph'];
const form = recordForm(
  NAMES.map((name) => ({
    name,
    label: name,
    step: 0,
    example: '',
    ...(name === 'ph' ? { kind: 'number' as const } : {}),
  })),
);
const rules: SavingRules<Texts, Row, FieldClash, As> = {
  ...fieldMerger(form),
  docOf: (row) => form.toTexts(row?.values ?? null),
  idOf: ({ id }) => id,
  revisionOf: ({ revision }) => revision,
  payload: (texts, as) => ({ as, values: form.toPayload(texts) }),
  plain: 'DRAFT',
  undoes: (before, now, as) => now.status === 'VALIDATED' && before?.status !== 'VALIDATED' && as === 'DRAFT',
};

/** How an answer is lost: on its way there, or on its way back. */
type Net = 'ok' | 'never there' | 'never back';

/** A server, another editor, and a person with a screen, all at the test's pace: nothing happens by itself. */
class World {
  row: Row | null = null;
  private made = new Map<string, Row>();
  creations = 0;
  doc: Texts;
  saving: Saving<Texts, Row, FieldClash, As>;
  /** What was asked of the server and has not been answered. */
  pending: SavingEffect<Texts, Row, As>[] = [];
  log: string[] = [];
  keys = 0;
  /** What somebody else changed since this person last heard of it. */
  private unseen = new Set<string>();

  constructor(values: Record<string, unknown> | null) {
    if (values) this.row = { id: 'r', revision: 1, status: 'DRAFT', by: 'other', values };
    this.saving = startSaving(rules, this.row && { ...this.row });
    this.doc = rules.docOf(this.row);
  }

  dispatch(event: SavingEvent<Texts, Row, As>): void {
    const { state, effects } = stepSaving(this.saving, event, rules);
    this.saving = state;
    for (const effect of effects) {
      if (effect.type === 'create' || effect.type === 'send' || effect.type === 'read') this.pending.push(effect);
      else if (effect.type === 'show' || effect.type === 'fill') this.doc = effect.doc;
      else this.log.push(effect.type);
    }
  }

  type(name: string, text: string): void {
    this.doc = { ...this.doc, [name]: text };
  }

  save(as: As | null): void {
    this.keys += 1;
    this.dispatch({ type: 'save', as, doc: this.doc, key: `k${this.keys}` });
  }

  private write(payload: unknown, by: string): Row {
    const { as, values } = payload as { as: As | null; values: Record<string, unknown> };
    const status = as ?? this.row?.status ?? 'DRAFT';
    this.row = { id: 'r', revision: (this.row?.revision ?? 0) + 1, status, by, values };
    return { ...this.row };
  }

  /** The server hears the oldest question, or not; the person hears its answer, or not. */
  answer(net: Net): void {
    const asked = this.pending.shift();
    if (!asked) return;
    const held = net === 'never there' ? 'lost' : this.hear(asked);
    if (held === 'lost' || net === 'never back') {
      this.dispatch({ type: 'failed', fault: 'lost', error: 'lost', doc: this.doc });
    } else if (held === 'stale') {
      this.dispatch({ type: 'failed', fault: 'stale', error: 'stale', doc: this.doc });
    } else if (asked.type === 'read') {
      this.dispatch({ type: 'read', held, doc: this.doc });
      this.checkSeen(held);
    } else this.dispatch({ type: 'saved', held, doc: this.doc });
  }

  /** Each change of somebody else is now on the screen, or is being asked about. */
  private checkSeen(held: Row): void {
    const asked = this.saving.conflict?.clashes.map(rules.keyOf) ?? [];
    const shown = this.saving.conflict ? rules.docOf(held) : rules.tidy(this.doc);
    for (const name of this.unseen)
      expect(asked.includes(name) || shown[name] === rules.docOf(held)[name], `${name} unseen`).toBe(true);
    this.unseen.clear();
  }

  /** What the server does with a question. */
  private hear(asked: SavingEffect<Texts, Row, As>): Row | 'stale' {
    if (asked.type === 'create') {
      const before = this.made.get(asked.key);
      const held = before ?? this.write(asked.payload, 'me');
      if (!before) this.creations += 1;
      this.made.set(asked.key, held);
      return held;
    }
    if (asked.type !== 'send') return { ...(this.row as Row) };
    return asked.revision === this.row?.revision ? this.write(asked.payload, 'me') : 'stale';
  }

  /** Somebody else saves one field. */
  other(name: string, value: unknown): void {
    if (!this.row) return;
    this.unseen.add(name);
    this.row = {
      ...this.row,
      revision: this.row.revision + 1,
      by: 'other',
      values: { ...this.row.values, [name]: value },
    };
  }

  settle(theirs: string[]): void {
    this.keys += 1;
    this.dispatch({ type: 'settle', theirs, doc: this.doc, key: `k${this.keys}` });
  }

  /** Until nothing is under way, every answer coming. */
  drain(): void {
    while (this.pending.length > 0) this.answer('ok');
  }
}

const saved = (world: World, name: string): unknown => world.row?.values[name];
const START = { nom: 'a', note: 'b', ph: 5.5 };

describe('saving a record', () => {
  test('what is typed while the answer is on its way is kept, and unsaved', () => {
    const world = new World(START);
    world.type('nom', 'un');
    world.save('DRAFT');
    world.type('note', 'deux');
    world.drain();
    expect(saved(world, 'nom')).toBe('un');
    expect(world.doc.note).toBe('deux');
    expect(isSaved(world.saving, rules, world.doc)).toBe(false);
    expect(world.log).toEqual(['done']);
  });

  test('a text that only prints otherwise stays as it was typed', () => {
    const world = new World(START);
    world.type('ph', '6,50');
    world.save('DRAFT');
    world.drain();
    expect([saved(world, 'ph'), world.doc.ph]).toEqual([6.5, '6,50']);
    expect(isSaved(world.saving, rules, world.doc)).toBe(true);
    expect(world.log).toContain('erase');
  });

  test('different fields of two people come together without a question', () => {
    const world = new World(START);
    world.type('nom', 'mien');
    world.other('note', 'sien');
    world.save('DRAFT');
    world.drain();
    expect(world.row?.values).toMatchObject({ nom: 'mien', note: 'sien' });
    expect(world.doc).toMatchObject({ nom: 'mien', note: 'sien' });
    expect(world.log).toContain('merged');
  });

  test('the same field is asked about, and either choice is kept', () => {
    for (const [theirs, kept] of [
      [[], 'mien'],
      [['nom'], 'sien'],
    ] as const) {
      const world = new World(START);
      world.type('nom', 'mien');
      world.other('nom', 'sien');
      world.save('VALIDATED');
      world.drain();
      expect(world.saving.conflict).toMatchObject({ kind: 'other', as: 'VALIDATED' });
      expect(saved(world, 'nom')).toBe('sien');
      world.settle([...theirs]);
      world.drain();
      expect(world.row).toMatchObject({ status: 'VALIDATED', values: { nom: kept } });
    }
  });

  test('our own change, whose answer was lost, is nobody else’s', () => {
    const world = new World(START);
    world.type('nom', 'un');
    world.save('DRAFT');
    world.answer('never back');
    world.type('nom', 'deux');
    world.save('DRAFT');
    world.drain();
    expect(world.saving.conflict).toBe(null);
    expect(saved(world, 'nom')).toBe('deux');
  });

  test('what was validated meanwhile is not put back to draft without being asked', () => {
    const world = new World(START);
    world.type('nom', 'un');
    world.other('note', 'b');
    if (world.row) world.row.status = 'VALIDATED';
    world.save(null);
    world.drain();
    expect(world.saving.conflict).toMatchObject({ clashes: [] });
    expect(world.row?.status).toBe('VALIDATED');
    world.settle([]);
    world.drain();
    expect(world.row).toMatchObject({ status: 'DRAFT', values: { nom: 'un' } });
  });

  test('a creation whose answer was lost is made once, and what was typed since goes after it', () => {
    const world = new World(null);
    world.type('nom', 'un');
    world.save('DRAFT');
    world.answer('never back');
    world.type('nom', 'deux');
    world.save('DRAFT');
    world.drain();
    expect(world.creations).toBe(1);
    expect(saved(world, 'nom')).toBe('deux');
  });

  test('a save asked for by hand during one that nobody asked for goes after it', () => {
    const world = new World(START);
    world.type('nom', 'un');
    world.save(null);
    world.type('note', 'deux');
    world.save('VALIDATED');
    world.drain();
    expect(world.row).toMatchObject({ status: 'VALIDATED', values: { nom: 'un', note: 'deux' } });
    expect(world.log.filter((one) => one === 'done')).toHaveLength(1);
  });

  test('by itself it saves what can be read, and leaves the rest as it is typed', () => {
    const world = new World(START);
    world.type('ph', 'cinq');
    world.type('nom', 'un');
    world.save(null);
    world.drain();
    expect(world.row?.values).toMatchObject({ nom: 'un', ph: 5.5 });
    expect(world.doc.ph).toBe('cinq');
    const { revision } = world.row ?? {};
    world.save(null);
    expect([world.pending.length, world.row?.revision]).toEqual([0, revision]);
  });

  test('a copy of this computer comes back beside what was typed since', () => {
    const world = new World(START);
    world.type('note', 'typed');
    const base = rules.docOf(world.row);
    const copy = { base, doc: { ...base, nom: 'kept', note: 'kept' }, creation: null };
    world.dispatch({ type: 'restore', copy, doc: world.doc });
    expect(world.doc).toMatchObject({ nom: 'kept', note: 'typed' });
    expect(world.saving.conflict).toMatchObject({ kind: 'copy' });
    world.settle([]);
    expect(world.doc.note).toBe('kept');
    expect(world.saving.conflict).toBe(null);
  });
});

describe('what is chosen', () => {
  test('between a copy and what was typed is applied while a save is under way', () => {
    const world = new World(START);
    world.type('note', 'typed');
    const base = rules.docOf(world.row);
    world.dispatch({ type: 'restore', copy: { base, doc: { ...base, note: 'kept' }, creation: null }, doc: world.doc });
    world.save(null);
    world.settle([]);
    expect(world.doc.note).toBe('kept');
    world.drain();
    expect(isSaved(world.saving, rules, world.doc)).toBe(false);
    world.save('DRAFT');
    world.drain();
    expect(saved(world, 'note')).toBe('kept');
  });

  test('« finish » asked for during a save that meets a validation is not taken for a return to draft', () => {
    const world = new World(START);
    world.type('nom', 'un');
    world.other('note', 'z');
    if (world.row) world.row.status = 'VALIDATED';
    world.save(null);
    world.save('VALIDATED');
    world.drain();
    expect(world.saving.conflict).toBe(null);
    expect(world.row).toMatchObject({ status: 'VALIDATED', values: { nom: 'un', note: 'z' } });
  });
});

describe('in any order', () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('type' as const), name: fc.constantFrom(...NAMES), at: fc.nat(3) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('other' as const), name: fc.constantFrom(...NAMES), at: fc.nat(3) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('save' as const),
        as: fc.constantFrom<As | null>('DRAFT', 'VALIDATED', null),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('answer' as const),
        net: fc.constantFrom<Net>('ok', 'ok', 'ok', 'never there', 'never back'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const), theirs: fc.subarray(NAMES) }) },
  );

  test('nothing typed is lost, nobody is overwritten unasked, one record is made, and it comes to an end', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { maxLength: 60 }), (isNew, steps) => {
        const world = new World(isNew ? null : START);
        /** The last word of each side about each field. */
        const mine: Record<string, unknown> = {};
        const theirs: Record<string, unknown> = {};
        let turn = 0;
        for (const one of steps) {
          turn += 1;
          if (one.do === 'type') {
            const text = one.name === 'ph' ? `${one.at},${turn}` : `m${turn}`;
            world.type(one.name, text);
            mine[one.name] = one.name === 'ph' ? Number(text.replace(',', '.')) : text;
          } else if (one.do === 'other' && world.row) {
            const value = one.name === 'ph' ? 100 + turn : `t${turn}`;
            world.other(one.name, value);
            theirs[one.name] = value;
          } else if (one.do === 'save') world.save(one.as);
          else if (one.do === 'answer') world.answer(one.net);
          else if (one.do === 'settle') {
            const asked = world.saving.conflict?.clashes.map(rules.keyOf) ?? [];
            const waits = world.saving.conflict?.kind === 'other' && !world.saving.work;
            world.settle(one.theirs.filter((name) => asked.includes(name)));
            // Given up by its own person.
            if (waits) for (const name of one.theirs) if (asked.includes(name)) delete mine[name];
          }
          expect(world.pending.length).toBe(world.saving.work ? 1 : 0);
        }
        // The network is there, the others have gone home: saved by hand, keeping one's own.
        world.drain();
        for (let turns = 0; turns < 10 && !isSaved(world.saving, rules, world.doc); turns += 1) {
          if (world.saving.conflict) world.settle([]);
          else world.save('DRAFT');
          world.drain();
        }
        if (world.saving.conflict) {
          world.settle([]);
          world.drain();
        }
        if (!world.row) {
          expect(mine).toEqual({});
          return;
        }
        expect(world.saving.work).toBe(null);
        expect(isSaved(world.saving, rules, world.doc)).toBe(true);
        expect(world.creations).toBeLessThanOrEqual(1);
        for (const name of NAMES) {
          const value = world.row.values[name] ?? null;
          // One of the two last words: whoever lost it was asked, or had saved before.
          const words = [mine[name], theirs[name]].filter((word) => word !== undefined);
          if (words.length > 0) expect(words).toContain(value);
          // Nobody else touched it: it is exactly what was typed.
          if (mine[name] !== undefined && theirs[name] === undefined) expect(value).toBe(mine[name]);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
