import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { SCOPE_LABELS, TOKEN_SCOPES, type TokenScope } from '#shared/contract/scopes.ts';
import { counted } from '#shared/fields/counted.ts';
import { createToken, TOKEN_LIMITS } from '#shared/tokens/token.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useCopy } from '../ui/useCopy.ts';

/** How long one may last, as people count (days). */
const DURATIONS = [30, TOKEN_LIMITS.days, 180, TOKEN_LIMITS.daysMax];

/** Makes a token, then shows its secret, once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { act, busy } = useAction();
  const [secret, setSecret] = useState<{ name: string; token: string } | null>(null);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [days, setDays] = useState<number>(TOKEN_LIMITS.days);
  const mayWrite = useMay('write');
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const body = { name, scopes: [scope], expires_in_days: days };
    const made = await act(() => call(createToken, { body }), { refresh: ['tokens'] });
    if (made) setSecret(made);
  };
  if (secret) return <Secret {...secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      aria-labelledby="token-title"
      maxWidth="xs"
      busy={busy}
      native
      onSubmit={(event) => void make(event)}
    >
      <DialogTitle id="token-title">Faire un jeton d’accès</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <TextField
          autoFocus
          required
          label="Nom"
          helperText="Le programme qui s’en servira, par exemple « ERP de l’usine »."
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: TOKEN_LIMITS.name } }}
          sx={{ mt: 1 }}
        />
        <FormControl>
          <FormLabel id="token-scope">Ce qu’il permet</FormLabel>
          <RadioGroup aria-labelledby="token-scope" value={scope} onChange={(_, next) => setScope(next as TokenScope)}>
            {TOKEN_SCOPES.filter((one) => one === 'read' || mayWrite).map((one) => (
              <FormControlLabel key={one} value={one} control={<Radio />} label={SCOPE_LABELS[one]} />
            ))}
          </RadioGroup>
        </FormControl>
        <TextField select label="Durée" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DURATIONS.map((count) => (
            <MenuItem key={count} value={count}>
              {counted(count, 'jour')}
            </MenuItem>
          ))}
        </TextField>
      </DialogContent>
      <DialogButtons submit="Faire le jeton" busy={busy} disabled={name.trim() === ''} onCancel={onClose} />
    </FormDialog>
  );
}

function Secret({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const write = useCopy();
  const copy = (): void => {
    write(token, 'Le jeton est copié.');
  };
  return (
    <Dialog open aria-labelledby="secret-title" maxWidth="sm" fullWidth>
      <DialogTitle id="secret-title" sx={{ overflowWrap: 'anywhere' }}>
        Le jeton « {name} » est fait
      </DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          Copiez-le maintenant : il n’est gardé nulle part, et ne sera plus montré.
        </Alert>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <TextField
            fullWidth
            label="Jeton"
            value={token}
            onFocus={(event) => event.target.select()}
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false, sx: { fontFamily: 'monospace' } } }}
          />
          <Button variant="outlined" startIcon={<Copy size={18} />} onClick={copy} sx={{ flexShrink: 0 }}>
            Copier
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          C’est fait
        </Button>
      </DialogActions>
    </Dialog>
  );
}
