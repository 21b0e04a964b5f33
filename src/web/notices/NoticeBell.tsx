import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { listNotices, type Notice, readNotices } from '#shared/notices/notice.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

/** How often a tab that is seen asks (ms). */
const ASK_MS = 60_000;

/** What there is to know, and how much of it is unread. */
export function NoticeBell() {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data, error, isPending, refetch } = useQuery({ ...queryOf(listNotices), refetchInterval: ASK_MS });
  const { act, busy } = useAction();
  const notices = data?.data ?? [];
  const unread = notices.filter(({ read_at }) => read_at === null);
  const read = (ids: readonly string[]): void => {
    if (ids.length > 0) void act(() => call(readNotices, { body: { ids: [...ids] } }), { refresh: ['notices'] });
  };
  const label = unread.length === 0 ? 'Avis' : `Avis : ${counted(unread.length, 'non lu', 'non lus')}`;
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {/* A badge of none would still hold its figure, unseen, and the name would not say it. */}
        {unread.length === 0 ? (
          <Bell size={19} />
        ) : (
          <Badge badgeContent={unread.length} max={99} color="primary">
            <Bell size={19} />
          </Badge>
        )}
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 400, maxWidth: 'calc(100vw - 32px)', p: 2 } },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
          <Typography variant="h2" id={id} ref={title} tabIndex={-1} sx={{ flexGrow: 1, outline: 'none' }}>
            Avis
          </Typography>
          {unread.length > 0 && (
            <Button
              size="small"
              loading={busy}
              onClick={() => {
                // The button goes: the keyboard stays in the dialog.
                title.current?.focus();
                read(unread.map((one) => one.id));
              }}
            >
              Tout marquer comme lu
            </Button>
          )}
        </Box>
        {isPending && <Loading />}
        {error && (
          <LoadError message="Les avis n’ont pas pu être lus." detail={error.message} onRetry={() => void refetch()} />
        )}
        {data && notices.length === 0 && (
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Rien de nouveau. Vous serez prévenu ici de la fin de vos travaux en masse et des fichiers à classer.
          </Typography>
        )}
        {notices.length > 0 && (
          <FirstRows rows={notices}>
            {(shown) => (
              <List dense aria-label="Avis" sx={{ mx: -1 }}>
                {shown.map((notice) => (
                  <NoticeLine
                    key={notice.id}
                    notice={notice}
                    onFollow={() => {
                      if (notice.read_at === null) read([notice.id]);
                      setAnchor(null);
                    }}
                  />
                ))}
              </List>
            )}
          </FirstRows>
        )}
      </Popover>
    </>
  );
}

function NoticeLine({ notice: { text, link, at, read_at }, onFollow }: { notice: Notice; onFollow: () => void }) {
  const isNew = read_at === null;
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={link}
        onClick={onFollow}
        sx={{ borderRadius: 1, gap: 1, alignItems: 'start' }}
      >
        <Box
          aria-hidden
          sx={{
            width: 8,
            height: 8,
            mt: 1,
            flexShrink: 0,
            borderRadius: '50%',
            bgcolor: isNew ? 'primary.main' : 'transparent',
          }}
        />
        <ListItemText
          primary={text}
          secondary={`${isNew ? 'Non lu, le' : 'Le'} ${printInstant(at)}`}
          slotProps={{ primary: { sx: { fontWeight: isNew ? 600 : 400, overflowWrap: 'anywhere' } } }}
        />
      </ListItemButton>
    </ListItem>
  );
}
