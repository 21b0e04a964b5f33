/**
 * Saving one document that others save too, as a machine without a screen, a clock or a network: each event gives the
 * next state and what is to be done. It knows neither fields nor lines: how two sets of changes come together is an
 * argument (`Merger`).
 *
 * Nobody overwrites anybody: changes are told apart from what the server held when it was last heard (`ground`), and only
 * what both sides changed is asked about.
 */

/** How changes to the same document come together. `Doc` is what the person edits, as it stands on the screen. */
export interface Merger<Doc, Clash> {
  /** As it will stand once saved, so that `5.50` and `5,5` are not a difference. */
  tidy(doc: Doc): Doc;
  same(a: Doc, b: Doc): boolean;
  /** Without what cannot be read yet, taken from `base`: what may be saved by itself. */
  readable(doc: Doc, base: Doc): Doc;
  /** What only one side changed comes from that side; `mine` stands where both did, which are the clashes. */
  merge(sides: Record<'base' | 'mine' | 'theirs', Doc>): { doc: Doc; clashes: Clash[] };
  keyOf(clash: Clash): string;
  /** `base`, where what we have sent and what the server holds agree: our own change is nobody else's. */
  own(docs: Record<'base' | 'sent' | 'held', Doc>): Doc;
  /** `doc`, written as it was typed where that says the same. */
  asTyped(doc: Doc, typed: Doc): Doc;
  /** `doc`, with the places these keys name as they are in `from`. */
  take(doc: Doc, from: Doc, keys: readonly string[]): Doc;
}

/** What saving needs to know of a kind of document. `As` is what a save by hand makes of it: a status. */
export interface SavingRules<Doc, Held, Clash, As> extends Merger<Doc, Clash> {
  docOf(held: Held | null): Doc;
  idOf(held: Held): string;
  revisionOf(held: Held): number;
  /** What is sent; `as` is `null` for a save that nobody asked for. */
  payload(doc: Doc, as: As | null): unknown;
  /** What a save means whose person is asked because of one that nobody asked for. */
  plain: As;
  /** Whether saving so would undo what somebody else made of it meanwhile. */
  undoes(before: Held | null, now: Held, as: As): boolean;
}

/** A document sent to be created, whose answer has not come: sent again as it is, it is made once. */
export interface Creation {
  key: string;
  payload: unknown;
}

/** Places that have two values, and somebody to choose. */
export type Conflict<Doc, Held, Clash, As> =
  /** What somebody else saved meanwhile; without clashes, it was only made something else of. `as` is what waits. */
  | { kind: 'other'; theirs: Held; clashes: Clash[]; as: As }
  /** A copy kept on this computer (`mine`) that differs from what was typed since (`theirs`). */
  | { kind: 'copy'; clashes: Clash[]; mine: Doc };

export interface Saving<Doc, Held, Clash, As> {
  id: string | null;
  /** What the server held when last heard: the ground on which changes are told apart. */
  ground: { doc: Doc; held: Held | null };
  creation: Creation | null;
  /** Saves whose answer never came: found on the server, they are ours. */
  unanswered: readonly Doc[];
  /** What is under way; `as` is `null` for a save that nobody asked for. */
  work: { phase: 'creating' | 'sending' | 'reading'; as: As | null; tries: number; payload: unknown } | null;
  /** A save asked for by hand while another one is under way. */
  next: { as: As; key: string } | null;
  conflict: Conflict<Doc, Held, Clash, As> | null;
  /** What saving by itself has come to. */
  note: { state: 'saving' | 'failed' } | { state: 'saved'; held: Held } | null;
}

/** Why a save did not go through. */
export type Fault =
  /** Somebody else saved meanwhile (412). */
  | 'stale'
  /** An answer came, and it is no: nothing of it is there. */
  | 'refused'
  /** No: and the same document will never be taken (400, 413, 422). */
  | 'invalid'
  /** No answer, or none that tells: it may be there. */
  | 'lost';

/** `doc` is what stands on the screen at that moment. */
export type SavingEvent<Doc, Held, As> =
  | { type: 'save'; as: As | null; doc: Doc; key: string }
  | { type: 'saved'; held: Held; doc: Doc }
  | { type: 'failed'; fault: Fault; error: unknown; doc: Doc }
  | { type: 'read'; held: Held; doc: Doc }
  | { type: 'settle'; theirs: readonly string[]; doc: Doc; key: string }
  | { type: 'restore'; copy: { base: Doc; doc: Doc; creation: Creation | null }; doc: Doc }
  | { type: 'anew' };

