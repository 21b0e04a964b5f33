import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { FilePlus2, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { getDemo, loadDemo, removeDemo } from '#shared/demo/demo.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** What a person's own formulas employ of the example stays, and is theirs. */
function sayKept(used: readonly string[]): string {
  if (used.length === 0) return '';
  const [shown, rest] = [used.slice(0, 8).join(', '), used.length - 8];
  const named = `${shown}${rest > 0 ? ` et ${counted(rest, 'autre')}` : ''}`;
  return used.length === 1
    ? ` Vos formules emploient une de ses fiches, qui reste et devient la vôtre : ${named}. Si vous n’en voulez pas, remplacez-la d’abord.`
    : ` Vos formules emploient ${used.length} de ses fiches, qui restent et deviennent les vôtres : ${named}. Si vous n’en voulez pas, remplacez-les d’abord.`;
}

/** On an empty installation, an example to look around in; once loaded, the way to take it away. For administrators. */
export function DemoOffer() {
  const { act, busy } = useAction();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(queryOf(getDemo));

  const change = async (declaration: typeof loadDemo | typeof removeDemo, done: string): Promise<void> => {
    setAsking(false);
    await act(() => call(declaration), {
      done,
      refresh: ['demo', 'dashboard', 'products', 'templates', 'generations'],
    });
  };

  if (data?.data.state === 'offered')
    return (
      <Card sx={{ p: 3, mb: 3, borderColor: 'primary.main' }} component="section" aria-labelledby="demo-title">
        <Typography variant="h2" id="demo-title" sx={{ mb: 1 }}>
          Par où commencer ?
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 720 }}>
          Créez votre premier produit, ou chargez un exemple pour faire le tour : six produits d’une petite maison
          d’Angers, d’une fiche vide à un dossier validé avec son PDF, et une lessive. Vous pourrez le retirer d’un
          clic.
        </Typography>
        <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
          <Button variant="contained" component={Link} to="/new-dip" startIcon={<FilePlus2 size={18} />}>
            Créer un produit
          </Button>
          <Button
            variant="outlined"
            startIcon={<Sparkles size={18} />}
            loading={busy}
            loadingPosition="start"
            onClick={() => void change(loadDemo, 'L’exemple est chargé.')}
          >
            Charger l’exemple
          </Button>
        </Stack>
      </Card>
    );
  if (data?.data.state !== 'loaded') return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" loading={busy} onClick={() => setAsking(true)}>
          Retirer l’exemple
        </Button>
      }
    >
      L’exemple est chargé : ses produits et ses documents sont inventés.
      <ConfirmDialog
        open={asking}
        title="Retirer l’exemple ?"
        text={`Ses produits, ses fiches, son modèle, ses fichiers et ses documents, même scellés, s’effacent sans passer par la corbeille. Votre propre travail ne change pas.${sayKept(data.data.used)}`}
        danger
        confirmLabel="Retirer l’exemple"
        onCancel={() => setAsking(false)}
        onConfirm={() => void change(removeDemo, 'L’exemple est retiré.')}
      />
    </Alert>
  );
}
