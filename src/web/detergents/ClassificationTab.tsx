import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getClp, getComponentSheet, getContentLabel, getDetergent } from '#shared/detergents/detergent.contract.ts';
import { queryOf } from '../api/query.ts';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useProduct } from '../products/useProduct.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { ComponentSheetCard } from './ComponentSheetCard.tsx';
import { ConclusionCard } from './ConclusionCard.tsx';
import { ContentCard } from './ContentCard.tsx';
import { HazardCard } from './HazardCard.tsx';
import { SurfactantsCard } from './SurfactantsCard.tsx';
import { UfiCard } from './UfiCard.tsx';

/** What is computed of a cleaning product, and what people conclude of it: contents, sheet, classification, UFI. */
export function ClassificationTab() {
  const { id } = useProduct();
  const params = { params: { id } };
  // All of them follow from the formula: looked at anew when one comes back.
  const fresh = { staleTime: 0 };
  const record = useQuery({ ...queryOf(getDetergent, params), ...fresh });
  const label = useQuery({ ...queryOf(getContentLabel, params), ...fresh });
  const sheet = useQuery({ ...queryOf(getComponentSheet, params), ...fresh });
  const clp = useQuery({ ...queryOf(getClp, params), ...fresh });
  const all = [record, label, sheet, clp];
  const failed = all.find(({ error, data }) => error && !data);
  if (failed)
    return (
      <LoadError
        message="La classification n’a pas pu être lue."
        detail={failed.error?.message ?? ''}
        onRetry={() => void Promise.all(all.map((one) => one.refetch()))}
      />
    );
  if (!record.data || !label.data || !sheet.data || !clp.data) return <Loading label="Calcul de la classification…" />;
  const held = record.data.data;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ReadOnlyNote what="la classification" />
      <Alert severity="info">
        Ce qui suit est le résultat du calcul, d’après la formule et les fiches des substances. Il ne conclut rien : une
        personne relit, conclut et signe.
      </Alert>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <ContentCard label={label.data.data} record={held} />
        <ConclusionCard key={held.revision} record={held} clp={clp.data.data} />
      </Box>
      <HazardCard clp={clp.data.data} record={held} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <ComponentSheetCard sheet={sheet.data.data} record={held} />
        <Box sx={{ display: 'grid', gap: 2 }}>
          <SurfactantsCard />
          <UfiCard record={held} />
        </Box>
      </Box>
    </Box>
  );
}
