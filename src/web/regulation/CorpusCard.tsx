import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { printDay, printInstant } from '#shared/fields/date.ts';
import { cellLabel } from '#shared/regulation/export.read.ts';
import { activateCorpus, type Corpus, getCorpus, removeCorpus } from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

export function CorpusCard({
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
          {`Il manque l’annexe ${corpus.missing.join(', ')} : ce qui en dépend reste « à vérifier ».`}
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
            {` : ${counted(rows, 'ligne')}, modifiée le ${last_update ? printDay(last_update) : '?'}, fichier du ${created_on ? printDay(created_on) : '?'}.`}
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
      {preview.error && !preview.data ? (
        <LoadError
          message="Ce corpus n’a pas pu être comparé à celui en vigueur."
          detail={preview.error.message}
          onRetry={() => void preview.refetch()}
        />
      ) : preview.isPending ? (
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
                      {cellLabel(cell.name)} : <del>{cell.from || '(vide)'}</del> devient{' '}
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

export const REFRESH = { refresh: ['regulation', 'products', 'dashboard'] };
