import type { Attachment } from '../attachments/attachment.contract.ts';
import type { CleaningState } from '../detergents/cleaning.state.ts';
import type { EffectFacts } from '../effects/effect.facts.ts';
import type { FindingCode, FindingLevel } from '../findings/finding.ts';
import type { Stamp } from '../findings/stamp.ts';
import type { Formula } from '../formulas/formula.contract.ts';
import type { Lot } from '../lots/lot.contract.ts';
import type { Corpus, Verdict } from '../regulation/regulation.contract.ts';
import type { Study } from '../studies/study.contract.ts';
import type { TwinState } from '../twins/twins.ts';
import type { Chronicled } from './chronology.ts';
import type { NotifiedStamp } from './cpnp.ts';
import type { PartState } from './parts.ts';
import type { ControlState } from './point.needs.ts';
import type { PointKey } from './point.titles.ts';

/** A file, the raw material or substance it is attached to (`null`: the product), and where it is seen. */
export interface Piece {
  file: Attachment;
  of: string | null;
  /** As the link of a finding. */
  page: string;
}

/** A validated document, and what it stood on. */
export interface SealedDocument {
  stamp: Stamp;
  validated_at: string;
  template: string;
}

/** What the findings of a product are computed from: what each room knows of it, read once. */
export interface FileState extends PartState {
  /** `YYYY-MM-DD` */
  today: string;
  /** Of what the file is now. */
  stamp: Stamp;
  formula: Formula;
  /** What is missing of the formula, by its first point. */
  gap: ControlState['gap'];
  lines: ControlState['lines'];
  substances: ControlState['substances'];
  verdicts: readonly Verdict[];
  corpus: Corpus | null;
  /** The pieces of the product and of the raw materials and substances it is made of, with whose they are. */
  pieces: readonly Piece[];
  /** The documents that were validated last, one of each template, the latest first. */
  sealed: readonly SealedDocument[];
  signature: { signed_on: string; entered_at: string } | null;
  /** The last signature, validation or sealed dossier, and what it stood on. */
  act: { stamp: Stamp } | null;
  /** Serious effects since then that nobody excluded, by id. */
  serious: readonly string[];
  /** What the product is, of what a notification tells. */
  notified: NotifiedStamp;
  lots: readonly Lot[];
  studies: readonly Study[];
  effects: readonly EffectFacts[];
  /** Who is asked to read it again, and until which day. */
  review: { id: string; reviewer: string; due_on: string | null } | null;
  /** What suppliers still owe, of it and of its raw materials. */
  requests: readonly { id: string; supplier: string; due_on: string; labels: readonly string[] }[];
  /** Signatures with a day of before what they are about changed here. */
  early: readonly { signed_on: string; entered_on: string; changed_on: string; settled?: true }[];
  chronology: readonly Chronicled[];
  /** What a cleaning product is besides; `null` for a cosmetic. */
  cleaning: CleaningState | null;
  twins: TwinState;
  /** Records of the example in the formula of a product that is none. */
  invented: readonly string[];
}

export interface Told {
  text: string;
  point?: PointKey | null;
  /** Other points that it keeps from being covered. */
  also?: readonly PointKey[];
  due_on?: string | null;
  /** Of what several findings of one code are about, each. */
  about?: string;
  /** Where it is another one than its code’s. */
  level?: FindingLevel;
  /** What an answer to it is about, beside its text. */
  fact?: unknown;
  /** Where it is looked at, where that is not its code's tab: what follows `/products/{id}`, or another page. */
  link?: string;
}

/** Some names in a sentence, and how many more there are. */
export const listed = (names: readonly string[]): string => {
  const [shown, rest] = [names.slice(0, 5), names.length - 5];
  return rest > 0 ? `${shown.join(', ')} et ${rest} ${rest === 1 ? 'autre' : 'autres'}` : shown.join(', ');
};

/** What the register of rules says under a code, as findings. */
export function ofChronology(code: FindingCode, point: PointKey | null): (state: FileState) => readonly Told[] {
  return ({ chronology }) =>
    chronology
      .filter((line) => line.code === code)
      .map(({ text, about, dates: [first] }) => ({
        text,
        point,
        about,
        due_on: code === 'REGLE_A_VENIR' ? (first?.date ?? null) : null,
      }));
}
