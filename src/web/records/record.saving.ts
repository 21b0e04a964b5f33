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

type Event<Doc, Held, As, Type extends SavingEvent<Doc, Held, As>['type']> = Extract<
  SavingEvent<Doc, Held, As>,
  { type: Type }
>;

/** What comes of an event: the next state, and what is to be done, in order. */
export const stepSaving = <Doc, Held, Clash, As>(
  before: Saving<Doc, Held, Clash, As>,
  event: SavingEvent<Doc, Held, As>,
  rules: SavingRules<Doc, Held, Clash, As>,
): { state: Saving<Doc, Held, Clash, As>; effects: SavingEffect<Doc, Held, As>[] } =>
  new Step(before, rules).take(event);

class Step<Doc, Held, Clash, As> {
  private state: Saving<Doc, Held, Clash, As>;
  private readonly effects: SavingEffect<Doc, Held, As>[] = [];
  private readonly rules: SavingRules<Doc, Held, Clash, As>;

  constructor(before: Saving<Doc, Held, Clash, As>, rules: SavingRules<Doc, Held, Clash, As>) {
    this.state = { ...before };
    this.rules = rules;
  }

  take(event: SavingEvent<Doc, Held, As>) {
    switch (event.type) {
      case 'save':
        if (!this.state.work) this.begin(event.as, event.doc, event.key);
        else if (event.as !== null) this.state.next = { as: event.as, key: event.key };
        break;
      case 'anew': {
        const fresh = startSaving(this.rules, null);
        this.effects.push({ type: 'show', doc: fresh.ground.doc, base: fresh.ground.doc }, { type: 'erase', id: null });
        this.state = fresh;
        break;
      }
      case 'saved':
        this.saved(event);
        break;
      case 'failed':
        this.failed(event);
        break;
      case 'read':
        this.read(event);
        break;
      case 'settle':
        this.settle(event);
        break;
      case 'restore':
        this.restore(event);
        break;
    }
    return { state: this.state, effects: this.effects };
  }

  private begin(as: As | null, doc: Doc, key: string): void {
    if (as === null) {
      if (this.state.id === null || isSaved(this.state, this.rules, this.rules.readable(doc, this.state.ground.doc)))
        return;
      this.state.note = { state: 'saving' };
    }
    if (this.state.id !== null) {
      this.send(as, doc, 0);
      return;
    }
    const payload = this.rules.payload(doc, as);
    this.state.creation ??= { key, payload };
    this.state.work = { phase: 'creating', as, tries: 0, payload };
    // Kept before it is sent: whatever happens meanwhile, the same key serves again.
    this.effects.push({ type: 'keep' }, { type: 'create', ...this.state.creation });
  }

  private send(as: As | null, doc: Doc, tries: number): void {
    const { id, ground } = this.state;
    if (id === null) return;
    const sent = as === null ? this.rules.readable(doc, ground.doc) : doc;
    const payload = this.rules.payload(sent, as);
    this.state.unanswered = [...this.state.unanswered, this.rules.tidy(sent)];
    this.state.work = { phase: 'sending', as, tries, payload };
    this.effects.push({ type: 'send', id, payload, revision: ground.held ? this.rules.revisionOf(ground.held) : 0 });
  }

  /** What is under way is over; a save asked for meanwhile has its turn. */
  private end(doc: Doc): void {
    this.state.work = null;
    const { next } = this.state;
    if (!next) return;
    this.state.next = null;
    this.begin(next.as, doc, next.key);
  }

  /** The server now holds `held`; the screen shows `doc`. */
  private adopt(held: Held, doc: Doc): void {
    const isNew = this.state.id === null;
    this.state.id = this.rules.idOf(held);
    this.state.ground = { doc: this.rules.docOf(held), held };
    // A text that only prints otherwise once saved stays as it was typed, under the cursor.
    const base = this.rules.asTyped(this.state.ground.doc, doc);
    this.effects.push({ type: 'show', doc, base });
    if (isNew) this.effects.push({ type: 'erase', id: null });
    if (this.rules.same(doc, base)) this.effects.push({ type: 'erase', id: this.state.id });
  }

  private succeed(held: Held, doc: Doc, { wasNew }: { wasNew: boolean }): void {
    const as = this.state.work?.as ?? null;
    this.state.unanswered = [];
    if (this.state.conflict?.kind === 'other') this.state.conflict = null;
    if (as === null) this.state.note = { state: 'saved', held };
    else {
      this.state.note = null;
      this.effects.push({ type: 'done', held, as, wasNew });
    }
    this.end(doc);
  }

  private fail(error: unknown, doc: Doc): void {
    const as = this.state.work?.as ?? null;
    if (as === null) this.state.note = { state: 'failed' };
    else this.effects.push({ type: 'refused', error, as });
    this.end(doc);
  }

