import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { DriveStatus } from '#shared/drive/drive.contract.ts';

const STEP_ICONS = {
  ok: { icon: CircleCheck, color: 'success.main', text: 'réussi' },
  failed: { icon: CircleX, color: 'error.main', text: 'en échec' },
  skipped: { icon: CircleDashed, color: 'text.secondary', text: 'pas essayé' },
} as const;

/** What the last test found, and what to do where it failed. */
export function DriveSteps({ steps }: { steps: DriveStatus['steps'] }) {
  return (
    <Card component="section" aria-labelledby="steps-title" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id="steps-title">
        Dernier essai
      </Typography>
      <List dense>
        {steps.map(({ name, label, state, message }) => {
          const { icon: Icon, color, text } = STEP_ICONS[state];
          return (
            <ListItem key={name} disableGutters alignItems="flex-start">
              <ListItemIcon sx={{ minWidth: 34, color, mt: 0.75 }}>
                <Icon size={20} role="img" aria-label={text} />
              </ListItemIcon>
              <ListItemText
                primary={label}
                secondary={message}
                slotProps={{
                  secondary: { sx: { color: 'error.main' } },
                  primary: { sx: { overflowWrap: 'anywhere' } },
                }}
              />
            </ListItem>
          );
        })}
      </List>
    </Card>
  );
}
