import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { Copy, Mail } from 'lucide-react';
import { printInstant } from '#shared/fields/date.ts';
import type { Guest } from '#shared/guests/guest.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { useProduct } from '../products/useProduct.ts';
import { useToast } from '../ui/toast.tsx';

/** The address of a link, said once: copied, or put into a message of one's own. */
export function LinkDialog({ guest, onClose }: { guest: Guest & { url: string }; onClose: () => void }) {
  const product = useProduct();
  const toast = useToast();
  const { name, email, url, expires_at, code } = guest;
  const text = [
    'Bonjour,',
    `Voici un lien pour lire le dossier du produit « ${productLabel(product)} ». Il n’ouvre que celui-ci, jusqu’au ${printInstant(expires_at)}, et vos lectures sont enregistrées.`,
    url,
    ...(code ? ['Un code à six chiffres vous sera demandé.'] : []),
    'Bien cordialement',
  ].join('\n\n');
  const mailto = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Un dossier à lire')}&body=${encodeURIComponent(text)}`;
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => toast({ severity: 'success', message: 'Le lien est copié.' }),
      () => toast({ severity: 'error', message: 'Le lien n’a pas pu être copié : sélectionnez-le et copiez-le.' }),
    );
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="guest-link">
      <DialogTitle id="guest-link">{`Le lien de ${name}`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">
          Ce lien n’est dit qu’une fois, maintenant. Donnez-le à cette personne seule : qui le tient peut l’ouvrir
          {code ? ', avec le code.' : '.'}
        </Alert>
        <TextField
          label="Adresse à donner"
          value={url}
          multiline
          slotProps={{
            htmlInput: {
              readOnly: true,
              onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.target.select(),
            },
          }}
        />
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant="contained" startIcon={<Copy size={18} />} onClick={copy}>
            Copier le lien
          </Button>
          <Button component="a" href={mailto} variant="outlined" startIcon={<Mail size={18} />}>
            Écrire un courriel
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
      </DialogActions>
    </Dialog>
  );
}
