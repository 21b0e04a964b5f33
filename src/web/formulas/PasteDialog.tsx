import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { type PastedFormula, parseFormula } from '#shared/formulas/formula.contract.ts';
import { printNumber, toMicros } from '#shared/formulas/percent.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { FilePicker } from '../ui/FilePicker.tsx';

interface Props {
  productId: string;
  /** What was pasted already; empty when the box is to be filled. */
  text: string;
  /** There are lines that could be replaced. */
  hasLines: boolean;
  onTake: (pasted: PastedFormula, how: 'replace' | 'add') => void;
  onClose: () => void;
}

/** What is understood of a pasted formula, each line beside its source, before anything is kept. */
export function PasteDialog({ productId, text: given, hasLines, onTake, onClose }: Props) {
  const [text, setText] = useState(given);
  const [pasted, setPasted] = useState<PastedFormula | null>(null);
  const [areGrams, setAreGrams] = useState(false);
  const { act, busy } = useAction();
  const begun = useRef(false);

  const read = async (source: { text: string } | { file: File }): Promise<void> => {
    const answer = await act(() =>
      call(parseFormula, {
        params: { id: productId },
        ...('file' in source ? { body: {}, file: source.file } : { body: { text: source.text } }),
      }),
    );
    if (!answer) return;
    setAreGrams(false);
    setPasted(answer);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pasted is read once, at the opening
  useEffect(() => {
    if (begun.current || !given) return;
    begun.current = true;
    void read({ text: given });
  }, []);

  const change = (index: number, values: Partial<PastedFormula['lines'][number]>): void => {
    if (!pasted) return;
    setPasted({ ...pasted, lines: pasted.lines.map((line, at) => (at === index ? { ...line, ...values } : line)) });
  };
  const asksGrams = pasted?.warnings.some(({ code }) => code === 'UNIT_G') ?? false;
  const canTake = pasted !== null && pasted.lines.length > 0 && (!asksGrams || areGrams);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="lg" aria-labelledby="paste-title">
      <DialogTitle id="paste-title">Coller une formule</DialogTitle>
      <DialogContent>
        {pasted === null ? (
          <>
            <TextField
              multiline
              autoFocus
              minRows={9}
              maxRows={18}
              label="Collez votre formule (Excel, Word, courriel, fiche fournisseur)"
              value={text}
              onChange={(event) => setText(event.target.value)}
              sx={{ mt: 1 }}
            />
            <Box sx={{ mt: 1.5 }}>
              <FilePicker
                label="Choisir un fichier Excel ou CSV"
                variant="outlined"
                size="small"
                onPick={(file) => void read({ file })}
              >
                Choisir un fichier Excel ou CSV
              </FilePicker>
            </Box>
          </>
        ) : (
          <>
            <Typography role="status" sx={{ mb: 1.5 }}>
              {`${counted(pasted.lines.length, 'ligne comprise', 'lignes comprises')}, ${counted(pasted.unread.length, 'ligne non comprise', 'lignes non comprises')}. Total ${printNumber(toMicros(pasted.total))} %${pasted.complement === null ? '' : `, dont ${printNumber(toMicros(pasted.complement))} % de complément`}.`}
            </Typography>
            {asksGrams && (
              <Alert severity="warning" sx={{ mb: 1.5 }}>
                <FormControlLabel
                  control={<Checkbox checked={areGrams} onChange={(_, on) => setAreGrams(on)} />}
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
                              onClick={() => change(index, { label: line.suggestion ?? line.label, suggestion: null })}
                            >
                              {line.suggestion}
                            </Link>
                            {' ?'}
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
                            onChange={(event) => change(index, { percent: Number(event.target.value) })}
                          >
                            <MenuItem value="">Choisir</MenuItem>
                            {line.variants.map(({ column, percent }) => (
                              <MenuItem key={column} value={String(percent)}>
                                {`${column} : ${printNumber(toMicros(percent))}`}
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
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={pasted && !given ? () => setPasted(null) : onClose}>
          {pasted && !given ? 'Retour' : 'Annuler'}
        </Button>
        {pasted === null ? (
          <Button variant="contained" loading={busy} disabled={!text.trim()} onClick={() => void read({ text })}>
            Lire
          </Button>
        ) : (
          <>
            {hasLines && (
              <Button variant="outlined" disabled={!canTake} onClick={() => onTake(pasted, 'add')}>
                Ajouter à la formule
              </Button>
            )}
            <Button variant="contained" disabled={!canTake} onClick={() => onTake(pasted, 'replace')}>
              {hasLines ? 'Remplacer la formule' : 'Prendre ces lignes'}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function amountOf({ percent, percent_min, percent_max, qs }: PastedFormula['lines'][number]): string {
  if (qs !== 'none') return qs === '100' ? 'q.s.p. 100' : qs === 'ph' ? 'q.s. pH' : 'q.s.';
  if (percent !== null) return printNumber(toMicros(percent));
  if (percent_max === null) return 'à saisir';
  return `${printNumber(toMicros(percent_min ?? 0), 0)}–${printNumber(toMicros(percent_max), 0)}`;
}
