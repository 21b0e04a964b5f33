import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { BadgeCheck, Eye, FileDown, FileText, Stamp, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import type { Generation } from '#shared/generations/generation.contract.ts';
import { isSealed } from '#shared/generations/generation.state.ts';
import { useMay } from '../auth/account.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { StatusChip } from './GenerationParts.tsx';
import { useGenerationActions, wordLink } from './generation.actions.ts';
import { SealDialog, type Sealing } from './SealDialog.tsx';

interface Props {
  generation: Generation;
  onChange: (generation: Generation) => void;
  onAnother: () => void;
}

/** A document that was generated: download it, hand back its final version, get it sealed with its PDF. */
export function GeneratedDocument({ generation, onChange, onAnother }: Props) {
  const mayWrite = useMay('write');
  const actions = useGenerationActions();
  const [file, setFile] = useState<File | null>(null);
  const [sealing, setSealing] = useState<Sealing | null>(null);
  const busy = actions.busyId !== null;

  return (
    <Stack sx={{ gap: 2 }} aria-live="polite">
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip generation={generation} />
        <Typography sx={{ overflowWrap: 'anywhere' }}>{generation.file_name}</Typography>
        {generation.drive_file_url && (
          <Button size="small" startIcon={<FileDown size={17} />} {...wordLink(generation)}>
            Télécharger le Word
          </Button>
        )}
        <Button size="small" startIcon={<Eye size={17} />} component={Link} to={`/dips/${generation.id}`}>
          Lire ici
        </Button>
        {generation.pdf_drive_file_url && (
          <Button
            size="small"
            startIcon={<FileDown size={17} />}
            href={generation.pdf_drive_file_url}
            target="_blank"
            rel="noopener"
          >
            Ouvrir le PDF
          </Button>
        )}
      </Box>
      {generation.drive_state !== 'stored' && (
        <Alert severity="info">
          Le document est gardé ici. Il est envoyé vers le drive de son côté, sans vous retarder.
        </Alert>
      )}
      {generation.warnings.length > 0 && (
        <Alert severity="warning">
          {generation.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Alert>
      )}
      {isSealed(generation) ? (
        <SealedNote generation={generation} onAnother={onAnother} />
      ) : !mayWrite ? null : (
        <DropZone
          disabled={busy}
          onFiles={([dropped]) => {
            if (dropped) setFile(dropped);
          }}
          sx={{ p: 2 }}
        >
          <Typography sx={{ mb: 1.5 }}>
            Complétez le document dans Word, puis déposez ici sa version finale : elle sera scellée avec son PDF.
          </Typography>
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
            <FilePicker
              label="Document finalisé (.docx)"
              accept=".docx"
              variant="outlined"
              startIcon={<Upload size={18} />}
              disabled={busy}
              onPick={setFile}
            >
              Choisir le .docx finalisé
            </FilePicker>
            <Typography
              color="textSecondary"
              sx={{ display: 'flex', gap: 0.75, alignItems: 'center', overflowWrap: 'anywhere' }}
            >
              {file && <FileText size={17} aria-hidden />}
              {file?.name ?? 'Aucun fichier choisi'}
            </Typography>
            <Button
              variant="contained"
              startIcon={<BadgeCheck size={18} />}
              loading={busy}
              loadingPosition="start"
              disabled={!file}
              onClick={() => setSealing({ generation, file })}
            >
              Valider
            </Button>
          </Box>
        </DropZone>
      )}
      {sealing && (
        <SealDialog
          sealing={sealing}
          actions={actions}
          onClose={() => setSealing(null)}
          onSealed={(sealed) => {
            setSealing(null);
            setFile(null);
            onChange(sealed);
          }}
        />
      )}
    </Stack>
  );
}

/** It is sealed: its hash, and where one goes on. */
function SealedNote({ generation, onAnother }: { generation: Generation; onAnother: () => void }) {
  return (
    <>
      <Alert severity="success">
        Document scellé : ni lui ni son PDF ne changeront plus.
        <Box sx={{ mt: 0.5, fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
          Empreinte SHA-256 du document Word : {generation.sha256}
        </Box>
      </Alert>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          component={Link}
          to={`/products/${generation.product.id}${PART_PATHS.control}`}
          startIcon={<Stamp size={18} />}
        >
          Contrôler et sceller le dossier
        </Button>
        <Button onClick={onAnother}>Générer un autre document</Button>
      </Box>
    </>
  );
}
