import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { CloudDownload, FileUp } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import {
  type CorpusColumns,
  fetchCorpus,
  getInventory,
  importCorpus,
  importInventory,
  listCorpora,
  readCorpusColumns,
} from '#shared/regulation/regulation.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { CorpusCard, REFRESH } from './CorpusCard.tsx';

/** The corpora: what is in force, what was imported and is looked at, and how to get another. */
export function CorpusPanel() {
  const isAdmin = useMay('admin');
  const { act, busy } = useAction();
  const [shown, setShown] = useState<string | null>(null);
  /** Files whose columns a person has to name. */
  const [unclear, setUnclear] = useState<{ files: readonly File[]; seen: CorpusColumns } | null>(null);
  const { data, error, isPending, refetch } = useQuery(queryOf(listCorpora));
  const inventory = useQuery(queryOf(getInventory));
  if (error && !data)
    return (
      <LoadError message="Les corpus n’ont pas pu être lus." detail={error.message} onRetry={() => void refetch()} />
    );
  if (isPending) return <Loading />;
  const corpora = data.data;
  const waiting = corpora.find(({ activated_at }) => activated_at === null);
  const bring = async (files: readonly File[], columns?: Record<string, (string | null)[]>): Promise<void> => {
    const body = {
      ...(waiting ? { corpus_id: waiting.id } : {}),
      ...(columns ? { columns: JSON.stringify(columns) } : {}),
    };
    const seen = await act(async () => {
      try {
        return await call(importCorpus, { body, file: files });
      } catch (problem) {
        if (columns || !faultsByField(problem).columns) throw problem;
        setUnclear({ files, seen: await call(readCorpusColumns, { body: {}, file: files }) });
        return null;
      }
    }, REFRESH);
    if (!seen) return;
    setUnclear(null);
    setShown(seen.id);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 980 }}>
      {isAdmin && (
        <ImportCard
          busy={busy}
          onFetch={() => void act(() => call(fetchCorpus), REFRESH).then((seen) => seen && setShown(seen.id))}
          onFiles={(files) => void bring(files)}
        />
      )}
      {unclear && (
        <ColumnsDialog
          files={unclear.seen}
          busy={busy}
          onChosen={(columns) => void bring(unclear.files, columns)}
          onClose={() => setUnclear(null)}
        />
      )}
      {corpora.length === 0 && (
        <Typography color="textSecondary">
          {isAdmin ? 'Aucun corpus importé pour l’instant.' : 'Aucun corpus importé : demandez-le à un administrateur.'}
        </Typography>
      )}
      {corpora.map((corpus) => (
        <CorpusCard
          key={corpus.id}
          corpus={corpus}
          isAdmin={isAdmin}
          isOpen={corpus.id === (shown ?? waiting?.id)}
          onToggle={() => setShown((shown ?? waiting?.id) === corpus.id ? '' : corpus.id)}
        />
      ))}
      <Card
        component="section"
        aria-label="Inventaire des ingrédients"
        sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1 }}
      >
        <Typography variant="h2">Inventaire des ingrédients</Typography>
        <Typography>
          {inventory.data?.data.rows
            ? `${counted(inventory.data.data.rows, 'nom connu', 'noms connus')}${inventory.data.data.imported_at ? `, importés le ${printInstant(inventory.data.data.imported_at)}` : ''}.`
            : 'Facultatif : le fichier « COSING_Ingredients-Fragrance Inventory » de la Commission fait connaître des noms et propose des fonctions, sans changer aucun verdict.'}
        </Typography>
        {isAdmin && (
          <Box>
            <FilePicker
              label="Importer l’inventaire"
              variant="outlined"
              size="small"
              disabled={busy}
              onPick={(file) =>
                void act(() => call(importInventory, { body: {}, file }), {
                  done: ({ rows }) => ({ message: `${counted(rows, 'nom importé', 'noms importés')}.` }),
                  ...REFRESH,
                })
              }
            >
              Importer l’inventaire
            </FilePicker>
          </Box>
        )}
      </Card>
    </Box>
  );
}

interface ImportProps {
  busy: boolean;
  onFetch: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** The two ways to bring a corpus in. */
function ImportCard({ busy, onFetch, onFiles }: ImportProps) {
  return (
    <Card component="section" aria-label="Importer" sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1.5 }}>
      <Typography variant="h2">Importer les annexes</Typography>
      <Typography>
        Les annexes II à VI sont publiées par la Commission dans CosIng. Rien n’est téléchargé sans ce clic, et rien
        n’entre en vigueur avant votre accord.
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" startIcon={<CloudDownload size={18} />} loading={busy} onClick={onFetch}>
          Télécharger depuis CosIng
        </Button>
      </Box>
      <DropZone onFiles={onFiles} sx={{ p: 1.5, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <FilePicker
          label="Choisir les fichiers des annexes"
          variant="outlined"
          size="small"
          multiple
          disabled={busy}
          startIcon={<FileUp size={17} />}
          onPickAll={onFiles}
        >
          Choisir les fichiers
        </FilePicker>
        <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
          ou glissez les fichiers ici, dans n’importe quel ordre.
        </Typography>
      </DropZone>
    </Card>
  );
}
