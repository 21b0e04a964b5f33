import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment, memo, type RefObject, useEffect, useRef } from 'react';
import { getImportedDocument, type ImportedDocument, type ShownBlock } from '#shared/imports/document.contract.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import type { Lit } from './oldFile.place.ts';

/** The text of an old file, the passage that is looked at lit. */
export function OldFileText({ importId, found, lit }: { importId: string; found: ImportedDocument; lit: Lit | null }) {
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(getImportedDocument, { params: { id: importId, doc: found.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each passage that is lit is brought into view
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [lit]);
  return (
    <Card
      component="section"
      aria-label="Texte du document"
      sx={{ p: 2.5, position: { lg: 'sticky' }, top: { lg: 16 }, minWidth: 0 }}
    >
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {found.file_name}
      </Typography>
      {isPending && <Loading label="Chargement du texte…" />}
      {error && !data && (
        <LoadError
          message="Le texte de ce document n’a pas pu être chargé."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <Box
          ref={box}
          // It scrolls: the keyboard reaches it.
          tabIndex={0}
          role="region"
          aria-label="Texte, dans l’ordre de lecture"
          sx={{
            mt: 1,
            maxHeight: { xs: 420, lg: 'calc(100vh - 110px)' },
            overflowY: 'auto',
            fontSize: '0.9rem',
            pr: 1,
          }}
        >
          {data.data.blocks.map((block, index) => {
            const isLit = lit?.place.block === index;
            return (
              <Block
                // biome-ignore lint/suspicious/noArrayIndexKey: a block has no other name than its rank
                key={index}
                block={block}
                part={data.data.blocks[index - 1]?.part === block.part ? null : block.part}
                lit={isLit ? lit : null}
                mark={isLit ? mark : null}
              />
            );
          })}
        </Box>
      )}
    </Card>
  );
}

interface BlockProps {
  block: ShownBlock;
  /** The name of the part, where it begins. */
  part: string | null;
  lit: Lit | null;
  mark: RefObject<HTMLDivElement | null> | null;
}

const Block = memo(function Block({ block, part, lit, mark }: BlockProps) {
  return (
    <>
      {part !== null && part !== 'Corps du document' && (
        <Typography color="textSecondary" sx={{ mt: 2, fontSize: '0.82rem' }}>
          {part}
        </Typography>
      )}
      {block.kind === 'paragraph' ? (
        <Box
          ref={mark}
          sx={{
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
            minHeight: '0.6em',
            my: 0.5,
            ...(block.level === null
              ? {}
              : { fontWeight: 700, mt: 1.5, fontSize: block.level < 2 ? '1.1rem' : '1rem' }),
          }}
        >
          <Marked text={block.text} raw={lit?.raw ?? null} />
        </Box>
      ) : (
        <Box sx={{ overflowX: 'auto', my: 1 }}>
          <Table size="small">
            <TableBody>
              {block.rows.map((row, at) => {
                const isLit = lit !== null && (lit.place.row === null || lit.place.row === at + 1);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its rank
                  <TableRow key={at} selected={isLit && lit.place.row !== null}>
                    {row.map(({ text, span }, column) => (
                      <TableCell
                        // biome-ignore lint/suspicious/noArrayIndexKey: nor has a cell
                        key={column}
                        colSpan={span}
                        sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', verticalAlign: 'top' }}
                      >
                        {isLit && column === 0 && <Box ref={mark} component="span" />}
                        <Marked text={text} raw={isLit ? lit.raw : null} />
                      </TableCell>
                    ))}
                  </TableRow>
                );
              })}
            </TableBody>
          </Table>
        </Box>
      )}
    </>
  );
});

/** A text with what was read of it marked. */
function Marked({ text, raw }: { text: string; raw: string | null }) {
  const at = raw === null || raw === '' ? -1 : text.indexOf(raw);
  if (raw === null || at < 0) return <>{text}</>;
  return (
    <Fragment>
      {text.slice(0, at)}
      <Box component="mark" sx={{ bgcolor: '#ffe28a', color: '#1d1a10', borderRadius: 0.5, px: 0.25 }}>
        {raw}
      </Box>
      {text.slice(at + raw.length)}
    </Fragment>
  );
}
