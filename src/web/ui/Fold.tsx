import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** A section of a page that one opens when one wants it. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Accordion
      disableGutters
      variant="outlined"
      sx={{ borderRadius: 1, '&::before': { display: 'none' } }}
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ChevronDown size={20} />}>
        <Typography variant="h2">{title}</Typography>
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}
