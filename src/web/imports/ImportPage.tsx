import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { BodyInputOf } from '#shared/contract/endpoint.ts';
import { printInstant } from '#shared/fields/date.ts';
import { getImport, mapImport } from '#shared/imports/import.contract.ts';
import { ApiError, callForReply } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { Empty, LoadError, Loading, Page } from '../ui/Page.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportLayout } from './ImportLayout.tsx';
import { ImportRows } from './ImportRows.tsx';

export type Said = BodyInputOf<typeof mapImport>;

/** A file of products: what its columns are, and line by line what would be written. */
export function ImportPage() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const query = queryOf(getImport, { params: { id } });
  const { data, error, isPending, refetch } = useQuery(query);
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
  const say = async (said: Said): Promise<void> => {
    const next = await act(() =>
      callForReply(mapImport, { params: { id }, body: said, headers: data.etag ? { 'If-Match': data.etag } : {} }),
    );
    if (next) client.setQueryData(query.queryKey, next);
    else void refetch();
    void client.invalidateQueries({ queryKey: ['imports', '/imports/{id}/plan'] });
  };
  return (
    <Page
      title={found.file_name}
      subtitle={`Lu le ${printInstant(found.created_at)}, gardé jusqu’au ${printInstant(found.expires_at)}. Rien n’est encore enregistré.`}
      actions={<Back />}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <ImportLayout file={found} busy={busy} onSay={say} />
        {found.columns.length > 0 && <ImportColumns file={found} busy={busy} onSay={say} />}
        {found.columns.length > 0 && <ImportRows file={found} busy={busy} />}
      </Box>
    </Page>
  );
}

const Back = () => (
  <Button component={Link} to="/automation" startIcon={<ArrowLeft size={18} />}>
    Importer
  </Button>
);
