import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, FileOutput } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { exportMargins, getMargins } from '#shared/exposure/exposure.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { nameKey } from '#shared/fields/name.ts';
import { download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useProduct } from '../products/useProduct.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { ExposureForm } from './ExposureForm.tsx';
import { HypothesesCard } from './HypothesesCard.tsx';
import { MarginRows } from './MarginRows.tsx';
import { sinceSentence } from './margin.words.ts';
import { ToDocument } from './ToDocument.tsx';

const MarginChart = lazy(async () => ({ default: (await import('./MarginChart.tsx')).MarginChart }));

/** How much of the product a person is exposed to, and how far each substance is from what was shown to be safe. */
export function ExposureTab() {
  const { id: productId } = useProduct();
  const { act, busy } = useAction();
  const [isDrawn, setIsDrawn] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(getMargins, { params: { id: productId } }),
    staleTime: 0,
  });
  if (isPending) return <Loading label="Calcul des marges…" />;
  if (error && !data)
    return (
      <LoadError
        message="Les marges n’ont pas pu être calculées."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const margins = data.data;
  const undocumented = margins.to_document.filter(
    ({ inci, profile }) => !profile && !margins.exposure.remarks[nameKey(inci)],
  ).length;
  const charted = margins.rows.filter(({ mos }) => mos !== null);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {margins.since && margins.since.changes.length > 0 && (
        <Alert severity="warning">{sinceSentence(margins.since)}</Alert>
      )}
      <ExposureForm key={productId} productId={productId} exposure={margins.exposure} />
      <Card component="section" aria-label="Marges de sécurité" sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
          <Typography variant="h2" sx={{ flexGrow: 1 }}>
            Marges de sécurité
          </Typography>
          {charted.length > 0 && (
            <Button
              startIcon={<ChartNoAxesColumn size={17} />}
              aria-expanded={isDrawn}
              onClick={() => setIsDrawn(!isDrawn)}
            >
              {isDrawn ? 'Masquer le graphique' : 'Voir le graphique'}
            </Button>
          )}
          <Button
            startIcon={<FileOutput size={17} />}
            loading={busy}
            disabled={margins.rows.length === 0}
            onClick={() => void act(() => download(exportMargins, { id: productId }, 'marges.xlsx'))}
          >
            Exporter en Excel
          </Button>
        </Box>
        {isDrawn && (
          <Suspense fallback={<Loading label="Tracé des marges…" />}>
            <MarginChart rows={charted} />
          </Suspense>
        )}
        <MarginRows margins={margins} productId={productId} />
      </Card>
      <HypothesesCard rows={margins.rows} />
      {margins.to_document.length > 0 && (
        <Card component="section" aria-label="À documenter" sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Typography variant="h2">
            {undocumented > 0
              ? `À documenter : ${counted(undocumented, 'substance')}`
              : 'Substances sans point de départ'}
          </Typography>
          <ToDocument margins={margins} productId={productId} />
        </Card>
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        SED = A × C/100 × absorption/100 ; MoS = POD systémique ÷ SED. Les SED sont arrondies vers le haut, les MoS vers
        le bas. Aide à la préparation : ces résultats viennent des données saisies. L’évaluation de la sécurité relève
        de la personne qualifiée désignée au point B.4.
      </Typography>
    </Box>
  );
}
