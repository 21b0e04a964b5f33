import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import type { DocumentsImport, ImportedDocument } from '#shared/imports/document.contract.ts';
import { Loading } from '../ui/Page.tsx';
import { OldFile } from './OldFile.tsx';

/** Old files that were given to be read, and what the one that is looked at says. */
export function OldFiles({ found: { id, documents } }: { found: DocumentsImport }) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('document');
  const shown = documents.find((one) => one.id === wanted) ?? documents[0];
  const read = documents.filter(({ state }) => state !== 'waiting').length;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {documents.length > 1 && (
        <Card component="section" aria-label="Documents" sx={{ p: 2 }}>
          <Typography variant="h2">Documents</Typography>
          <Typography color="textSecondary" role="status" sx={{ mb: 1 }}>
            {read < documents.length
              ? `Lecture en cours : ${counted(read, 'document lu', 'documents lus')} sur ${documents.length}.`
              : `${counted(documents.length, 'document lu', 'documents lus')}.`}
          </Typography>
          <List dense disablePadding component="div" sx={{ columnWidth: 340, columnGap: 2 }}>
            {documents.map((one) => (
              <ListItemButton
                key={one.id}
                selected={one === shown}
                onClick={() => setSearch({ document: one.id }, { replace: true })}
                sx={{ borderRadius: 1, gap: 1, breakInside: 'avoid' }}
              >
                <ListItemText primary={one.file_name} slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }} />
                <State of={one} />
              </ListItemButton>
            ))}
          </List>
        </Card>
      )}
      {shown?.state === 'waiting' && <Loading label={`Lecture de « ${shown.file_name} »…`} />}
      {shown && shown.state !== 'waiting' && <OldFile key={shown.id} importId={id} found={shown} />}
    </Box>
  );
}

function State({ of: { state, applied_to, proposals } }: { of: ImportedDocument }) {
  if (applied_to) return <Chip size="small" color="success" variant="outlined" label="Repris" />;
  if (state === 'waiting') return <Chip size="small" variant="outlined" label="En attente" />;
  if (state === 'failed') return <Chip size="small" color="error" variant="outlined" label="Illisible" />;
  return <Chip size="small" variant="outlined" label={counted(proposals.length, 'valeur')} />;
}