  /** The ground on which what the server holds now is told apart from what was typed. */
  private groundFor(held: Doc): Doc {
    return this.state.unanswered.reduce((base, sent) => this.rules.own({ base, sent, held }), this.state.ground.doc);
  }

  private saved(event: Event<Doc, Held, As, 'saved'>): void {
    const { work } = this.state;
    if (!work) return;
    const { creation } = this.state;
    // What was typed while the answer was on its way is kept.
    this.adopt(event.held, event.doc);
    if (work.phase !== 'creating') {
      this.succeed(event.held, event.doc, { wasNew: false });
      return;
    }
    this.state.creation = null;
    if (JSON.stringify(creation?.payload) === JSON.stringify(work.payload))
      this.succeed(event.held, event.doc, { wasNew: true });
    // It was made from what an earlier try held: what was typed since goes after it.
    else this.send(work.as, event.doc, 0);
  }

  private failed(event: Event<Doc, Held, As, 'failed'>): void {
    const { work } = this.state;
    if (!work) return;
    if (work.phase === 'creating' && event.fault === 'invalid') this.state.creation = null;
    // An answer came, and it is no: nothing of this try is there.
    if (work.phase === 'sending' && event.fault !== 'lost') this.state.unanswered = this.state.unanswered.slice(0, -1);
    if (work.phase === 'sending' && event.fault === 'stale' && work.tries < TRIES && this.state.id !== null) {
      this.state.work = { ...work, phase: 'reading' };
      this.effects.push({ type: 'read', id: this.state.id });
    } else this.fail(event.error, event.doc);
  }

  private read(event: Event<Doc, Held, As, 'read'>): void {
    const { work } = this.state;
    if (work?.phase !== 'reading') return;
    const held = this.rules.docOf(event.held);
    const base = this.groundFor(held);
    const { doc, clashes } = this.rules.merge({ base, mine: this.rules.tidy(event.doc), theirs: held });
    const as = this.state.next?.as ?? work.as ?? this.rules.plain;
    if (clashes.length > 0 || this.rules.undoes(this.state.ground.held, event.held, as)) {
      this.state.conflict = { kind: 'other', theirs: event.held, clashes, as };
      if (work.as === null) this.state.note = null;
      // What was asked for meanwhile waits for the same choice.
      this.effects.push({ type: 'choose', asked: work.as !== null || this.state.next !== null });
      this.state.next = null;
      this.state.work = null;
      return;
    }
    const shown = this.rules.asTyped(doc, event.doc);
    this.adopt(event.held, shown);
    if (!this.rules.same(held, base)) this.effects.push({ type: 'merged', held: event.held });
    this.state.unanswered = [];
    this.send(work.as, shown, work.tries + 1);
  }

  private settle(event: Event<Doc, Held, As, 'settle'>): void {
    const { conflict } = this.state;
    if (!conflict || (conflict.kind === 'other' && this.state.work)) return;
    const kept = conflict.clashes.filter((clash) => !event.theirs.includes(this.rules.keyOf(clash)));
    if (conflict.kind === 'copy') {
      this.effects.push({ type: 'fill', doc: this.rules.take(event.doc, conflict.mine, kept.map(this.rules.keyOf)) });
      this.state.conflict = null;
      return;
    }
    const held = this.rules.docOf(conflict.theirs);
    const { doc, clashes } = this.rules.merge({
      base: this.groundFor(held),
      mine: this.rules.tidy(event.doc),
      theirs: held,
    });
    // The typing went on meanwhile: what now clashes too has to be chosen first.
    const asked = new Set(conflict.clashes.map(this.rules.keyOf));
    if (clashes.some((clash) => !asked.has(this.rules.keyOf(clash)))) {
      this.state.conflict = { ...conflict, clashes };
      this.effects.push({ type: 'choose', asked: true });
      return;
    }
    const shown = this.rules.asTyped(this.rules.take(doc, held, event.theirs), event.doc);
    this.state.unanswered = [];
    this.state.conflict = null;
    this.adopt(conflict.theirs, shown);
    this.begin(conflict.as, shown, event.key);
  }

  private restore(event: Event<Doc, Held, As, 'restore'>): void {
    const { copy } = event;
    if (this.state.id === null) this.state.creation ??= copy.creation;
    const now = this.rules.tidy(event.doc);
    const mine = this.rules.tidy(copy.doc);
    const { doc, clashes } = this.rules.merge({ base: copy.base, mine, theirs: now });
    this.effects.push({
      type: 'fill',
      doc: this.rules.asTyped(this.rules.take(doc, now, clashes.map(this.rules.keyOf)), event.doc),
    });
    if (clashes.length === 0) return;
    this.state.conflict = { kind: 'copy', clashes, mine };
    this.effects.push({ type: 'choose', asked: true });
  }
}
