import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { type PastedFormula, parseFormula } from '#shared/formulas/formula.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { AskingDialog } from '../ui/AskingDialog.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { PastedLines } from './PastedLines.tsx';

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
    <AskingDialog
      busy={busy}
      isTouched={() => pasted !== null || text.trim() !== ''}
      onClose={onClose}
      maxWidth="lg"
      aria-labelledby="paste-title"
    >
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
          <PastedLines
            pasted={pasted}
            asksGrams={asksGrams}
            areGrams={areGrams}
            onGrams={setAreGrams}
            onChange={change}
          />
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
    </AskingDialog>
  );
}
