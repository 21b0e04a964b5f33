import Card from '@mui/material/Card';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Attachment, listAttachments } from '#shared/attachments/attachment.contract.ts';
import { kindOfSlot, slotLabel } from '#shared/control/slots.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { STEP_LIST } from '#shared/products/product.fields.ts';
import { queryOf } from '../api/query.ts';
import { FileLine } from '../attachments/FileLine.tsx';
import { sayPiece } from '../attachments/PieceFields.tsx';
import { ReadDialog } from '../attachments/ReadDialog.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

/** In which step of the form a file is attached; the others come last. */
const stepOf = ({ field_key }: Attachment): number => {
  const index = STEP_LIST.findIndex(({ key }) => key === field_key);
  return index === -1 ? STEP_LIST.length : index;
};

const placeOf = ({ field_key }: Attachment): string => slotLabel(field_key);

/** The files of a product, by step. */
export function ProductFiles({ product: { id } }: { product: Product }) {
  const [reading, setReading] = useState<Attachment | null>(null);
  const { data, error, isPending, refetch } = useQuery(queryOf(listAttachments, { params: { productId: id } }));
  const files = (data?.data ?? []).toSorted((a, b) => stepOf(a) - stepOf(b));
  return (
    <Card component="section" aria-labelledby="files-title" sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Typography variant="h2" id="files-title">
        Fichiers joints
      </Typography>
      {isPending ? (
        <Loading label="Chargement des fichiers…" />
      ) : error ? (
        <LoadError
          message="Les fichiers n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      ) : files.length === 0 ? (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          Aucun fichier n’est joint. Ceux du laboratoire se joignent à chaque étape de la fiche.
        </Typography>
      ) : (
        <FirstRows rows={files}>
          {(shown) => (
            <List dense disablePadding>
              {shown.map((file) => (
                <FileLine
                  key={file.id}
                  file={file}
                  detail={[
                    placeOf(file),
                    sayPiece({ ...file, kind: kindOfSlot(file.field_key) === file.kind ? null : file.kind }),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                  onRead={() => setReading(file)}
                />
              ))}
            </List>
          )}
        </FirstRows>
      )}
      {reading && <ReadDialog file={reading} onClose={() => setReading(null)} />}
    </Card>
  );
}
