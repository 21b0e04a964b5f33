import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { counted } from '#shared/fields/counted.ts';
import { getFormula, updateFormula } from '#shared/formulas/formula.contract.ts';
import { linesIn, looksLikeTable } from '#shared/formulas/paste.looks.ts';
import type { FieldName } from '#shared/products/product.fields.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import type { Texts } from '../records/record.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

export interface FormulaModeProps {
  /** `null` while the product does not exist yet: nothing can be attached to it. */
  productId: string | null;
  disabled: boolean;
  byFile: boolean;
  hasFormula: boolean;
  /** The formula is a table: the text is written from it. */
  inTable: boolean;
  onByFile: (byFile: boolean) => void;
  /** Saves a new product, or before one leaves what was typed of an older one. @returns its id, `null` when it could not be saved */
  ensureProduct: (toLeave?: boolean) => Promise<string | null>;
}

const INGREDIENTS: FieldName = 'ingredients';

/** The formula is typed, or a file, or a table. A file and a table need a product that exists. */
export function FormulaMode({
  productId,
  disabled,
  byFile,
  hasFormula,
  inTable,
  onByFile,
  ensureProduct,
}: FormulaModeProps) {
  const { getValues, setValue } = useFormContext<Texts>();
  const navigate = useNavigate();
  const { act } = useAction();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState<'file' | 'text' | null>(null);
  /** The list as it was typed, for who comes back to it. */
  const typed = useRef('');

  const toFile = async (): Promise<void> => {
    setAsking(false);
    // Saved first: the list is then in the history, and stays where it cannot be.
    if (productId === null && (await ensureProduct()) === null) return;
    typed.current = getValues(INGREDIENTS) ?? '';
    if (typed.current) setValue(INGREDIENTS, '', { shouldDirty: true, shouldValidate: false });
    onByFile(true);
  };
  const ask = (): void => {
    if ((getValues(INGREDIENTS) ?? '').trim() === '') void toFile();
    else setAsking(true);
  };
  const toList = (): void => {
    if (typed.current && !getValues(INGREDIENTS)) setValue(INGREDIENTS, typed.current, { shouldDirty: true });
    onByFile(false);
  };
  /** @param read the list that was typed is read at once */
  const openTable = async (read = false): Promise<void> => {
    const id = await ensureProduct(true);
    if (id !== null) void navigate(`/products/${id}${PART_PATHS.formula}`, { state: { read } });
  };
  /** The text is the formula again; the lines of the table wait. */
  const leaveTable = async (to: 'file' | 'text'): Promise<void> => {
    setLeaving(null);
    if (productId === null) return;
    const done = await act(
      async () => {
        const { lines, inci_order, established_on } = await call(getFormula, { params: { id: productId } });
        return call(updateFormula, {
          params: { id: productId },
          body: { mode: 'text', lines, inci_order, established_on },
        });
      },
      { refresh: ['products'] },
    );
    if (done && to === 'file') void toFile();
  };
  const lines = linesIn(getValues(INGREDIENTS) ?? '');

  return (
    <Box sx={{ mb: 2.5 }}>
      {productId === null && !byFile ? (
        <Typography color="textSecondary">
          Vous avez la formule dans un fichier ?{' '}
          <Link component="button" type="button" disabled={disabled} onClick={ask} sx={{ verticalAlign: 'baseline' }}>
            Joindre un fichier à la place
          </Link>
          {'. '}
          Vous préférez un tableau, avec ses totaux et sa liste INCI ?{' '}
          <Link
            component="button"
            type="button"
            disabled={disabled}
            onClick={() => void openTable()}
            sx={{ verticalAlign: 'baseline' }}
          >
            Ouvrir le tableau
          </Link>
        </Typography>
      ) : (
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          value={inTable ? 'table' : byFile ? 'file' : 'text'}
          disabled={disabled}
          onChange={(_, mode: 'file' | 'text' | 'table' | null) => {
            if (mode === 'table') void openTable();
            else if (mode && inTable) setLeaving(mode);
            else if (mode === 'file') ask();
            else if (mode === 'text') toList();
          }}
          aria-label="Façon de donner la formule"
        >
          <ToggleButton value="text">Liste saisie</ToggleButton>
          <ToggleButton value="file">Fichier joint</ToggleButton>
          <ToggleButton value="table">Tableau</ToggleButton>
        </ToggleButtonGroup>
      )}
      <ModeNote inTable={inTable} byFile={byFile} hasFormula={hasFormula} onTable={() => void openTable()} />
      {!inTable && !byFile && !disabled && <LooksLikeTable onOpen={() => void openTable(true)} />}
      <ConfirmDialog
        open={leaving !== null}
        title="Quitter le tableau ?"
        text="La liste saisie redevient la formule du dossier. Les lignes du tableau ne sont pas perdues : elles attendent dans l’onglet « Formule »."
        confirmLabel="Quitter le tableau"
        onCancel={() => setLeaving(null)}
        onConfirm={() => void leaveTable(leaving ?? 'text')}
      />
      <ConfirmDialog
        open={asking}
        title="Donner la formule par un fichier ?"
        text={`La liste saisie (${counted(lines, 'ligne')}) quittera la fiche au prochain enregistrement : le fichier joint sera la formule. Elle reste lisible dans l’historique de la fiche.`}
        confirmLabel="Passer au fichier joint"
        onCancel={() => setAsking(false)}
        onConfirm={() => void toFile()}
      />
    </Box>
  );
}

