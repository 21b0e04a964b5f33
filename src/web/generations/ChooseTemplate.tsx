import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fold, PAGE_SIZE_MAX } from '#shared/contract/list.ts';
import { listTemplates, type Template } from '#shared/templates/template.contract.ts';
import { queryOf } from '../api/query.ts';
import { FaultsNote, LanguageChip, Thumbnail } from '../templates/TemplateCard.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';

export function ChooseTemplate({
  selected,
  onSelect,
}: {
  selected: Template | null;
  onSelect: (template: Template) => void;
}) {
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery(
    queryOf(listTemplates, { query: { page: '1', size: String(PAGE_SIZE_MAX), sort: 'name' } }),
  );
  if (isPending) return <Loading label="Chargement des modèles…" />;
  if (error && !data)
    return (
      <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
    );
  const shown = data.data.filter((template) => fold(template.name).includes(fold(search)));
  return (
    <>
      <SearchBox label="Rechercher un modèle" value={search} onChange={setSearch} />
      {shown.length === 0 && (
        <Empty
          title={search ? `Aucun modèle ne correspond à « ${search} »` : 'Aucun modèle pour l’instant'}
          {...(search ? {} : { text: 'Importez un modèle Word à l’écran Templates.' })}
        />
      )}
      <Box
        role="radiogroup"
        aria-label="Modèle"
        sx={{ mt: 2.5, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))' }}
      >
        {shown.map((template) => {
          const chosen = template.id === selected?.id;
          const usable = template.file_name !== null;
          return (
            <Card
              key={template.id}
              sx={{
                outline: chosen ? 2 : 0,
                outlineStyle: 'solid',
                outlineColor: 'primary.main',
                opacity: usable ? 1 : 0.6,
              }}
            >
              <CardActionArea
                role="radio"
                aria-checked={chosen}
                disabled={!usable}
                onClick={() => onSelect(template)}
                sx={{
                  height: '100%',
                  display: 'flex',
                  flexDirection: 'column',
                  alignItems: 'stretch',
                  justifyContent: 'flex-start',
                }}
              >
                <Thumbnail template={template} height={150} />
                <Box sx={{ p: 1.5 }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{template.name}</Typography>
                  <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
                    v{template.version}
                    {!usable && ' – sans fichier Word'}
                  </Typography>
                  <LanguageChip language={template.langue} />
                  <FaultsNote template={template} />
                </Box>
              </CardActionArea>
            </Card>
          );
        })}
      </Box>
    </>
  );
}
