import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { printInstant } from '#shared/fields/date.ts';
import { createSheetImport, IMPORT_DAYS, listImports } from '#shared/imports/import.contract.ts';
import { call, sentenceOf } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';
import { usePersonName } from '../auth/people.ts';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';

const ACCEPT = '.xlsx,.xlsm,.csv,.txt,.tsv';

/** Products that come in from a workbook or a CSV: nothing is written before one has seen what would be. */
export function ImportPanel() {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file || share !== null) return;
    setFault(null);
    setShare(0);
    try {
      const { id } = await call(createSheetImport, { body: {}, file, onProgress: setShare });
      void refresh('imports');
      void navigate(`/automation/imports/${id}`);
    } catch (problem) {
      setFault(`« ${file.name} » n’a pas pu être lu. ${sentenceOf(problem)}`);
    } finally {
      setShare(null);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 860 }}>
      <Card component="section" aria-label="Importer des produits" sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography variant="h2" sx={{ mb: 0.5 }}>
          Des produits, d’Excel ou d’un CSV
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          Un produit par ligne, ou un produit par feuille avec ses libellés en colonne. Les noms de colonnes que vous
          avez déjà conviennent : Diplo propose ce qu’est chacune, demande ce dont il doute, et montre ligne par ligne
          ce qui changerait. Rien n’est enregistré avant votre accord, et un import s’annule.
        </Typography>
        <DropZone
          disabled={share !== null}
          onFiles={(files) => void read(files[0])}
          sx={{ p: 3, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <FilePicker
            label="Choisir un classeur Excel ou un CSV de produits"
            accept={ACCEPT}
            variant="contained"
            loading={share !== null}
            startIcon={<FileSpreadsheet size={18} />}
            onPick={(file) => void read(file)}
          >
            Choisir un fichier
          </FilePicker>
          <Typography color="textSecondary">
            Classeur Excel (.xlsx) ou CSV, 5 000 lignes au plus ; ou glissez-le ici.
          </Typography>
        </DropZone>
        {share !== null && (
          <LinearProgress
            {...(share < 1 ? { variant: 'determinate', value: 100 * share } : {})}
            aria-label="Lecture du fichier"
            sx={{ mt: 2, height: 6, borderRadius: 3 }}
          />
        )}
        <Box role="status">
          {fault && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {fault}
            </Alert>
          )}
        </Box>
      </Card>
      <Recent />
    </Box>
  );
}

/** Files that were given, as long as they are kept. */
function Recent() {
  const nameOf = usePersonName();
  const { data } = useQuery(queryOf(listImports));
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Card component="section" aria-label="Fichiers lus" sx={{ p: 2.5 }}>
      <Typography variant="h2">Fichiers lus ces {IMPORT_DAYS} derniers jours</Typography>
      <FirstRows rows={rows}>
        {(shown) => (
          <List dense>
            {shown.map(({ id, file_name, created_at, created_by, batch_id }) => (
              <ListItem key={id} divider disableGutters>
                <ListItemText
                  primary={
                    <MuiLink component={Link} to={`/automation/imports/${id}`} sx={{ overflowWrap: 'anywhere' }}>
                      {file_name}
                    </MuiLink>
                  }
                  secondary={`Lu le ${printInstant(created_at)} par ${nameOf(created_by)}${batch_id ? ', importé' : ', pas encore importé'}`}
                />
              </ListItem>
            ))}
          </List>
        )}
      </FirstRows>
    </Card>
  );
}
