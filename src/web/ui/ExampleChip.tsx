import Chip from '@mui/material/Chip';

/** What the example made: invented, and told from a person's work wherever it is listed. */
export const ExampleChip = () => (
  <Chip
    size="small"
    variant="outlined"
    color="info"
    label="Exemple"
    title="Inventé : part avec l’exemple"
    sx={{ ml: 0.75 }}
  />
);
