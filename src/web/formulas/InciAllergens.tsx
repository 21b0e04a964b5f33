import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { AllergenRow } from '#shared/formulas/inci.allergens.ts';
import { CARD, say } from './inci.words.ts';

/** The fragrance allergens, with where they come from and whether they are named. */
export function Allergens({ allergens }: { allergens: readonly AllergenRow[] }) {
  return (
    <Card component="section" aria-label="Allergènes de parfum" sx={{ ...CARD, mb: 0 }}>
      <Typography variant="h2">Allergènes de parfum</Typography>
      {allergens.length === 0 ? (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          Aucun dans les lignes ni dans les certificats saisis.
        </Typography>
      ) : (
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Allergène</TableCell>
              <TableCell align="right">% du produit</TableCell>
              <TableCell>Étiquette</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {allergens.map((one) => (
              <TableRow key={one.name}>
                <TableCell>
                  {one.name}
                  <Typography color="textSecondary" sx={{ fontSize: '0.8rem' }}>
                    {`${one.entry} ; ${one.sources.map(({ name, percent }) => `${name} ${say(percent)}`).join(', ')}`}
                  </Typography>
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                  {say(one.percent)}
                </TableCell>
                <TableCell>
                  {one.declared ? <Chip size="small" color="primary" label="à citer" /> : `seuil ${say(one.threshold)}`}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}
