import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { ChevronLeft, ChevronRight, Save } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  step: number;
  last: number;
  mayWrite: boolean;
  /** A save asked for by hand is under way. */
  busy: boolean;
  /** What the two buttons that save say now. */
  words: { save: string; finish: string };
  /** What saving by itself has come to. */
  note: ReactNode;
  onSave: () => void;
  onBack: () => void;
  onNext: () => void;
  onFinish: () => void;
}

/** Below a step: save, go back, go on, and finish at the last one. One goes on while a save is under way. */
export function StepButtons({ step, last, mayWrite, busy, words, note, onSave, onBack, onNext, onFinish }: Props) {
  return (
    <Stack
      direction="row"
      sx={{
        // In sight however long the step is.
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        mt: 3,
        mx: { xs: -2, sm: -3 },
        mb: { xs: -2, sm: -3 },
        px: { xs: 2, sm: 3 },
        py: { xs: 1, sm: 2 },
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        borderBottomLeftRadius: 'inherit',
        borderBottomRightRadius: 'inherit',
        gap: { xs: 0.75, sm: 1.5 },
        flexWrap: 'wrap',
        '& .MuiButton-root': { px: { xs: 1.25, sm: 2 } },
        alignItems: 'center',
      }}
    >
      {mayWrite && (
        <Button variant="outlined" startIcon={<Save size={18} />} disabled={busy} onClick={onSave} title="Ctrl+S">
          {words.save}
        </Button>
      )}
      {note}
      <Box sx={{ flexGrow: 1, flexBasis: 'auto' }} />
      <Button startIcon={<ChevronLeft size={18} />} disabled={step === 0 || busy} onClick={onBack}>
        Retour
      </Button>
      {step < last && (
        // The second click of a double click is not for the step that has just come.
        <Button
          variant="contained"
          endIcon={<ChevronRight size={18} />}
          onClick={({ detail }) => detail !== 2 && onNext()}
        >
          Suivant
        </Button>
      )}
      {step === last && mayWrite && (
        <Button variant="contained" disabled={busy} onClick={onFinish}>
          {words.finish}
        </Button>
      )}
    </Stack>
  );
}