export type SavingEffect<Doc, Held, As> =
  | { type: 'create'; key: string; payload: unknown }
  | { type: 'send'; id: string; payload: unknown; revision: number }
  | { type: 'read'; id: string }
  /** The screen shows `doc`; what differs from `base` is unsaved work. */
  | { type: 'show'; doc: Doc; base: Doc }
  /** The screen shows `doc`; what counts as saved is what it was. */
  | { type: 'fill'; doc: Doc }
  /** Keep what is typed on this computer now, before it is sent. */
  | { type: 'keep' }
  /** Nothing of it is unsaved: the copy on this computer goes. */
  | { type: 'erase'; id: string | null }
  | { type: 'done'; held: Held; as: As; wasNew: boolean }
  | { type: 'refused'; error: unknown; as: As }
  /** Somebody has to choose; `asked` by a save that somebody waits for. */
  | { type: 'choose'; asked: boolean }
  /** Somebody else's changes were taken in beside ours. */
  | { type: 'merged'; held: Held };

/** After somebody else saved that many times in a row between our reading and our sending, the person is told. */
const TRIES = 3;

export const startSaving = <Doc, Held, Clash, As>(
  rules: SavingRules<Doc, Held, Clash, As>,
  held: Held | null,
): Saving<Doc, Held, Clash, As> => ({
  id: held ? rules.idOf(held) : null,
  ground: { doc: rules.docOf(held), held },
  creation: null,
  unanswered: [],
  work: null,
  next: null,
  conflict: null,
  note: null,
});

/** Whether nothing was typed since the last save. */
export const isSaved = <Doc, Held, Clash, As>(
  { ground }: Saving<Doc, Held, Clash, As>,
  rules: SavingRules<Doc, Held, Clash, As>,
  doc: Doc,
): boolean => rules.same(rules.tidy(doc), ground.doc);

