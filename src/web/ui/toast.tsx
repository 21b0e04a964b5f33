import type { AlertColor } from '@mui/material/Alert';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

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

interface Props {
  /** Listens for the moment when what was told is nobody's. @returns what stops listening */
  forgetWhen: (listener: () => void) => () => void;
  children: ReactNode;
}

/** One notification at a time, the others in line. */
export function ToastProvider({ forgetWhen, children }: Props) {
  const [queue, setQueue] = useState<(Toast & { key: number })[]>([]);
  const [isOpen, setOpen] = useState(true);
  const show = useCallback<Show>((toast) => {
    // Two messages are enough to wait for: an older one nobody has read yet gives way.
    setQueue((waiting) => [...waiting.slice(-1), { ...toast, key: Date.now() + Math.random() }].slice(-2));
    setOpen(true);
  }, []);
  // What was told to somebody, with a button that undoes it, is not for whoever signs in next.
  useEffect(() => forgetWhen(() => setQueue([])), [forgetWhen]);
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
