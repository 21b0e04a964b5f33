import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';

interface Props {
  step: number;
  title: string;
  heading: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The panel of one step, under its heading. */
export function StepPanel({ step, title, heading, children }: Props) {
  return (
    <Card
      component="form"
      role="tabpanel"
      id="step-panel"
      aria-labelledby={`step-tab-${step}`}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      sx={{ p: { xs: 2, sm: 3 }, minWidth: 0, overflow: 'visible' }}
    >
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ mb: 2.5, outline: 'none' }}>
        <Typography component="span" color="textSecondary" sx={{ fontSize: 'inherit' }}>
          {step + 1}.{' '}
        </Typography>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
