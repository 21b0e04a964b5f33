import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ClipboardPaste, FlaskRound, Plus, Redo2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { OLD_FORMULA_PARTS, PART_PATHS } from '#shared/contract/product.parts.ts';
import { isDay } from '#shared/fields/date.ts';
import { type Formula, getFormula } from '#shared/formulas/formula.contract.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import { lineOfPasted } from '#shared/formulas/paste.lines.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { DayInput } from '../fields/DayInput.tsx';
import { useProduct } from '../products/useProduct.ts';
import { RegulationTab } from '../regulation/RegulationTab.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { PartTabs } from '../ui/PartTabs.tsx';
import { FormulaGrid } from './FormulaGrid.tsx';
import { FormulaGuard } from './FormulaGuard.tsx';
import { FormulaHistory } from './FormulaHistory.tsx';
import { Clash, Totals } from './FormulaTotals.tsx';
import { changed, isBlank, type Lines, newLine, shelfOf } from './formula.lines.ts';
import { InciTab } from './InciTab.tsx';
import { LineDialog } from './LineDialog.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { useFormula } from './useFormula.ts';
import { useMarks } from './useMarks.ts';
import { sayToMake, useNames } from './useNames.ts';

/** The formula of a product: its lines, and what the label says of them. */
export function FormulaTab() {
  const product = useProduct();
  const [search] = useSearchParams();
  const { data, error, isPending, isFetchedAfterMount, isPaused, refetch } = useQuery({
    ...queryOf(getFormula, { params: { id: product.id } }),
    // What is being edited is asked for once: another's save is found when ours is sent.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const moved = OLD_FORMULA_PARTS[search.get('onglet') as keyof typeof OLD_FORMULA_PARTS];
  if (moved) return <Navigate to={`/products/${product.id}${PART_PATHS[moved]}`} replace />;
  // What was left here is not edited before it is known whether somebody changed it.
  if (isPending || (!isFetchedAfterMount && !isPaused)) return <Loading label="Chargement de la formule…" />;
  if (error && !data)
    return (
      <LoadError message="La formule n’a pas pu être chargée." detail={error.message} onRetry={() => void refetch()} />
    );
  return (
    <PartTabs
      label="Parties de la formule"
      parts={[
        {
          key: '',
          label: 'Composition',
          body: () => <Composition key={product.id} product={product} first={data.data} />,
        },
        // The list of article 19 and the annexes are of cosmetics.
        ...(product.type_produit === 'cosmetique'
          ? [
              { key: 'inci', label: 'Liste INCI', body: () => <InciTab productId={product.id} /> },
              { key: 'reglementation', label: 'Réglementation', body: () => <RegulationTab productId={product.id} /> },
            ]
          : []),
        { key: 'history', label: 'Versions', body: () => <FormulaHistory productId={product.id} /> },
      ]}
    />
  );
}

function Composition({ product, first }: { product: Product; first: Formula }) {
  const mayWrite = useMay('write');
  const editing = useFormula(product.id, first);
  const { formula, lines, change } = editing;
  const { state: asked } = useLocation();
  // Who came from the list that was typed wants it read.
  const [pasting, setPasting] = useState<string | null>(() =>
    asked?.read === true && formula.mode === 'text' && mayWrite ? (product.ingredients ?? null) : null,
  );
  const [detailed, setDetailed] = useState<Lines[number] | null>(null);
  const [said, setSaid] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const shelf = useMemo(() => shelfOf(formula), [formula]);
  const markOf = useMarks(product.id, formula);
  const { unknown, mixtures, onKnown, createAll, busy } = useNames(editing);

  const isEmpty = lines.every(isBlank);
  return (
    <>
      <ReadOnlyNote what="les formules" />
      <ModeAlerts
        mode={formula.mode}
        isEmpty={isEmpty}
        typed={mayWrite ? product.ingredients : null}
        onRead={setPasting}
      />
      <Totals editing={editing} productId={product.id} mayWrite={mayWrite} />
      {editing.clash && <Clash editing={editing} shelf={shelf} />}
      <FormulaGuard editing={editing} />
      {mayWrite && (
        <Tools
          editing={editing}
          unknown={unknown}
          mixtures={mixtures}
          busy={busy}
          onPaste={() => setPasting('')}
          onAdded={setAdded}
          onCreate={() => void createAll()}
        />
      )}
      {lines.length > 0 && (
        <Box sx={{ maxWidth: 300, mb: 1.5 }}>
          <DayInput
            field={{ name: 'established_on', label: 'Formule établie le' }}
            value={editing.establishedOn ?? ''}
            required={false}
            disabled={!mayWrite}
            onChange={(value) => {
              if (value === '' || isDay(value)) editing.establish(value || null);
            }}
            onBlur={() => undefined}
          />
        </Box>
      )}
      {lines.length === 0 ? (
        <Typography color="textSecondary" sx={{ py: 4, textAlign: 'center' }}>
          Aucune ligne. Collez votre formule telle qu’elle est, ou ajoutez une première ligne.
        </Typography>
      ) : (
        <FormulaGrid
          lines={lines}
          shelf={shelf}
          markOf={markOf}
          disabled={!mayWrite}
          onChange={change}
          onUndo={editing.undo}
          onRedo={editing.redo}
          onPaste={setPasting}
          onKnown={(line, known) => void onKnown(line, known)}
          onDetails={setDetailed}
          added={added}
          announce={setSaid}
        />
      )}
      <Said text={said} />
      <Typography color="textSecondary" sx={{ mt: 2, fontSize: '0.85rem' }}>
        Entrée modifie et ajoute, les flèches déplacent, Alt+↑ et Alt+↓ changent l’ordre, Alt+Entrée ouvre les détails,
        Ctrl+Suppr retire une ligne, Ctrl+Z annule. Aide à la préparation : ces résultats viennent des données saisies.{' '}
        {product.type_produit === 'nettoyage'
          ? 'La classification est conclue par une personne, qui en répond.'
          : 'L’évaluation de la sécurité relève de la personne qualifiée désignée au point B.4.'}
      </Typography>
      {detailed && (
        <LineDialog
          productId={product.id}
          disabled={!mayWrite}
          line={detailed}
          name={nameOfLine(detailed, shelf)}
          onClose={() => setDetailed(null)}
          onSave={(values) => {
            change((now) => changed(now, detailed.id, values));
            setDetailed(null);
          }}
        />
      )}
      {pasting !== null && (
        <PasteDialog
          productId={product.id}
          text={pasting}
          hasLines={!isEmpty}
          onClose={() => setPasting(null)}
          onTake={(pasted, how) => {
            const added = pasted.lines.map((line) => lineOfPasted(line, crypto.randomUUID()));
            change((now) => (how === 'replace' ? added : [...now.filter((line) => !isBlank(line)), ...added]));
            setPasting(null);
            // The names that are known are shown as they are known.
            void editing.saveNow();
          }}
        />
      )}
    </>
  );
}

interface ModeAlertsProps {
  mode: Formula['mode'];
  isEmpty: boolean;
  /** The list that was typed at step 2, for who may make a table of it. */
  typed: string | null;
  onRead: (text: string) => void;
}

/** Which is the formula while the table is not. */
function ModeAlerts({ mode, isEmpty, typed, onRead }: ModeAlertsProps) {
  return (
    <>
      {mode !== 'table' && !isEmpty && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {mode === 'text'
            ? 'La formule du dossier est la liste saisie à l’étape 2. Ces lignes attendent : modifiez-les, et le tableau redevient la formule.'
            : 'La formule du dossier est le fichier joint. Ces lignes attendent : modifiez-les, et le tableau devient la formule.'}
        </Alert>
      )}
      {mode === 'text' && isEmpty && typed && (
        <Alert
          severity="info"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => onRead(typed)}>
              Lire cette liste
            </Button>
          }
        >
          Ce produit a une liste saisie à l’étape 2 : elle peut devenir un tableau.
        </Alert>
      )}
    </>
  );
}

