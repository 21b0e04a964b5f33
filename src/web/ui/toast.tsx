import Alert, { type AlertColor } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

/** How long a notification stays, in milliseconds; it waits while the pointer or the focus is on it. */
const TOAST_MS = 6_000;

export interface Toast {
  severity: AlertColor;
  message: string;
  /** A way on: an address to open, or something to do. */
  action?: { label: string; href: string } | { label: string; run: () => void };
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
  const runAction = (): void => {
    setOpen(false);
    if (current?.action && 'run' in current.action) current.action.run();
  };
  return (
    <ToastContext value={value}>
      {children}
      <Snackbar
        key={current?.key}
        open={open && current !== undefined}
        autoHideDuration={TOAST_MS}
        onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
        slotProps={{ transition: { onExited: () => setQueue([]) } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        {current && (
          <Alert
            severity={current.severity}
            role={current.severity === 'error' ? 'alert' : 'status'}
            onClose={() => setOpen(false)}
            closeText="Fermer"
            sx={{ whiteSpace: 'pre-line', alignItems: 'center', boxShadow: 8, border: 1, borderColor: 'divider' }}
            action={
              current.action &&
              ('href' in current.action ? (
                <Button color="inherit" size="small" href={current.action.href} target="_blank" rel="noopener">
                  {current.action.label}
                </Button>
              ) : (
                <Button color="inherit" size="small" onClick={runAction}>
                  {current.action.label}
                </Button>
              ))
            }
          >
            {current.message}
          </Alert>
        )}
      </Snackbar>
    </ToastContext>
  );
}
