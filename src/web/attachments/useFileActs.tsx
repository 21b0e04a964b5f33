import type { ReactNode } from 'react';
import { useState } from 'react';
import { type Attachment, removeAttachment, updateAttachment } from '#shared/attachments/attachment.contract.ts';
import { slotLabel } from '#shared/control/slots.ts';
import { call } from '../api/client.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DescribeDialog } from './DescribeDialog.tsx';
import { ReadDialog } from './ReadDialog.tsx';

type Asked = { what: 'read' | 'describe' | 'remove'; file: Attachment } | null;

/**
 * What can be done with a file of a product, and the dialogs it takes.
 * @param change does what was asked, and says what became of it
 */
export function useFileActs(change: (work: () => Promise<unknown>) => Promise<unknown>): {
  ask: (what: NonNullable<Asked>['what'], file: Attachment) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>(null);
  const close = (): void => setAsked(null);
  const file = asked?.file;
  const removed = asked?.what === 'remove' ? asked.file : null;
  return {
    ask: (what, one) => setAsked({ what, file: one }),
    dialogs: (
      <>
        {file && asked.what === 'read' && <ReadDialog file={file} onClose={close} />}
        {file && asked.what === 'describe' && (
          <DescribeDialog
            file={file}
            onClose={close}
            onDescribe={async (told) => {
              const saved = await call(updateAttachment, { params: { id: file.id }, body: told });
              close();
              await change(async () => saved);
            }}
          />
        )}
        <ConfirmDialog
          open={removed !== null}
          title="Retirer ce fichier ?"
          text={removed ? lossOf(removed) : ''}
          confirmLabel="Retirer"
          danger
          onCancel={close}
          onConfirm={() => {
            close();
            if (removed) void change(() => call(removeAttachment, { params: { id: removed.id } }));
          }}
        />
      </>
    ),
  };
}

/** What a product loses with a file: each of the places where it stands. */
const lossOf = ({ alias, file_name, field_key, also }: Attachment): string => {
  const name = `« ${alias ?? file_name} »`;
  if (also.length === 0) return `${name} ne sera plus joint à ce produit.`;
  const places = [field_key, ...also].map((key) => `« ${slotLabel(key)} »`);
  return `${name} est rangé à ${places.length} emplacements, qui le perdent tous : ${places.join(', ')}.`;
};