interface ToolsProps {
  editing: ReturnType<typeof useFormula>;
  /** Names that nobody knows, and how many of them are mixtures. */
  unknown: number;
  mixtures: number;
  busy: boolean;
  onPaste: () => void;
  /** @param id of the line that is typed next */
  onAdded: (id: string) => void;
  onCreate: () => void;
}

/** What one does to the lines as a whole. */
function Tools({ editing, unknown, mixtures, busy, onPaste, onAdded, onCreate }: ToolsProps) {
  const { lines, change } = editing;
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 1.5 }}>
      <Button
        variant="contained"
        startIcon={<Plus size={17} />}
        onClick={() => {
          const line = newLine({ phase: lines.at(-1)?.phase ?? null });
          change([...lines, line]);
          onAdded(line.id);
        }}
      >
        Ajouter une ligne
      </Button>
      <Button variant="outlined" startIcon={<ClipboardPaste size={17} />} onClick={onPaste}>
        Coller une formule
      </Button>
      <Button startIcon={<Undo2 size={17} />} disabled={!editing.canUndo} onClick={editing.undo} title="Ctrl+Z">
        Annuler
      </Button>
      <Button startIcon={<Redo2 size={17} />} disabled={!editing.canRedo} onClick={editing.redo} title="Ctrl+Y">
        Rétablir
      </Button>
      {unknown > 0 && (
        <Button startIcon={<FlaskRound size={17} />} loading={busy} onClick={onCreate}>
          {`Créer ${sayToMake(unknown - mixtures, mixtures)}`}
        </Button>
      )}
    </Box>
  );
}

/** Said to who cannot see. */
function Said({ text }: { text: string }) {
  return (
    <Box
      role="status"
      sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      style={{ width: 1, height: 1 }}
    >
      {text}
    </Box>
  );
}
