import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import { capital } from '#shared/fields/capital.ts';
import { printDay, printInstant } from '#shared/fields/date.ts';
import {
  type IntakeItem,
  leaveIntake,
  type OwnerType,
  readIntake,
  returnIntake,
} from '#shared/intake/intake.contract.ts';
import { call, download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { usePersonName } from '../auth/people.ts';
import { FileDialog } from './FileDialog.tsx';

interface Props {
  item: IntakeItem;
  isChosen: boolean;
  onChoose: (on: boolean) => void;
}

const ADDRESS: Record<OwnerType, string> = { product: '/products', material: '/materials', substance: '/substances' };

/** A file that came in: what it seems to be, whose, and what one does with it. */
export function IntakeRow({ item, isChosen, onChoose }: Props) {
  const { act, busy } = useAction();
  const nameOf = usePersonName();
  const [files, setFiles] = useState(false);
  const { id, file_name, folder, state, kind, owner, why, duplicate_of, created_at, created_by, source } = item;
  const move = (endpoint: typeof leaveIntake | typeof returnIntake, done: string): void => {
    void act(() => call(endpoint, { params: { id } }), { done, refresh: ['intake', 'dashboard'] });
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', md: 'auto minmax(0, 5fr) minmax(0, 4fr) auto' },
        columnGap: 1.5,
        rowGap: 0.5,
        alignItems: 'start',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {state === 'waiting' ? (
        <Checkbox
          size="small"
          checked={isChosen && owner !== null}
          disabled={owner === null}
          onChange={(event) => onChoose(event.target.checked)}
          slotProps={{ input: { 'aria-label': `Choisir « ${file_name} »` } }}
        />
      ) : (
        <span />
      )}
      <Box sx={{ minWidth: 0 }}>
        <MuiLink
          component="button"
          type="button"
          onClick={() => void act(() => download(readIntake, { id }, file_name))}
          sx={{ textAlign: 'left', overflowWrap: 'anywhere', fontWeight: 600 }}
        >
          {file_name}
        </MuiLink>
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
          {[
            folder,
            source === 'folder'
              ? `dossier surveillé, le ${printInstant(created_at)}`
              : source === 'upload'
                ? `le ${printInstant(created_at)} par ${nameOf(created_by)}`
                : `par un lien, le ${printInstant(created_at)} : ${created_by}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {duplicate_of && <Typography sx={{ fontSize: '0.85rem', color: 'warning.main' }}>{duplicate_of}</Typography>}
      </Box>
      <Box sx={{ minWidth: 0, gridColumn: { xs: '2', md: 'auto' } }}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          {kind && <Chip size="small" variant="outlined" label={capital(kind)} />}
          {owner && (
            <MuiLink
              component={Link}
              to={owner.type === 'product' ? `/products/${owner.id}` : ADDRESS[owner.type]}
              sx={{ overflowWrap: 'anywhere' }}
            >
              {owner.label}
            </MuiLink>
          )}
        </Stack>
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
          {[
            why,
            item.issued_on && `Du ${printDay(item.issued_on)}.`,
            item.expires_on && `Expire le ${printDay(item.expires_on)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 1, gridColumn: { xs: '2', md: 'auto' } }}>
        {state === 'waiting' && (
          <>
            <Button size="small" variant="outlined" disabled={busy} onClick={() => setFiles(true)}>
              Classer…
            </Button>
            <Button
              size="small"
              disabled={busy}
              onClick={() => move(leaveIntake, `« ${file_name} » est mis de côté pour trente jours.`)}
            >
              Mettre de côté
            </Button>
          </>
        )}
        {state === 'left' && (
          <Button
            size="small"
            variant="outlined"
            disabled={busy}
            onClick={() => move(returnIntake, `« ${file_name} » est de nouveau à classer.`)}
          >
            Remettre à classer
          </Button>
        )}
      </Stack>
      {files && <FileDialog item={item} onClose={() => setFiles(false)} />}
    </Box>
  );
}
