import { useToast } from './toast.tsx';

/** Puts a text on the clipboard, and says so; where the browser gives none (a page without HTTPS), what to do instead. */
export function useCopy(): (text: string, done: string) => void {
  const toast = useToast();
  return (text, done) => {
    // Outside of a secure context there is no clipboard at all.
    const { clipboard } = navigator as { clipboard?: Clipboard };
    const copied = clipboard ? clipboard.writeText(text) : Promise.reject(new Error('no clipboard'));
    copied.then(
      () => toast({ severity: 'success', message: done }),
      () => toast({ severity: 'error', message: 'Votre navigateur n’a pas permis de copier : sélectionnez le texte.' }),
    );
  };
}
