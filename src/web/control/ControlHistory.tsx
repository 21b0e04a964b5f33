import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { CONTROL_RECORDS, listControlRevisions } from '#shared/control/control.contract.ts';
import { printInstant } from '#shared/fields/date.ts';
import { queryOf } from '../api/query.ts';
import { usePersonName } from '../auth/people.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { ChangeList } from './ChangeList.tsx';

/** Who changed what of the records beside the form, and when. */
export function ControlHistory({ productId, kind }: { productId: string; kind: ProductKind }) {
  const [isOpen, setIsOpen] = useState(false);
  const nameOf = usePersonName();
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(listControlRevisions, { params: { id: productId } }),
    enabled: isOpen,
    staleTime: 0,
  });
  const what =
    kind === 'cosmetique'
      ? 'la conformité, de l’évaluation et des allégations'
      : 'l’étiquette, du dossier de nettoyage et des allégations';
  const revisions = (data?.data ?? []).filter(({ changes }) => changes.length > 0);
  return (
    <Card component="section" aria-label="Historique des points" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Masquer l’historique' : `Voir l’historique de ${what}`}
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
                shown.map(({ record, revision, at, by, changes }) => (
                  <Box key={`${record}${revision}`} sx={{ mt: 1.5 }}>
                    <Typography sx={{ fontWeight: 600 }}>
                      {`${CONTROL_RECORDS[record]}, le ${printInstant(at)}, par ${nameOf(by)}`}
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
