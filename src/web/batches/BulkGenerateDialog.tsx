import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE_MAX } from '#shared/contract/list.ts';
import { listTemplates } from '#shared/templates/template.contract.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { BulkDialog, productsCount } from './BulkDialog.tsx';

/** A draft of each product by one template. */
export function BulkGenerateDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [template, setTemplate] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { data, error, isPending, refetch } = useQuery(
    queryOf(listTemplates, { query: { page: '1', size: String(PAGE_SIZE_MAX), sort: 'name' } }),
  );
  const usable = data?.data.filter(({ file_name }) => file_name !== null) ?? [];
  return (
    <BulkDialog
      title={`Générer les documents de ${productsCount(ids.length)}`}
      demand={
        template
          ? {
              kind: 'generate',
              products: [...ids],
              template_id: template,
              ...(onlyChanged ? { only_changed: true } : {}),
            }
          : null
      }
      verb={ids.length > 1 ? 'auraient un nouveau brouillon' : 'aurait un nouveau brouillon'}
      startLabel={(total) => (total > 1 ? `Générer ${total} documents` : 'Générer le document')}
      onClose={onClose}
    >
      {isPending && <Loading label="Chargement des modèles…" />}
      {error && (
        <LoadError
          message="Les modèles n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <TextField
          select
          label="Modèle"
          value={template}
          onChange={(event) => setTemplate(event.target.value)}
          helperText={usable.length === 0 ? 'Aucun modèle : importez-en un à l’écran Templates.' : ' '}
          sx={{ mt: 1 }}
        >
          {usable.map(({ id, name, version }) => (
            <MenuItem key={id} value={id}>{`${name} (v${version})`}</MenuItem>
          ))}
        </TextField>
      )}
      <FormControlLabel
        control={<Checkbox checked={onlyChanged} onChange={(event) => setOnlyChanged(event.target.checked)} />}
        label="Seulement les produits dont le dossier a changé depuis leur dernier document"
      />
    </BulkDialog>
  );
}
