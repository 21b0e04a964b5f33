import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Finding, type Template, validateTemplate } from '#shared/templates/template.contract.ts';
import { call } from '../api/client.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

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
    <ReportDialog title={title} closeLabel="J'ai compris" onClose={onClose}>
      <Findings findings={findings} />
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
    <ReportDialog title={`Vérification de « ${template.name} »`} closeLabel="Fermer" onClose={onClose}>
      {error ? (
        <LoadError message="Le modèle n’a pas pu être vérifié." detail={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="Lecture du modèle…" />
      ) : data.errors.length === 0 ? (
        <Alert severity="success">Toutes les balises de ce modèle sont connues et bien placées.</Alert>
      ) : (
        <Findings findings={data.errors} />
      )}
    </ReportDialog>
  );
}

function ReportDialog({
  title,
  closeLabel,
  children,
  onClose,
}: {
  title: string;
  closeLabel: string;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="findings-title">
      <DialogTitle id="findings-title">{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          {closeLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Findings = ({ findings }: { findings: Finding[] }) => (
  <Stack component="ul" sx={{ gap: 1.5, m: 0, pl: 2.5 }}>
    {findings.map((finding) => (
      <li key={`${finding.part}${finding.tag}${finding.context}${finding.code}`}>
        <Typography>{finding.message}</Typography>
        <Typography color="textSecondary" sx={{ fontSize: '0.88rem', overflowWrap: 'anywhere' }}>
          {finding.part} : « {finding.context} »
        </Typography>
      </li>
    ))}
  </Stack>
);
