import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  getRequest,
  listRequests,
  REQUEST_STATES,
  type RequestLetter,
  type RequestState,
  type SupplierRequest,
} from '#shared/requests/request.contract.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { ListSearch } from '../ui/ListSearch.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { LetterDialog } from './LetterDialog.tsx';
import { RequestCard } from './RequestCard.tsx';
import { RequestDialog } from './RequestDialog.tsx';

const PAGE = 20;

/** Requests to suppliers; of one product, those of it and of its raw materials. */
export function RequestList({ productId }: { productId: string | null }) {
  const mayWrite = useMay('write');
  const [search, setSearch] = useSearchParams();
  const [state, setState] = useState<RequestState | ''>('');
  const [supplier, setSupplier] = useState('');
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<SupplierRequest | 'new' | null>(null);
  const [letter, setLetter] = useState<RequestLetter | null>(null);
  const wanted = productId === null ? search.get('id') : null;
  const { data, error, refetch } = useQuery({
    ...queryOf(listRequests, {
      query: {
        page: String(page),
        size: String(PAGE),
        ...(state ? { state } : {}),
        ...(supplier ? { search: supplier } : {}),
        ...(productId ? { product_id: productId } : {}),
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  // What a finding or a notice leads to stands first, whatever the page.
  const one = useQuery({
    ...queryOf(getRequest, { params: { id: wanted ?? '' } }),
    enabled: wanted !== null,
    staleTime: 0,
  });
  if (error && !data)
    return (
      <LoadError message="Les demandes n’ont pas pu être lues." detail={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <Loading label="Lecture des demandes…" />;
  const first = wanted === null ? undefined : one.data?.data;
  const rows = [...(first ? [first] : []), ...data.data.filter(({ id }) => id !== first?.id)];
  const total = data.total ?? rows.length;
  const isNothing = total === 0 && state === '' && supplier === '';
  const add = mayWrite && (
    <Button variant="contained" startIcon={<MailPlus size={18} />} onClick={() => setEditing('new')}>
      Nouvelle demande
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!isNothing && (
        <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <ListSearch
            label="Chercher un fournisseur"
            value={supplier}
            onSearch={(text) => {
              setSupplier(text);
              setPage(1);
            }}
          />
          <TextField
            select
            size="small"
            label="État"
            fullWidth={false}
            value={state}
            sx={{ minWidth: 180 }}
            onChange={(event) => {
              setState(event.target.value as RequestState | '');
              setPage(1);
              if (wanted !== null) setSearch({}, { replace: true });
            }}
          >
            <MenuItem value="">Tous</MenuItem>
            {Object.entries(REQUEST_STATES).map(([name, label]) => (
              <MenuItem key={name} value={name}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          <Box sx={{ ml: { sm: 'auto' } }}>{add}</Box>
        </Box>
      )}
      {rows.length === 0 && (
        <Empty
          title={isNothing ? 'Aucune demande' : 'Aucune demande ne correspond'}
          {...(isNothing
            ? {
                text: 'FDS, certificats IFRA, attestations : demandez-les une fois, et laissez Diplo relancer. Ce qui arrive attend votre accord avant d’être joint.',
                action: add,
              }
            : {})}
        />
      )}
      {rows.map((request) => (
        <RequestCard
          key={request.id}
          request={request}
          isOpen={request.id === wanted}
          onEdit={() => setEditing(request)}
          onLetter={setLetter}
        />
      ))}
      {total > PAGE && (
        <Pagination
          count={Math.ceil(total / PAGE)}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ justifySelf: 'center' }}
          aria-label="Pages des demandes"
        />
      )}
      {editing && (
        <RequestDialog
          request={editing === 'new' ? null : editing}
          productId={productId}
          onClose={() => setEditing(null)}
        />
      )}
      {letter && <LetterDialog letter={letter} onClose={() => setLetter(null)} />}
    </Box>
  );
}
