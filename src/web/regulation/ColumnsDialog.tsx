import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CELL_NAMES, cellLabel } from '#shared/regulation/export.read.ts';
import type { CorpusColumns } from '#shared/regulation/regulation.contract.ts';
import { ColumnPicker } from '../ui/ColumnPicker.tsx';

const FIELDS = CELL_NAMES.map((name) => ({ name, label: cellLabel(name) }));

interface Props {
  files: CorpusColumns;
  busy: boolean;
  /** By annex, what each column is taken for. */
  onChosen: (columns: Record<string, (string | null)[]>) => void;
  onClose: () => void;
}

/** Exports whose headers are not those that are known: a person says which column is which. */
export function ColumnsDialog({ files, busy, onChosen, onClose }: Props) {
  const [given, setGiven] = useState(files);
  const unclear = given.flatMap((file, index) => (files[index]?.missing.length ? [file] : []));
  const lacking = (file: CorpusColumns[number]) =>
    (files.find(({ annex }) => annex === file.annex)?.missing ?? []).filter(
      (name) => !file.columns.some(({ cell }) => cell === name),
    );
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="lg" aria-labelledby="columns-title">
      <DialogTitle id="columns-title">Quelle colonne est laquelle ?</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>
          Ces fichiers n’ont pas les en-têtes que Diplo connaît. Dites ce que chaque colonne contient : votre choix
          reste écrit avec le corpus.
        </Typography>
        {unclear.map((file) => (
          <Box
            key={file.annex}
            component="section"
            aria-label={`Annexe ${file.annex}`}
            sx={{ display: 'grid', gap: 1 }}
          >
            <Typography variant="h3">{`Annexe ${file.annex} (${file.file})`}</Typography>
            {lacking(file).length > 0 && (
              <Alert severity="warning">{`À indiquer : ${lacking(file).map(cellLabel).join(', ')}.`}</Alert>
            )}
            <ColumnPicker
              columns={file.columns.map(({ header, cell }) => ({ header, field: cell }))}
              fields={FIELDS}
              disabled={busy}
              onChange={(next) =>
                setGiven((before) =>
                  before.map((one) =>
                    one.annex === file.annex
                      ? {
                          ...one,
                          columns: one.columns.map((column, at) => ({
                            ...column,
                            cell: CELL_NAMES.find((name) => name === next[at]) ?? null,
                          })),
                        }
                      : one,
                  ),
                )
              }
            />
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Annuler
        </Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={unclear.some((file) => lacking(file).length > 0)}
          onClick={() =>
            onChosen(Object.fromEntries(unclear.map(({ annex, columns }) => [annex, columns.map(({ cell }) => cell)])))
          }
        >
          Importer
        </Button>
      </DialogActions>
    </Dialog>
  );
}
