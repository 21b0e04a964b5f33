import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { type Attachment, listAttachments, readAttachment } from '#shared/attachments/attachment.contract.ts';
import { printInstant } from '#shared/fields/date.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FORMULA_KEY, STEP_LIST } from '#shared/products/product.fields.ts';
import { download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { ReadDialog } from '../attachments/ReadDialog.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';
import { printSize } from '../ui/format.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

/** In which step of the form a file is attached; the others come last. */
const stepOf = ({ field_key }: Attachment): number => {
  const index = STEP_LIST.findIndex(({ key }) => key === field_key);
  return index === -1 ? STEP_LIST.length : index;
};

/** « PDF », « XLSX »: what people call the kind of a file, by its name. */
const kindOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'Fichier';

/** The files of a product, by step. */
export function ProductFiles({ product: { id } }: { product: Product }) {
  const [reading, setReading] = useState<Attachment | null>(null);
  const { act } = useAction();
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
              {shown.map((file) => {
                const name = file.alias ?? file.file_name;
                const title = STEP_LIST[stepOf(file)]?.title ?? 'Autre';
                return (
                  <ListItem key={file.id} divider disableGutters sx={{ gap: 1 }}>
                    <ListItemText
                      primary={name}
                      secondary={`${file.field_key === FORMULA_KEY ? 'Formule' : title}, ${printSize(file.size)}, ajouté le ${printInstant(file.created_at)}`}
                      sx={{ overflowWrap: 'anywhere' }}
                    />
                    <Chip size="small" variant="outlined" label={kindOf(file.file_name)} />
                    {/\.pdf$/i.test(file.file_name) && (
                      <Tooltip title="Lire">
                        <IconButton size="small" aria-label={`Lire ${name}`} onClick={() => setReading(file)}>
                          <Eye size={18} />
                        </IconButton>
                      </Tooltip>
                    )}
                    <Tooltip title="Télécharger">
                      <IconButton
                        size="small"
                        aria-label={`Télécharger ${name}`}
                        onClick={() => void act(() => download(readAttachment, { id: file.id }, file.file_name))}
                      >
                        <Download size={18} />
                      </IconButton>
                    </Tooltip>
                  </ListItem>
                );
              })}
            </List>
          )}
        </FirstRows>
      )}
      {reading && <ReadDialog file={reading} onClose={() => setReading(null)} />}
    </Card>
  );
}
