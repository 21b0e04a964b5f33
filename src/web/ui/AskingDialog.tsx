import Dialog, { type DialogProps } from '@mui/material/Dialog';
import { useState } from 'react';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';

interface Props extends Omit<DialogProps, 'open' | 'onClose'> {
  busy?: boolean;
  /** Whether closing it would lose something. */
  isTouched: () => boolean;
  onClose: () => void;
}

/** A dialog in which something is typed: a click beside it closes nothing, Escape asks once closing would lose something. */
export function AskingDialog({ busy = false, isTouched, onClose, children, ...dialog }: Props) {
  const [asks, setAsks] = useState(false);
  const close: DialogProps['onClose'] = (_, reason) => {
    if (busy || reason === 'backdropClick') return;
    if (isTouched()) setAsks(true);
    else onClose();
  };
  return (
    <Dialog open fullWidth onClose={close} {...dialog}>
      {children}
      <UnsavedQuestion open={asks} onStay={() => setAsks(false)} onLeave={onClose} />
    </Dialog>
  );
}
