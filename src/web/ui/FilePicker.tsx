import Button, { type ButtonProps } from '@mui/material/Button';
import { type ReactNode, useRef } from 'react';

interface Props extends Omit<ButtonProps, 'onChange'> {
  accept?: string;
  /** What a screen reader calls the file field. */
  label: string;
  children: ReactNode;
  /** Several files at once: `onPick` is called for each, or `onPickAll` for all. */
  multiple?: boolean;
  onPick?: (file: File) => void;
  onPickAll?: (files: File[]) => void;
}

/** A button that opens the system's file chooser. The same file can be chosen twice in a row. */
export function FilePicker({ accept, label, children, multiple = false, onPick, onPickAll, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label={label}
        {...(accept ? { accept } : {})}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onPickAll?.(files);
          for (const file of files) onPick?.(file);
        }}
      />
    </>
  );
}
