import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Finding, type Template, validateTemplate } from '#shared/templates/template.contract.ts';
import { call } from '../api/client.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { TemplateFindings } from './TemplateFindings.tsx';

/** What the author of a template should mend in Word, each thing where it stands. */
export function TemplateReport({
  title,
  findings,
  onClose,
}: {
  title: string;
  findings: Finding[];
  onClose: () => void;
}) {
  return (
    <ReportDialog title={title} closeLabel="J’ai compris" onClose={onClose}>
      <TemplateFindings findings={findings} />
    </ReportDialog>
  );
}

/** The same, asked for from the card of a template. */
export function TemplateCheck({ template, onClose }: { template: Template; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', validateTemplate.path, template.id],
    queryFn: () => call(validateTemplate, { params: { id: template.id } }),
    gcTime: 0,
  });
  return (
    <ReportDialog
      title={`Vérification de « ${template.name} »`}
      closeLabel="Fermer"
      onClose={onClose}
      more={`/templates/${template.id}`}
    >
      {error ? (
        <LoadError message="Le modèle n’a pas pu être vérifié." detail={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="Lecture du modèle…" />
      ) : data.errors.length === 0 ? (
        <Alert severity="success">Toutes les balises de ce modèle sont connues et bien placées.</Alert>
      ) : (
        <TemplateFindings findings={data.errors} templateId={template.id} />
      )}
    </ReportDialog>
  );
}

function ReportDialog({
  title,
  closeLabel,
  more,
  children,
  onClose,
}: {
  title: string;
  closeLabel: string;
  /** The page that says more. */
  more?: string;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="findings-title">
      <DialogTitle id="findings-title">{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        {more && (
          <Button component={Link} to={more}>
            Toutes ses balises
          </Button>
        )}
        <Button onClick={onClose} variant="contained" autoFocus>
          {closeLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
