import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { PRODUCT_KINDS } from '#shared/contract/product.kinds.ts';
import { printDay } from '#shared/fields/date.ts';
import { type GuestFile, type GuestSession, readGuestPiece, readGuestProduct } from '#shared/guests/guest.contract.ts';
import { download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { printSize } from '../ui/format.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { GuestActs } from './GuestActs.tsx';
import { GuestComments } from './GuestComments.tsx';
import { GuestSections } from './GuestSections.tsx';

/** The file that one is invited to read: its parts on the left, what one may do on the right. */
export function GuestProduct({ session }: { session: GuestSession }) {
  const { data, error, refetch } = useQuery({ ...queryOf(readGuestProduct), staleTime: Number.POSITIVE_INFINITY });
  const file = data?.data;
  const title = useRef<HTMLElement>(null);
  useEffect(() => {
    if (file) document.title = `${file.label} – Diplo`;
    // Where one enters, the door is gone with what had the focus.
    if (file && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [file]);
  if (error && !file)
    return (
      <Box sx={{ p: 3 }}>
        <LoadError message="Le dossier n’a pas pu être lu." detail={error.message} onRetry={() => void refetch()} />
      </Box>
    );
  if (!file) return <Loading label="Lecture du dossier…" />;
  return (
    <Box sx={{ p: { xs: 2, md: 4 }, maxWidth: 1500, mx: 'auto' }}>
      <Box sx={{ mb: 2 }}>
        <Typography variant="h1" ref={title} tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
          {file.label}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
          <Chip size="small" variant="outlined" label={PRODUCT_KINDS[file.kind]} />
          <Chip size="small" variant="outlined" label="Document de travail, non scellé" />
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Contents file={file} />
          <GuestSections sections={file.sections} mayComment={session.may.includes('comment')} />
          <Pieces file={file} />
        </Box>
        {/* Where there is one column, what one came to do stands before the file. */}
        <Box sx={{ display: { xs: 'contents', lg: 'grid' }, gap: 2, minWidth: 0, position: { lg: 'sticky' }, top: 16 }}>
          <Box sx={{ order: { xs: -1, lg: 0 }, minWidth: 0 }}>
            <GuestActs session={session} file={file} onSent={() => void refetch()} />
          </Box>
          <GuestComments mayComment={session.may.includes('comment')} />
        </Box>
      </Box>
    </Box>
  );
}

/** The parts of the file, each one click away. */
const Contents = ({ file: { sections, pieces } }: { file: GuestFile }) => (
  <Card component="nav" aria-label="Sommaire" sx={{ p: 2 }}>
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', columns: { xs: 1, sm: 2, md: 3 }, columnGap: 3 }}>
      {[...sections, ...(pieces.length > 0 ? [{ key: 'pieces', title: `Pièces (${pieces.length})` }] : [])].map(
        ({ key, title }) => (
          <li key={key}>
            <Link href={`#${key}`} onClick={(event) => go(event, key)}>
              {title}
            </Link>
          </li>
        ),
      )}
    </Box>
  </Card>
);

/** The address keeps no fragment: that is where a link carries its secret. */
function go(event: React.MouseEvent, key: string): void {
  event.preventDefault();
  const heading = document.getElementById(`partie-${key}`);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

function Pieces({ file: { pieces } }: { file: GuestFile }) {
  const { act } = useAction();
  if (pieces.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="partie-pieces" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" id="partie-pieces" tabIndex={-1}>
        Pièces
      </Typography>
      <Box component="ul" sx={{ pl: 2.5, mb: 0 }}>
        {pieces.map(({ n, title, size, issued_on }) => (
          <Box component="li" key={n} sx={{ overflowWrap: 'anywhere' }}>
            <Link component="button" onClick={() => void act(() => download(readGuestPiece, { n: String(n) }, title))}>
              {title}
            </Link>
            <Typography component="span" color="textSecondary" sx={{ fontSize: '0.85rem' }}>
              {` ${[issued_on && `du ${printDay(issued_on)}`, printSize(size)].filter(Boolean).join(', ')}`}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
