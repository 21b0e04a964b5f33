import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useColorScheme, useTheme } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { LogOut, Menu, Moon, Search, Sun } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { isAllowed, ROLE_LABELS } from '#shared/contract/rights.ts';
import { queryClient } from '../api/query.ts';
import { SIGNS_OUT } from '../api/session.ts';
import { useAccount, WithAccount } from '../auth/account.tsx';
import { NoticeBell } from '../notices/NoticeBell.tsx';
import { SCREENS } from '../screens.ts';
import { Logo } from '../ui/Logo.tsx';
import { Loading } from '../ui/Page.tsx';
import { preloadScreens } from '../ui/screen.ts';
import { Frame } from './Frame.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Shortcuts, type Shown } from './Shortcuts.tsx';

const SIDEBAR_WIDTH = 240;

/** What every screen stands in: whoever is signed in, the sidebar (a drawer on a narrow screen) and the content. */
export function Shell() {
  return (
    <Frame>
      <WithAccount>
        <SidebarAndScreen />
      </WithAccount>
    </Frame>
  );
}

function SidebarAndScreen() {
  const wide = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true });
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<Shown>(null);
  const { pathname } = useLocation();
  useEffect(() => preloadScreens(() => queryClient.isFetching() > 0), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to a screen closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh', bgcolor: 'background.default' }}>
      <Box
        component="a"
        href="#content"
        sx={{
          position: 'fixed',
          top: -100,
          left: 8,
          zIndex: 2000,
          p: 1.5,
          borderRadius: 1,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          '&:focus': { top: 8 },
        }}
      >
        Aller au contenu
      </Box>
      {!wide && (
        <AppBar position="fixed" color="inherit" elevation={0} sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <Toolbar sx={{ gap: 1 }}>
            <IconButton edge="start" aria-label="Ouvrir le menu" aria-expanded={open} onClick={() => setOpen(true)}>
              <Menu size={22} />
            </IconButton>
            <Logo size={28} />
            <Box sx={{ ml: 'auto' }}>
              <NoticeBell />
            </Box>
            <IconButton edge="end" aria-label="Chercher" onClick={() => setShown('palette')}>
              <Search size={21} />
            </IconButton>
          </Toolbar>
        </AppBar>
      )}
      <Drawer
        variant={wide ? 'permanent' : 'temporary'}
        open={wide || open}
        onClose={() => setOpen(false)}
        sx={{ width: wide ? SIDEBAR_WIDTH : 0, flexShrink: 0 }}
        slotProps={{ paper: { sx: { width: SIDEBAR_WIDTH, borderColor: 'divider' } } }}
      >
        <Sidebar onSearch={() => setShown('palette')} withBell={wide} />
      </Drawer>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ flexGrow: 1, minWidth: 0, pt: wide ? 0 : 8, outline: 'none' }}
      >
        <OfflineBanner />
        <Shortcuts shown={shown} onShow={setShown} />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </Box>
    </Box>
  );
}

/** The menu, as one style: twenty entries are drawn before anything is read. As lists of the library look. */
const MENU = {
  flexGrow: 1,
  overflowY: 'auto',
  listStyle: 'none',
  m: 0,
  px: 1.25,
  py: 1,
  '& div': { px: 2, pt: 1, pb: 0.25, fontSize: '0.76rem', fontWeight: 600, lineHeight: 1.5, color: 'text.secondary' },
  '& li:first-of-type div': { pt: 0 },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: '17px',
    px: 2,
    py: 1.1,
    mb: 0.25,
    borderRadius: 1,
    color: 'text.primary',
    textDecoration: 'none',
    fontSize: '0.94rem',
    lineHeight: 1.5,
    fontWeight: 450,
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
  },
  '& svg': { flex: 'none', color: 'text.secondary' },
  '& a[aria-current]': {
    fontWeight: 600,
    bgcolor: 'rgba(var(--mui-palette-primary-mainChannel) / var(--mui-palette-action-selectedOpacity))',
    '& svg': { color: 'primary.main' },
  },
} as const;

