import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { fold } from '#shared/contract/list.ts';
import { listPlaceholders, type PlaceholderInfo, readStarter } from '#shared/templates/template.contract.ts';
import { WRITING } from '#shared/templates/writing.ts';
import { download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { Fold } from '../ui/Fold.tsx';
import { Empty, LoadError, Loading, Page } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { useCopy } from '../ui/useCopy.ts';
import { TagRow } from './TagRow.tsx';

/** A list is pasted whole, with what repeats; the rest as one tag. */
const tagOf = ({ kind, name, example }: PlaceholderInfo): string => (kind === 'list' ? example : `{{${name}}}`);

/** `/templates/balises`: every tag of a template, by step, one click to copy it. */
export function TagsPage() {
  const { act } = useAction();
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery(queryOf(listPlaceholders));
  const words = fold(search).split(/\s+/).filter(Boolean);
  const shown = (data?.data ?? []).filter(({ name, label, group }) =>
    words.every((word) => fold(`${name} ${label} ${group}`).includes(word)),
  );
  const groups = [...Map.groupBy(shown, ({ group }) => group)];
  return (
    <Page
      title="Balises"
      subtitle="Ce qu’un modèle Word peut contenir : copiez une balise, collez-la dans Word à l’endroit voulu."
      actions={
        <>
          <Button component={Link} to="/templates" startIcon={<ArrowLeft size={18} />}>
            Templates
          </Button>
          <Button
            variant="outlined"
            startIcon={<Download size={18} />}
            onClick={() => void act(() => download(readStarter, {}, 'modele-annote.docx'))}
          >
            Modèle annoté (.docx)
          </Button>
        </>
      }
    >
      <SearchBox label="Rechercher une balise" value={search} onChange={setSearch} />
      {isPending && <Loading label="Chargement des balises…" />}
      {error && (
        <LoadError
          message="Les balises n’ont pas pu être chargées."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && shown.length === 0 && <Empty title={`Aucune balise ne correspond à « ${search} »`} />}
      {search === '' && <HowToWrite />}
      <Box sx={{ mt: 2, display: 'grid', gap: 2 }}>
        {groups.map(([group, tags]) => (
          <Card key={group} component="section" aria-label={group} sx={{ p: { xs: 2, sm: 2.5 } }}>
            <Typography variant="h2" sx={{ mb: 1 }}>
              {tags[0]?.step ? `${tags[0].step}. ${group}` : group}
            </Typography>
            <Box
              component="ul"
              sx={{
                listStyle: 'none',
                m: 0,
                p: 0,
                display: 'grid',
                columnGap: 4,
                gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' },
              }}
            >
              {tags.map((tag) => (
                <Tag key={tag.name} tag={tag} />
              ))}
            </Box>
          </Card>
        ))}
      </Box>
    </Page>
  );
}

/** What may stand between the braces besides a name. */
function HowToWrite() {
  return (
    <Box sx={{ mt: 2 }}>
      <Fold title="Conditions, formats, listes : ce qu’une balise peut dire">
        <Box component="dl" sx={{ m: 0 }}>
          {WRITING.map(({ written, prints }) => (
            <TagRow key={prints} tags={written} columns="minmax(280px, 2fr) 3fr">
              {prints}
            </TagRow>
          ))}
        </Box>
      </Fold>
    </Box>
  );
}

function Tag({ tag }: { tag: PlaceholderInfo }) {
  const write = useCopy();
  const text = tagOf(tag);
  const copy = (): void => {
    write(text, `${text} est copiée : collez-la dans Word.`);
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'center',
        py: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        minWidth: 0,
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography sx={{ fontSize: '0.9rem' }}>{tag.label}</Typography>
        <Typography
          component="code"
          color="textSecondary"
          sx={{ fontSize: '0.82rem', fontFamily: 'monospace', overflowWrap: 'anywhere' }}
        >
          {text}
        </Typography>
      </Box>
      {tag.kind !== 'list' && (
        <Typography
          color="textSecondary"
          title={tag.example}
          sx={{
            fontSize: '0.82rem',
            maxWidth: '40%',
            textAlign: 'right',
            whiteSpace: 'nowrap',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
        >
          {tag.example}
        </Typography>
      )}
      <Tooltip title="Copier">
        <IconButton size="small" aria-label={`Copier la balise ${tag.name}`} onClick={copy}>
          <Copy size={16} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
