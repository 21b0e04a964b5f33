import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface PageProps {
  title: string;
  /** What the tab of the browser is called, when the title does not tell it from others. */
  tab?: string | undefined;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen: its title (also the tab's), what can be done, its content. */
export function Page({ title, tab = title, subtitle, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${tab} – Diplo`;
  }, [tab]);
  const heading = useRef<HTMLElement>(null);
  // Come by a button that is gone with its screen: the keyboard, and who listens, begin with the title of this one.
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    if (!isFirst && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <Box sx={{ p: { xs: 2, md: 4 }, maxWidth: 1600, mx: 'auto' }}>
      <Stack
        direction={{ xs: 'column', md: 'row' }}
        sx={{ gap: 2, mb: 3, alignItems: { md: 'center' }, justifyContent: 'space-between' }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1" ref={heading} tabIndex={-1}>
            {title}
          </Typography>
          {subtitle && (
            <Typography color="textSecondary" sx={{ mt: 0.5 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {actions && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', flexShrink: 0 }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Box>
  );
}

export function Loading({ label = 'Chargement…' }: { label?: string }) {
  return (
    <Stack sx={{ alignItems: 'center', gap: 2, py: 8 }} role="status">
      <CircularProgress aria-hidden />
      <Typography color="textSecondary">{label}</Typography>
    </Stack>
  );
}

/** What could not be shown, why, and how to try again. */
export function LoadError({ message, detail, onRetry }: { message: string; detail?: string; onRetry?: () => void }) {
  return (
    <Alert
      severity="error"
      // What stays below it keeps its distance, whatever margin it has of itself.
      sx={{ '&& + *': { mt: 2 } }}
      action={
        onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Réessayer
          </Button>
        )
      }
    >
      {message}
      {detail && detail !== message && <Box sx={{ opacity: 0.85 }}>{detail}</Box>}
    </Alert>
  );
}

/** Nothing yet: what this place is for, and what to do first. */
export function Empty({
  icon,
  title,
  text,
  action,
  alone = false,
}: {
  icon?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** It is the whole screen: its title is the page's. */
  alone?: boolean;
}) {
  useEffect(() => {
    if (alone) document.title = `${title} – Diplo`;
  }, [alone, title]);
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1.5, py: 7, px: 2 }}>
      {icon && <Box sx={{ color: 'text.secondary' }}>{icon}</Box>}
      <Typography variant="h2" component={alone ? 'h1' : 'h2'}>
        {title}
      </Typography>
      {text && (
        <Typography color="textSecondary" sx={{ maxWidth: 480 }}>
          {text}
        </Typography>
      )}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Stack>
  );
}
