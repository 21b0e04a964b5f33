import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormulaLine } from '#shared/formulas/formula.ts';
import { listVerdicts } from '#shared/regulation/regulation.contract.ts';
import { queryOf } from '../api/query.ts';
import { VerdictList } from '../regulation/VerdictList.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Props {
  productId: string;
  line: FormulaLine;
  name: string;
  /** Who may only read sees what the annexes say. */
  disabled: boolean;
  onSave: (values: Pick<FormulaLine, 'nano' | 'may_contain' | 'shade'>) => void;
  onClose: () => void;
}

/** What a line says besides its cells: a nanomaterial, a colourant of some shades only. */
export function LineDialog({ productId, line, name, disabled, onSave, onClose }: Props) {
  const [nano, setNano] = useState(line.nano);
  const [mayContain, setMayContain] = useState(line.may_contain);
  return (
    <FormDialog
      onClose={onClose}
      maxWidth="sm"
      aria-labelledby="line-title"
      below={<LineVerdicts productId={productId} lineId={line.id} />}
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
            disabled={disabled}
            control={<Switch checked={nano} onChange={(_, on) => setNano(on)} />}
            label="Nanomatériau dans ce produit : « [nano] » suit son nom sur l’étiquette"
          />
          <FormControlLabel
            disabled={disabled}
            control={<Switch checked={mayContain} onChange={(_, on) => setMayContain(on)} />}
            label="Peut contenir : n’est que dans certaines nuances, hors du total"
          />
          {mayContain && (
            <TextField
              name="shade"
              disabled={disabled}
              label="Nuances"
              defaultValue={line.shade ?? ''}
              helperText="Par exemple « Rose 02, Corail 05 »."
              slotProps={{ htmlInput: { maxLength: 100 } }}
            />
          )}
        </Stack>
      </DialogContent>
      {disabled ? (
        <DialogActions>
          <Button onClick={onClose}>Fermer</Button>
        </DialogActions>
      ) : (
        <DialogButtons submit="Appliquer" onCancel={onClose} />
      )}
    </FormDialog>
  );
}

/** What the annexes say of the line as it is saved, answered in place: outside the form, whose fields are another matter. */
function LineVerdicts({ productId, lineId }: { productId: string; lineId: string }) {
  const { data } = useQuery(queryOf(listVerdicts, { params: { id: productId } }));
  const own = (data?.data ?? []).filter(({ lines, corpus }) => corpus.id !== '' && lines.includes(lineId));
  if (own.length === 0) return null;
  return (
    <DialogContent dividers role="region" aria-labelledby="line-law-title">
      <Typography variant="h3" id="line-law-title" sx={{ mb: 1 }}>
        Ce que les annexes en disent
      </Typography>
      <VerdictList productId={productId} verdicts={own} />
    </DialogContent>
  );
}
