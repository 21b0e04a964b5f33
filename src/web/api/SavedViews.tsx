import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readPreference, writePreference } from './preferences.ts';

interface View {
  name: string;
  /** The address of the list: search, filters, order. */
  query: string;
}

interface Props {
  /** The list whose views these are. */
  name: string;
  view: string;
  onView: (query: string) => void;
}

/** Views of a list that a person has given a name, kept on this computer. */
export function SavedViews({ name, view, onView }: Props) {
  const key = `views_${name}`;
  const [views, setViews] = useState<View[]>(() => readPreference<View[]>(key) ?? []);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState<string | null>(null);
  const keep = (next: View[]): void => {
    setViews(next);
    writePreference(key, next);
  };
  const save = (): void => {
    const title = naming?.trim() ?? '';
    if (!title) return;
    keep([...views.filter((one) => one.name !== title), { name: title, query: view }]);
    setNaming(null);
  };
  return (
    <>
      <Button
        startIcon={<Bookmark size={18} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Vues
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {views.map((one) => (
          <MenuItem
            key={one.name}
            selected={one.query === view}
            onClick={() => {
              onView(one.query);
              setAnchor(null);
            }}
            sx={{ justifyContent: 'space-between', gap: 2 }}
          >
            {one.name}
            <IconButton
              size="small"
              aria-label={`Oublier la vue ${one.name}`}
              onClick={(event) => {
                event.stopPropagation();
                keep(views.filter(({ name: other }) => other !== one.name));
              }}
            >
              <X size={15} />
            </IconButton>
          </MenuItem>
        ))}
        {views.length > 0 && <Divider />}
        <MenuItem
          disabled={view === ''}
          onClick={() => {
            setAnchor(null);
            setNaming('');
          }}
        >
          Enregistrer cette vue…
        </MenuItem>
      </Menu>
      {naming !== null && (
        <FormDialog
          onClose={() => setNaming(null)}
          maxWidth="xs"
          aria-labelledby="view-title"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <DialogTitle id="view-title">Enregistrer cette vue</DialogTitle>
          <DialogContent>
            <TextField
              autoFocus
              label="Nom de la vue"
              value={naming}
              onChange={(event) => setNaming(event.target.value)}
              helperText="Recherche, filtres et tri sont gardés sur cet ordinateur."
              sx={{ mt: 1 }}
            />
          </DialogContent>
          <DialogButtons submit="Enregistrer" disabled={!naming.trim()} onCancel={() => setNaming(null)} />
        </FormDialog>
      )}
    </>
  );
}
