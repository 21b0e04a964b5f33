import { counted } from '../fields/counted.ts';
import { printDay } from '../fields/date.ts';
import type { ChronologyLine, dated } from './control.contract.ts';

type Dated = (typeof dated)['_zod']['output'];

/** A line, and what an answer to it is about: the same in all products that share it. */
export interface Chronicled extends ChronologyLine {
  about: string;
}

/** A fact with its day, where it is written and when that was typed. */
export type Fact = Dated | null;

export interface Chronicle {
  /** Annex I, part B, was signed last. */
  signed: Fact;
  /** It was signed for the first time. */
  firstSigned: Fact;
  /** When our own clock saw the signature entered: `YYYY-MM-DD`. */
  signedEntered: string | null;
  /** It was placed on the market: the day of the form, or of a lot that came before. */
  market: Fact;
  /** It is on the market by now, and its own law asks for an assessment and a notification. */
  isSold: boolean;
  cpnp: Fact;
  /** The day on which its notification was last brought up to date, or made, and what changed since. */
  notified: Fact;
  notifiedOtherwise: readonly string[];
  /** The notification of a cleaning product to poison centres. */
  pcn: Fact;
  /** What the assessor stands on. */
  reports: readonly Dated[];
  validation: Fact;
  gmpExpiry: Fact;
  /** The last lot was made; placed on the market, where nobody said when it was made. */
  lastBatch: Fact;
  /** What of the signed assessment is no longer so, in words. */
  changed: readonly string[];
  /** Serious effects that were sent late, or are not sent yet: the last day in time, and days after it. */
  late: readonly { id: string; due_on: string; days: number }[];
  /** Rules to come: the day, what they change, and the verdict they change. */
  rules: readonly { date: string; text: string; about: string }[];
}

/**
 * What stands in the wrong order. Red: the file would not have been right the day the product went on sale. Articles 10, 11
 * and 13 of Regulation (EC) 1223/2009.
 */
export function chronologyOfFile(found: Chronicle): Chronicled[] {
  const lines: (Chronicled | null)[] = [
    // Signed again later, it was assessed in time all the same.
    after(found.firstSigned, found.market, {
      code: 'B_APRES_MARCHE',
      level: 'rouge',
      text: 'L’évaluation de la sécurité est signée après la mise sur le marché (article 10)',
    }),
    after(found.cpnp, found.market, {
      code: 'CPNP_APRES_MARCHE',
      level: 'rouge',
      text: 'La notification au CPNP est postérieure à la mise sur le marché (article 13)',
    }),
    soldWithout(found, found.firstSigned, {
      code: 'SANS_EVALUATION',
      level: 'orange',
      text: 'sans qu’une évaluation de la sécurité signée soit enregistrée (article 10)',
    }),
    soldWithout(found, found.cpnp, {
      code: 'SANS_CPNP',
      level: 'orange',
      text: 'sans que le dossier dise le jour de sa notification au CPNP (article 13)',
    }),
    after(found.pcn, found.market, {
      code: 'PCN_APRES_MARCHE',
      level: 'rouge',
      text: 'La notification aux centres antipoison est postérieure à la mise sur le marché (règlement (CE) n° 1272/2008, article 45)',
    }),
    // One that is typed in the conformity and attached too is one report.
    ...found.reports
      .filter((one, at, all) => all.findIndex(({ label, date }) => label === one.label && date === one.date) === at)
      .map((one) =>
        after(one, found.signed, {
          code: 'RAPPORT_APRES_SIGNATURE',
          level: 'orange',
          text: `${one.label} : postérieur à la signature de l’évaluation`,
        }),
      ),
    found.notified && found.notifiedOtherwise.length > 0
      ? {
          code: 'CPNP_A_METTRE_A_JOUR',
          level: 'orange',
          text: `Modifié depuis la notification au CPNP (article 13 §7) : ${found.notifiedOtherwise.join(', ')}.`,
          about: `${found.notified.label} ${found.notified.date}`,
          dates: [found.notified],
        }
      : null,
    found.signed && found.changed.length > 0
      ? {
          code: 'EVALUATION_A_REVISER',
          level: 'orange',
          text: `Évaluation à réviser : ${found.changed.join(' ; ')}.`,
          about: `${found.signed.label} ${found.signed.date}`,
          dates: [found.signed],
        }
      : null,
    found.signed && found.signedEntered && found.signedEntered > found.signed.date
      ? {
          code: 'SAISIE_APRES_COUP',
          level: 'orange',
          text: `Signature du ${printDay(found.signed.date)}, saisie après coup le ${printDay(found.signedEntered)}.`,
          about: `${found.signed.label} ${found.signed.date}`,
          dates: [found.signed],
        }
      : null,
    after(found.validation, found.market, {
      code: 'VALIDATION_APRES_MARCHE',
      level: 'orange',
      text: 'La validation interne est postérieure à la mise sur le marché',
    }),
    after(found.lastBatch, found.gmpExpiry, {
      code: 'BPF_EXPIREES_AU_DERNIER_LOT',
      level: 'orange',
      text: 'Le certificat BPF avait expiré à la fabrication du dernier lot',
    }),
    ...found.late.map(({ id, due_on, days }) => ({
      code: 'EIG_HORS_DELAI',
      level: 'rouge' as const,
      text: `Effet indésirable grave à transmettre au plus tard le ${printDay(due_on)} : hors délai de ${counted(days, 'jour')} (article 23).`,
      about: id,
      dates: [{ label: 'Dernier jour pour transmettre', date: due_on, source: 'Suivi', typed_at: null }],
    })),
    ...found.rules.map(({ date, text, about }) => ({
      code: 'REGLE_A_VENIR',
      level: 'orange' as const,
      text,
      about,
      dates: [{ label: 'Règle à venir', date, source: 'Corpus réglementaire', typed_at: null }],
    })),
  ];
  return lines
    .filter((line) => line !== null)
    .toSorted((a, b) => Number(a.level !== 'rouge') - Number(b.level !== 'rouge'));
}

/** Told of what is on the market while a fact that should precede it is not there. */
function soldWithout(
  { isSold, market }: Pick<Chronicle, 'isSold' | 'market'>,
  first: Fact,
  told: Omit<Chronicled, 'dates' | 'about'>,
): Chronicled | null {
  if (!isSold || !market || first) return null;
  return {
    ...told,
    text: `Sur le marché depuis le ${printDay(market.date)}, ${told.text}.`,
    about: `${market.label} ${market.date}`,
    dates: [market],
  };
}

/** Told when the first fact is later than the second, which it should precede. */
function after(first: Fact, second: Fact, told: Omit<Chronicled, 'dates' | 'about'>): Chronicled | null {
  if (!first || !second || first.date <= second.date) return null;
  return {
    ...told,
    text: `${told.text} : ${printDay(first.date)}, ${printDay(second.date)}.`,
    about: `${first.label} ${first.date}`,
    dates: [first, second],
  };
}
