import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import { ANSWER_MIN, answerFinding, type Finding, unanswerFinding } from '#shared/findings/finding.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { usePersonName } from '../auth/people.ts';

/** What is wrong with a reason; `null` when nothing is. */
export const reasonFault = (text: string): string | null =>
  text.trim().length < ANSWER_MIN
    ? `Dites pourquoi en une phrase : ${ANSWER_MIN} caractères au moins (${text.trim().length} pour l’instant).`
    : null;

const REFRESH = { refresh: ['products', 'dashboard'] };

interface Props {
  productId: string;
  finding: Finding;
}

/** What a person says of a finding, beside it. */
export function AnswerForm({ productId, finding: { key, basis }, onDone }: Props & { onDone: () => void }) {
  const { act, busy } = useAction();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = reasonFault(text);
    setFault(found);
    if (found !== null) return;
    const saved = await act(
      () => call(answerFinding, { params: { id: productId, key }, body: { reason: text, basis } }),
      REFRESH,
    );
    if (saved) onDone();
  };
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ mt: 1, display: 'grid', gap: 1, justifyItems: 'start' }}>
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={2}
        label="Votre réponse"
        value={text}
        error={fault !== null}
        helperText={
          fault ?? 'Gardée avec votre nom et la date, imprimée dans le dossier ; elle tombe si l’objet change.'
        }
        onChange={(event) => {
          setText(event.target.value);
          setFault(null);
        }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" size="small" variant="contained" loading={busy}>
          Enregistrer
        </Button>
        <Button size="small" onClick={onDone}>
          Annuler
        </Button>
      </Box>
    </Box>
  );
}

interface AnswerProps extends Props {
  answer: NonNullable<Finding['answer']>;
  mayWrite: boolean;
}

export function Answer({ productId, finding: { key }, answer: { by, at, reason }, mayWrite }: AnswerProps) {
  const nameOf = usePersonName();
  const { act, busy } = useAction();
  return (
    <Typography component="div" sx={{ fontSize: '0.88rem', mt: 0.5, overflowWrap: 'anywhere' }}>
      {`Réponse de ${nameOf(by)} le ${printInstant(at)} : ${reason} `}
      {mayWrite && (
        <Button
          size="small"
          color="inherit"
          disabled={busy}
          onClick={() => void act(() => call(unanswerFinding, { params: { id: productId, key } }), REFRESH)}
        >
          Retirer
        </Button>
      )}
    </Typography>
  );
}
