import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { type Finding, listFindings } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES, type FindingCode } from '#shared/findings/finding.ts';
import { queryOf } from '../api/query.ts';

const COLOURS = { rouge: 'error', orange: 'warning', neutre: 'info' } as const;

/** What was found in the file of a product, always computed anew. */
export const useFindings = (productId: string) =>
  useQuery({ ...queryOf(listFindings, { params: { id: productId } }), staleTime: 0 });

/** « 2 bloquantes, 1 à regarder » */
export const sayCounts = ({ rouge, orange }: { rouge: number; orange: number }): string =>
  [rouge > 0 && counted(rouge, 'remarque bloquante', 'remarques bloquantes'), orange > 0 && `${orange} à regarder`]
    .filter(Boolean)
    .join(', ') || 'Aucune remarque';

/** A chip for each red or orange code; it opens what was found under it. */
export function FindingChips({ productId }: { productId: string }) {
  const { data } = useFindings(productId);
  const [open, setOpen] = useState<{ code: FindingCode; anchor: HTMLElement } | null>(null);
  // That it changed since its validation stands beside them already.
  const all = (data?.data ?? []).filter(({ level, code }) => level !== 'neutre' && code !== 'DIP_MODIFIE_DEPUIS');
  const byCode = [...Map.groupBy(all, ({ code }) => code)];
  return (
    <>
      {byCode.map(([code, found]) => (
        <Chip
          key={code}
          size="small"
          color={COLOURS[FINDING_CODES[code].level]}
          variant={FINDING_CODES[code].level === 'rouge' ? 'filled' : 'outlined'}
          label={`${FINDING_CODES[code].label}${found.length > 1 ? ` (${found.length})` : ''}`}
          aria-haspopup="dialog"
          onClick={(event) => setOpen({ code, anchor: event.currentTarget })}
        />
      ))}
      <Popover
        open={open !== null}
        anchorEl={open?.anchor ?? null}
        onClose={() => setOpen(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': open ? FINDING_CODES[open.code].label : 'Remarques',
            sx: { p: 2, width: 460, maxWidth: '94vw', maxHeight: '60vh' },
          },
        }}
      >
        <FindingLines
          productId={productId}
          findings={all.filter(({ code }) => code === open?.code)}
          onGo={() => setOpen(null)}
        />
      </Popover>
    </>
  );
}

interface LinesProps {
  productId: string;
  findings: readonly Finding[];
  /** Somebody went to look at one. */
  onGo?: () => void;
}

/** Findings in sentences, each with the way to where it is looked at. */
export function FindingLines({ productId, findings, onGo }: LinesProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {findings.map(({ key, level, text, link }) => (
        <Alert
          key={key}
          severity={COLOURS[level]}
          action={
            <Button component={Link} to={`/products/${productId}${link}`} size="small" color="inherit" onClick={onGo}>
              Voir
            </Button>
          }
        >
          <Typography component="span" sx={{ fontSize: 'inherit', overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        </Alert>
      ))}
    </Box>
  );
}

/** Shown before something leaves: the red ones whole, the orange ones counted. Nothing where there is nothing to say. */
export function FindingsBefore({ productId }: { productId: string }) {
  const { data, isPending } = useFindings(productId);
  if (isPending) return <Typography role="status">Lecture du dossier…</Typography>;
  const all = data?.data ?? [];
  const [red, orange] = [all.filter(({ level }) => level === 'rouge'), all.filter(({ level }) => level === 'orange')];
  if (red.length + orange.length === 0) return null;
  const shown = [...red, ...orange].slice(0, SHOWN);
  const rest = red.length + orange.length - shown.length;
  return (
    <Box component="section" aria-label="Dans le dossier" sx={{ mt: 2 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {`Dans le dossier : ${sayCounts({ rouge: red.length, orange: orange.length }).toLowerCase()}`}
      </Typography>
      <FindingLines productId={productId} findings={shown} />
      {rest > 0 && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {`Et ${counted(rest, 'autre')}, dans l’onglet « Prêt pour un contrôle ».`}
        </Typography>
      )}
    </Box>
  );
}

/** Findings that a dialog shows; the tab has them all. */
const SHOWN = 8;
