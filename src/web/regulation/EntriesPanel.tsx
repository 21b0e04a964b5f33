import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import Pagination from '@mui/material/Pagination';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { ANNEXES, type Annex } from '#shared/regulation/export.read.ts';
import { listCorpora, listEntries } from '#shared/regulation/regulation.contract.ts';
import { queryOf } from '../api/query.ts';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import { EntryDialog } from './EntryDialog.tsx';

const PAGE = 50;
/** Rest of the typing before the server is asked (ms). */
const REST_MS = 120;

const compact = (text: string): string => text.trim().replace(/\n\s*\n/g, '\n');

/** All entries, as quick as typing. */
export function EntriesPanel() {
  const [typed, setTyped] = useState('');
  const [annex, setAnnex] = useState<Annex | null>(null);
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<string | null>(null);
  const search = useDelayed(typed.trim(), REST_MS);
  const corpora = useQuery(queryOf(listCorpora));
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listEntries, {
      query: { search, page: String(page), size: String(PAGE), ...(annex ? { annex } : {}) },
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return (
      <LoadError message="Les annexes n’ont pas pu être lues." detail={error.message} onRetry={() => void refetch()} />
    );
  if (isPending) return <Loading />;
  if (corpora.data && !corpora.data.data.some(({ active }) => active))
    return (
      <Empty
        title="Aucun corpus n’est en vigueur"
        text="Les annexes ne sont pas livrées avec Diplo : un administrateur les importe depuis l’onglet « Corpus »."
      />
    );
  const total = data.total ?? data.data.length;
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center', mb: 1.5 }}>
        <SearchBox
          label="Nom, numéro CAS, entrée (V/29) ou texte..."
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setPage(1);
          }}
        />
        {ANNEXES.map((one) => (
          <Chip
            key={one}
            label={`Annexe ${one}`}
            color={annex === one ? 'primary' : 'default'}
            variant={annex === one ? 'filled' : 'outlined'}
            aria-pressed={annex === one}
            onClick={() => {
              setAnnex(annex === one ? null : one);
              setPage(1);
            }}
          />
        ))}
      </Box>
      <Typography role="status" color="textSecondary" sx={{ mb: 1 }}>
        {total === 0 ? `Rien ne correspond à « ${search} ».` : counted(total, 'entrée')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.data.map((entry) => (
          <Card key={entry.id} component="li">
            <CardActionArea onClick={() => setShown(entry.id)} sx={{ p: 1.5 }}>
              <Box
                sx={{
                  display: 'grid',
                  gap: 1,
                  gridTemplateColumns: { xs: '1fr', md: '90px minmax(0, 2fr) minmax(0, 1.4fr)' },
                }}
              >
                <Typography sx={{ fontWeight: 600 }}>{`${entry.annex}/${entry.ref}`}</Typography>
                <Box sx={{ minWidth: 0 }}>
                  <Typography sx={{ overflowWrap: 'anywhere' }}>{entry.glossary || entry.name}</Typography>
                  <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
                    {[entry.glossary && entry.name, entry.cas.join(', ')].filter(Boolean).join(' · ')}
                  </Typography>
                </Box>
                <Typography
                  lang="en"
                  color="textSecondary"
                  sx={{
                    fontSize: '0.88rem',
                    whiteSpace: 'pre-line',
                    overflowWrap: 'anywhere',
                    maxHeight: 96,
                    overflow: 'hidden',
                  }}
                >
                  {entry.moved
                    ? 'Déplacée ou supprimée'
                    : entry.annex === 'II'
                      ? 'Interdite'
                      : compact(entry.limit_text) || compact(entry.product_text)}
                </Typography>
              </Box>
            </CardActionArea>
          </Card>
        ))}
      </Box>
      {total > PAGE && (
        <Pagination
          count={Math.ceil(total / PAGE)}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 2, display: 'flex', justifyContent: 'center' }}
        />
      )}
      {shown && <EntryDialog id={shown} onClose={() => setShown(null)} />}
    </>
  );
}
