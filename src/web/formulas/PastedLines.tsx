import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { counted } from '#shared/fields/counted.ts';
import { printNumber, toMicros } from '#shared/fields/percent.ts';
import type { PastedFormula } from '#shared/formulas/formula.contract.ts';

interface Props {
  pasted: PastedFormula;
  asksGrams: boolean;
  areGrams: boolean;
  onGrams: (areGrams: boolean) => void;
  onChange: (index: number, values: Partial<PastedFormula['lines'][number]>) => void;
}

/** What was understood of a paste, and what was not. */
export function PastedLines({ pasted, asksGrams, areGrams, onGrams, onChange }: Props) {
  return (
    <>
      <Typography role="status" sx={{ mb: 1.5 }}>
        {`${counted(pasted.lines.length, 'ligne comprise', 'lignes comprises')}, ${counted(pasted.unread.length, 'ligne non comprise', 'lignes non comprises')}. ${sayTotal(pasted)}`}
      </Typography>
      {asksGrams && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          <FormControlLabel
            control={<Checkbox checked={areGrams} onChange={(_, on) => onGrams(on)} />}
            label="Ces valeurs sont des grammes pour 100 g : les lire comme des pourcentages."
          />
        </Alert>
      )}
      {pasted.warnings
        .filter(({ line, code }) => line === null && code !== 'UNIT_G')
        .map(({ code, message }) => (
          <Alert key={code} severity="warning" sx={{ mb: 1.5 }}>
            {message}
          </Alert>
        ))}
      {pasted.unread.length > 0 && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          <strong>Lignes non comprises</strong>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {pasted.unread.map(({ source, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
              <li key={index}>
                « {source} » : {reason}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      <PastedTable pasted={pasted} onChange={onChange} />
    </>
  );
}

/** « 15 lignes, 22,01 % et un complément de 77,99 % »: what was typed, then what follows from it. */
function sayTotal({ total, complement }: PastedFormula): string {
  if (complement === null) return `Total ${printNumber(toMicros(total))} %.`;
  const rest = toMicros(complement);
  return `Total ${printNumber(toMicros(total) - rest)} % et un complément de ${printNumber(rest)} %.`;
}

function PastedTable({ pasted, onChange }: Pick<Props, 'pasted' | 'onChange'>) {
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label="Lignes comprises">
        <TableHead>
          <TableRow>
            <TableCell>Texte collé</TableCell>
            <TableCell>Ingrédient</TableCell>
            <TableCell align="right">%</TableCell>
            <TableCell>À vérifier</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {pasted.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            <TableRow key={index}>
              <TableCell
                sx={{
                  color: 'text.secondary',
                  minWidth: 130,
                  maxWidth: 300,
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                }}
              >
                {line.source}
              </TableCell>
              <TableCell>
                {line.label}
                {line.suggestion && (
                  <Typography sx={{ fontSize: '0.85rem' }}>
                    Vouliez-vous dire{' '}
                    <Link
                      component="button"
                      type="button"
                      sx={{ verticalAlign: 'baseline' }}
                      onClick={() => onChange(index, { label: line.suggestion ?? line.label, suggestion: null })}
                    >
                      {line.suggestion}
                    </Link>
                    {' ?'}
                  </Typography>
                )}
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {line.variants.length > 0 && line.percent === null ? (
                  <Select
                    size="small"
                    displayEmpty
                    value=""
                    inputProps={{ 'aria-label': `Pourcentage de ${line.label}` }}
                    onChange={(event) => onChange(index, { percent: Number(event.target.value) })}
                  >
                    <MenuItem value="">Choisir</MenuItem>
                    {line.variants.map(({ column, percent }) => (
                      <MenuItem key={column} value={String(percent)}>
                        {`${column} : ${printNumber(toMicros(percent))}`}
                      </MenuItem>
                    ))}
                  </Select>
                ) : (
                  amountOf(line)
                )}
              </TableCell>
              <TableCell sx={{ fontSize: '0.85rem', color: 'text.secondary' }}>
                {pasted.warnings
                  .filter((warning) => warning.line === index)
                  .map(({ message }) => message)
                  .join(' ')}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function amountOf({ percent, percent_min, percent_max, qs }: PastedFormula['lines'][number]): string {
  if (qs !== 'none') return qs === '100' ? 'q.s.p. 100' : qs === 'ph' ? 'q.s. pH' : 'q.s.';
  if (percent !== null) return printNumber(toMicros(percent));
  if (percent_max === null) return 'à saisir';
  return `${printNumber(toMicros(percent_min ?? 0), 0)}–${printNumber(toMicros(percent_max), 0)}`;
}
