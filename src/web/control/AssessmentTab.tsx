import Box from '@mui/material/Box';
import { AssessmentComments } from '../comments/AssessmentComments.tsx';
import { useProduct } from '../products/useProduct.ts';
import { AssessmentPanel } from './AssessmentPanel.tsx';
import { AssessmentPart } from './ControlRecordPart.tsx';

/** Part B: what was signed and what of it is no longer so, then its text. */
export function AssessmentTab() {
  const { id } = useProduct();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <AssessmentPanel productId={id} />
      <AssessmentComments />
      <AssessmentPart />
    </Box>
  );
}
