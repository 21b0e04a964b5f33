import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import type { ImportReport, RecordEndpoints } from '#shared/records/record.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { ColumnPicker } from '../ui/ColumnPicker.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { ImportRows } from './ImportRows.tsx';

interface Props {
  endpoints: Pick<RecordEndpoints, 'import'>;
  title: string;
  /** What the file may look like. */
  help: string;
  onClose: () => void;
}

/** A file of records: what it would do, line by line, before anything is kept. */
export function ImportDialog({ endpoints, title, help, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [columns, setColumns] = useState<(string | null)[] | null>(null);
  const { act, busy } = useAction();

  const ask = (from: File, chosen: (string | null)[] | null, query: Record<string, string> = {}) =>
    call(endpoints.import, { query, file: from, body: chosen ? { columns: JSON.stringify(chosen) } : {} });
  const look = async (from: File, chosen: (string | null)[] | null): Promise<void> => {
    const seen = await act(() => ask(from, chosen));
    if (!seen) return;
    setFile(from);
    setColumns(chosen);
    setReport(seen);
  };
  const apply = async (): Promise<void> => {
    if (!file || !report) return;
    const done = await act(() => ask(file, columns, { apply: 'true', plan: report.plan }), {
      done: ({ counts }) => ({
        message: `Import terminé : ${counted(counts.create, 'fiche créée', 'fiches créées')}, ${counted(counts.update, 'fiche modifiée', 'fiches modifiées')}.`,
      }),
      refresh: ['substances', 'materials', 'products'],
    });
    if (done) onClose();
  };
  const isNothing = report !== null && report.counts.create + report.counts.update === 0;
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="lg" aria-labelledby="import-title">
      <DialogTitle id="import-title">{title}</DialogTitle>
      <DialogContent>
        {report === null || file === null ? (
          <DropZone
            onFiles={([first]) => first && void look(first, null)}
            sx={{ p: 3, display: 'flex', flexDirection: 'column', alignItems: 'start', gap: 1.5 }}
          >
            <Typography>{help}</Typography>
            <FilePicker
              label="Choisir un fichier Excel ou CSV"
              variant="contained"
              loading={busy}
              onPick={(picked) => void look(picked, null)}
            >
              Choisir un fichier Excel ou CSV
            </FilePicker>
            <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
              Ou glissez-le ici. Rien n’est enregistré avant votre accord.
            </Typography>
          </DropZone>
        ) : (
          <Stack sx={{ gap: 2 }}>
            <Typography role="status">
              {`${file?.name ?? ''} : ${counted(report.counts.create, 'fiche nouvelle', 'fiches nouvelles')}, ${counted(report.counts.update, 'modifiée', 'modifiées')}, ${counted(report.counts.same, 'inchangée', 'inchangées')}, ${counted(report.counts.refused, 'à corriger', 'à corriger')}.`}
            </Typography>
            {report.counts.refused > 0 && (
              <Alert severity="error">
                Corrigez ces lignes dans votre fichier, puis choisissez-le de nouveau : tout est importé, ou rien.
              </Alert>
            )}
            {report.notes.length > 0 && (
              <Alert severity="warning">
                {report.notes.map((note) => (
                  <Box key={note}>{note}</Box>
                ))}
              </Alert>
            )}
            {report.new_substances.length > 0 && (
              <Alert severity="info">
                {`${counted(report.new_substances.length, 'substance nouvelle sera créée', 'substances nouvelles seront créées')} : ${report.new_substances.slice(0, 12).join(', ')}${report.new_substances.length > 12 ? '…' : '.'}`}
              </Alert>
            )}
            <Box component="section" aria-label="Colonnes du fichier">
              <Typography variant="h3" sx={{ mb: 1 }}>
                Colonnes du fichier
              </Typography>
              <ColumnPicker
                columns={report.columns}
                fields={report.fields}
                disabled={busy}
                onChange={(next) => void look(file, next)}
              />
            </Box>
            <ImportRows rows={report.rows} />
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={report ? () => setReport(null) : onClose} disabled={busy}>
          {report ? 'Choisir un autre fichier' : 'Annuler'}
        </Button>
        {report && (
          <Button
            variant="contained"
            loading={busy}
            disabled={isNothing || report.counts.refused > 0}
            onClick={() => void apply()}
          >
            {isNothing
              ? 'Rien à importer'
              : `Importer ${counted(report.counts.create + report.counts.update, 'fiche')}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
