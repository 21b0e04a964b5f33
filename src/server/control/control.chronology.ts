import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import { type Chronicle, type Chronicled, chronologyOfFile, type Fact } from '#shared/control/chronology.ts';
import { changedSinceNotified, type NotifiedStamp } from '#shared/control/cpnp.ts';
import { gmpExpiryOf } from '#shared/control/points.file.ts';
import { clockOf } from '#shared/effects/clock.ts';
import { daysOfSignature, seriousSince } from '#shared/effects/effect.facts.ts';
import { dayOf, printDay, readDay } from '#shared/fields/date.ts';
import { OPEN_END } from '#shared/lots/retention.ts';
import type { Change, Product } from '#shared/products/product.contract.ts';
import { FORMULA_KEY, getField } from '#shared/products/product.fields.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import { STUDY_FILE } from '#shared/studies/study.file.ts';
import { readOnce } from '../db/moment.ts';
import type { Signature } from './control.records.ts';
import type { ControlDependencies } from './control.service.ts';
import { changesSince } from './control.signature.ts';
import type { Read } from './control.state.ts';
import * as store from './control.store.ts';
import * as days from './part.days.store.ts';

/** Reports on which the assessor stands: stability, microbiology, challenge test. */
const REPORT_KEYS = new Set(['stabilite', 'microbiologie_rapport', 'challenge_test']);

const REPORT_KINDS = new Set<string | null>(['stabilité', 'microbiologie', 'challenge test']);

const isReport = (file: Pick<Attachment, 'field_key' | 'also' | 'kind'>): boolean =>
  standsAt(file, ...REPORT_KEYS) || STUDY_FILE.test(file.field_key) || REPORT_KINDS.has(file.kind);

const SIGNED = 'Signature de l’évaluation';
const FIRST_SIGNED = 'Première signature de l’évaluation';

/** The fields that say each day of the chronology. */
const TYPED_IN: Readonly<Record<string, readonly string[]>> = {
  [getField('date_mise_marche').label]: ['date_mise_marche'],
  [getField('date_validation').label]: ['date_validation'],
  [SIGNED]: ['signed_on', 'signature'],
  'Notification CPNP': ['cpnp_date'],
  'Mise à jour du CPNP': ['cpnp_maj_date'],
  'Notification (PCN)': ['pcn_date'],
  'Rapport de stabilité': ['stabilite_date'],
  'Challenge test': ['challenge_date'],
  'Fin du certificat BPF': ['bpf_expiration'],
  'Dernier lot': ['dernier_lot_date'],
};

const inRecord = (label: string, date: string | null, source: string): Fact =>
  date ? { label, date, source, typed_at: null } : null;
/** The days that the form says. */
const formFactsOf =
  (product: Product) =>
  (name: 'date_mise_marche' | 'date_validation'): Fact => {
    const date = product[name];
    const { label } = getField(name);
    return typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date)
      ? { label, date, source: 'Fiche du produit', typed_at: null }
      : null;
  };

/** The day on which it was placed on the market: that of the form, or of a lot that came before. */
function marketOf(said: Fact, lots: Read['lots']): Fact {
  const first = lots.flatMap(({ premiere_mise, derniere_mise }) => premiere_mise ?? derniere_mise ?? []).toSorted()[0];
  return first !== undefined && (said === null || first < said.date)
    ? { label: 'Premier lot mis sur le marché', date: first, source: 'Lots', typed_at: null }
    : said;
}

/** The day on which the last lot was made: of those that say one; else the day on which it was placed on the market. */
function lastMadeOf(lots: Read['lots'], said: string | null): Fact {
  const made = lots
    .flatMap(({ fabrique_le }) => fabrique_le ?? [])
    .toSorted()
    .at(-1);
  const isWhole = lots.length > 0 && lots.every(({ fabrique_le }) => fabrique_le !== null);
  return isWhole
    ? inRecord('Dernière fabrication', made ?? null, 'Lots')
    : inRecord('Dernier lot', said, lots.length > 0 ? 'Lots' : 'Conformité');
}

/** Of a cleaning product: its notification and its validation, against the day it is put on the market. */
function cleaningChronicle({ product, kept, lots }: Read): Chronicle {
  const inForm = formFactsOf(product);
  return {
    signed: null,
    firstSigned: null,
    signedEntered: null,
    market: marketOf(inForm('date_mise_marche'), lots),
    isSold: false,
    cpnp: null,
    late: [],
    notified: null,
    notifiedOtherwise: [],
    pcn: inRecord('Notification (PCN)', kept.detergent.data.values.pcn_date, 'Dossier de nettoyage'),
    reports: [],
    validation: inForm('date_validation'),
    gmpExpiry: null,
    lastBatch: null,
    changed: [],
    rules: [],
  };
}

