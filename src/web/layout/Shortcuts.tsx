import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useCallback, useEffect, useRef } from 'react';
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

/** The text once this key is pressed; `null` for a key that writes nothing. Enter chooses nothing of what is not there. */
function typedOn(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (key === 'Enter') return text;
  if (key === 'Backspace') return text.slice(0, -1);
  // AltGr, with which « @ » is typed, is both on Windows.
  return [...key].length === 1 && ctrlKey === altKey && !metaKey ? text + key : null;
}

/** How long what is typed after Ctrl+K waits for the palette (ms): one that does not come leaves the keys to the page. */
const AHEAD_MS = 5_000;

/** What the keyboard has called up. */
export type Shown = 'palette' | 'list' | null;

/** The keys that work everywhere: Ctrl+K to go anywhere, `?` for the list of the others. */
export function Shortcuts({ shown, onShow }: { shown: Shown; onShow: (shown: Shown) => void }) {
  const showing = useRef({ shown, onShow });
  showing.current = { shown, onShow };
  // Once it was called up it stays, to go as it came.
  const wasCalled = useRef(false);
  wasCalled.current ||= shown === 'palette';
  /** Typed since Ctrl+K, before the palette is there: for the palette, and not for the field in which one was. */
  const ahead = useRef<{ text: string; until: number } | null>(null);
  const takeTyped = useCallback((): string => {
    const { text = '' } = ahead.current ?? {};
    ahead.current = null;
    return text;
  }, []);
  useEffect(() => {
    const show = (what: Shown): void => {
      ahead.current = what === 'palette' ? { text: '', until: performance.now() + AHEAD_MS } : null;
      showing.current.onShow(what);
    };
    const keepAhead = (event: KeyboardEvent, { text, until }: { text: string; until: number }): void => {
      const next = typedOn(text, event);
      if (next === null) return;
      event.preventDefault();
      event.stopPropagation();
      ahead.current = { text: next, until };
    };
    const onKey = (event: KeyboardEvent): void => {
      const waiting = ahead.current && performance.now() < ahead.current.until ? ahead.current : null;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        show(waiting || showing.current.shown === 'palette' ? null : 'palette');
      } else if (waiting && event.key === 'Escape') show(null);
      else if (waiting) keepAhead(event, waiting);
      else if (event.key === '?' && !isTyping(event.target)) show('list');
    };
    // Before the field in which one is.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return (
    <>
      {wasCalled.current && (
        <CommandPalette
          open={shown === 'palette'}
          takeTyped={takeTyped}
          onClose={() => onShow(null)}
          onShortcuts={() => onShow('list')}
        />
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
