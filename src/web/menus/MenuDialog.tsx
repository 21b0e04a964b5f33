import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { printNumber } from '#shared/fields/number.ts';
import { createMenu, type Menu, updateMenu } from '#shared/menus/menu.contract.ts';
import { ApiError, call, sentenceOf } from '../api/client.ts';
import { useRefresh } from '../api/query.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Line {
  key: string;
  id?: string;
  name: string;
  price: string;
  category: string;
  description: string;
}

const blank = (): Line => ({ key: crypto.randomUUID(), name: '', price: '0', category: '', description: '' });
const lineOf = (item: Menu['items'][number]): Line => ({
  key: item.id,
  id: item.id,
  name: item.name,
  price: printNumber(item.price),
  category: item.category,
  description: item.description ?? '',
});

/** A menu and its items; the server says what is missing, and each fault stands at its place. */
export function MenuDialog({ menu, onClose }: { menu: Menu | null; onClose: () => void }) {
  const refresh = useRefresh();
  const [name, setName] = useState(menu?.name ?? '');
  const [lines, setLines] = useState<Line[]>(menu ? menu.items.map(lineOf) : [blank()]);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    setFaults({});
    const body = { name, items: lines.map(({ key: _, ...line }) => line) };
    try {
      if (menu) await call(updateMenu, { params: { id: menu.id }, body });
      else await call(createMenu, { body });
      await refresh('menus');
      onClose();
    } catch (problem) {
      const list = problem instanceof ApiError ? problem.faults : [];
      setFaults(Object.fromEntries(list.map((fault) => [fault.loc.slice(1).join('.'), fault.msg])));
      if (list.length === 0) setError(sentenceOf(problem));
    } finally {
      setBusy(false);
    }
  };

  const wrong = (place: string) => ({ error: place in faults, helperText: faults[place] });
  const change = (index: number, values: Partial<Line>): void =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...values } : line)));

  return (
    <FormDialog onClose={onClose} maxWidth="md" aria-labelledby="menu-title" busy={busy} onSubmit={submit}>
      <DialogTitle id="menu-title">{menu ? 'Modifier le menu' : 'Nouveau menu'}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2.5, pt: 1 }}>
          {error && <Alert severity="error">{error}</Alert>}
          <TextField
            label="Nom du menu"
            required
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            {...wrong('name')}
          />
          {lines.map((line, index) => (
            <Box
              key={line.key}
              role="group"
              aria-label={`Élément ${index + 1}`}
              sx={{
                display: 'grid',
                gap: 1.5,
                alignItems: 'start',
                gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1.3fr 2fr auto' },
              }}
            >
              <TextField
                label="Nom"
                required
                value={line.name}
                onChange={(event) => change(index, { name: event.target.value })}
                {...wrong(`items.${index}.name`)}
              />
              <TextField
                label="Prix"
                required
                value={line.price}
                onChange={(event) => change(index, { price: event.target.value })}
                slotProps={{
                  htmlInput: { inputMode: 'decimal' },
                  input: { endAdornment: <InputAdornment position="end">€</InputAdornment> },
                }}
                {...wrong(`items.${index}.price`)}
              />
              <TextField
                label="Catégorie"
                required
                value={line.category}
                onChange={(event) => change(index, { category: event.target.value })}
                {...wrong(`items.${index}.category`)}
              />
              <TextField
                label="Description"
                value={line.description}
                onChange={(event) => change(index, { description: event.target.value })}
                {...wrong(`items.${index}.description`)}
              />
              <IconButton
                aria-label={`Retirer l’élément ${index + 1}`}
                onClick={() => setLines(lines.filter((_, at) => at !== index))}
              >
                <Trash2 size={18} />
              </IconButton>
            </Box>
          ))}
          <Box>
            <Button startIcon={<Plus size={18} />} onClick={() => setLines([...lines, blank()])}>
              Ajouter un élément
            </Button>
          </Box>
        </Stack>
      </DialogContent>
      <DialogButtons submit={menu ? 'Modifier' : 'Créer'} busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}
