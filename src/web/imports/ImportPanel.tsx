import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileText } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { createDocumentsImport, DOCUMENT_LIMITS } from '#shared/imports/document.contract.ts';
import { createSheetImport, IMPORT_DAYS, listImports } from '#shared/imports/import.contract.ts';
import { call, sentenceOf } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';
import { usePersonName } from '../auth/people.ts';
import { type Bringing, FilesCard } from '../ui/FilesCard.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';

/** What may come in: how it is said, and how it is read. */
const COMINGS: readonly Coming[] = [
  {
    title: 'Des produits, d’Excel ou d’un CSV',
    text: 'Un produit par ligne, ou un produit par feuille avec ses libellés en colonne. Les noms de colonnes que vous avez déjà conviennent : Diplo propose ce qu’est chacune, demande ce dont il doute, et montre ligne par ligne ce qui changerait. Rien n’est enregistré avant votre accord, et un import s’annule.',
    label: 'Choisir un classeur Excel ou un CSV de produits',
    button: 'Choisir un fichier',
    hint: 'Classeur Excel (.xlsx) ou CSV, 5 000 lignes au plus ; ou glissez-le ici.',
    accept: '.xlsx,.xlsm,.csv,.txt,.tsv',
    most: 1,
    beyond: 'Un seul fichier à la fois.',
    icon: <FileSpreadsheet size={18} />,
    read: ([file], onProgress) => call(createSheetImport, { body: {}, file: file ?? null, onProgress }),
  },
  {
    title: 'D’anciens dossiers, de Word ou de PDF',
    text: 'Un dossier produit par l’un de vos modèles est relu balise par balise ; un autre, par ses libellés et ses tableaux. Chaque valeur est proposée avec son passage, et dit si elle est sûre. Vous choisissez ce qui est repris, dans un produit ou un nouveau ; le document y reste joint.',
    label: 'Choisir d’anciens dossiers, en Word ou en PDF',
    button: 'Choisir des dossiers',
    hint: `Word (.docx) ou PDF avec du texte, ${DOCUMENT_LIMITS.files} à la fois ; ou glissez-les ici.`,
    accept: '.docx,.pdf',
    most: DOCUMENT_LIMITS.files,
    beyond: `${counted(DOCUMENT_LIMITS.files, 'fichier')} au plus à la fois : donnez-les en plusieurs fois.`,
    icon: <FileText size={18} />,
    read: (files, onProgress) => call(createDocumentsImport, { body: {}, file: files, onProgress }),
  },
];

type Coming = Omit<Bringing, 'send' | 'failed'> & {
  read: (files: readonly File[], onProgress: (share: number) => void) => Promise<{ id: string }>;
};

/** What a firm has already, and that comes in: nothing is written before one has seen what would be. */
export function ImportPanel() {
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 860 }}>
      {COMINGS.map((coming) => (
        <ComingIn key={coming.title} {...coming} />
      ))}
      <Recent />
    </Box>
  );
}

function ComingIn({ read, ...coming }: Coming) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  return (
    <FilesCard
      {...coming}
      failed={(problem, { name }) => `« ${name} » n’a pas pu être lu. ${sentenceOf(problem)}`}
      send={async (files, onProgress) => {
        const { id } = await read(files, onProgress);
        void refresh('imports');
        void navigate(`/automation/imports/${id}`);
      }}
    />
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
            {shown.map(({ id, kind, file_name, created_at, created_by, batch_id }) => (
              <ListItem key={id} divider disableGutters>
                <ListItemText
                  primary={
                    <MuiLink component={Link} to={`/automation/imports/${id}`} sx={{ overflowWrap: 'anywhere' }}>
                      {file_name}
                    </MuiLink>
                  }
                  secondary={`Lu le ${printInstant(created_at)} par ${nameOf(created_by)}${kind === 'documents' ? '' : batch_id ? ', import lancé' : ', pas encore importé'}`}
                />
              </ListItem>
            ))}
          </List>
        )}
      </FirstRows>
    </Card>
  );
}
