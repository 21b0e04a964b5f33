import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getControl } from '#shared/control/control.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { queryOf } from '../api/query.ts';
import { DossierLine } from '../dossiers/DossierParts.tsx';
import { SealButton, SealProgress, useSealing } from '../dossiers/Sealing.tsx';
import { FindingLines, isToBeSeen } from '../findings/Findings.tsx';
import { useProduct } from '../products/useProduct.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

/** How far a product is ready for a control, in one card: the figure, and what stands in the wrong order. */
export function ControlCard() {
  const { id, type_produit } = useProduct();
  const { data, error, isPending, refetch } = useQuery(queryOf(getControl, { params: { id } }));
  const sealing = useSealing(id);
  const [last] = sealing.dossiers.data?.data ?? [];
  return (
    <Card
      component="section"
      aria-labelledby="control-title"
      sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0, gridColumn: '1 / -1' }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2" id="control-title" sx={{ flexGrow: 1 }}>
          Contrôle du dossier
        </Typography>
        <SealButton sealing={sealing} variant="outlined" />
        <Button component={Link} to={`/products/${id}/control`} size="small" variant="outlined">
          Voir les points
        </Button>
      </Box>
      {isPending ? (
        <Loading label="Lecture des points…" />
      ) : error && !data ? (
        <LoadError message="Les points n’ont pas pu être lus." detail={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          <Typography sx={{ mt: 0.5 }}>
            {type_produit === 'nettoyage'
              ? `Points : ${data.data.covered} sur ${data.data.total}.`
              : `Article 11 : ${counted(data.data.covered, 'point')} sur ${data.data.total}.`}
          </Typography>
          <Box sx={{ mt: 1, display: 'grid', gap: 1 }}>
            <FirstRows rows={data.data.findings.filter(isToBeSeen)}>
              {(shown) => <FindingLines productId={id} findings={shown} mayAnswer={false} />}
            </FirstRows>
          </Box>
        </>
      )}
      <SealProgress sealing={sealing} />
      {last && (
        <List dense disablePadding>
          <DossierLine dossier={last} />
        </List>
      )}
    </Card>
  );
}
