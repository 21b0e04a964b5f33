import { Readable } from 'node:stream';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { dayOf, printDay, printInstant } from '#shared/fields/date.ts';
import { safeName } from '#shared/fields/file.name.ts';
import type { GuestFile, GuestSection } from '#shared/guests/guest.contract.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import type { Actor, GuestLink } from '../caller.ts';
import type { DossierSheet, SheetCell } from '../documents/document.service.ts';
import { notFound } from '../errors.ts';
import { type FileAnswer, workbookAnswer } from '../http/file.ts';
import type { GuestDependencies } from './guest.service.ts';
import * as store from './guest.store.ts';
import { labelOf, piecesOf, type Shown, sectionsOf } from './guest.view.ts';
import { digestOf } from './guest.words.ts';

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
function createPackaging(
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
        if (format === 'pdf')
          return {
            stream: Readable.from([pdf]),
            size: pdf.length,
            mimeType: 'application/octet-stream',
            fileName: `${name}.pdf`,
            disposition: 'attachment',
          };
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

/** What a guest reads: which product is said by the link alone. */
export function createGuestReading(deps: GuestDependencies) {
  const { db, attachments, files, control, effects, dossiers, audit, stampNow } = deps;
  /** @throws 404 for the link of a request */
  const productOf = (link: GuestLink): string => {
    if (link.productId === null) throw notFound('produit');
    return link.productId;
  };
  const note = (action: 'guest.read' | 'guest.piece' | 'guest.package', by: Actor, productId: string, label: string) =>
    audit.note({ action, by, object: { type: 'guest', id: productId, label } });

  const shownOf = async (productId: string): Promise<Shown> => {
    const { known, found } = await dossiers.lookAt(productId);
    const isCosmetic = known.cleaning === null;
    return {
      known,
      control: found,
      claims: isCosmetic ? (await control.claims(productId)).claims : [],
      effects: isCosmetic ? (await effects.summary(productId)).texte : null,
    };
  };
  const ownPieces = async (link: GuestLink, productId: string) => {
    const owned = await attachments.listOf({ type: 'product', id: productId });
    return { owned, shown: piecesOf(owned, link.pieces) };
  };

  const sentBy = async (link: GuestLink): Promise<GuestFile['sent']> => [
    ...(await store.listGiven(db, [link.id])).map(({ file_name, created_at, state }) => ({
      title: file_name,
      at: created_at,
      state: state === 'filed' ? 'Classé' : 'Reçu',
    })),
    ...(await store.listSignatures(db, [link.id])).map(({ signed_on, at, state }) => ({
      title: `Signature du ${printDay(signed_on)}`,
      at,
      state: SIGNATURE_STATES[state as keyof typeof SIGNATURE_STATES] ?? state,
    })),
  ];

  const read = async (link: GuestLink) => {
    const productId = productOf(link);
    const shown = await shownOf(productId);
    const { owned, shown: pieces } = await ownPieces(link, productId);
    return { productId, shown, owned, pieces, sections: sectionsOf(shown, link) };
  };

  return {
    productOf,

    async product(link: GuestLink, by: Actor): Promise<GuestFile> {
      // Before what is read: a change between the two is one that was not shown.
      const stamp = digestOf(await stampNow(productOf(link)));
      const { productId, shown, pieces, sections } = await read(link);
      await note('guest.read', by, productId, labelOf(shown));
      await store.update(db, link.id, { shown: stamp });
      return {
        stamp,
        label: labelOf(shown),
        kind: shown.known.product.type_produit,
        sections,
        pieces,
        sent: await sentBy(link),
      };
    },

    /** @param asked a number of the list: never the id of a file */
    async piece(link: GuestLink, asked: string, by: Actor): Promise<FileAnswer> {
      const productId = productOf(link);
      const { owned, shown } = await ownPieces(link, productId);
      const found = /^\d{1,4}$/.test(asked) ? shown.find(({ n }) => n === Number(asked)) : undefined;
      const file = found && owned.find(({ id }) => id === link.pieces[found.n - 1]);
      if (!file) throw notFound('document');
      const fileId = (await attachments.fileIdsOf([file.id])).get(file.id) ?? '';
      await note('guest.piece', by, productId, file.alias ?? file.file_name);
      return {
        ...(await files.open(fileId)),
        // Never what the sender declared: a browser must not run it.
        mimeType: 'application/octet-stream',
        fileName: file.file_name,
        disposition: 'attachment',
      };
    },
    ...createPackaging(deps, { read, productOf, note }),
  };
}

const SIGNATURE_STATES = { waiting: 'Reçue', recorded: 'Enregistrée', refused: 'Écartée' } as const;

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
