import { type ComponentType, useState } from 'react';
import { onDemand } from '../ui/screen.ts';
import { useOnDemand } from '../ui/useOnDemand.ts';
import { type DayProps, DayText, UNREADABLE } from './DayText.tsx';

/** The calendar weighs as much as a screen: it runs where a date is asked for. */
const calendar = onDemand(async (): Promise<ComponentType<DayProps>> => (await import('./DayPicker.tsx')).DayPicker);

/** A day, typed or chosen: dd/MM/yyyy, weeks from Monday. Its value is `YYYY-MM-DD`, and never passes through UTC. */
export function DayInput(props: DayProps) {
  // Without it a date is typed.
  const loaded = useOnDemand(calendar);
  const [Picker, setPicker] = useState(() => loaded);
  const [isTyping, setTyping] = useState(false);
  if (Picker) return <Picker {...props} />;
  // Nothing changes under the hands of who types.
  if (loaded && !isTyping && props.value !== UNREADABLE) setPicker(() => loaded);
  return <DayText {...props} onTyping={setTyping} />;
}
