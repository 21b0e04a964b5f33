import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Braces, FileStack, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { listTemplates, removeTemplate, type Template } from '#shared/templates/template.contract.ts';
import { call } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useUndo } from '../trash/useUndo.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { GALLERY_SIZE } from '../ui/grid.sizes.ts';
import { LoadingBlocks } from '../ui/LoadingBlocks.tsx';
import { later } from '../ui/later.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';
import { TemplateCheck } from './TemplateReport.tsx';

const TryTemplate = later(() => import('./TryTemplate.tsx'), 'TryTemplate');

export function TemplatesPage() {
  const mayWrite = useMay('write');
  const toast = useToast();
  const refresh = useRefresh();
  const undo = useUndo('templates');
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<Template | 'new' | null>(null);
  const [trying, setTrying] = useState<Template | null>(null);
  const [checking, setChecking] = useState<Template | null>(null);
  const [removing, setRemoving] = useState<Template | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listTemplates, { query: { page: String(page), size: String(GALLERY_SIZE) } }),
    placeholderData: keepPreviousData,
    // A new template's picture is being made: look again in a moment.
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.file_name !== null && one.thumbnail_url === null && isRecent(one))
        ? 3_000
        : false,
  });

  const remove = async (template: Template): Promise<void> => {
    setRemoving(null);
    try {
      await call(removeTemplate, { params: { id: template.id } });
      toast({ severity: 'success', message: `Le modèle « ${template.name} » est supprimé.`, ...undo(template.id) });
      await refresh('templates', 'dashboard');
    } catch {
      toast({ severity: 'error', message: 'Erreur lors de la suppression' });
    }
  };

  const create = mayWrite && (
    <Button variant="contained" startIcon={<Plus size={18} />} onClick={() => setEditing('new')}>
      Nouveau Template
    </Button>
  );
  const pages = Math.ceil((data?.total ?? 0) / GALLERY_SIZE);
  return (
    <Page
      title="Templates"
      subtitle="Vos modèles Word : la mise en page est la vôtre, Diplo y place les données du produit."
      actions={
        <>
          <Button component={Link} to="/templates/balises" startIcon={<Braces size={18} />}>
            Balises
          </Button>
          {create}
        </>
      }
    >
      <ReadOnlyNote what="les modèles" />
      {isPending && <LoadingBlocks label="Chargement des modèles…" height={330} width={260} />}
      {error && (
        <LoadError
          message="Les modèles n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data?.data.length === 0 && (
        <Empty
          icon={<FileStack size={40} />}
          title="Aucun modèle pour l’instant"
          text="Importez votre document Word : placez-y des balises comme {{nom_commercial}}, Diplo les remplira."
          action={create}
        />
      )}
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
        {data?.data.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onEdit={mayWrite ? () => setEditing(template) : null}
            onCheck={mayWrite ? () => setChecking(template) : null}
            // Another one each time: a dialog that did not come is asked for again.
            onTry={() => setTrying({ ...template })}
            onRemove={mayWrite ? () => setRemoving(template) : null}
          />
        ))}
      </Box>
      {pages > 1 && (
        <Pagination
          count={pages}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 3, display: 'grid', justifyItems: 'center' }}
        />
      )}
      {editing && <TemplateDialog template={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {trying && <TryTemplate template={trying} onClose={() => setTrying(null)} />}
      {checking && <TemplateCheck template={checking} onClose={() => setChecking(null)} />}
      <ConfirmDialog
        open={removing !== null}
        title="Supprimer le modèle"
        text="Confirmer la suppression de ce template ?"
        confirmLabel="Supprimer"
        danger
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      />
    </Page>
  );
}

const isRecent = (template: Template): boolean => Date.now() - new Date(template.updated_at).getTime() < 120_000;
