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

/** Below a step: save, go back, go on, and finish at the last one. Steps change while a save is under way. */
export function StepButtons({ step, last, mayWrite, busy, words, note, onSave, onBack, onNext, onFinish }: Props) {
  return (
    <Stack
      direction="row"
      sx={{ mt: 3, pt: 2.5, borderTop: 1, borderColor: 'divider', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}
    >
      {mayWrite && (
        <Button variant="outlined" startIcon={<Save size={18} />} disabled={busy} onClick={onSave} title="Ctrl+S">
          {words.save}
        </Button>
      )}
      {note}
      <Box sx={{ flexGrow: 1, flexBasis: { xs: '100%', sm: 'auto' } }} />
      <Button startIcon={<ChevronLeft size={18} />} disabled={step === 0} onClick={onBack}>
        Retour
      </Button>
      {step < last && (
        <Button variant="contained" endIcon={<ChevronRight size={18} />} onClick={onNext}>
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
