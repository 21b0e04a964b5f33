import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { printDay } from '#shared/fields/date.ts';
import type { Lot, Stopped } from '#shared/lots/lot.contract.ts';
import { useMay } from '../auth/account.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { RetentionLine } from './RetentionLine.tsx';
import { StopDialog } from './StopDialog.tsx';

const SOURCES: Readonly<Record<ProductKind, string>> = {
  cosmetique: 'Règlement (CE) n° 1223/2009, article 11 §1 : dix ans après la mise sur le marché du dernier lot',
  nettoyage:
    'Règlement (CE) n° 1272/2008, article 49, et règlement (CE) n° 1907/2006, article 36 : dix ans après la dernière fourniture',
};

interface Props {
  lots: readonly Lot[];
  stop: Stopped;
  kind: ProductKind;
}

/** Until when the file is kept, and whether more lots follow. */
export function RetentionCard({ lots, stop, kind }: Props) {
  const mayWrite = useMay('write');
  const [isOpen, setOpen] = useState(false);
  const end = stop.conservation_jusqu_au ?? stop.au_moins;
  return (
    <SourcedCard title="Conservation du dossier" source={SOURCES[kind]}>
      <Typography sx={{ fontSize: '1.05rem' }}>{sentenceOf(lots, stop)}</Typography>
      {stop.le && (
        <Typography color="textSecondary">
          {`Aucun lot après le ${printDay(stop.le)}${stop.motif ? ` : ${stop.motif}` : '.'}`}
        </Typography>
      )}
      {end && lots.length > 0 && <RetentionLine lots={lots} end={end} isFirm={stop.conservation_jusqu_au !== null} />}
      {mayWrite && (
        <Box>
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {stop.le ? 'Modifier l’arrêt' : 'Dire qu’aucun lot ne suivra'}
          </Button>
        </Box>
      )}
      {isOpen && <StopDialog stop={stop} onClose={() => setOpen(false)} />}
    </SourcedCard>
  );
}

function sentenceOf(lots: readonly Lot[], { le, conservation_jusqu_au, au_moins }: Stopped): string {
  if (conservation_jusqu_au) return `Le dossier se conserve jusqu’au ${printDay(conservation_jusqu_au)} inclus.`;
  if (au_moins)
    return `Le dossier se conserve au moins jusqu’au ${printDay(au_moins)}. La fin sera connue quand l’arrêt sera dit.`;
  if (lots.length > 0)
    return 'Un lot n’a pas de jour de mise sur le marché : la fin de la conservation n’est pas connue.';
  return le
    ? 'Aucun lot n’a été saisi : la fin de la conservation n’est pas connue.'
    : 'Aucun lot n’est encore saisi : rien ne dit encore jusqu’à quand ce dossier se conserve.';
}
