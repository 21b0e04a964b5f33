import Card from '@mui/material/Card';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { updateMe } from '#shared/auth/auth.contract.ts';
import { DIGEST_NAMES, DIGESTS, type Digest } from '#shared/notices/digest.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useAccount } from './account.tsx';

/** How often what is new is sent by mail. */
export function DigestCard() {
  const { act, busy } = useAction();
  const { digest, mail, email } = useAccount();
  const choose = (next: Digest): Promise<unknown> =>
    act(() => call(updateMe, { body: { digest: next } }), {
      done: next === 'jamais' ? 'Vous ne recevrez plus de résumé.' : `Vous recevrez un résumé ${DIGESTS[next].when}.`,
      refresh: ['auth'],
    });
  return (
    <Card component="section" aria-labelledby="digest-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="digest-title" sx={{ mb: 1 }}>
        Vos avis par courriel
      </Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', mb: 1 }}>
        {mail
          ? `Un résumé de vos avis non lus part à ${email}, à 7 h. Sans rien de nouveau, rien ne part.`
          : 'Les courriels ne sont pas réglés sur cette installation : votre administrateur peut le faire. Votre choix est gardé d’ici là.'}
      </Typography>
      <FormControl disabled={busy}>
        <RadioGroup
          row
          aria-labelledby="digest-title"
          value={digest}
          onChange={(_, next) => void choose(next as Digest)}
        >
          {DIGEST_NAMES.map((name) => (
            <FormControlLabel key={name} value={name} control={<Radio />} label={DIGESTS[name].label} />
          ))}
        </RadioGroup>
      </FormControl>
    </Card>
  );
}
