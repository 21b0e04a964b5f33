import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Plus, Trash2 } from 'lucide-react';
import { ROLE_LABELS, ROLES, type Role } from '#shared/formulas/formula.ts';
import { readPartAmount } from '#shared/formulas/paste.amount.ts';
import { SubstancePicker } from '../substances/SubstancePicker.tsx';
import { newPart, type Part } from './material.parts.ts';

interface PartsProps {
  title: string;
  help: string;
  parts: Part[];
  withRole?: boolean;
  action?: React.ReactNode;
  onChange: (parts: Part[]) => void;
}

/** The parts of a raw material, each with its amount. */
export function Parts({ title, help, parts, withRole = false, action, onChange }: PartsProps) {
  const change = (key: string, values: Partial<Part>): void =>
    onChange(parts.map((part) => (part.key === key ? { ...part, ...values } : part)));
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3">{title}</Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem', mb: 1 }}>
        {help}
      </Typography>
      <Stack sx={{ gap: 1 }}>
        {parts.map((part, index) => {
          const isWrong = part.name.trim() !== '' && readPartAmount(part.amount) === null;
          return (
            <Box
              key={part.key}
              sx={{
                display: 'grid',
                gap: 1,
                alignItems: 'start',
                gridTemplateColumns: {
                  xs: withRole ? 'minmax(88px, 1fr) 2fr 40px' : '1fr 40px',
                  sm: withRole ? 'minmax(0, 2fr) 130px 170px 40px' : 'minmax(0, 2fr) 130px 40px',
                },
              }}
            >
              <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}>
                <SubstancePicker
                  label={`Substance ${index + 1}`}
                  name={part.name}
                  onChange={({ id, name }) => change(part.key, { id, name })}
                />
              </Box>
              <TextField
                label="%"
                value={part.amount}
                error={isWrong}
                helperText={isWrong ? 'Par exemple 12,5 ou 60-70.' : undefined}
                onChange={(event) => change(part.key, { amount: event.target.value })}
              />
              {withRole && (
                <TextField
                  select
                  label="Rôle"
                  value={part.role}
                  onChange={(event) => change(part.key, { role: event.target.value as Role | '' })}
                >
                  <MenuItem value="">À préciser</MenuItem>
                  {ROLES.map((role) => (
                    <MenuItem key={role} value={role}>
                      {ROLE_LABELS[role]}
                    </MenuItem>
                  ))}
                </TextField>
              )}
              <IconButton
                aria-label={`Retirer ${part.name || `la ligne ${index + 1}`}`}
                onClick={() => onChange(parts.filter(({ key }) => key !== part.key))}
              >
                <Trash2 size={17} />
              </IconButton>
            </Box>
          );
        })}
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button size="small" startIcon={<Plus size={16} />} onClick={() => onChange([...parts, newPart()])}>
            Ajouter une ligne
          </Button>
          {action}
        </Box>
      </Stack>
    </Box>
  );
}