/** Serious effects that were sent after their last day, or wait after it. */
const lateOf = ({ effects }: Read, today: string): Chronicle['late'] =>
  effects.flatMap((one) => {
    const timing = clockOf(one, today);
    return timing && timing.late > 0 ? [{ id: one.id, due_on: timing.due_on, days: timing.late }] : [];
  });

/** What of the signed assessment is no longer so, in words. */
function changedOf(found: Read, corpus: Signature['corpus']): string[] {
  const { signature } = found.kept.assessment.data;
  const isSerious = signature && seriousSince(found.effects, daysOfSignature(signature)).length > 0;
  return [
    ...new Set(changesSince(found, corpus).map(({ label }) => label)),
    ...(isSerious ? ['un effet indésirable grave'] : []),
  ];
}

/** The day, where it is later than the day of the instant. */
const laterOf = (instant: string | null, day: string | null): string | null =>
  instant !== null && day !== null && day > dayOf(new Date(instant)) ? day : instant;

/** The signatures of the assessment: the last, the first, and the day on which the last was entered where the formula came after it. */
function signaturesOf(
  { kept }: Read,
  first: { on: string; at: string } | null,
): Pick<Chronicle, 'signed' | 'firstSigned' | 'signedEntered'> {
  const { values, signature, early } = kept.assessment.data;
  const signedOn = signature?.signed_on ?? values.signed_on;
  const signedAs = (label: string, date: string, typed_at: string | null): Fact => ({
    label,
    date,
    source: 'Évaluation (partie B)',
    typed_at,
  });
  const enteredOn = signature && dayOf(new Date(signature.entered_at));
  // One that is told as of before a change is not told twice.
  const isEarly = early.some((one) => one.signed_on === signature?.signed_on && one.entered_on === enteredOn);
  const isTypedLate =
    !isEarly && signature?.formula_typed_at && dayOf(new Date(signature.formula_typed_at)) > signature.signed_on;
  const signed = signedOn ? signedAs(SIGNED, signedOn, signature?.entered_at ?? null) : null;
  return {
    signed,
    firstSigned: first && signed && first.on < signed.date ? signedAs(FIRST_SIGNED, first.on, first.at) : signed,
    signedEntered: isTypedLate ? enteredOn : null,
  };
}

/**
 * The earliest signature that was recorded, where the last came after the product was on the market: an assessment signed again
 * was made in time all the same. One that was recorded again the same day was corrected.
 */
async function firstSignature(
  { product, kept }: Read,
  { market, revisionsOf }: { market: Fact; revisionsOf: (productId: string) => ReturnType<typeof store.listRevisions> },
): Promise<{ on: string; at: string } | null> {
  const { signature } = kept.assessment.data;
  if (!signature || !market || signature.signed_on <= market.date) return null;
  const recorded = (await revisionsOf(product.id)).flatMap(({ at, changes }) =>
    (JSON.parse(changes) as Change[]).flatMap(({ field, to }) => {
      const on = field === 'signature' ? readDay(String(to ?? '')) : null;
      return on === null ? [] : [{ on, at }];
    }),
  );
  // The newest first: of one day the last stands.
  const standing = recorded.filter(
    ({ at }, index) => recorded.findIndex((one) => dayOf(new Date(one.at)) === dayOf(new Date(at))) === index,
  );
  return standing.toSorted((a, b) => a.on.localeCompare(b.on))[0] ?? null;
}

