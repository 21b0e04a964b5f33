import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import { usePersonName } from '../auth/people.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { ChangeList, type SaidChange } from './ChangeList.tsx';

export interface SavedRevision {
  /** Of the record that was saved. */
  key: string;
  label: string;
  revision: number;
  at: string;
  by: string | null;
  changes: readonly SaidChange[];
}

interface Props<Found> {
  title: string;
  /** What the button shows: « l’historique du suivi ». */
  what: string;
  query: Pick<UseQueryOptions<Found>, 'queryKey' | 'queryFn'>;
  rowsOf: (found: Found) => readonly SavedRevision[];
}

/** Who changed what of records, and when: asked for when somebody wants it. */
export function RevisionsCard<Found>({ title, what, query, rowsOf }: Props<Found>) {
  const [isOpen, setIsOpen] = useState(false);
  const nameOf = usePersonName();
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: isOpen,
    staleTime: 0,
  } as UseQueryOptions<Found>);
  const revisions = data === undefined ? [] : rowsOf(data).filter(({ changes }) => changes.length > 0);
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Masquer l’historique' : `Voir ${what}`}
      </Button>
      {isOpen &&
        (error && !data ? (
          <LoadError
            message="L’historique n’a pas pu être chargé."
            detail={error.message}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <Loading label="Chargement de l’historique…" />
        ) : revisions.length === 0 ? (
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Rien n’a encore été saisi.
          </Typography>
        ) : (
          <Box aria-busy={isFetching}>
            <FirstRows rows={revisions}>
              {(shown) =>
                shown.map(({ key, label, revision, at, by, changes }) => (
                  <Box key={`${key}${revision}`} sx={{ mt: 1.5 }}>
                    <Typography sx={{ fontWeight: 600 }}>
                      {`${label}, le ${printInstant(at)}, par ${nameOf(by)}`}
                    </Typography>
                    <ChangeList changes={changes} />
                  </Box>
                ))
              }
            </FirstRows>
          </Box>
        ))}
    </Card>
  );
}
