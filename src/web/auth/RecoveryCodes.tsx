import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Copy, Download } from 'lucide-react';
import { useCopy } from '../ui/useCopy.ts';

/** The codes kept on paper, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const write = useCopy();
  const text = `Codes de secours de Diplo (${window.location.host})\nChacun sert une fois.\n\n${codes.join('\n')}\n`;
  const keep = (): void => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: url, download: 'codes-de-secours-diplo.txt' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">
        Gardez ces codes hors de votre téléphone : sans lui, chacun vous laisse entrer une fois. Ils ne seront plus
        montrés.
      </Alert>
      <Box
        component="ul"
        aria-label="Codes de secours"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(12.5rem, 1fr))',
          gap: 1,
          fontFamily: 'monospace',
          fontSize: '1rem',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<Copy size={18} />}
          onClick={() => write(text, 'Vos codes de secours sont copiés.')}
        >
          Copier
        </Button>
        <Button variant="outlined" startIcon={<Download size={18} />} onClick={keep}>
          Télécharger
        </Button>
      </Box>
    </Box>
  );
}
