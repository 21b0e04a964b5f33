import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type Finding, listFindings } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES, type FindingCode, isLibraryLink } from '#shared/findings/finding.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { Answer, AnswerForm } from './FindingAnswer.tsx';

const COLOURS = { rouge: 'error', orange: 'warning', neutre: 'info' } as const;

/** What was found in the file of a product, always computed anew. */
export const useFindings = (productId: string) =>
  useQuery({ ...queryOf(listFindings, { params: { id: productId } }), staleTime: 0 });

/** A red one, or an orange one that nobody answered. */
export const isToBeSeen = ({ level, answer }: Finding): boolean =>
  level === 'rouge' || (level === 'orange' && answer === null);

/** A code may be red in one place and orange in another. */
const worstOf = (found: readonly Finding[]): Finding['level'] =>
  found.some(({ level }) => level === 'rouge') ? 'rouge' : (found[0]?.level ?? 'neutre');

/** A chip for each red or orange code; it opens what was found under it. */
export function FindingChips({ productId }: { productId: string }) {
  const { data, error, refetch } = useFindings(productId);
  const [open, setOpen] = useState<{ code: FindingCode; anchor: HTMLElement } | null>(null);
  // That it changed since its validation stands beside them already.
  const all = (data?.data ?? []).filter((one) => isToBeSeen(one) && one.code !== 'DIP_MODIFIE_DEPUIS');
  const byCode = [...Map.groupBy(all, ({ code }) => code)];
  const toReview = (data?.data ?? []).filter(({ code, answer }) => code === 'A_REVOIR' && answer === null).length;
  // Silence would read as « nothing was found ».
  if (error && !data)
    return (
      <Chip size="small" variant="outlined" label="Remarques non lues : réessayer" onClick={() => void refetch()} />
    );
  return (
    <>
      {byCode.map(([code, found]) => (
        <Chip
          key={code}
          size="small"
          color={COLOURS[worstOf(found)]}
          variant={worstOf(found) === 'rouge' ? 'filled' : 'outlined'}
          label={`${FINDING_CODES[code].label}${found.length > 1 ? ` (${found.length})` : ''}`}
          aria-haspopup="dialog"
          onClick={(event) => setOpen({ code, anchor: event.currentTarget })}
        />
      ))}
      {toReview > 0 && (
        <Chip
          size="small"
          color="info"
          variant="outlined"
          label={`${toReview} à revoir`}
          component={Link}
          to={`/products/${productId}${FINDING_CODES.A_REVOIR.tab}`}
          clickable
        />
      )}
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
  /** Where what was answered is only told. */
  mayAnswer?: boolean;
}

/** Findings in sentences, each with what a person answered, and the way to where it is looked at. */
export function FindingLines({ findings, ...rest }: LinesProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {findings.map((one) => (
        <FindingLine key={one.key} finding={one} {...rest} />
      ))}
    </Box>
  );
}

interface LineProps extends Omit<LinesProps, 'findings'> {
  finding: Finding;
  /** What is told besides. */
  children?: ReactNode;
}

export function FindingLine({ productId, finding, onGo, mayAnswer = true, children }: LineProps) {
  const { code, level, text, link, answer } = finding;
  const mayWrite = useMay('write') && mayAnswer;
  const [isAnswering, setIsAnswering] = useState(false);
  // What its own room answers is answered there: « Voir » leads to it.
  const isAsked = mayWrite && answer === null && level !== 'neutre' && !FINDING_CODES[code].answeredIn;
  return (
    <Alert
      severity={answer && level === 'orange' ? 'success' : COLOURS[level]}
      sx={{
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flexGrow: 1, minWidth: 0, flexBasis: { xs: 'calc(100% - 48px)', sm: 0 } },
      }}
      action={
        <>
          {isAsked && !isAnswering && (
            <Button size="small" color="inherit" onClick={() => setIsAnswering(true)}>
              Répondre…
            </Button>
          )}
          <Button
            component={Link}
            to={isLibraryLink(link) ? link : `/products/${productId}${link}`}
            size="small"
            color="inherit"
            onClick={onGo}
          >
            Voir
          </Button>
        </>
      }
    >
      <Typography component="span" sx={{ fontSize: 'inherit', overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {children}
      {isAnswering ? (
        <AnswerForm productId={productId} finding={finding} onDone={() => setIsAnswering(false)} />
      ) : (
        answer && <Answer productId={productId} finding={finding} answer={answer} mayWrite={mayWrite} />
      )}
    </Alert>
  );
}
