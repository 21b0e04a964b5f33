import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { Link as RouterLink } from 'react-router';
import { Logo } from '../ui/Logo.tsx';

interface Props {
  title: string;
  tagline: string;
  /** The way to another page; none where there is none. */
  other?: { text: string; to: string } | undefined;
  children: ReactNode;
}

/** What sign-in and sign-up share: the logo, a sentence, a card, the way to the other. */
export function AuthCard({ title, tagline, other, children }: Props) {
  useEffect(() => {
    document.title = `${title} – Diplo`;
  }, [title]);
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2, bgcolor: 'background.default' }}
    >
      <Box sx={{ width: '100%', maxWidth: 420 }}>
        <Box sx={{ textAlign: 'center', mb: 3 }}>
          <Logo size={44} />
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            {tagline}
          </Typography>
        </Box>
        <Card sx={{ p: { xs: 2.5, sm: 4 } }}>
          <Typography variant="h1" sx={{ mb: 2.5 }}>
            {title}
          </Typography>
          {children}
        </Card>
        {other && (
          <Typography sx={{ textAlign: 'center', mt: 2.5 }}>
            <Link component={RouterLink} to={other.to}>
              {other.text}
            </Link>
          </Typography>
        )}
      </Box>
    </Box>
  );
}