/** What comes of an event: the next state, and what is to be done, in order. */
export function stepSaving<Doc, Held, Clash, As>(
  before: Saving<Doc, Held, Clash, As>,
  event: SavingEvent<Doc, Held, As>,
  rules: SavingRules<Doc, Held, Clash, As>,
): { state: Saving<Doc, Held, Clash, As>; effects: SavingEffect<Doc, Held, As>[] } {
  const state = { ...before };
  const effects: SavingEffect<Doc, Held, As>[] = [];

  const begin = (as: As | null, doc: Doc, key: string): void => {
    if (as === null) {
      if (state.id === null || isSaved(state, rules, rules.readable(doc, state.ground.doc))) return;
      state.note = { state: 'saving' };
    }
    if (state.id !== null) {
      send(as, doc, 0);
      return;
    }
    const payload = rules.payload(doc, as);
    state.creation ??= { key, payload };
    state.work = { phase: 'creating', as, tries: 0, payload };
    // Kept before it is sent: whatever happens meanwhile, the same key serves again.
    effects.push({ type: 'keep' }, { type: 'create', ...state.creation });
  };

  const send = (as: As | null, doc: Doc, tries: number): void => {
    const { id, ground } = state;
    if (id === null) return;
    const sent = as === null ? rules.readable(doc, ground.doc) : doc;
    const payload = rules.payload(sent, as);
    state.unanswered = [...state.unanswered, rules.tidy(sent)];
    state.work = { phase: 'sending', as, tries, payload };
    effects.push({ type: 'send', id, payload, revision: ground.held ? rules.revisionOf(ground.held) : 0 });
  };

  /** What is under way is over; a save asked for meanwhile has its turn. */
  const end = (doc: Doc): void => {
    state.work = null;
    const { next } = state;
    if (!next) return;
    state.next = null;
    begin(next.as, doc, next.key);
  };

  /** The server now holds `held`; the screen shows `doc`. */
  const adopt = (held: Held, doc: Doc): void => {
    const isNew = state.id === null;
    state.id = rules.idOf(held);
    state.ground = { doc: rules.docOf(held), held };
    // A text that only prints otherwise once saved stays as it was typed, under the cursor.
    const base = rules.asTyped(state.ground.doc, doc);
    effects.push({ type: 'show', doc, base });
    if (isNew) effects.push({ type: 'erase', id: null });
    if (rules.same(doc, base)) effects.push({ type: 'erase', id: state.id });
  };

  const succeed = (held: Held, doc: Doc, { wasNew }: { wasNew: boolean }): void => {
    const as = state.work?.as ?? null;
    state.unanswered = [];
    if (state.conflict?.kind === 'other') state.conflict = null;
    if (as === null) state.note = { state: 'saved', held };
    else {
      state.note = null;
      effects.push({ type: 'done', held, as, wasNew });
    }
    end(doc);
  };

  const fail = (error: unknown, doc: Doc): void => {
    const as = state.work?.as ?? null;
    if (as === null) state.note = { state: 'failed' };
    else effects.push({ type: 'refused', error, as });
    end(doc);
  };

  /** The ground on which what the server holds now is told apart from what was typed. */
  const groundFor = (held: Doc): Doc =>
    state.unanswered.reduce((base, sent) => rules.own({ base, sent, held }), state.ground.doc);

  switch (event.type) {
    case 'save':
      if (!state.work) begin(event.as, event.doc, event.key);
      else if (event.as !== null) state.next = { as: event.as, key: event.key };
      break;

    case 'saved': {
      const { work } = state;
      if (!work) break;
      const { creation } = state;
      // What was typed while the answer was on its way is kept.
      adopt(event.held, event.doc);
      if (work.phase !== 'creating') {
        succeed(event.held, event.doc, { wasNew: false });
        break;
      }
      state.creation = null;
      if (JSON.stringify(creation?.payload) === JSON.stringify(work.payload))
        succeed(event.held, event.doc, { wasNew: true });
      // It was made from what an earlier try held: what was typed since goes after it.
      else send(work.as, event.doc, 0);
      break;
    }

    case 'failed': {
      const { work } = state;
      if (!work) break;
      if (work.phase === 'creating' && event.fault === 'invalid') state.creation = null;
      // An answer came, and it is no: nothing of this try is there.
      if (work.phase === 'sending' && event.fault !== 'lost') state.unanswered = state.unanswered.slice(0, -1);
      if (work.phase === 'sending' && event.fault === 'stale' && work.tries < TRIES && state.id !== null) {
        state.work = { ...work, phase: 'reading' };
        effects.push({ type: 'read', id: state.id });
      } else fail(event.error, event.doc);
      break;
    }

    case 'read': {
      const { work } = state;
      if (work?.phase !== 'reading') break;
      const held = rules.docOf(event.held);
      const base = groundFor(held);
      const { doc, clashes } = rules.merge({ base, mine: rules.tidy(event.doc), theirs: held });
      const as = state.next?.as ?? work.as ?? rules.plain;
      if (clashes.length > 0 || rules.undoes(state.ground.held, event.held, as)) {
        state.conflict = { kind: 'other', theirs: event.held, clashes, as };
        if (work.as === null) state.note = null;
        // What was asked for meanwhile waits for the same choice.
        effects.push({ type: 'choose', asked: work.as !== null || state.next !== null });
        state.next = null;
        state.work = null;
        break;
      }
      const shown = rules.asTyped(doc, event.doc);
      adopt(event.held, shown);
      if (!rules.same(held, base)) effects.push({ type: 'merged', held: event.held });
      state.unanswered = [];
      send(work.as, shown, work.tries + 1);
      break;
    }

    case 'settle': {
      const { conflict } = state;
      if (!conflict || (conflict.kind === 'other' && state.work)) break;
      const kept = conflict.clashes.filter((clash) => !event.theirs.includes(rules.keyOf(clash)));
      if (conflict.kind === 'copy') {
        effects.push({ type: 'fill', doc: rules.take(event.doc, conflict.mine, kept.map(rules.keyOf)) });
        state.conflict = null;
        break;
      }
      const held = rules.docOf(conflict.theirs);
      const { doc, clashes } = rules.merge({ base: groundFor(held), mine: rules.tidy(event.doc), theirs: held });
      // The typing went on meanwhile: what now clashes too has to be chosen first.
      const asked = new Set(conflict.clashes.map(rules.keyOf));
      if (clashes.some((clash) => !asked.has(rules.keyOf(clash)))) {
        state.conflict = { ...conflict, clashes };
        effects.push({ type: 'choose', asked: true });
        break;
      }
      const shown = rules.asTyped(rules.take(doc, held, event.theirs), event.doc);
      state.unanswered = [];
      state.conflict = null;
      adopt(conflict.theirs, shown);
      begin(conflict.as, shown, event.key);
      break;
    }

    case 'restore': {
      const { copy } = event;
      if (state.id === null) state.creation ??= copy.creation;
      const now = rules.tidy(event.doc);
      const mine = rules.tidy(copy.doc);
      const { doc, clashes } = rules.merge({ base: copy.base, mine, theirs: now });
      effects.push({ type: 'fill', doc: rules.asTyped(rules.take(doc, now, clashes.map(rules.keyOf)), event.doc) });
      if (clashes.length === 0) break;
      state.conflict = { kind: 'copy', clashes, mine };
      effects.push({ type: 'choose', asked: true });
      break;
    }

    case 'anew': {
      const fresh = startSaving(rules, null);
      effects.push({ type: 'show', doc: fresh.ground.doc, base: fresh.ground.doc }, { type: 'erase', id: null });
      return { state: fresh, effects };
    }
  }
  return { state, effects };
}
