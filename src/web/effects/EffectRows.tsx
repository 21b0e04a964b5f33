import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { Pencil, Trash2 } from 'lucide-react';
import type { Effect } from '#shared/effects/effect.contract.ts';
import { EFFECT_SOURCES } from '#shared/effects/effect.fields.ts';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import { FirstRows } from '../ui/FirstRows.tsx';

interface Props {
  effects: readonly Effect[];
  onEdit: (effect: Effect) => void;
  onRemove: (effect: Effect) => void;
}

/** Where a case stands: sent, to be sent, to be qualified. */
function Standing({ effect }: { effect: Effect }) {
  const { grave, transmis_le, non_transmis_motif, a_transmettre_le, hors_delai_jours } = effect;
  if (grave === false) return <Chip size="small" variant="outlined" label="Non grave" />;
  if (transmis_le)
    return (
      <Chip
        size="small"
        color={hors_delai_jours > 0 ? 'error' : 'success'}
        variant="outlined"
        label={`Transmis le ${printDay(transmis_le)}${hors_delai_jours > 0 ? `, hors délai de ${counted(hors_delai_jours, 'jour')}` : ''}`}
      />
    );
  if (non_transmis_motif) return <Chip size="small" variant="outlined" label="Non transmis, motif écrit" />;
  if (grave === null)
    return (
      <Chip
        size="small"
        color="warning"
        variant="outlined"
        label={`À qualifier au plus tard le ${printDay(a_transmettre_le ?? '')}`}
      />
    );
  return (
    <Chip
      size="small"
      color="error"
      label={
        hors_delai_jours > 0
          ? `Grave, hors délai de ${counted(hors_delai_jours, 'jour')}`
          : `Grave, à transmettre au plus tard le ${printDay(a_transmettre_le ?? '')}`
      }
    />
  );
}

/** The cases, the last one received first. */
export function EffectRows({ effects, onEdit, onRemove }: Props) {
  return (
    <FirstRows rows={effects}>
      {(shown) => (
        <List disablePadding aria-label="Cas">
          {shown.map((effect) => {
            const name = `du ${printDay(effect.recu_le)}${effect.reference ? `, ${effect.reference}` : ''}`;
            return (
              <ListItem key={effect.id} divider disableGutters sx={{ gap: 1, alignItems: 'start' }}>
                <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                  <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
                    <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                      {`${printDay(effect.recu_le)}${effect.reference ? `, ${effect.reference}` : ''}`}
                    </Typography>
                    <Standing effect={effect} />
                    {effect.imputabilite && (
                      <Chip size="small" variant="outlined" label={`Imputabilité : ${effect.imputabilite}`} />
                    )}
                  </Box>
                  <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                    {[EFFECT_SOURCES[effect.source], effect.zone, effect.description].filter(Boolean).join(', ')}
                  </Typography>
                </Box>
                <IconButton size="small" aria-label={`Modifier le cas ${name}`} onClick={() => onEdit(effect)}>
                  <Pencil size={17} />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={`Mettre le cas ${name} à la corbeille`}
                  onClick={() => onRemove(effect)}
                >
                  <Trash2 size={17} />
                </IconButton>
              </ListItem>
            );
          })}
        </List>
      )}
    </FirstRows>
  );
}
