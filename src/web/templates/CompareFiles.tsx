import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import {
  compareTemplateFiles,
  type TemplateComparison,
  type TemplateFile,
} from '#shared/templates/template.contract.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { TextDifference } from '../ui/TextDifference.tsx';

interface Props {
  templateId: string;
  from: TemplateFile;
  to: TemplateFile;
  onClose: () => void;
}

/** What differs between a file that a template had and the one it has. */
export function CompareFiles({ templateId, from, to, onClose }: Props) {
  const { data, error, refetch } = useQuery(
    queryOf(compareTemplateFiles, { params: { id: templateId }, query: { from: from.id, to: to.id } }),
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="compare-title">
      <DialogTitle id="compare-title">
        De la version {from.version} ({printInstant(from.imported_at)}) à la version {to.version} (
        {printInstant(to.imported_at)})
      </DialogTitle>
      <DialogContent>
        {error && (
          <LoadError
            message="Les deux fichiers n’ont pas pu être comparés."
            detail={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && <Loading label="Comparaison des deux fichiers…" />}
        {data && <Differences {...data.data} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Fermer
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Differences({ tags, changes, more, others }: TemplateComparison) {
  const isSame = tags.added.length + tags.removed.length + changes.length + others.length === 0;
  if (isSame) return <Alert severity="success">Ces deux fichiers disent la même chose.</Alert>;
  const parts = Map.groupBy(changes, ({ part }) => part);
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {others.length > 0 && <Alert severity="info">Ont aussi changé : {others.join(', ')}.</Alert>}
      <TagChanges title="Balises en plus" tags={tags.added} />
      <TagChanges title="Balises en moins" tags={tags.removed} />
      {changes.length === 0 && <Typography>Aucun texte n’a changé.</Typography>}
      {Array.from(parts, ([part, all]) => (
        <Box key={part} component="section" aria-label={part}>
          <Typography variant="h3" sx={{ fontSize: '1rem', mb: 0.5 }}>
            {part} : {counted(all.length, 'passage')}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {all.map(({ removed, added }, index) => (
              <Box
                // biome-ignore lint/suspicious/noArrayIndexKey: passages have no other name
                key={index}
                component="li"
                sx={{
                  py: 1,
                  borderBottom: 1,
                  borderColor: 'divider',
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                }}
              >
                <TextDifference before={removed.join('\n')} after={added.join('\n')} marksNew />
              </Box>
            ))}
          </Box>
        </Box>
      ))}
      {more > 0 && <Typography color="textSecondary">Et {counted(more, 'autre passage')}.</Typography>}
    </Box>
  );
}

function TagChanges({ title, tags }: { title: string; tags: TemplateComparison['tags']['added'] }) {
  if (tags.length === 0) return null;
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" sx={{ fontSize: '1rem' }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {tags.map(({ written, label, times }) => (
          <li key={written}>
            <Typography
              component="code"
              sx={{ fontFamily: 'monospace', fontSize: '0.88rem', overflowWrap: 'anywhere' }}
            >
              {written}
            </Typography>{' '}
            {[label, times > 1 && `${times} fois`].filter(Boolean).join(', ')}
          </li>
        ))}
      </Box>
    </Box>
  );
}
