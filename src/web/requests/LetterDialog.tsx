import type { RequestLetter } from '#shared/requests/request.contract.ts';
import { GiveDialog } from '../ui/GiveDialog.tsx';

/** What a supplier is sent: gone by mail, or to be sent by hand. */
export function LetterDialog({ letter, onClose }: { letter: RequestLetter; onClose: () => void }) {
  const { supplier, email, subject, text, mailed } = letter;
  return (
    <GiveDialog
      title={mailed ? `Parti à ${supplier}` : `À envoyer à ${supplier}`}
      severity={mailed ? 'success' : 'info'}
      notice={
        mailed
          ? `Le message part à ${email}. Voici ce qu’il dit.`
          : 'Aucun courriel n’est réglé dans Diplo : envoyez ce texte vous-même. Son lien est à ce fournisseur seul.'
      }
      label={subject}
      text={text}
      copy={{ label: 'Copier le texte', done: 'Le texte est copié.' }}
      mail={mailed ? null : { to: email, subject, body: text }}
      onClose={onClose}
    />
  );
}
