import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import { ANSWER_MIN, answerFinding, type Finding, unanswerFinding } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES } from '#shared/findings/finding.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';

/** What is wrong with a reason; `null` when nothing is. */
export const reasonFault = (text: string): string | null =>
  text.trim().length < ANSWER_MIN
    ? `Dites pourquoi en une phrase : ${ANSWER_MIN} caractères au moins (${text.trim().length} aujourd’hui).`
    : null;

const REFRESH = { refresh: ['products', 'dashboard'] };

/** What a person says of a finding, beside it; a neutral one asks nothing. */
export function FindingAnswer({
  productId,
  finding,
  mayAnswer,
}: {
  productId: string;
  finding: Finding;
  mayAnswer: boolean;
}) {
  const { key, code, level, answer } = finding;
  const mayWrite = useMay('write') && mayAnswer;
  const nameOf = usePersonName();
  const { act, busy } = useAction();
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const params = { id: productId, key };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = reasonFault(text ?? '');
    setFault(found);
    if (found !== null) return;
    const saved = await act(() => call(answerFinding, { params, body: { reason: text ?? '' } }), REFRESH);
    if (saved) setText(null);
  };
  if (text !== null)
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
            fault ?? 'Gardée avec votre nom et la date, imprimée dans le dossier ; elle tombe si l’objet change.'
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
          <Button size="small" onClick={() => setText(null)}>
            Annuler
          </Button>
        </Box>
      </Box>
    );
  if (answer)
    return (
      <Typography component="div" sx={{ fontSize: '0.88rem', mt: 0.5, overflowWrap: 'anywhere' }}>
        {`Réponse de ${nameOf(answer.by)} le ${printInstant(answer.at)} : ${answer.reason} `}
        {mayWrite && (
          <Button
            size="small"
            color="inherit"
            disabled={busy}
            onClick={() => void act(() => call(unanswerFinding, { params }), REFRESH)}
          >
            Retirer
          </Button>
        )}
      </Typography>
    );
  // What its own room answers is answered there: « Voir » leads to it.
  if (!mayWrite || level === 'neutre' || FINDING_CODES[code].answeredIn) return null;
  return (
    <Button size="small" color="inherit" sx={{ mt: 0.5, ml: -0.5 }} onClick={() => setText('')}>
      Répondre…
    </Button>
  );
}
