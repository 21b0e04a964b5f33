import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fileIntake, type IntakeItem, importIntake } from '#shared/intake/intake.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { PieceFields, type PieceTexts, toldOf } from '../attachments/PieceFields.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type Owner, OwnerPicker } from './OwnerPicker.tsx';

/** Files one file: where, what it is, its days. What is proposed is there already. */
export function FileDialog({ item, onClose }: { item: IntakeItem; onClose: () => void }) {
  const { act, busy } = useAction();
  const navigate = useNavigate();
  const [owner, setOwner] = useState<Owner | null>(item.owner);
  const [piece, setPiece] = useState<PieceTexts>({
    kind: item.kind === 'DIP' ? '' : (item.kind ?? ''),
    issued_on: item.issued_on ?? '',
    expires_on: item.expires_on ?? '',
  });
  const told = toldOf(piece);
  const file = async (): Promise<void> => {
    if (!owner || !told) return;
    const kind = item.kind === 'DIP' && told.kind === null ? 'DIP' : told.kind;
    const done = await act(
      () =>
        call(fileIntake, {
          params: { id: item.id },
          body: { ...told, kind, owner: { type: owner.type, id: owner.id } },
        }),
      {
        done: `« ${item.file_name} » est classé dans ${owner.label}.`,
        refresh: ['intake', 'attachments', 'dashboard'],
      },
    );
    if (done) onClose();
  };
  const read = async (): Promise<void> => {
    const given = await act(() => call(importIntake, { params: { id: item.id } }), { refresh: ['imports'] });
    if (given) void navigate(`/automation/imports/${given.id}`);
  };
  return (
    <FormDialog
      onClose={onClose}
      aria-labelledby="file-title"
      maxWidth="md"
      native
      onSubmit={(event) => {
        event.preventDefault();
        void file();
      }}
    >
      <DialogTitle id="file-title" sx={{ overflowWrap: 'anywhere' }}>
        Classer « {item.file_name} »
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {item.why}
        </Typography>
        {item.duplicate_of && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {item.duplicate_of}
          </Alert>
        )}
        <OwnerPicker owner={owner} candidates={item.candidates} onChange={setOwner} />
        <Box sx={{ display: 'grid', gap: 1.5, mt: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
          <PieceFields id={item.id} value={piece} disabled={busy} onChange={setPiece} />
        </Box>
        {item.kind === 'DIP' && (
          <Alert
            severity="info"
            sx={{ mt: 2 }}
            action={
              <Button color="inherit" size="small" disabled={busy} onClick={() => void read()}>
                Lire ses valeurs
              </Button>
            }
          >
            C’est un ancien dossier : ses valeurs peuvent remplir la fiche de son produit, où il sera joint.
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Annuler</Button>
        <Button type="submit" variant="contained" loading={busy} disabled={owner === null || told === null}>
          Classer
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
