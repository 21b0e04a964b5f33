import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type Attachment, DOCUMENT_KINDS } from '#shared/attachments/attachment.contract.ts';
import { capital } from '#shared/fields/capital.ts';
import { dayOf, isDay, printDay } from '#shared/fields/date.ts';
import { DayInput } from '../fields/DayInput.tsx';

/** What is told of a piece, as a form holds it: empty where nothing is said. */
export interface PieceTexts {
  kind: string;
  issued_on: string;
  expires_on: string;
}

export const textsOfPiece = ({ kind, issued_on, expires_on }: Attachment): PieceTexts => ({
  kind: kind ?? '',
  issued_on: issued_on ?? '',
  expires_on: expires_on ?? '',
});

/** What is sent of it; `null` while a day is not one. */
export function toldOf({ kind, issued_on, expires_on }: PieceTexts): {
  kind: (typeof DOCUMENT_KINDS)[number] | null;
  issued_on: string | null;
  expires_on: string | null;
} | null {
  if ([issued_on, expires_on].some((day) => day !== '' && !isDay(day))) return null;
  return {
    kind: DOCUMENT_KINDS.find((one) => one === kind) ?? null,
    issued_on: issued_on || null,
    expires_on: expires_on || null,
  };
}

/** « FDS, du 15/01/2025, expire le 15/01/2027 »; nothing where nothing is told. */
export function sayPiece({ kind, issued_on, expires_on }: Attachment): string {
  const isPast = expires_on !== null && expires_on < dayOf(new Date());
  return [
    kind,
    issued_on && `du ${printDay(issued_on)}`,
    expires_on && `${isPast ? 'expiré depuis le' : 'expire le'} ${printDay(expires_on)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The last day on which a piece holds, and whether it is past. */
export function Expiry({ expires_on }: Pick<Attachment, 'expires_on'>) {
  if (expires_on === null) return null;
  const isPast = expires_on < dayOf(new Date());
  return (
    <Typography component="span" color={isPast ? 'error' : undefined} sx={{ fontSize: 'inherit' }}>
      {isPast ? `Expirée depuis le ${printDay(expires_on)}` : printDay(expires_on)}
    </Typography>
  );
}

interface Props {
  id: string;
  value: PieceTexts;
  disabled?: boolean;
  /** What the server found wrong, by field. */
  faults?: Record<string, string>;
  onChange: (value: PieceTexts) => void;
}

/** What a piece of the file is, its day, and the last one on which it holds. */
export function PieceFields({ id, value, disabled = false, faults = {}, onChange }: Props) {
  const day = (name: 'issued_on' | 'expires_on', label: string) => (
    <DayInput
      field={{ name: `${id}-${name}`, label }}
      value={value[name]}
      required={false}
      disabled={disabled}
      error={faults[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
      onBlur={() => undefined}
    />
  );
  return (
    <>
      <TextField
        select
        label="Nature"
        size="small"
        value={value.kind}
        disabled={disabled}
        onChange={(event) => onChange({ ...value, kind: event.target.value })}
      >
        <MenuItem value="">À préciser</MenuItem>
        {DOCUMENT_KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {capital(one)}
          </MenuItem>
        ))}
      </TextField>
      {day('issued_on', 'Date du document')}
      {day('expires_on', 'Expire le')}
    </>
  );
}
