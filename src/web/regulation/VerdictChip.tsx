import Chip from '@mui/material/Chip';
import type { State } from '#shared/regulation/decide.opinion.ts';
import { VERIFIED } from '#shared/regulation/regulation.print.ts';
import { VERDICTS } from './verdict.words.ts';

/** A verdict in a word and an icon. */
/** @param decided a person verified it: it is no longer to be */
export function VerdictChip({ state, decided = false }: { state: State; decided?: boolean }) {
  const { label, icon: Icon, color } = VERDICTS[state];
  return (
    <Chip
      size="small"
      variant="outlined"
      color={decided ? 'info' : color}
      icon={<Icon size={15} aria-hidden />}
      label={decided ? VERIFIED : label}
    />
  );
}
