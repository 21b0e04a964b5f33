import Box, { type BoxProps } from '@mui/material/Box';
import { type DragEvent, useState } from 'react';

interface Props extends Omit<BoxProps, 'onDrop'> {
  disabled?: boolean;
  /** Files let go over the zone, in the order the system gives them. */
  onFiles: (files: File[]) => void;
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** A place where files may be dropped. It always holds a button that does the same: dragging is never the only way. */
export function DropZone({ disabled = false, onFiles, children, sx, ...box }: Props) {
  const [over, setOver] = useState(false);
  return (
    <Box
      {...box}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        // Without this the browser would leave the app and open the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
        setOver(!disabled);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
      sx={[
        {
          border: '1.5px dashed',
          borderColor: over ? 'primary.main' : 'divider',
          bgcolor: over ? 'action.hover' : 'transparent',
          borderRadius: 1,
          transition: 'border-color 120ms, background-color 120ms',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {children}
    </Box>
  );
}
