import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Upload } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#shared/fields/writer.ts';
import {
  createTemplate,
  type Finding,
  type Template,
  updateTemplate,
  validateTemplate,
} from '#shared/templates/template.contract.ts';
import { languageNote } from '#shared/templates/template.language.ts';
import { ApiError, call } from '../api/client.ts';
import { useRefresh } from '../api/query.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useToast } from '../ui/toast.tsx';
import { TemplateReport } from './TemplateReport.tsx';

interface Props {
  /** `null` for a new one. */
  template: Template | null;
  onClose: () => void;
}

export function TemplateDialog({ template, onClose }: Props) {
  const toast = useToast();
  const refresh = useRefresh();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState(template?.name ?? '');
  const [langue, setLangue] = useState<Language>(template?.langue ?? 'fr');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [findings, setFindings] = useState<Finding[] | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!file && !template?.file_name) {
      setError('Veuillez sélectionner un fichier .docx');
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const body = {
        name,
        version: String(form.get('version')),
        description: String(form.get('description')),
        langue,
      };
      const saved = template
        ? await call(updateTemplate, { params: { id: template.id }, body, file })
        : await call(createTemplate, { body, file });
      await refresh('templates', 'dashboard');
      const { errors } = file ? await call(validateTemplate, { params: { id: saved.id } }) : { errors: [] };
      if (errors.length > 0) {
        setFindings(errors);
        return;
      }
      toast({ severity: 'success', message: 'Modèle enregistré.' });
      onClose();
    } catch (problem) {
      const detail = problem instanceof ApiError ? problem.message : '';
      setError(`Erreur lors de l'enregistrement\n${detail}`.trim());
    } finally {
      setBusy(false);
    }
  };

  if (findings)
    return <TemplateReport title="Modèle enregistré, à corriger dans Word" findings={findings} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} maxWidth="sm" aria-labelledby="template-title" busy={busy} native onSubmit={submit}>
      <DialogTitle id="template-title">{template ? 'Modifier le template' : 'Nouveau template'}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          {error && (
            <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
              {error}
            </Alert>
          )}
          <TextField
            label="Nom"
            name="name"
            required
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField label="Version" name="version" defaultValue={template?.version ?? '1'} />
          <TextField
            select
            label="Langue du document"
            value={langue}
            onChange={(event) => setLangue(event.target.value as Language)}
            helperText={
              languageNote(langue) ??
              'Celle des libellés, des dates et des nombres. Vos textes ne sont jamais traduits.'
            }
          >
            {LANGUAGE_NAMES.map((name) => (
              <MenuItem key={name} value={name}>
                {LANGUAGES[name]}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Description"
            name="description"
            multiline
            rows={3}
            defaultValue={template?.description ?? ''}
          />
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
            <FilePicker
              label="Fichier Word du modèle"
              accept=".docx"
              variant="outlined"
              startIcon={<Upload size={18} />}
              disabled={busy}
              onPick={(picked) => {
                setFile(picked);
                setError(null);
                if (name === '') setName(picked.name.replace(/\.docx$/i, ''));
              }}
            >
              Importer un fichier
            </FilePicker>
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {file?.name ?? template?.file_name ?? 'Aucun fichier choisi (.docx)'}
            </Typography>
          </Box>
        </Stack>
      </DialogContent>
      <DialogButtons submit="Enregistrer" busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}
