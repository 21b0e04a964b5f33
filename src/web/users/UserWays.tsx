import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { ShieldOff } from 'lucide-react';
import type { User } from '#shared/users/user.contract.ts';
import { useAccount } from '../auth/account.tsx';
import { signInWays } from '../auth/sign.in.ts';

/** How somebody signs in; a second factor may be taken away, for who has lost it. */
export function UserWays({ user, onResetOtp }: { user: User; onResetOtp: (user: User) => void }) {
  const me = useAccount();
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', flexWrap: 'wrap', minHeight: '100%' }}>
      {wordsOf(user).map((word) => (
        <Chip key={word} size="small" variant="outlined" label={word} />
      ))}
      {user.otp && user.id !== me.id && (
        <Tooltip title="Retirer son second facteur">
          <IconButton
            size="small"
            aria-label={`Retirer le second facteur de ${user.email}`}
            onClick={() => onResetOtp(user)}
          >
            <ShieldOff size={16} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

const wordsOf = ({ has_password, otp, identity, anonymous }: User): string[] =>
  anonymous
    ? []
    : [
        ...(has_password ? [otp ? 'Mot de passe et code' : 'Mot de passe'] : []),
        ...(identity === null ? [] : [signInWays()?.label ?? 'Fournisseur d’identité']),
      ];
