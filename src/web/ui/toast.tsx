import type { AlertColor } from '@mui/material/Alert';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

export type ToastAction = { label: string; href: string } | { label: string; run: () => void };

export interface Toast {
  severity: AlertColor;
  message: string;
  /** The ways on: an address to open, or something to do. */
  action?: ToastAction | readonly ToastAction[];
}

type Show = (toast: Toast) => void;
const ToastContext = createContext<Show>(() => undefined);

/** What is shown now: `Toasts` draws it, in the frame of the screens. */
interface Shown {
  current: (Toast & { key: number }) | undefined;
  isOpen: boolean;
  close: () => void;
  onClosed: () => void;
}
const ShownContext = createContext<Shown | null>(null);

/** `toast({ severity: 'success', message })` */
export const useToast = (): Show => useContext(ToastContext);

export const useShownToast = (): Shown | null => useContext(ShownContext);

/** One notification at a time, the others in line. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<(Toast & { key: number })[]>([]);
  const [isOpen, setOpen] = useState(true);
  const show = useCallback<Show>((toast) => {
    // Two messages are enough to wait for: an older one nobody has read yet gives way.
    setQueue((waiting) => [...waiting.slice(-1), { ...toast, key: Date.now() + Math.random() }].slice(-2));
    setOpen(true);
  }, []);
  const current = queue.at(-1);
  const shown = useMemo(
    () => ({ current, isOpen, close: () => setOpen(false), onClosed: () => setQueue([]) }),
    [current, isOpen],
  );
  return (
    <ToastContext value={show}>
      <ShownContext value={shown}>{children}</ShownContext>
    </ToastContext>
  );
}
