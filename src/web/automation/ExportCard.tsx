import Button from '@mui/material/Button';
import { FolderDown } from 'lucide-react';
import { exportAll } from '#shared/exports/export.contract.ts';
import { download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { StatusCard } from '../ui/StatusCard.tsx';

/** Everything, for who leaves with it or keeps it elsewhere: readable without Diplo. */
export function ExportCard() {
  const { act, busy } = useAction();
  return (
    <StatusCard
      title="Tout exporter"
      text="Une archive que l’on ouvre sans Diplo : les fiches dans un classeur, un produit par ligne, puis pour chaque produit sa formule, ses faits, ses pièces et son document validé, avec leurs empreintes. Le classeur se redonne à lire dans Importer : il n’y change rien."
      state="À la demande"
      done
    >
      <Button
        variant="outlined"
        sx={{ mt: 2 }}
        startIcon={<FolderDown size={18} />}
        loading={busy}
        loadingPosition="start"
        onClick={() => void act(() => download(exportAll, {}, 'diplo.zip'))}
      >
        Télécharger tout
      </Button>
    </StatusCard>
  );
}
