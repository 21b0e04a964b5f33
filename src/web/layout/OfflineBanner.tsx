import Alert from '@mui/material/Alert';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Says that the network is gone, before anybody loses time. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <Alert
      severity="warning"
      role="status"
      // In sight wherever one types; below the bar of a telephone.
      sx={{ borderRadius: 0, position: 'sticky', top: { xs: 56, md: 0 }, zIndex: 'appBar' }}
    >
      Vous êtes hors ligne. Ce que vous saisissez reste à l’écran ; une fiche en brouillon s’enregistre d’elle-même
      quand la connexion revient.
    </Alert>
  );
}
