import { Readable } from 'node:stream';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import { printMargins } from '#shared/exposure/exposure.print.ts';
import { writerOf } from '#shared/fields/writer.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { answeredBy, printLaw } from '#shared/regulation/regulation.print.ts';
import { templateData } from '#shared/templates/placeholders.ts';
import { otherKindWarning } from '#shared/templates/template.kind.ts';
import { languageNote } from '#shared/templates/template.language.ts';
import type { Actor } from '../caller.ts';
import { atOneMoment, bothInOrder } from '../db/moment.ts';
import { isPicture, type Picture } from '../documents/document.service.ts';
import type { FileAnswer } from '../http/file.ts';
import { fileNameOf, PDF_MIME, pdfName } from './generation.names.ts';
import type { GenerationsDependencies } from './generation.service.ts';

interface FillInput {
  template_id: string;
  product_id: string;
  /** Tells what is empty: for reading only. */
  markEmpty?: boolean;
  by: Actor;
}

/** A picture that a document may take in (bytes). */
const PICTURE_BYTES = 10 * 1024 * 1024;

/** Files under one key that are looked at for a picture, the newest first. */
const PICTURES_TRIED = 5;

/** Fills a template with what a product says. */
export function createFilling({
  files,
  documents,
  products,
  formulas,
  regulation,
  exposures,
  control,
  attachments,
  templates,
  clock,
}: GenerationsDependencies) {
  /** The picture that was attached last under this key: by its content, never by its name. */
  const pictureOf = async (attached: readonly Attachment[], key: string): Promise<Picture | null> => {
    const candidates = attached
      .filter((file) => standsAt(file, key) && file.size <= PICTURE_BYTES)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
      .slice(0, PICTURES_TRIED);
    const fileIds = await attachments.fileIdsOf(candidates.map(({ id }) => id));
    for (const { id, alias, file_name } of candidates) {
      const bytes = await files.read(fileIds.get(id) ?? '');
      if (isPicture(bytes)) return { bytes, name: alias ?? file_name };
    }
    return null;
  };

  /** What a template and a product are now, as its document is told of them. */
  const gather = async ({ template_id, product_id, by }: Omit<FillInput, 'markEmpty'>) => {
    const now = clock();
    // What cannot be filled is told first.
    const [template, [product, margins, attached, { rinse }, verdicts, nameOf, printed]] = await bothInOrder(
      templates.source(template_id),
      Promise.all([
        products.get(product_id),
        exposures.margins(product_id),
        attachments.listOf({ type: 'product', id: product_id }),
        control.conformity(product_id),
        regulation.verdicts(product_id, {}),
        control.names(),
        control.printed(product_id),
      ]),
    );
    const writer = writerOf(template.language);
    const { data: file, stamp } = await printed({ model: template.sha256, writer });
    const data = templateData({
      values: product,
      status: product.status,
      progression: product.progression,
      attachments: attached,
      formula: await formulas.printed(product_id, { rinse: rinse === 'rince', writer }),
      law: printLaw(
        verdicts.map((one) => answeredBy(one, nameOf)),
        writer,
      ),
      margins: printMargins(margins, writer),
      control: file,
      template,
      author: by.email ?? '',
      now,
    });
    return { template, product, margins, attached, data, stamp, now };
  };

  /** A template filled with a product, as they are now. */
  const fill = async ({ markEmpty = false, ...draft }: FillInput) => {
    const { attached, data, ...found } = await atOneMoment(() => gather(draft));
    const { template, product, now } = found;
    const otherKind = otherKindWarning(template.names, product.type_produit);
    const withoutPicture: string[] = [];
    const { docx, warnings } = await documents.fill(template.bytes, data, {
      markEmpty,
      language: template.language,
      properties: {
        title: [productLabel(product), product.ref_formule, template.name].filter(Boolean).join(', '),
        created: now.toISOString(),
      },
      pictures: async (keys) => {
        const found = new Map<string, Picture>();
        for (const key of keys) {
          const picture = await pictureOf(attached, key);
          if (picture) found.set(key, picture);
          else withoutPicture.push(`Aucune image PNG ou JPEG n’est jointe sous « ${key} » : son cadre reste vide.`);
        }
        return found;
      },
    });
    return {
      ...found,
      docx,
      warnings: [
        ...[otherKind, languageNote(template.language)].filter((said) => said !== null),
        ...warnings,
        ...withoutPicture,
      ],
    };
  };

  return {
    fill,

    /** What a template would give of a product, as a PDF. Nothing is kept. */
    async tryTemplate(input: {
      template_id: string;
      product_id: string;
      markEmpty: boolean;
      by: Actor;
    }): Promise<FileAnswer> {
      const { template, product, now, docx } = await fill(input);
      const pdf = await documents.toPdf(docx, 'preview');
      return {
        stream: Readable.from(pdf),
        size: pdf.length,
        mimeType: PDF_MIME,
        fileName: pdfName(fileNameOf(product, { now, template })),
        disposition: 'inline',
      };
    },
  };
}

export type Filling = ReturnType<typeof createFilling>;
