import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useState } from 'react';
import { ROLE_LABELS, ROLES } from '#shared/contract/rights.ts';
import type { User } from '#shared/users/user.contract.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

type RoleOf = User['role'];

interface SelectProps {
  user: User;
  isOwn: boolean;
  onChange: (user: User, change: { role: RoleOf }) => void;
}

/** The role of an account; one's own, and an administrator's, are asked about first. */
export function RoleSelect({ user, isOwn, onChange }: SelectProps) {
  const [asked, setAsked] = useState<RoleOf | null>(null);
  return (
    <>
      <Select
        size="small"
        variant="standard"
        value={user.role}
        disabled={user.anonymous}
        aria-label={`Rôle de ${user.email}`}
        onChange={({ target: { value: role } }) => {
          // One's own administration cannot be taken back by oneself, and that of another opens everything.
          if (isOwn || role === 'admin') setAsked(role);
          else onChange(user, { role });
        }}
      >
        {ROLES.map((role) => (
          <MenuItem key={role} value={role}>
            {ROLE_LABELS[role]}
          </MenuItem>
        ))}
      </Select>
      {asked && (
        <RoleQuestion
          user={user}
          role={asked}
          isOwn={isOwn}
          onClose={() => setAsked(null)}
          onGive={() => onChange(user, { role: asked })}
        />
      )}
    </>
  );
}

/** Asked before a role that one cannot take back by oneself, or that opens everything. */
function RoleQuestion({
  user,
  role,
  isOwn,
  onClose,
  onGive,
}: {
  user: User;
  role: RoleOf;
  isOwn: boolean;
  onClose: () => void;
  onGive: () => void;
}) {
  return (
    <ConfirmDialog
      open
      danger
      title={isOwn ? 'Changer votre propre rôle ?' : 'Faire un administrateur ?'}
      text={
        isOwn
          ? `Vous deviendrez ${ROLE_LABELS[role].toLowerCase()} : cette page vous sera fermée, et un autre administrateur devra vous rendre ce rôle.`
          : `${user.name ?? user.email} pourra tout faire, et changer les comptes de tous, le vôtre aussi.`
      }
      confirmLabel="Changer le rôle"
      onCancel={onClose}
      onConfirm={() => {
        onGive();
        onClose();
      }}
    />
  );
}
