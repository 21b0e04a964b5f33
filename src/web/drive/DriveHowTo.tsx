import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';

/** How to connect a drive, for whoever does it once in a life. */
export function DriveHowTo() {
  return (
    <Card component="section" aria-labelledby="howto-title" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id="howto-title" sx={{ mb: 1 }}>
        Connecter Google Drive
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
        <li>Dans Google Cloud, créez un projet et activez l’API Google Drive.</li>
        <li>Créez un compte de service, puis une clé au format JSON : c’est le fichier à enregistrer ici.</li>
        <li>
          {
            'Dans Google Drive, créez un Drive partagé (Google Workspace). Ajoutez-y l’adresse du compte de service comme « Gestionnaire de contenu ».'
          }
        </li>
        <li>Créez-y un dossier, ouvrez-le, et copiez son adresse ici.</li>
      </Box>
      <Typography color="textSecondary" sx={{ mt: 1.5, fontSize: '0.9rem' }}>
        Un compte de service n’a pas d’espace à lui : un dossier de « Mon Drive », même partagé, ne convient pas. Sans
        Google Drive, tout fonctionne : les documents restent sur ce serveur.
      </Typography>
    </Card>
  );
}
