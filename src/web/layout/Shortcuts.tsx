import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useRef } from 'react';
import { later } from '../ui/later.tsx';

/** It knows every room. */
const CommandPalette = later(() => import('./CommandPalette.tsx'), 'CommandPalette');

const SHORTCUTS: readonly [keys: readonly string[], what: string][] = [
  [['Ctrl', 'K'], 'Aller à une page, chercher un produit, un lot, un document, un template'],
  [['?'], 'Cette liste'],
  [['Ctrl', 'S'], 'Sauvegarder la fiche'],
  [['Alt', '←'], 'Étape précédente de la fiche'],
  [['Alt', '→'], 'Étape suivante de la fiche'],
  [['F1'], 'Aide du champ où l’on est'],
  [['↑', '↓'], 'Dans un champ de nombre : un pas de plus, un pas de moins'],
  [['Entrée'], 'Dans une liste : ouvrir la ligne'],
  [['Espace'], 'Dans une liste : cocher la ligne'],
  [['Échap'], 'Fermer la fenêtre'],
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** What the keyboard has called up. */
export type Shown = 'palette' | 'list' | null;

/** The keys that work everywhere: Ctrl+K to go anywhere, `?` for the list of the others. */
export function Shortcuts({ shown, onShow }: { shown: Shown; onShow: (shown: Shown) => void }) {
  const showing = useRef({ shown, onShow });
  showing.current = { shown, onShow };
  // Once it was called up it stays, to go as it came.
  const wasCalled = useRef(false);
  wasCalled.current ||= shown === 'palette';
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        showing.current.onShow(showing.current.shown === 'palette' ? null : 'palette');
      } else if (event.key === '?' && !isTyping(event.target)) showing.current.onShow('list');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      {wasCalled.current && (
        <CommandPalette open={shown === 'palette'} onClose={() => onShow(null)} onShortcuts={() => onShow('list')} />
      )}
      <Dialog open={shown === 'list'} onClose={() => onShow(null)} aria-labelledby="shortcuts-title" maxWidth="sm">
        <DialogTitle id="shortcuts-title">Raccourcis clavier</DialogTitle>
        <DialogContent>
          <Box
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'auto 1fr',
              gap: 1.5,
              columnGap: 3,
              m: 0,
              alignItems: 'center',
            }}
          >
            {SHORTCUTS.map(([keys, what]) => (
              <Box key={what} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ display: 'flex', gap: 0.5 }}>
                  {keys.map((key) => (
                    <Box
                      component="kbd"
                      key={key}
                      sx={{
                        px: 0.9,
                        py: 0.2,
                        border: 1,
                        borderColor: 'divider',
                        borderRadius: 1,
                        fontFamily: 'inherit',
                        fontSize: '0.88rem',
                        bgcolor: 'action.hover',
                      }}
                    >
                      {key}
                    </Box>
                  ))}
                </Box>
                <Box component="dd" sx={{ m: 0 }}>
                  {what}
                </Box>
              </Box>
            ))}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onShow(null)} autoFocus>
            Fermer
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
