import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { CircleHelp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { FieldDefinition } from '#shared/fields/field.ts';

interface Props {
  field: FieldDefinition;
  children: ReactNode;
}

/** Of the cosmetics regulation where the source names no text of its own. */
const lawOf = (source: string): string =>
  `${/^(?:règlement|directive|norme|code|arrêté|ISO|NF)(?= |$)/i.test(source) ? source.charAt(0).toUpperCase() + source.slice(1) : `Règlement (CE) n° 1223/2009, ${source}`}.`;

/**
 * An example of a field and why the file asks for it, on demand: by the button in the corner of its input, or by F1 in
 * it, so that the keyboard does not stop once more at each of the fields.
 */
export function FieldHelp({ field, children }: Props) {
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F1 comes from the input inside
    <div
      ref={anchor}
      style={{ position: 'relative' }}
      onKeyDown={(event) => {
        if (event.key !== 'F1') return;
        event.preventDefault();
        setOpen(true);
      }}
    >
      {children}
      <IconButton
        size="small"
        tabIndex={-1}
        aria-label={`Exemple et raison : ${field.label}`}
        title="Exemple et raison (F1)"
        onClick={() => setOpen(true)}
        sx={{
          position: 'absolute',
          top: -12,
          right: 6,
          p: 0.5,
          color: 'text.secondary',
          bgcolor: 'background.paper',
          '&:hover': { bgcolor: 'background.paper', color: 'primary.main' },
        }}
      >
        <CircleHelp size={16} />
      </IconButton>
      <Popover
        open={open}
        anchorEl={anchor.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { p: 2, maxWidth: 380 }, role: 'dialog', 'aria-label': `Aide : ${field.label}` } }}
      >
        {field.reason && <Typography sx={{ mb: 1 }}>{field.reason}</Typography>}
        {field.source !== undefined && (
          <Typography color="textSecondary" sx={{ fontSize: '0.85rem', mb: 1 }}>
            {lawOf(field.source)}
          </Typography>
        )}
        <Typography sx={{ fontSize: '0.9rem', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <strong>Exemple :</strong> {field.example}
        </Typography>
      </Popover>
    </div>
  );
}
