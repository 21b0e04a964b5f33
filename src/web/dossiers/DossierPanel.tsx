import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { DossierLine } from './DossierParts.tsx';
import { SealButton, SealProgress, useSealing } from './Sealing.tsx';

/** The whole file of a product as one hands it over: one PDF and one archive, sealed; and those that were sealed before. */
export function DossierPanel({ productId }: { productId: string }) {
  const sealing = useSealing(productId);
  const { data, error, isPending, refetch } = sealing.dossiers;
  return (
    <Card component="section" aria-labelledby="dossiers-title" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2" id="dossiers-title" sx={{ m: 0, flexGrow: 1 }}>
          Dossier scellé
        </Typography>
        <SealButton sealing={sealing} variant="contained" />
      </Box>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        Un PDF et une archive avec toutes les pièces, leurs empreintes et de quoi les vérifier sans réseau, dans dix
        ans.
      </Typography>
      <SealProgress sealing={sealing} />
      {isPending ? (
        <Loading label="Chargement des dossiers…" />
      ) : error && !data ? (
        <LoadError
          message="Les dossiers scellés n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        data.data.length > 0 && (
          <FirstRows rows={data.data}>
            {(shown) => (
              <List dense disablePadding sx={{ mt: 1 }}>
                {shown.map((one, rank) => (
                  <DossierLine key={one.id} dossier={one} before={data.data[rank + 1]} />
                ))}
              </List>
            )}
          </FirstRows>
        )
      )}
    </Card>
  );
}
