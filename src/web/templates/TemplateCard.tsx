import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Download, Eye, ListChecks, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { counted } from '#shared/fields/counted.ts';
import { printDayOf } from '#shared/fields/date.ts';
import { LANGUAGES, type Language } from '#shared/fields/writer.ts';
import { readTemplateFile, type Template } from '#shared/templates/template.contract.ts';
import { download } from '../api/client.ts';
import { useToast } from '../ui/toast.tsx';

interface Props {
  template: Template;
  /** `null` for whoever may not. */
  onEdit: (() => void) | null;
  onCheck: (() => void) | null;
  onRemove: (() => void) | null;
  /** Shows it with a product. */
  onTry: () => void;
}

export function TemplateCard({ template, onEdit, onCheck, onRemove, onTry }: Props) {
  const toast = useToast();
  const { name, version, description, file_name, langue } = template;
  const get = (): void => {
    download(readTemplateFile, { id: template.id }, file_name ?? `${name}.docx`).catch((error: Error) =>
      toast({ severity: 'error', message: error.message }),
    );
  };
  return (
    <Card component="article" aria-label={name} sx={{ display: 'flex', flexDirection: 'column' }}>
      <Thumbnail template={template} height={200} />
      <Box sx={{ p: 2, flexGrow: 1 }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
          Version: {version}
        </Typography>
        <LanguageChip language={langue} />
        {description && (
          <Typography
            sx={{
              mt: 1,
              fontSize: '0.92rem',
              display: '-webkit-box',
              WebkitLineClamp: 3,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
            }}
          >
            {description}
          </Typography>
        )}
        <FaultsNote template={template} />
        {!file_name && (
          <Typography color="warning" sx={{ mt: 1, fontSize: '0.92rem' }}>
            Ce modèle n’a pas encore de fichier Word.
          </Typography>
        )}
      </Box>
      <Box sx={{ px: 2, pb: 1.5, display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Typography color="textSecondary" sx={{ flexGrow: 1, fontSize: '0.82rem' }}>
          Dernière mise à jour: {lastChange(template)}
        </Typography>
        {file_name && (
          <Tooltip title="Télécharger">
            <IconButton size="small" aria-label={`Télécharger ${name}`} onClick={get}>
              <Download size={17} />
            </IconButton>
          </Tooltip>
        )}
        {file_name && (
          <Tooltip title="Aperçu avec un produit">
            <IconButton size="small" aria-label={`Aperçu de ${name} avec un produit`} onClick={onTry}>
              <Eye size={17} />
            </IconButton>
          </Tooltip>
        )}
        {onCheck && file_name && (
          <Tooltip title="Vérifier les balises">
            <IconButton size="small" aria-label={`Vérifier les balises de ${name}`} onClick={onCheck}>
              <ListChecks size={17} />
            </IconButton>
          </Tooltip>
        )}
        {onEdit && (
          <Tooltip title="Modifier">
            <IconButton size="small" aria-label={`Modifier ${name}`} onClick={onEdit}>
              <Pencil size={17} />
            </IconButton>
          </Tooltip>
        )}
        {onRemove && (
          <Tooltip title="Supprimer">
            <IconButton size="small" aria-label={`Supprimer ${name}`} onClick={onRemove}>
              <Trash2 size={17} />
            </IconButton>
          </Tooltip>
        )}
      </Box>
    </Card>
  );
}

function lastChange({ updated_at, created_at }: Template): string {
  const at = updated_at || created_at;
  return at ? printDayOf(at) : '-';
}

/** Says of a template that its tags are wrong. */
export function FaultsNote({ template: { faults } }: { template: Template }) {
  if (!faults) return null;
  return (
    <Chip
      size="small"
      color="error"
      variant="outlined"
      icon={<TriangleAlert size={15} />}
      label={`${counted(faults, 'balise')} à corriger`}
      sx={{ mt: 0.75 }}
    />
  );
}

/** The first page, or a place for it. */
export function Thumbnail({ template, height }: { template: Template; height: number }) {
  return (
    <Box
      sx={{
        height,
        overflow: 'hidden',
        display: 'grid',
        placeItems: template.thumbnail_url ? 'start center' : 'center',
        bgcolor: 'action.hover',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {template.thumbnail_url ? (
        <Box
          component="img"
          src={template.thumbnail_url}
          alt=""
          loading="lazy"
          sx={{ width: '78%', mt: 2, boxShadow: 2, bgcolor: '#fff' }}
        />
      ) : (
        <Typography color="textSecondary" sx={{ px: 2, textAlign: 'center' }}>
          {template.thumbnail_refused ? 'Aperçu : ce modèle ne peut pas être dessiné' : 'Aperçu'}
        </Typography>
      )}
    </Box>
  );
}

/** What most documents are not: in another language than French. */
export function LanguageChip({ language }: { language: Language }) {
  return language === 'fr' ? null : (
    <Chip size="small" variant="outlined" label={LANGUAGES[language]} sx={{ mt: 0.5 }} />
  );
}
