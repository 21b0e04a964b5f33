import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { Link, Outlet } from 'react-router';
import { isSignedIn } from '../api/session.ts';
import { Logo } from '../ui/Logo.tsx';
import { Loading } from '../ui/Page.tsx';
import { Frame } from './Frame.tsx';
import { Shell } from './Shell.tsx';

/** A screen open to everybody: in the shell for whoever is signed in, under the logo for the others. */
export function MaybeShell() {
  if (isSignedIn()) return <Shell />;
  return (
    <Frame>
      <Box sx={{ minHeight: '100vh', bgcolor: 'background.default' }}>
        <Box component="header" sx={{ px: { xs: 2, md: 4 }, pt: 2 }}>
          <Link to="/login" style={{ textDecoration: 'none', color: 'inherit' }} aria-label="Diplo, se connecter">
            <Logo />
          </Link>
        </Box>
        <Box component="main">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </Box>
      </Box>
    </Frame>
  );
}
