import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { readPercent, toPercent } from '#shared/fields/percent.ts';
import { NO_FACTS } from '#shared/regulation/facts.contract.ts';
import { checkIngredient, type Verdict } from '#shared/regulation/regulation.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { FactsForm } from './FactsForm.tsx';
import { VerdictCard } from './VerdictCard.tsx';

/** One ingredient, judged without a product. */
export function CheckPanel() {
  const { act, busy } = useAction();
  const [facts, setFacts] = useState(NO_FACTS);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const typed = text('percent');
    const micros = typed ? readPercent(typed) : null;
    if (typed && micros === null) {
      setFaults({ percent: 'Un pourcentage est attendu, par exemple 0,9.' });
      return;
    }
    setFaults({});
    await act(async () => {
      try {
        setVerdict(
          await call(checkIngredient, {
            body: {
              inci: text('inci'),
              cas: text('cas') || null,
              percent: micros === null ? null : toPercent(micros),
              function: text('function') || null,
              nano: form.get('nano') !== null,
              facts,
            },
          }),
        );
      } catch (problem) {
        setFaults(faultsByField(problem));
        throw problem;
      }
    });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 980 }}>
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
            <TextField name="inci" label="Nom INCI" required error={Boolean(faults.inci)} helperText={faults.inci} />
            <TextField name="cas" label="Numéro CAS" error={Boolean(faults.cas)} helperText={faults.cas} />
            <TextField
              name="percent"
              label="% dans le produit fini"
              slotProps={{ htmlInput: { inputMode: 'decimal' } }}
              error={Boolean(faults.percent)}
              helperText={faults.percent}
            />
            <TextField name="function" label="Fonction" placeholder="Conservateur, colorant…" />
          </Box>
          <FormControlLabel control={<Switch name="nano" />} label="Nanomatériau" />
          <Typography variant="h3">Le produit</Typography>
          <FactsForm facts={facts} disabled={busy} onChange={setFacts} />
          <Box>
            <Button type="submit" variant="contained" loading={busy}>
              Vérifier
            </Button>
          </Box>
        </Box>
      </Card>
      {verdict && (
        <Box role="status">
          <VerdictCard verdict={verdict} />
        </Box>
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        Aide à la préparation : un verdict ne remplace pas l’évaluation de la sécurité.
      </Typography>
    </Box>
  );
}
