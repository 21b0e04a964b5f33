import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link, useParams } from 'react-router';
import type { BodyInputOf } from '#shared/contract/endpoint.ts';
import { printInstant } from '#shared/fields/date.ts';
import { getImport, mapImport, type SheetImport } from '#shared/imports/import.contract.ts';
import { ApiError, callForReply } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import type { Reply } from '../api/reply.ts';
import { useAction } from '../api/useAction.ts';
import { Empty, LoadError, Loading, Page } from '../ui/Page.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportLayout } from './ImportLayout.tsx';
import { ImportRows } from './ImportRows.tsx';
import { OldFiles } from './OldFiles.tsx';

type Said = BodyInputOf<typeof mapImport>;
/** What a person says of the file, or of what it is by then. */
export type Saying = Said | ((file: SheetImport) => Said);

/** How often to ask for files that are being read (ms). */
const FOLLOW_MS = 1_500;

/** What was given to be read: a file of products, or old files. */
export function ImportPage() {
  const { id = '' } = useParams();
  const query = queryOf(getImport, { params: { id } });
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => {
      const found = state.data?.data;
      return found?.kind === 'documents' && found.documents.some((one) => one.state === 'waiting') ? FOLLOW_MS : false;
    },
  });
  if (isPending) return <Loading label="Chargement du fichier…" />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 403))
    return (
      <Empty
        alone
        title={error.status === 404 ? 'Ce fichier n’est plus là' : 'Ce fichier est à une autre personne'}
        text={
          error.status === 404
            ? 'Un fichier donné à lire est gardé sept jours : redonnez-le pour l’importer.'
            : error.message
        }
        action={<Back />}
      />
    );
  if (!data)
    return (
      <Page title="Import">
        <LoadError
          message="Ce fichier n’a pas pu être chargé."
          {...(error ? { detail: error.message } : {})}
          onRetry={() => void refetch()}
        />
      </Page>
    );
  const found = data.data;
  return (
    <Page
      title={found.file_name}
      subtitle={`Lu le ${printInstant(found.created_at)}, gardé jusqu’au ${printInstant(found.expires_at)}. Rien n’est enregistré avant votre accord.`}
      actions={<Back />}
    >
      {found.kind === 'sheet' ? <SheetFile found={found} /> : <OldFiles found={found} />}
    </Page>
  );
}

/** A file of products: what its columns are, and line by line what would be written. */
function SheetFile({ found }: { found: SheetImport }) {
  const client = useQueryClient();
  const { act, busy } = useAction();
  const line = useRef<Promise<void>>(Promise.resolve());
  const { queryKey } = queryOf(getImport, { params: { id: found.id } });
  /** One after the other, each over what the last one was answered: nothing is disabled meanwhile, and the focus stays. */
  const say = (said: Saying): void => {
    line.current = line.current.then(async () => {
      const now = client.getQueryData<Reply<SheetImport>>(queryKey);
      const body = typeof said === 'function' ? said(now?.data ?? found) : said;
      const headers: Record<string, string> = now?.etag ? { 'If-Match': now.etag } : {};
      const next = await act(() => callForReply(mapImport, { params: { id: found.id }, body, headers }));
      if (next) client.setQueryData(queryKey, next);
      else await client.invalidateQueries({ queryKey });
      await client.invalidateQueries({ queryKey: ['imports', '/imports/{id}/plan'] });
    });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <ImportLayout file={found} onSay={say} />
      {found.columns.length > 0 && <ImportColumns file={found} onSay={say} />}
      {found.columns.length > 0 && <ImportRows file={found} busy={busy} />}
    </Box>
  );
}

const Back = () => (
  <Button component={Link} to="/automation" startIcon={<ArrowLeft size={18} />}>
    Importer
  </Button>
);
