import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { FormulaLine } from '#shared/formulas/formula.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';

interface Props {
  line: FormulaLine;
  name: string;
  onSave: (values: Pick<FormulaLine, 'nano' | 'may_contain' | 'shade'>) => void;
  onClose: () => void;
}

/** What a line says besides its cells: a nanomaterial, a colourant of some shades only. */
export function LineDialog({ line, name, onSave, onClose }: Props) {
  const [nano, setNano] = useState(line.nano);
  const [mayContain, setMayContain] = useState(line.may_contain);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="line-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const shade = String(new FormData(event.currentTarget).get('shade') ?? '').trim();
          onSave({ nano, may_contain: mayContain, shade: mayContain ? shade || null : null });
        }}
      >
        <DialogTitle id="line-title">{name || 'Ligne sans nom'}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 1.5 }}>
            <FormControlLabel
              control={<Switch checked={nano} onChange={(_, on) => setNano(on)} />}
              label="Nanomatériau dans ce produit : « [nano] » suit son nom sur l’étiquette"
            />
            <FormControlLabel
              control={<Switch checked={mayContain} onChange={(_, on) => setMayContain(on)} />}
              label="Peut contenir : n’est que dans certaines nuances, hors du total"
            />
            {mayContain && (
              <TextField
                name="shade"
                label="Nuances"
                defaultValue={line.shade ?? ''}
                helperText="Par exemple « Rose 02, Corail 05 »."
                slotProps={{ htmlInput: { maxLength: 100 } }}
              />
            )}
          </Stack>
        </DialogContent>
        <DialogButtons submit="Appliquer" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