/** @param withBell on a narrow screen the bell stands above, in the bar */
function Sidebar({ onSearch, withBell }: { onSearch: () => void; withBell: boolean }) {
  const account = useAccount();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // The entry of the screen at hand may be below what a low window shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each screen
  useEffect(() => {
    const [holder, entry] = [menu.current, menu.current?.querySelector('[aria-current]')];
    if (!holder || !entry) return;
    // « scrollIntoView » would make the next Tab begin there, behind « Aller au contenu ».
    const [box, at] = [holder.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (at.bottom > box.bottom) holder.scrollTop += at.bottom - box.bottom;
    else if (at.top < box.top) holder.scrollTop -= box.top - at.top;
  }, [pathname]);
  const isCurrent = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <Box component="nav" aria-label="Menu principal" sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Box sx={{ px: 2.5, py: 2, display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Link to="/dashboard" style={{ textDecoration: 'none', color: 'inherit' }} aria-label="Diplo, tableau de bord">
          <Logo />
        </Link>
        {withBell && <NoticeBell />}
      </Box>
      <Box sx={{ px: 2, pb: 1 }}>
        <Button
          fullWidth
          size="small"
          color="inherit"
          variant="outlined"
          startIcon={<Search size={16} />}
          onClick={onSearch}
          aria-keyshortcuts="Control+K"
          sx={{ justifyContent: 'flex-start', fontWeight: 400, color: 'text.secondary', borderColor: 'divider' }}
        >
          Chercher
          <Box component="kbd" aria-hidden sx={{ ml: 'auto', fontFamily: 'inherit', fontSize: '0.78rem' }}>
            Ctrl K
          </Box>
        </Button>
      </Box>
      <Box component="ul" ref={menu} sx={MENU}>
        {SCREENS.filter(({ right }) => !right || isAllowed(right, account.role, true)).map(
          ({ path, label, icon: Icon, group }, index, shown) => (
            <li key={path}>
              {group !== shown[index - 1]?.group && <div>{group}</div>}
              <Link to={path} aria-current={isCurrent(path) ? 'page' : undefined}>
                <Icon size={19} strokeWidth={1.9} />
                {label}
              </Link>
            </li>
          ),
        )}
      </Box>
      <Divider />
      <Box sx={{ p: 1.5, display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box
          component={Link}
          to="/account"
          title="Mon compte"
          sx={{ minWidth: 0, flexGrow: 1, pl: 1, color: 'inherit', textDecoration: 'none', borderRadius: 1 }}
        >
          <Typography noWrap sx={{ fontSize: '0.85rem', fontWeight: 600 }} title={account.email}>
            {account.email}
          </Typography>
          <Typography color="textSecondary" sx={{ fontSize: '0.8rem' }}>
            {ROLE_LABELS[account.role]}
          </Typography>
        </Box>
        <SchemeSwitch />
      </Box>
      <Box sx={{ px: 1.25, pb: 1.5 }}>
        <ListItemButton onClick={() => void navigate('/login', { state: SIGNS_OUT })} sx={{ borderRadius: 1, py: 0.9 }}>
          <ListItemIcon sx={{ minWidth: 36 }}>
            <LogOut size={19} strokeWidth={1.9} />
          </ListItemIcon>
          <ListItemText primary="Déconnexion" slotProps={{ primary: { sx: { fontSize: '0.94rem' } } }} />
        </ListItemButton>
        <Typography color="textSecondary" sx={{ fontSize: '0.78rem', pl: 2 }}>
          Diplo {import.meta.env.VITE_VERSION}
        </Typography>
      </Box>
    </Box>
  );
}

function SchemeSwitch() {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const label = dark ? 'Passer au thème clair' : 'Passer au thème sombre';
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={() => setMode(dark ? 'light' : 'dark')}>
        {dark ? <Sun size={18} /> : <Moon size={18} />}
      </IconButton>
    </Tooltip>
  );
}
