import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ASSESSMENT_FIELDS, SIGNED_WITH } from '#shared/control/assessment.fields.ts';
import { type Assessment, getAssessment, signAssessment } from '#shared/control/control.contract.ts';
import { printDay, printInstant } from '#shared/fields/date.ts';
import { isFilled } from '#shared/fields/field.ts';
import { call, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { useGuard } from '../findings/useGuard.tsx';
import { ChangeList } from '../records/ChangeList.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { LoadError } from '../ui/Page.tsx';

const STATUS = {
  brouillon: { label: 'Brouillon', color: 'default' },
  signée: { label: 'Signée', color: 'success' },
  'à réviser': { label: 'À réviser', color: 'warning' },
} as const;

/** Part B: whose it is, what was signed, and what of it is no longer so. */
export function AssessmentPanel({ productId }: { productId: string }) {
  const mayWrite = useMay('write');
  const nameOf = usePersonName();
  const { data, error, refetch } = useQuery(queryOf(getAssessment, { params: { id: productId } }));
  const [isSigning, setIsSigning] = useState(false);
  if (error && !data)
    return (
      <LoadError message="L’évaluation n’a pas pu être lue." detail={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return null;
  const assessment = data.data;
  const { status, signature, changes, evaluateur_nom } = assessment;
  return (
    <Card component="section" aria-labelledby="assessment-title" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2" id="assessment-title" sx={{ m: 0 }}>
          Évaluation de la sécurité (partie B)
        </Typography>
        <Chip size="small" label={STATUS[status].label} color={STATUS[status].color} />
        <Box sx={{ display: 'flex', gap: 1, ml: { sm: 'auto' }, flexWrap: 'wrap' }}>
          {mayWrite && (
            <Button size="small" variant="outlined" onClick={() => setIsSigning(true)}>
              Enregistrer la signature…
            </Button>
          )}
        </Box>
      </Box>
      <Typography sx={{ mt: 1 }}>
        {evaluateur_nom ? `Évaluateur : ${evaluateur_nom}.` : 'Aucun évaluateur n’est nommé.'}
        {signature &&
          ` Signée le ${printDay(signature.signed_on)} par ${signature.signed_by ?? 'une personne qui n’est pas nommée'}, signature enregistrée par ${nameOf(signature.entered_by)} le ${printInstant(signature.entered_at)}, sur la version ${signature.formula_revision} de la formule${signature.corpus?.date ? ` et le corpus du ${printDay(signature.corpus.date)}` : ''}.`}
      </Typography>
      {changes.length > 0 && (
        <>
          <Typography sx={{ mt: 1.5, fontWeight: 600 }}>Ce qui a changé depuis la signature</Typography>
          <ChangeList changes={changes} />
        </>
      )}
      {isSigning && <SignDialog productId={productId} assessment={assessment} onClose={() => setIsSigning(false)} />}
    </Card>
  );
}

interface SignProps {
  productId: string;
  assessment: Assessment;
  onClose: () => void;
}

/** An editor records what the assessor signed: nothing is ticked beforehand, and the day is typed. */
function SignDialog({ productId, assessment, onClose }: SignProps) {
  const { act, busy } = useAction();
  const guard = useGuard(productId, { mends: 'SIGNATURE_AVANT_CHANGEMENT' });
  const [day, setDay] = useState(assessment.status === 'brouillon' ? (assessment.signed_on ?? '') : '');
  const [fault, setFault] = useState<string | undefined>();
  /** As they are saved: what is typed on the page behind is signed by nobody yet. */
  const missing = ASSESSMENT_FIELDS.filter(({ name }) =>
    SIGNED_WITH.some((one) => one === name && !isFilled(assessment[one])),
  );
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (day === '') {
      setFault('La date de la signature est requise.');
      return;
    }
    if (!(await guard.leave())) return;
    const done = await act(
      async () => {
        try {
          return await call(signAssessment, {
            params: { id: productId },
            body: { signed_on: day },
            headers: { 'If-Match': `"${assessment.revision}"` },
          });
        } catch (problem) {
          setFault(Object.values(faultsByField(problem)).join(' ') || undefined);
          throw problem;
        }
      },
      { done: 'La signature est enregistrée.', refresh: ['products'] },
    );
    if (done) onClose();
  };
  return (
    <FormDialog onClose={onClose} aria-labelledby="sign-title" maxWidth="sm" busy={busy} onSubmit={submit}>
      <DialogTitle id="sign-title">Enregistrer la signature de l’évaluateur</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {`Vous enregistrez que ${assessment.evaluateur_nom ?? 'l’évaluateur'} a signé cette évaluation, sur la formule, le corpus et l’étiquette d’aujourd’hui. Votre nom et l’heure sont gardés. Joignez l’évaluation signée à l’étape « Évaluateur (B.4) ».`}
        </DialogContentText>
        {missing.length > 0 && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            Rien n’est signé sans ce qui suit. Fermez cette fenêtre, remplissez-le et sauvegardez l’évaluation :
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
              {missing.map(({ name, label }) => (
                <li key={name}>{label}</li>
              ))}
            </Box>
          </Alert>
        )}
        <DayInput
          field={{ name: 'signed_on_asked', label: 'Date de la signature' }}
          value={day}
          required
          disabled={busy}
          error={fault}
          onChange={(value) => {
            setDay(value);
            setFault(undefined);
          }}
          onBlur={() => undefined}
        />
        {guard.section}
      </DialogContent>
      <DialogButtons
        submit="Enregistrer la signature"
        busy={busy || guard.busy}
        disabled={!guard.isReady || missing.length > 0}
        onCancel={onClose}
      />
    </FormDialog>
  );
}
