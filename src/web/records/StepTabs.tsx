import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Circle, CircleAlert, CircleCheck, CircleDot, CircleMinus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { StepProgress, StepState } from '#shared/fields/record.ts';
import { ScrollTabs } from '../ui/ScrollTabs.tsx';
import type { RecordField, Texts } from './record.ts';

const STATES: Record<StepState | 'faulty', { icon: typeof Circle; color: string; text: string }> = {
  none: { icon: Circle, color: 'text.secondary', text: 'non commencée' },
  partial: { icon: CircleDot, color: 'warning.main', text: 'partielle' },
  faulty: { icon: CircleAlert, color: 'error.main', text: 'à corriger' },
  complete: { icon: CircleCheck, color: 'success.main', text: 'complète' },
  off: { icon: CircleMinus, color: 'text.disabled', text: 'sans objet' },
};

interface Props {
  steps: readonly { title: string; short?: string | undefined }[];
  step: number;
  /** How far each step is, as it is typed. */
  progressOf: (texts: Texts) => readonly StepProgress[];
  /** The fields that cannot be saved as they are typed. */
  faulty: (texts: Texts) => readonly RecordField[];
  onSelect: (step: number) => void;
}

/** The steps: beside the form, or above it on a narrow screen. The state is said by icon and text, not by colour alone. */
export function StepTabs({ steps, step, progressOf, faulty, onSelect }: Props) {
  const wide = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true });
  // Drawn again when a state changes, not at each key press.
  const states = useWatch({
    compute: (texts: Texts) => {
      const wrong = new Set(faulty(texts).map((field) => field.step));
      return progressOf(texts)
        .map(({ state, filled, total }, index) => `${wrong.has(index) ? 'faulty' : state} ${filled}/${total}`)
        .join();
    },
  }).split(',');
  return (
    <ScrollTabs
      orientation={wide ? 'vertical' : 'horizontal'}
      value={step}
      onChange={(_, next: number) => onSelect(next)}
      aria-label="Étapes de la fiche"
      sx={{
        alignSelf: 'start',
        position: wide ? 'sticky' : 'static',
        top: 16,
        minWidth: 0,
        '& .MuiTabs-indicator': wide ? { left: 0, right: 'auto', width: 3, borderRadius: 2 } : {},
      }}
    >
      {steps.map(({ title, short }, index) => {
        const [name = 'none', count = ''] = (states[index] ?? '').split(' ');
        const state = STATES[name as keyof typeof STATES];
        const Icon = state.icon;
        return (
          <Tab
            key={title}
            id={`step-tab-${index}`}
            aria-controls="step-panel"
            aria-label={`${index + 1}. ${title}, étape ${state.text}`}
            title={
              name === 'off'
                ? 'Étape sans objet pour ce produit'
                : `Étape ${state.text}, ${count.replace('/', ' sur ')} champs remplis`
            }
            sx={{ alignItems: 'flex-start', textAlign: 'left', minHeight: 44, maxWidth: 'none', py: 1 }}
            label={
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: '100%' }}>
                <Box component="span" sx={{ display: 'flex', color: state.color, flexShrink: 0 }}>
                  <Icon size={18} aria-hidden />
                </Box>
                <Box component="span" sx={{ flexGrow: 1 }}>
                  {index + 1}. {short ?? title}
                </Box>
                {/* Beside the name, not part of it: the tab's title says it in words. */}
                <Box
                  component="span"
                  data-count={name === 'off' ? '' : count}
                  sx={{
                    color: 'text.secondary',
                    fontSize: '0.78rem',
                    fontWeight: 400,
                    '&::after': { content: 'attr(data-count)' },
                  }}
                />
              </Box>
            }
          />
        );
      })}
    </ScrollTabs>
  );
}
