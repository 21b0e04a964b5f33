import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { listFormulaRevisions } from '#shared/formulas/formula.contract.ts';
import { queryOf } from '../api/query.ts';
import { usePersonName } from '../auth/people.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

/** Each save of the formula, line by line: what came, what went, what changed. */
export function FormulaHistory({ productId }: { productId: string }) {
  const nameOf = usePersonName();
  const { data, error, isPending, refetch } = useQuery(queryOf(listFormulaRevisions, { params: { id: productId } }));
  if (isPending) return <Loading />;
  if (error && !data)
    return (
      <LoadError
        message="L’historique de la formule n’a pas pu être chargé."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const saves = data.data.filter(({ changes }) => changes.length > 0);
  if (saves.length === 0)
    return <Typography color="textSecondary">La formule n’a encore jamais été enregistrée en tableau.</Typography>;
  return (
    <FirstRows rows={saves}>
      {(shown) => (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {shown.map(({ revision, at, by, changes }) => (
            <Card key={revision} component="section" aria-label={`Enregistrement du ${printInstant(at)}`} sx={{ p: 2 }}>
              <Typography sx={{ fontWeight: 600 }}>
                {`${by ? nameOf(by) : 'Quelqu’un'}, le ${printInstant(at)} : ${counted(changes.length, 'ligne')}`}
              </Typography>
              <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
                {changes.map(({ field, label, from, to }) => (
                  <Box component="li" key={field} sx={{ overflowWrap: 'anywhere' }}>
                    {from === null ? (
                      `Ajoutée : ${to ?? label}`
                    ) : to === null ? (
                      <>
                        Retirée : <del>{from}</del>
                      </>
                    ) : (
                      <>
                        <del>{from}</del> devient {to}
                      </>
                    )}
                  </Box>
                ))}
              </Box>
            </Card>
          ))}
        </Box>
      )}
    </FirstRows>
  );
}
