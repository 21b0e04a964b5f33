import { printInstant } from '#shared/fields/date.ts';
import type { Guest } from '#shared/guests/guest.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { useProduct } from '../products/useProduct.ts';
import { GiveDialog } from '../ui/GiveDialog.tsx';

/** The address of a link, said once. */
export function LinkDialog({ guest, onClose }: { guest: Guest & { url: string }; onClose: () => void }) {
  const product = useProduct();
  const { name, email, url, expires_at, code } = guest;
  const body = [
    'Bonjour,',
    `Voici un lien pour lire le dossier du produit « ${productLabel(product)} ». Il n’ouvre que celui-ci, jusqu’au ${printInstant(expires_at)}, et vos lectures sont enregistrées.`,
    url,
    ...(code ? ['Un code à six chiffres vous sera demandé.'] : []),
    'Bien cordialement',
  ].join('\n\n');
  return (
    <GiveDialog
      title={`Le lien de ${name}`}
      severity="warning"
      notice={`Ce lien n’est dit qu’une fois, maintenant. Donnez-le à cette personne seule : qui le tient peut l’ouvrir${code ? ', avec le code' : ''}.`}
      label="Adresse à donner"
      text={url}
      copy={{ label: 'Copier le lien', done: 'Le lien est copié.' }}
      mail={{ to: email, subject: 'Un dossier à lire', body }}
      onClose={onClose}
    />
  );
}
