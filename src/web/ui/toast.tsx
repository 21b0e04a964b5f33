import Alert, { type AlertColor } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

/** How long a notification stays, in milliseconds; it waits while the pointer or the focus is on it. */
const TOAST_MS = 6_000;

export type ToastAction = { label: string; href: string } | { label: string; run: () => void };

export interface Toast {
  severity: AlertColor;
  message: string;
  /** The ways on: an address to open, or something to do. */
  action?: ToastAction | readonly ToastAction[];
}

type Show = (toast: Toast) => void;
const ToastContext = createContext<Show>(() => undefined);

/** `toast({ severity: 'success', message })` */
export const useToast = (): Show => useContext(ToastContext);

/** One notification at a time, the others in line. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<(Toast & { key: number })[]>([]);
  const [open, setOpen] = useState(true);
  const show = useCallback<Show>((toast) => {
    // Two messages are enough to wait for: an older one nobody has read yet gives way.
    setQueue((waiting) => [...waiting.slice(-1), { ...toast, key: Date.now() + Math.random() }].slice(-2));
    setOpen(true);
  }, []);
  const value = useMemo(() => show, [show]);
  const current = queue.at(-1);
  const actions = current?.action ? [current.action].flat() : [];
  return (
    <ToastContext value={value}>
      {children}
      <Snackbar
        key={current?.key}
        open={open && current !== undefined}
        autoHideDuration={TOAST_MS}
        onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
        slotProps={{ transition: { onExited: () => setQueue([]) } }}
        // Below stand the buttons one has just pressed, and presses again.
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        sx={{ top: { xs: 64, md: 16 } }}
      >
        {current && (
          <Alert
            severity={current.severity}
            role={current.severity === 'error' ? 'alert' : 'status'}
            onClose={() => setOpen(false)}
            closeText="Fermer"
            sx={{ whiteSpace: 'pre-line', alignItems: 'center', boxShadow: 8, border: 1, borderColor: 'divider' }}
            action={
              actions.length > 0 &&
              actions.map((action) =>
                'href' in action ? (
                  <Button
                    key={action.label}
                    color="inherit"
                    size="small"
                    href={action.href}
                    target="_blank"
                    rel="noopener"
                  >
                    {action.label}
                  </Button>
                ) : (
                  <Button
                    key={action.label}
                    color="inherit"
                    size="small"
                    onClick={() => {
                      setOpen(false);
                      action.run();
                    }}
                  >
                    {action.label}
                  </Button>
                ),
              )
            }
          >
            {current.message}
          </Alert>
        )}
      </Snackbar>
    </ToastContext>
  );
}
