/** A piece of the app could not be fetched: the server is down, or a new version took the place of this one. */
export const APP_MISSING =
  'Le serveur ne répond pas, ou une nouvelle version de Diplo vient d’être installée. Rechargez la page.';
