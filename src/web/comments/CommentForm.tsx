import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { COMMENT_LIMITS } from '#shared/comments/comment.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { useKept } from '../api/useKept.ts';

interface Props {
  label: string;
  submit: string;
  busy: boolean;
  /** What stands in it at first. */
  text?: string;
  /** Where it stands: what is typed there is there again when one comes back. */
  place?: string | null;
  /** Names that `@` may call: what follows it is looked up when it is sent. */
  names?: readonly string[];
  /** Whether one may show it to guests. */
  mayShow?: boolean;
  onSend: (body: string, forGuests: boolean) => Promise<boolean>;
  onCancel?: () => void;
}

/** Characters behind which an `@` calls nobody any more. */
const NAME_LENGTH = 40;

/** Where a comment is typed. What is refused stays as it was typed. */
export function CommentForm({
  label,
  submit,
  busy,
  text = '',
  place = null,
  names = [],
  mayShow = false,
  onSend,
  onCancel,
}: Props) {
  const [body, setBody] = useKept(
    place,
    () => text,
    (typed) => typed.trim() !== '',
  );
  const [isShown, setShown] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const typedName = /@([\p{L}\p{N} .'’-]{0,30})$/u.exec(body.slice(-NAME_LENGTH))?.[1];
  const offered =
    typedName === undefined
      ? []
      : names.filter((name) => name.toLowerCase().startsWith(typedName.toLowerCase())).slice(0, 5);
  const take = (name: string): void => setBody(`${body.slice(0, body.lastIndexOf('@'))}@${name} `);
  const left = COMMENT_LIMITS.length - body.length;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (body.trim() === '') {
      setFault('Écrivez un commentaire.');
      return;
    }
    setFault(null);
    if (await onSend(body.trim(), isShown)) {
      setBody('');
      setShown(false);
    }
  };
  return (
    <Box component="form" noValidate onSubmit={(event) => void send(event)} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        label={label}
        value={body}
        multiline
        // Opened by a button: one types there at once.
        autoFocus={onCancel !== undefined}
        minRows={2}
        maxRows={12}
        size="small"
        error={fault !== null || left < 0}
        helperText={
          fault ??
          (left < 0
            ? `${counted(-left, 'caractère')} de trop : coupez-le en plusieurs.`
            : names.length > 0
              ? 'Tapez @ pour nommer quelqu’un.'
              : undefined)
        }
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          // The first of those that are offered, as in every other place where one names somebody.
          if (event.key !== 'Enter' || event.shiftKey || offered[0] === undefined) return;
          event.preventDefault();
          take(offered[0]);
        }}
      />
      {offered.length > 0 && (
        <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }} aria-label="Personnes">
          {offered.map((name) => (
            <Button key={name} size="small" variant="outlined" onClick={() => take(name)}>
              {name}
            </Button>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button type="submit" variant="contained" size="small" loading={busy} disabled={left < 0}>
          {submit}
        </Button>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            Annuler
          </Button>
        )}
        {mayShow && (
          <FormControlLabel
            control={<Checkbox size="small" checked={isShown} onChange={(_, on) => setShown(on)} />}
            label="Les invités le lisent"
          />
        )}
      </Box>
    </Box>
  );
}
