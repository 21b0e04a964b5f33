import { addDays } from 'date-fns/addDays';
import type { DOCUMENT_KINDS } from '#shared/attachments/attachment.contract.ts';
import type { AnchorKind } from '#shared/comments/comment.contract.ts';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import type { AssessmentValues } from '#shared/control/assessment.fields.ts';
import type { Claim } from '#shared/control/claims.contract.ts';
import type { DetergentValues } from '#shared/detergents/detergent.contract.ts';
import type { ExposureInput } from '#shared/exposure/exposure.contract.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import type { LotValues } from '#shared/lots/lot.fields.ts';
import type { ProductValues } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.status.ts';
import type { ConformityInput } from '#shared/regulation/regulation.contract.ts';
import type { RequestInput } from '#shared/requests/request.contract.ts';
import type { StudyValues } from '#shared/studies/study.contract.ts';
import type { SubstanceInput } from '#shared/substances/substance.contract.ts';
import story from './story.json' with { type: 'json' };

/** A piece of the file, as a page of words. */
export interface StoryFile {
  field_key: string;
  name: string;
  kind: (typeof DOCUMENT_KINDS)[number] | null;
  issued_on: string | null;
  lines: readonly string[];
  /** Its lines are those of part B, as the assessor wrote it. */
  isPartB?: true;
  /** A report about this substance: it stands under it. */
  of?: string;
}

export interface StoryProduct {
  status: ProductStatus;
  /** A cosmetic unless said otherwise. */
  kind?: ProductKind;
  values: Partial<{ [Name in keyof ProductValues]: string }>;
  /** Its list of ingredients is a table too. */
  inTable?: true;
  formulaFile?: { name: string; text: string };
  /** What its file says beside the form. */
  conformity?: Partial<ConformityInput>;
  exposure?: Partial<ExposureInput>;
  /** What a cleaning product says beside its form, and what its UFI is made of. */
  detergent?: Partial<DetergentValues>;
  ufi?: { tva: string; numero_formule: number };
  /** Written and signed by the assessor. */
  assessment?: Partial<AssessmentValues> & { signed_on: string };
  claims?: readonly (Claim & { file: StoryFile })[];
  files?: readonly StoryFile[];
  /** What is known of it since it is sold. */
  lots?: readonly LotValues[];
  studies?: readonly StudyValues[];
  /** What people say of it, and what is asked of who reads it again. */
  comments?: readonly { anchor: { kind: AnchorKind; key: string }; body: string }[];
  review?: { note: string };
  /** The day from which the formula is this one. */
  establishedOn?: string;
}

export interface Story {
  substances: readonly (Pick<SubstanceInput, 'inci' | 'cas' | 'functions'> & Partial<SubstanceInput>)[];
  /** The perfume of the line « Parfum », with the allergens of its certificate in percents of it. */
  perfume: { trade_name: string; supplier: string; perfume_code: string; allergens: Record<string, number> };
  /** Of the sheets that come with substances and perfume. */
  sheets_on: string;
  products: readonly StoryProduct[];
  /** What is asked of the supplier of the perfume, not sent yet. */
  request: Omit<RequestInput, 'items'> & { items: readonly Omit<RequestInput['items'][number], 'for'>[] };
}

/**
 * The example story: a small house in Angers and its six products, from an empty sheet to a validated dossier, and a laundry liquid of another firm. People,
 * firms and references are invented; figures of real substances name the opinion they come from. The services check it as
 * it is loaded. Its days are counted from the one on which it is loaded (`{D-45}`), so that a piece is never out of date
 * and nothing is written after the sale: alone they are `YYYY-MM-DD`, inside a text `dd/MM/yyyy`.
 */
export function storyOf(today: Date): Story {
  const day = (from: string | undefined): string => dayOf(addDays(today, Number(from ?? 0)));
  return JSON.parse(
    JSON.stringify(story)
      .replace(/"\{D([+-]\d+)?\}"/g, (_, from) => `"${day(from)}"`)
      .replace(/\{D([+-]\d+)?\}/g, (_, from) => printDay(day(from))),
  ) as Story;
}

export const DEMO_PASSWORD = 'demonstration';
export const DEMO_ACCOUNTS = [
  { email: 'admin@demo.diplo', role: 'admin', name: 'Marc Rivière' },
  { email: 'claire@demo.diplo', role: 'editor', name: 'Claire Aubry' },
  { email: 'lecture@demo.diplo', role: 'viewer', name: 'Inès Morel' },
] as const;