/** A paste from Excel is a table: offered as one, and left as a text by who wants it so. */
function LooksLikeTable({ onOpen }: { onOpen: () => void }) {
  const [declined, setDeclined] = useState('');
  const rows = useWatch({
    compute: (texts: Texts) => {
      const text = texts[INGREDIENTS] ?? '';
      return looksLikeTable(text) ? `${linesIn(text)} ${text.length}` : '';
    },
  });
  if (rows === '' || rows === declined) return null;
  return (
    <Alert
      severity="info"
      sx={{ mt: 2 }}
      action={
        <>
          <Button color="inherit" size="small" onClick={onOpen}>
            En faire un tableau
          </Button>
          <Button color="inherit" size="small" onClick={() => setDeclined(rows)}>
            Laisser en texte
          </Button>
        </>
      }
    >
      {`On dirait un tableau de ${counted(Number(rows.split(' ')[0]), 'ligne')}. En tableau, la formule a ses totaux, sa liste INCI, ses verdicts et ses marges ; ce qui est saisi est enregistré d’abord.`}
    </Alert>
  );
}

interface ModeNoteProps extends Pick<FormulaModeProps, 'inTable' | 'byFile' | 'hasFormula'> {
  onTable: () => void;
}

/** Which of the three is the formula. */
function ModeNote({ inTable, byFile, hasFormula, onTable }: ModeNoteProps) {
  return (
    <>
      {inTable && (
        <Alert
          severity="info"
          sx={{ mt: 2 }}
          action={
            <Button color="inherit" size="small" onClick={onTable}>
              Ouvrir le tableau
            </Button>
          }
        >
          La formule est le tableau : la liste ci-dessous s’écrit d’après ses lignes, et les documents l’impriment.
        </Alert>
      )}
      {byFile && !inTable && (
        <Alert severity="info" sx={{ mt: 2 }}>
          La formule est le fichier joint ci-dessous. Il figure, avec son empreinte, dans les annexes du dossier.
        </Alert>
      )}
      {!byFile && !inTable && hasFormula && (
        <Alert severity="info" sx={{ mt: 2 }}>
          La formule est la liste saisie : c’est elle que les documents impriment. Le fichier joint reste dans les
          annexes du dossier.
        </Alert>
      )}
    </>
  );
}
