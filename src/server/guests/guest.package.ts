import { Readable } from 'node:stream';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { dayOf, printInstant } from '#shared/fields/date.ts';
import { safeName } from '#shared/fields/file.name.ts';
import type { GuestFile, GuestSection } from '#shared/guests/guest.contract.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import type { Actor, GuestLink } from '../caller.ts';
import type { DossierSheet, SheetCell } from '../documents/document.service.ts';
import { type FileAnswer, givenAnswer, workbookAnswer } from '../http/file.ts';
import type { GuestDependencies } from './guest.service.ts';
import { labelOf, type Shown } from './guest.view.ts';

const HOUR_MS = 3_600_000;
const FOLDER = 'pieces';

interface Packaging {
  read: (link: GuestLink) => Promise<{
    productId: string;
    shown: Shown;
    owned: Attachment[];
    pieces: GuestFile['pieces'];
    sections: GuestSection[];
  }>;
  productOf: (link: GuestLink) => string;
  note: (action: 'guest.package', by: Actor, productId: string, label: string) => Promise<unknown>;
}

/** The same to take away, each time anew. */
export function createPackaging(
  { attachments, dossiers, tries, clock }: GuestDependencies,
  { read, productOf, note }: Packaging,
) {
  return {
    /** The same to take away. @throws 429 */
    async package(link: GuestLink, format: 'pdf' | 'xlsx' | 'zip', by: Actor): Promise<FileAnswer> {
      const productId = productOf(link);
      await tries.countWithin(`guest package ${link.id}`, { count: GUEST_LIMITS.packages, windowMs: HOUR_MS });
      return tries.inTurn('guest package', { atOnce: 1, waiting: 8 }, async () => {
        const { shown, owned, pieces, sections } = await read(link);
        const label = labelOf(shown);
        await note('guest.package', by, productId, `${label}, ${format}`);
        const name = `Document_de_travail_${safeName(label)}_${dayOf(clock())}`;
        const subtitle = [
          'Document de travail : ce n’est pas un dossier scellé.',
          `Préparé pour ${link.name}, le ${printInstant(clock().toISOString())} (Paris)`,
        ];
        const rows = (): SheetCell[][] => [[label], ...subtitle.map((line) => [line]), ...sections.flatMap(cellsOf)];
        if (format === 'xlsx') return workbookAnswer(await dossiers.working.workbook(rows()), name);
        const ids = await attachments.fileIdsOf(link.pieces);
        const chosen = pieces.flatMap(({ n, title }) => {
          const file = owned.find(({ id }) => id === link.pieces[n - 1]);
          return file
            ? [
                {
                  fileId: ids.get(file.id) ?? '',
                  path: `${FOLDER}/${String(n).padStart(2, '0')}-${safeName(file.file_name)}`,
                  title,
                  sha256: file.sha256,
                  size: file.size,
                  piece_date: file.issued_on,
                  added_at: file.created_at,
                },
              ]
            : [];
        });
        const pdf = await dossiers.working.pdf({
          title: label,
          subtitle,
          sheets: sections.map(sheetOf),
          section: 'Pièces',
          pieces: chosen,
        });
        if (format === 'pdf') return givenAnswer({ stream: Readable.from([pdf]), size: pdf.length }, `${name}.pdf`);
        const workbook = await dossiers.working.workbook(rows());
        return {
          stream: dossiers.working.zip(
            [
              { path: 'document-de-travail.pdf', bytes: pdf },
              { path: 'document-de-travail.xlsx', bytes: workbook },
            ],
            chosen,
          ),
          size: null,
          mimeType: 'application/zip',
          fileName: `${name}.zip`,
          disposition: 'attachment',
        };
      });
    },
  };
}

const cellsOf = ({ title, notes, rows, table }: GuestSection): SheetCell[][] => [
  [],
  [title],
  ...notes.map((text) => [text]),
  ...rows.map(({ label, value }) => [label, value]),
  ...(table ? [table.head, ...table.rows] : []),
];

/** A row of a table is a line: its first cell, then what the others say. */
const sheetOf = ({ title, notes, rows, table }: GuestSection): DossierSheet => ({
  title,
  lines: [
    ...notes.map((text) => ({ text })),
    ...rows.map(({ label, value }) => ({ text: label, ...(value ? { detail: value } : {}) })),
    ...(table?.rows ?? []).map((cells) => {
      const said = cells.flatMap((cell, index) => (cell === '' ? [] : [`${table?.head[index] ?? ''} : ${cell}`]));
      return { text: said[0] ?? '', ...(said.length > 1 ? { detail: said.slice(1).join(' ; ') } : {}) };
    }),
  ],
});
