import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Attachment, listAttachments, listRemovedAttachments } from '#shared/attachments/attachment.contract.ts';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import { resultsAt, SLOTS, type Slot, slotLabel } from '#shared/control/slots.ts';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import { getConformity } from '#shared/regulation/regulation.contract.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useProduct } from '../products/useProduct.ts';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { FileActs, FileLine } from './FileLine.tsx';
import { Expiry, sayPiece } from './PieceFields.tsx';
import { RemovedPieces } from './RemovedPieces.tsx';
import { useFileActs } from './useFileActs.tsx';

/** All the pieces of a product, place by place, each once however many places it stands at. */
export function ProductShelf() {
  const product = useProduct();
  const { id } = product;
  const conformity = useQuery(queryOf(getConformity, { params: { id } }));
  const mayWrite = useMay('write');
  const isNarrow = useMediaQuery('(max-width: 1199.95px)', { noSsr: true });
  const { act } = useAction();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(queryOf(listAttachments, { params: { productId: id } }));
  const { ask, dialogs } = useFileActs((work) =>
    act(
      async () => {
        await work();
        for (const one of [listAttachments, listRemovedAttachments])
          await client.invalidateQueries({ queryKey: queryOf(one, { params: { productId: id } }).queryKey });
      },
      { refresh: ['products'] },
    ),
  );
  if (isPending) return <Loading label="Chargement des pièces…" />;
  if (error && !data)
    return (
      <LoadError
        message="Les pièces n’ont pas pu être chargées."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const files = data.data;
  if (files.length === 0)
    return (
      <>
        <Empty
          title="Aucune pièce"
          text="Les rapports du laboratoire se joignent à la fiche et à ce que le dossier dit à côté d’elle : ils se retrouvent tous ici, avec leur date et leur échéance."
        />
        <RemovedPieces productId={id} />
      </>
    );
  const values = { ...conformity.data?.data, ...product } as unknown as Readonly<Record<string, FieldValue>>;
  const rows = placesOf(files).map((place) => ({ ...place, found: resultsAt(place.slot, values) }));
  const props = {
    mayWrite,
    onRead: (file: Attachment) => ask('read', file),
    onDescribe: (file: Attachment) => ask('describe', file),
    onRemove: (file: Attachment) => ask('remove', file),
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ReadOnlyNote what="les pièces" />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography>{`${counted(files.length, 'pièce')}, place par place.`}</Typography>
        {mayWrite && (
          <Button component={Link} to={`/products/${id}/edit`} size="small" sx={{ ml: 'auto' }}>
            Joindre à une étape de la fiche
          </Button>
        )}
      </Box>
      {isNarrow ? <Lines rows={rows} {...props} /> : <Rows rows={rows} {...props} />}
      <RemovedPieces productId={id} />
      {dialogs}
    </Box>
  );
}

interface Place {
  slot: Pick<Slot, 'key' | 'label' | 'results'>;
  files: readonly Attachment[];
}

/** Each place that holds something; those of claims and of earlier releases last. */
function placesOf(files: readonly Attachment[]): Place[] {
  const known = new Set(SLOTS.map(({ key }) => key));
  const others = [...new Set(files.flatMap(({ field_key, also }) => [field_key, ...also]))]
    .filter((key) => !known.has(key))
    .map((key) => ({ key, label: slotLabel(key) }));
  return [...SLOTS, ...others].flatMap((slot) => {
    const here = files.filter((file) => standsAt(file, slot.key));
    return here.length > 0 ? [{ slot, files: here }] : [];
  });
}

interface ListProps {
  /** Each place with what was found there. */
  rows: readonly (Place & { found: string })[];
  mayWrite: boolean;
  onRead: (file: Attachment) => void;
  onDescribe: (file: Attachment) => void;
  onRemove: (file: Attachment) => void;
}

function Rows({ rows, mayWrite, onRead, onDescribe, onRemove }: ListProps) {
  return (
    <Card sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label="Pièces du dossier">
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: '18%' }}>Essai ou document</TableCell>
            <TableCell sx={{ width: '24%' }}>Résultat</TableCell>
            <TableCell sx={{ width: '28%' }}>Pièce</TableCell>
            <TableCell sx={{ width: 110 }}>Date</TableCell>
            <TableCell sx={{ width: 110 }}>Échéance</TableCell>
            <TableCell sx={{ width: 150 }} aria-label="Actions" />
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.flatMap(({ slot, files, found }) =>
            files.map((file, index) => {
              const name = file.alias ?? file.file_name;
              return (
                <TableRow key={`${slot.key}${file.id}`} hover>
                  <TableCell sx={{ verticalAlign: 'top' }}>{index === 0 ? slot.label : ''}</TableCell>
                  <TableCell sx={{ verticalAlign: 'top' }}>{index === 0 ? found : ''}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                    {name}
                    {file.kind && (
                      <Typography component="div" color="textSecondary" sx={{ fontSize: '0.82rem' }}>
                        {file.kind}
                      </Typography>
                    )}
                    {file.field_key !== slot.key && (
                      <Typography component="div" color="textSecondary" sx={{ fontSize: '0.82rem' }}>
                        {`Rangé aussi à « ${slotLabel(file.field_key)} »`}
                      </Typography>
                    )}
                  </TableCell>
                  <TableCell sx={{ verticalAlign: 'top' }}>{file.issued_on ? printDay(file.issued_on) : ''}</TableCell>
                  <TableCell sx={{ verticalAlign: 'top' }}>
                    <Expiry expires_on={file.expires_on} />
                  </TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap', textAlign: 'right', verticalAlign: 'top', py: 0.25 }}>
                    <FileActs
                      file={file}
                      onRead={() => onRead(file)}
                      {...(mayWrite ? { onDescribe: () => onDescribe(file), onRemove: () => onRemove(file) } : {})}
                    />
                  </TableCell>
                </TableRow>
              );
            }),
          )}
        </TableBody>
      </Table>
    </Card>
  );
}

function Lines({ rows, mayWrite, onRead, onDescribe, onRemove }: ListProps) {
  return rows.map(({ slot, files, found }) => (
    <Box component="section" key={slot.key} aria-label={slot.label}>
      <Typography variant="h3">{slot.label}</Typography>
      {found && <Typography color="textSecondary">{found}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {files.map((file) => (
          <FileLine
            key={file.id}
            file={file}
            detail={sayPiece(file)}
            onRead={() => onRead(file)}
            {...(mayWrite ? { onDescribe: () => onDescribe(file), onRemove: () => onRemove(file) } : {})}
          />
        ))}
      </Box>
    </Box>
  ));
}