/** What was signed, and what changed since. */
export function createChronology({ db, products, regulation, clock }: ControlDependencies) {
  const today = (): string => dayOf(clock());
  const revisionsOf = readOnce((productId: string) => store.listRevisions(db, productId));

  const activeCorpus = async (): Promise<Signature['corpus']> => {
    const corpus = (await regulation.active())?.corpus;
    return corpus ? { id: corpus.id, date: corpus.date, sha256: corpus.sha256 } : null;
  };

  /** When the formula became here what it is, an instant or a day: its lines, its text, or the file that is it. */
  const formulaTypedAt = async ({ formula, product, files }: Read): Promise<string | null> => {
    // A raw material that is made of something else changes it too.
    if (formula.mode === 'table') return laterOf(formula.updated_at, await days.sinceOf(db, product.id, 'composition'));
    if (formula.mode === 'file')
      return (
        files
          .filter(({ field_key }) => field_key === FORMULA_KEY)
          .map(({ created_at }) => created_at)
          .toSorted()
          .at(-1) ?? null
      );
    const saves = await products.revisions(product.id);
    return saves.find(({ changes }) => changes.some(({ field }) => field === 'ingredients'))?.at ?? null;
  };

  const chronologyOf = async (
    found: Read,
    { rules, notified }: { rules: Chronicle['rules']; notified: NotifiedStamp },
  ): Promise<Chronicled[]> => {
    const { product, files, kept } = found;
    if (product.type_produit === 'nettoyage') return withTyped(product.id, chronologyOfFile(cleaningChronicle(found)));
    const conformity = kept.conformity.data;
    const inForm = formFactsOf(product);
    const market = marketOf(inForm('date_mise_marche'), found.lots);
    const lines = chronologyOfFile({
      ...signaturesOf(found, await firstSignature(found, { market, revisionsOf })),
      market,
      // One that is attached and not recorded yet, and a file that nobody has to keep any more, are asked for nothing.
      isSold:
        market !== null &&
        market.date <= today() &&
        !files.some((file) => standsAt(file, 'signature')) &&
        (found.retention.conservation_jusqu_au ?? OPEN_END) >= today(),
      cpnp: inRecord('Notification CPNP', conformity.cpnp_date, 'Conformité'),
      late: lateOf(found, today()),
      notified:
        inRecord('Mise à jour du CPNP', conformity.cpnp_maj_date, 'Conformité') ??
        inRecord('Notification CPNP', conformity.cpnp_date, 'Conformité'),
      notifiedOtherwise: kept.notified ? changedSinceNotified(kept.notified, notified) : [],
      pcn: null,
      reports: [
        inRecord('Rapport de stabilité', conformity.stabilite_date, 'Conformité'),
        inRecord('Challenge test', conformity.challenge_date, 'Conformité'),
        ...files
          .filter((file) => file.issued_on !== null && isReport(file))
          .map(({ alias, file_name, issued_on, created_at }) => ({
            label: alias ?? file_name,
            date: issued_on ?? '',
            source: 'Pièce jointe',
            typed_at: created_at,
          })),
      ].filter((one) => one !== null),
      validation: inForm('date_validation'),
      gmpExpiry: inRecord('Fin du certificat BPF', gmpExpiryOf({ conformity, files }), 'Conformité'),
      lastBatch: lastMadeOf(found.lots, conformity.dernier_lot_date),
      changed: changedOf(found, await activeCorpus()),
      rules,
    });
    return withTyped(product.id, lines);
  };

  /** When each of these days was typed here: the last save that changed it. Our own clock is the proof. */
  const withTyped = async (productId: string, lines: Chronicled[]): Promise<Chronicled[]> => {
    if (lines.length === 0) return lines;
    const ofForm = await products.revisions(productId);
    const ofRecords = await revisionsOf(productId);
    const typedAt = (fields: readonly string[]): string | null => {
      const names = new Set(fields);
      return (
        ofForm.find(({ changes }) => changes.some(({ field }) => names.has(field)))?.at ??
        ofRecords.find(({ changes }) => (JSON.parse(changes) as Change[]).some(({ field }) => names.has(field)))?.at ??
        null
      );
    };
    return lines.map((line) => ({
      ...line,
      dates: line.dates.map((one) => ({
        ...one,
        typed_at: one.typed_at ?? (Object.hasOwn(TYPED_IN, one.label) ? typedAt(TYPED_IN[one.label] ?? []) : null),
      })),
    }));
  };

  /** Rules that will change a verdict of the formula, before the next batch is placed. */
  const rulesIn = (verdicts: readonly Verdict[]): Chronicle['rules'] =>
    verdicts.flatMap(({ key, inci, applies_from, why }) =>
      applies_from !== null && applies_from > today()
        ? [{ date: applies_from, text: `${inci} : à partir du ${printDay(applies_from)}, ${why}`, about: key }]
        : [],
    );

  return {
    today,
    revisionsOf,
    activeCorpus,
    formulaTypedAt,
    chronologyOf,
    rulesIn,
  };
}

export type Chronology = ReturnType<typeof createChronology>;
