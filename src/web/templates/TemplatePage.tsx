import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { LANGUAGES } from '#shared/fields/writer.ts';
import {
  getTemplate,
  readTemplateFile,
  readTemplateTags,
  type TemplateTags,
  validateTemplate,
} from '#shared/templates/template.contract.ts';
import { languageNote } from '#shared/templates/template.language.ts';
import { call, download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { Fold } from '../ui/Fold.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { TagRow } from './TagRow.tsx';
import { PrintedPoints, Unprinted } from './TemplateCoverage.tsx';
import { TemplateFiles } from './TemplateFiles.tsx';
import { TemplateFindings } from './TemplateFindings.tsx';
import { TryTemplate } from './TryTemplate.tsx';

/** `/templates/:id`: what is wrong with a template, each of its tags where it stands, and what it never prints. */
export function TemplatePage() {
  const { id = '' } = useParams();
  const { act } = useAction();
  const [trying, setTrying] = useState(false);
  const template = useQuery(queryOf(getTemplate, { params: { id } }));
  const found = useQuery({
    queryKey: ['templates', validateTemplate.path, id],
    queryFn: () => call(validateTemplate, { params: { id } }),
  });
  const tags = useQuery(queryOf(readTemplateTags, { params: { id } }));
  const error = template.error ?? found.error ?? tags.error;
  const refetch = (): void => {
    for (const one of [template, found, tags]) void one.refetch();
  };
  const data = template.data?.data;
  return (
    <Page
      title={data?.name ?? 'Modèle'}
      subtitle={
        data
          ? `Version ${data.version}${data.file_name ? `, ${data.file_name}` : ''}${data.langue === 'fr' ? '' : `, en ${LANGUAGES[data.langue].toLowerCase()}`}`
          : ''
      }
      actions={
        <>
          <Button component={Link} to="/templates" startIcon={<ArrowLeft size={18} />}>
            Templates
          </Button>
          {data?.file_name && (
            <Button
              variant="outlined"
              startIcon={<Download size={18} />}
              onClick={() => void act(() => download(readTemplateFile, { id }, data.file_name ?? 'modele.docx'))}
            >
              Télécharger
            </Button>
          )}
          {data?.file_name && (
            <Button variant="contained" startIcon={<Eye size={18} />} onClick={() => setTrying(true)}>
              Aperçu avec un produit
            </Button>
          )}
        </>
      }
    >
      {data && data.langue !== 'fr' && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {languageNote(data.langue)}
        </Alert>
      )}
      {error && <LoadError message="Le modèle n’a pas pu être lu." detail={error.message} onRetry={refetch} />}
      {!error && !(found.data && tags.data) && <Loading label="Lecture du modèle…" />}
      {found.data && tags.data && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Card component="section" aria-labelledby="faults-title" sx={{ p: { xs: 2, sm: 2.5 } }}>
            <Typography variant="h2" id="faults-title" sx={{ mb: 1 }}>
              {found.data.errors.length > 0 ? `${counted(found.data.errors.length, 'balise')} à corriger` : 'Balises'}
            </Typography>
            {found.data.errors.length > 0 ? (
              <TemplateFindings findings={found.data.errors} templateId={id} />
            ) : (
              <Alert severity={found.data.warnings.length > 0 ? 'info' : 'success'}>
                {found.data.warnings[0]?.message ?? 'Toutes les balises de ce modèle sont connues et bien placées.'}
              </Alert>
            )}
            {tags.data.data.notes.length > 0 && (
              <Alert severity="warning" sx={{ mt: 2 }}>
                <TemplateFindings findings={tags.data.data.notes} />
              </Alert>
            )}
          </Card>
          <Places tags={tags.data.data.tags} />
          <PrintedPoints points={tags.data.data.points} />
          <Unprinted unprinted={tags.data.data.unprinted} />
          <TemplateFiles id={id} />
        </Box>
      )}
      {trying && data && <TryTemplate template={data} onClose={() => setTrying(false)} />}
    </Page>
  );
}

/** Every tag, in the order of the document. */
function Places({ tags }: { tags: TemplateTags['tags'] }) {
  if (tags.length === 0) return null;
  const places = new Map<string, TemplateTags['tags'][number] & { times: number }>();
  for (const tag of tags) {
    const key = `${tag.part}\n${tag.written}`;
    places.set(key, { ...tag, times: (places.get(key)?.times ?? 0) + 1 });
  }
  return (
    <Fold title={`${counted(tags.length, 'balise')} dans le document`}>
      <Box component="dl" sx={{ m: 0 }}>
        {Array.from(places, ([key, { written, label, part, context, times }]) => (
          <TagRow key={key} tags={[written]} columns="minmax(220px, 1fr) 2fr">
            <Typography sx={{ fontSize: '0.92rem' }}>
              {[label, part, times > 1 ? `${times} fois` : null].filter(Boolean).join(' · ')}
            </Typography>
            <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
              « {context} »
            </Typography>
          </TagRow>
        ))}
      </Box>
    </Fold>
  );
}
