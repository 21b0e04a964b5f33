import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import { X } from 'lucide-react';
import { useShownToast } from './toast.tsx';

const HIDE = 'Masquer le message';
/** How long a notification stays, in milliseconds; it waits while the pointer or the focus is on it. */
const TOAST_MS = 6_000;

/** Draws the notification of this moment. */
export function Toasts() {
  const shown = useShownToast();
  if (!shown) return null;
  const { current, isOpen, close, onClosed } = shown;
  const actions = current?.action ? [current.action].flat() : [];
  return (
    <Snackbar
      key={current?.key}
      open={isOpen && current !== undefined}
      autoHideDuration={TOAST_MS}
      onClose={(_, reason) => reason !== 'clickaway' && close()}
      slotProps={{ transition: { onExited: onClosed } }}
      // Below the title and its buttons; at the foot stand those one has just pressed, and presses again.
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      sx={{ top: { xs: 128, md: 84 } }}
    >
      {current && (
        <Alert
          severity={current.severity}
          role={current.severity === 'error' ? 'alert' : 'status'}
          onClose={close}
          closeText={HIDE}
          sx={{ whiteSpace: 'pre-line', alignItems: 'center', boxShadow: 8, border: 1, borderColor: 'divider' }}
          action={
            // The cross that closes it is drawn where nothing else stands there.
            actions.length === 0
              ? undefined
              : [
                  ...actions.map((action) =>
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
                          close();
                          action.run();
                        }}
                      >
                        {action.label}
                      </Button>
                    ),
                  ),
                  <IconButton key="close" size="small" color="inherit" aria-label={HIDE} onClick={close}>
                    <X size={16} aria-hidden />
                  </IconButton>,
                ]
          }
        >
          {current.message}
        </Alert>
      )}
    </Snackbar>
  );
}
