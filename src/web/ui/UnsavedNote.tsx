import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export const UNSAVED = 'Modifications pas encore enregistrées.';

/** Beside the button that saves: what is shown is typed, or was left typed here, and is not saved. @param children the button */
export function UnsavedNote({
  isShown,
  onBack,
  children,
}: {
  isShown: boolean;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 2, rowGap: 0.5, flexWrap: 'wrap' }}>
      {children}
      <Typography role="status" color="warning.main" sx={{ fontSize: '0.85rem' }}>
        {isShown && UNSAVED}
      </Typography>
      {isShown && (
        <Button size="small" onClick={onBack}>
          Revenir à ce qui est enregistré
        </Button>
      )}
    </Box>
  );
}
