import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getStats } from '#shared/dashboard/dashboard.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { listTrash, removeTrash, restoreTrash, TRASH_DAYS, type TrashItem } from '#shared/trash/trash.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { JobsCard } from '../jobs/JobsCard.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';
import { StatusCard } from '../ui/StatusCard.tsx';
import { BackupCard } from './BackupCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { HealthCard } from './HealthCard.tsx';
import { MailCard } from './MailCard.tsx';

const UNREAD = 'N’a pas pu être lu';

/** What Diplo does by itself today, with its state: nothing that it does not do. */
export function StatePanel() {
  const isAdmin = useMay('admin');
  const stats = useQuery(queryOf(getStats));
  const trash = useQuery({ ...queryOf(listTrash), enabled: isAdmin });
  const waiting = stats.data?.data.pendingGenerations;
  const trashed = trash.data?.data.length;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 860 }}>
      {isAdmin && <HealthCard />}
      {isAdmin ? (
        <BackupCard />
      ) : (
        <StatusCard
          title="Sauvegardes"
          text="Votre administrateur voit ici la dernière sauvegarde et l’état de l’installation."
          state="Administrateurs"
          done
        />
      )}
      {isAdmin && <ExportCard />}
      {isAdmin && <MailCard />}
      <StatusCard
        title="Corbeille"
        text={`Ce que l’on supprime reste ici ${TRASH_DAYS} jours, et se restaure ; ensuite Diplo l’efface. Un document validé est gardé dix ans. D’un produit qui a des lots, rien ne s’efface de soi-même ; un produit dont la date de mise sur le marché est venue n’en part pas non plus.`}
        state={
          trashed === undefined
            ? trash.error
              ? UNREAD
              : 'Active'
            : trashed === 0
              ? 'Vide'
              : counted(trashed, 'élément')
        }
        done
      >
        {isAdmin && trash.data && trash.data.data.length > 0 && <Trash items={trash.data.data} />}
      </StatusCard>
      <StatusCard
        title="Envois vers le drive"
        text="Chaque document est d’abord gardé sur ce serveur, puis envoyé vers Google Drive s’il est configuré : en cas de panne, l’envoi est retenté de lui-même, de plus en plus espacé. Avec le drive intégré, il n’y a rien à envoyer."
        // Each part says its own: one that could not be read hides no other.
        state={
          waiting === undefined
            ? stats.error
              ? UNREAD
              : '…'
            : waiting === 0
              ? 'Rien en attente'
              : `${waiting} en attente`
        }
        done={waiting === 0}
      />
      {isAdmin && <JobsCard />}
      <StatusCard
        title="Ménage"
        text="Toutes les heures, les fichiers qui n’appartiennent plus à aucun produit, modèle ou document sont mis à l’écart pour trente jours ; les sessions finies et les anciennes tentatives de connexion sont effacées."
        state="Actif"
        done
      />
    </Box>
  );
}

const TYPES = {
  product: 'Produit',
  template: 'Modèle',
  generation: 'Document',
  substance: 'Substance',
  material: 'Matière première',
  lot: 'Lot',
  study: 'Étude',
  effect: 'Suivi',
} as const;

/** What can still be brought back. */
function Trash({ items }: { items: readonly TrashItem[] }) {
  const { act, busy } = useAction();
  const nameOf = usePersonName();
  const [removing, setRemoving] = useState<TrashItem | null>(null);
  const remove = async (): Promise<void> => {
    if (!removing) return;
    await act(() => call(removeTrash, { params: { id: removing.id } }), {
      done: 'L’élément est supprimé pour de bon.',
      refresh: ['trash', 'jobs'],
    });
    setRemoving(null);
  };
  const restore = (id: string): Promise<unknown> =>
    act(() => call(restoreTrash, { params: { id } }), {
      done: 'Élément restauré.',
      refresh: ['trash', 'products', 'templates', 'generations', 'dashboard', 'jobs'],
    });
  return (
    <>
      <FirstRows rows={items}>
        {(shown) => (
          <List dense aria-label="Dans la corbeille">
            {shown.map((item) => (
              <ListItem key={item.id} divider disableGutters sx={{ gap: 2 }}>
                <ListItemText
                  primary={`${TYPES[item.type]} : ${item.label}`}
                  secondary={`Supprimé le ${printInstant(item.deleted_at)} par ${nameOf(item.deleted_by)}`}
                  sx={{ overflowWrap: 'anywhere' }}
                />
                <Button
                  size="small"
                  variant="outlined"
                  disabled={busy}
                  onClick={() => void restore(item.id)}
                  aria-label={`Restaurer ${item.label}`}
                >
                  Restaurer
                </Button>
                <Button
                  size="small"
                  color="error"
                  onClick={() => setRemoving(item)}
                  aria-label={`Supprimer définitivement ${item.label}`}
                >
                  Supprimer
                </Button>
              </ListItem>
            ))}
          </List>
        )}
      </FirstRows>
      <ConfirmDialog
        open={removing !== null}
        danger
        busy={busy}
        title={removing ? `Supprimer définitivement « ${removing.label} » ?` : ''}
        text="Cela ne se défait pas. Ce que la loi demande de garder n’est pas supprimé : un dossier, jusqu’à dix ans après son dernier lot."
        confirmLabel="Supprimer définitivement"
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(null)}
      />
    </>
  );
}
