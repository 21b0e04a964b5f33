import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { CloudDownload, FileUp } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { printDay, printInstant } from '#shared/fields/date.ts';
import { cellLabel } from '#shared/regulation/export.read.ts';
import {
  activateCorpus,
  type Corpus,
  type CorpusColumns,
  fetchCorpus,
  getCorpus,
  getInventory,
  importCorpus,
  importInventory,
  listCorpora,
  readCorpusColumns,
  removeCorpus,
} from '#shared/regulation/regulation.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';

const REFRESH = { refresh: ['regulation', 'products', 'dashboard'] };

/** The corpora: what is in force, what was imported and is looked at, and how to get another. */
export function CorpusPanel() {
  const isAdmin = useMay('admin');
  const { act, busy } = useAction();
  const [shown, setShown] = useState<string | null>(null);
  /** Files whose columns a person has to name. */
  const [unclear, setUnclear] = useState<{ files: readonly File[]; seen: CorpusColumns } | null>(null);
  const { data, error, isPending, refetch } = useQuery(queryOf(listCorpora));
  const inventory = useQuery(queryOf(getInventory));
  if (error)
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
            : 'Facultatif : le fichier « COSING_Ingredients-Fragrance Inventory » de la Commission fait connaître des noms et propose des fonctions. Il ne décide de rien.'}
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

function CorpusCard({
  corpus,
  isAdmin,
  isOpen,
  onToggle,
}: {
  corpus: Corpus;
  isAdmin: boolean;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { act, busy } = useAction();
  const [asking, setAsking] = useState<'activate' | 'remove' | null>(null);
  const day = corpus.date ? printDay(corpus.date) : 'date inconnue';
  return (
    <Card component="section" aria-label={`Corpus du ${day}`} sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2">{`Corpus du ${day}`}</Typography>
        {corpus.active ? (
          <Chip size="small" color="success" label="En vigueur" />
        ) : (
          <Chip size="small" variant="outlined" label={corpus.activated_at ? 'Remplacé' : 'À regarder'} />
        )}
        <Box sx={{ flexGrow: 1 }} />
        {isAdmin && !corpus.active && !corpus.unreadable && (
          <Button variant="contained" size="small" disabled={busy} onClick={() => setAsking('activate')}>
            Activer
          </Button>
        )}
        {isAdmin && (corpus.activated_at === null || corpus.unreadable) && (
          <Button size="small" disabled={busy} onClick={() => setAsking('remove')}>
            Retirer
          </Button>
        )}
        <Button size="small" onClick={onToggle} aria-expanded={isOpen}>
          {isOpen ? 'Replier' : 'Détails'}
        </Button>
      </Box>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem', overflowWrap: 'anywhere' }}>
        {`Importé le ${printInstant(corpus.imported_at)}. Empreinte ${corpus.sha256.slice(0, 24)}.`}
      </Typography>
      {corpus.unreadable && <Alert severity="error">{corpus.unreadable}</Alert>}
      {corpus.missing.length > 0 && (
        <Alert severity="warning">
          {`Il manque l’annexe ${corpus.missing.join(', ')} : ce qui en dépend reste « à vérifier ».`}
        </Alert>
      )}
      {isOpen && <CorpusDetails corpus={corpus} />}
      <ConfirmDialog
        open={asking === 'activate'}
        title="Mettre ce corpus en vigueur ?"
        text={`Toutes les formules en tableau seront jugées selon le corpus du ${day}. Rien n’est modifié dans les fiches, et les documents scellés restent ce qu’ils sont.`}
        confirmLabel="Activer"
        busy={busy}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void act(() => call(activateCorpus, { params: { id: corpus.id } }), {
            done: 'Le corpus est en vigueur. Les formules sont jugées de nouveau.',
            ...REFRESH,
          });
        }}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        title="Retirer ce corpus ?"
        text={
          corpus.activated_at === null
            ? `Le corpus du ${day} n’a jamais été en vigueur : il est retiré pour de bon.`
            : `Le corpus du ${day} ne peut pas être lu : il est retiré pour de bon. Les documents scellés restent ce qu’ils sont.`
        }
        confirmLabel="Retirer"
        danger
        busy={busy}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void act(() => call(removeCorpus, { params: { id: corpus.id } }), REFRESH);
        }}
      />
    </Card>
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
          ou glissez-les ici, dans n’importe quel ordre.
        </Typography>
      </DropZone>
    </Card>
  );
}

/** The files of a corpus with their defects, and what differs from the one in force. */
function CorpusDetails({ corpus }: { corpus: Corpus }) {
  const preview = useQuery(queryOf(getCorpus, { params: { id: corpus.id } }));
  const differences = preview.data?.data;
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {corpus.files.map(({ annex, rows, created_on, last_update, warnings }) => (
          <li key={annex}>
            <strong>{`Annexe ${annex}`}</strong>
            {` : ${counted(rows, 'ligne')}, modifiée le ${last_update ? printDay(last_update) : '?'}, fichier du ${created_on ? printDay(created_on) : '?'}.`}
            {warnings.length > 0 && (
              <details>
                <summary>{`${counted(warnings.length, 'défaut signalé', 'défauts signalés')} dans ce fichier`}</summary>
                <Box
                  component="ul"
                  sx={{ pl: 2.5, fontSize: '0.88rem', color: 'text.secondary', overflowWrap: 'anywhere' }}
                >
                  {warnings.map((warning) => (
                    <li key={warning}>{warning}</li>
                  ))}
                </Box>
              </details>
            )}
          </li>
        ))}
      </Box>
      {preview.isPending ? (
        <Loading label="Comparaison au corpus en vigueur…" />
      ) : (
        differences &&
        differences.differences_total > 0 && (
          <Box>
            <Typography variant="h3">
              {`${counted(differences.differences_total, 'entrée diffère', 'entrées diffèrent')} du corpus en vigueur`}
            </Typography>
            <Box component="ul" sx={{ pl: 2.5, m: 0, overflowWrap: 'anywhere' }}>
              {differences.differences.slice(0, 100).map(({ key, name, kind, cells }) => (
                <li key={`${key}${name}${kind}`}>
                  <strong>{key}</strong> {name.slice(0, 120)}{' '}
                  {kind === 'added' ? '(nouvelle)' : kind === 'removed' ? '(disparue)' : ''}
                  {cells.map((cell) => (
                    <Box key={cell.name} sx={{ fontSize: '0.88rem', color: 'text.secondary' }}>
                      {cellLabel(cell.name)} : <del>{cell.from || '(vide)'}</del> devient{' '}
                      <ins>{cell.to || '(vide)'}</ins>
                    </Box>
                  ))}
                </li>
              ))}
            </Box>
          </Box>
        )
      )}
    </>
  );
}
