import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import { createMenu, listMenus, type Menu, removeMenu } from '#shared/menus/menu.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LoadingBlocks } from '../ui/LoadingBlocks.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { MenuDialog } from './MenuDialog.tsx';

export function MenusPage() {
  const { act } = useAction();
  const [editing, setEditing] = useState<Menu | 'new' | null>(null);
  const [removing, setRemoving] = useState<Menu | null>(null);
  const { data, error, isPending, refetch } = useQuery(queryOf(listMenus));

  const remove = async (menu: Menu): Promise<void> => {
    setRemoving(null);
    await act(() => call(removeMenu, { params: { id: menu.id } }), {
      done: () => ({
        message: `Le menu « ${menu.name} » est supprimé.`,
        action: { label: 'Annuler', run: () => void bringBack(menu) },
      }),
      refresh: ['menus'],
    });
  };

  /** The same menu again, with its items. */
  const bringBack = ({ name, items }: Menu): Promise<unknown> =>
    act(() => call(createMenu, { body: { name, items: items.map(({ id, ...item }) => item) } }), {
      refresh: ['menus'],
    });

  const create = (
    <Button variant="contained" startIcon={<Plus size={18} />} onClick={() => setEditing('new')}>
      Nouveau Menu
    </Button>
  );
  return (
    <Page title="Gestion des Menus" actions={create}>
      {isPending && <LoadingBlocks label="Chargement des menus…" height={120} width={240} />}
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {data && data.data.length === 0 && (
        <Empty icon={<BookOpen size={40} />} title="Aucun menu trouvé. Créez votre premier menu !" action={create} />
      )}
      {data && data.data.length > 0 && (
        <section aria-labelledby="menus-title">
          <Typography variant="h2" id="menus-title" sx={{ mb: 2 }}>
            Mes Menus
          </Typography>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))' }}>
            {data.data.map((menu) => (
              <Card key={menu.id} component="article" aria-label={menu.name} sx={{ p: 2.25 }}>
                <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
                  {menu.name}
                </Typography>
                <Typography color="textSecondary">
                  {menu.items.length} {menu.items.length > 1 ? 'éléments' : 'élément'}
                </Typography>
                <Box sx={{ display: 'flex', alignItems: 'center', mt: 1 }}>
                  <Typography color="textSecondary" sx={{ flexGrow: 1, fontSize: '0.85rem' }}>
                    Modifié le {printInstant(menu.updated_at)}
                  </Typography>
                  <Tooltip title="Modifier">
                    <IconButton size="small" aria-label={`Modifier ${menu.name}`} onClick={() => setEditing(menu)}>
                      <Pencil size={17} />
                    </IconButton>
                  </Tooltip>
                  <Tooltip title="Supprimer">
                    <IconButton size="small" aria-label={`Supprimer ${menu.name}`} onClick={() => setRemoving(menu)}>
                      <Trash2 size={17} />
                    </IconButton>
                  </Tooltip>
                </Box>
              </Card>
            ))}
          </Box>
        </section>
      )}
      {editing && <MenuDialog menu={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={removing !== null}
        title="Supprimer le menu"
        text={`Le menu « ${removing?.name ?? ''} » et ses éléments seront supprimés.`}
        confirmLabel="Supprimer"
        danger
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      />
    </Page>
  );
}
