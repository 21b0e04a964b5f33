import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ClipboardPaste, FlaskRound, Plus, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { isDay } from '#shared/fields/date.ts';
import { confirmFormula, type Formula, getFormula } from '#shared/formulas/formula.contract.ts';
import { gapSentence, nameOfLine, type Shelf, totalsOf } from '#shared/formulas/formula.ts';
import { lineOfPasted } from '#shared/formulas/paste.lines.ts';
import { printPercent } from '#shared/formulas/percent.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { listVerdicts, type Verdict } from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { ExposureTab } from '../exposure/ExposureTab.tsx';
import { DayInput } from '../fields/DayInput.tsx';
import { useProduct } from '../products/useProduct.ts';
import { RegulationTab } from '../regulation/RegulationTab.tsx';
import { byUrgency } from '../regulation/verdict.words.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { FormulaGrid } from './FormulaGrid.tsx';
import { FormulaHistory } from './FormulaHistory.tsx';
import type { LineMark } from './FormulaRow.tsx';
import { changed, isBlank, type Lines, newLine, shelfOf } from './formula.lines.ts';
import { InciTab } from './InciTab.tsx';
import { LineDialog } from './LineDialog.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { type Editing, useFormula } from './useFormula.ts';
import { useNames } from './useNames.ts';

const TABS = [
  { key: '', label: 'Composition' },
  { key: 'inci', label: 'Liste INCI' },
  { key: 'marges', label: 'Exposition et marges' },
  { key: 'reglementation', label: 'Réglementation' },
  { key: 'history', label: 'Versions' },
] as const;

/** The formula of a product: its lines, and what the label says of them. */
export function FormulaTab() {
  const product = useProduct();
  const [search, setSearch] = useSearchParams();
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(getFormula, { params: { id: product.id } }),
    // What is being edited is asked for once: another's save is found when ours is sent.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const tab = TABS.find(({ key }) => key === search.get('onglet'))?.key ?? '';
  if (isPending) return <Loading label="Chargement de la formule…" />;
  if (error)
    return (
      <LoadError message="La formule n’a pas pu être chargée." detail={error.message} onRetry={() => void refetch()} />
    );
  return (
    <>
      <Tabs
        value={tab}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Parties de la formule"
        onChange={(_, key: string) => setSearch(key ? { onglet: key } : {}, { replace: true })}
        sx={{ mb: 2 }}
      >
        {TABS.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} />
        ))}
      </Tabs>
      {tab === 'inci' ? (
        <InciTab productId={product.id} />
      ) : tab === 'marges' ? (
        <ExposureTab productId={product.id} />
      ) : tab === 'reglementation' ? (
        <RegulationTab productId={product.id} />
      ) : tab === 'history' ? (
        <FormulaHistory productId={product.id} />
      ) : (
        <Composition key={product.id} product={product} first={data.data} />
      )}
    </>
  );
}

function Composition({ product, first }: { product: Product; first: Formula }) {
  const mayWrite = useMay('write');
  const editing = useFormula(product.id, first);
  const { formula, lines, change } = editing;
  const [pasting, setPasting] = useState<string | null>(null);
  const [detailed, setDetailed] = useState<Lines[number] | null>(null);
  const [said, setSaid] = useState('');
  const shelf = useMemo(() => shelfOf(formula), [formula]);
  const markOf = useMarks(product.id, formula);
  const { unknown, onKnown, createAll, busy } = useNames(editing);

  const isEmpty = lines.every(isBlank);
  return (
    <>
      <ReadOnlyNote what="les formules" />
      {formula.mode !== 'table' && !isEmpty && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {formula.mode === 'text'
            ? 'La formule du dossier est la liste saisie à l’étape 2. Ces lignes attendent : modifiez-les, et le tableau redevient la formule.'
            : 'La formule du dossier est le fichier joint. Ces lignes attendent : modifiez-les, et le tableau devient la formule.'}
        </Alert>
      )}
      {formula.mode === 'text' && isEmpty && product.ingredients && mayWrite && (
        <Alert
          severity="info"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => setPasting(product.ingredients ?? '')}>
              Lire cette liste
            </Button>
          }
        >
          Ce produit a une liste saisie à l’étape 2 : elle peut devenir un tableau.
        </Alert>
      )}
      <Totals editing={editing} productId={product.id} mayWrite={mayWrite} />
      {editing.clash && <Clash editing={editing} shelf={shelf} />}
      {mayWrite && (
        <Tools
          editing={editing}
          unknown={unknown}
          busy={busy}
          onPaste={() => setPasting('')}
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
          announce={setSaid}
        />
      )}
      <Box
        role="status"
        sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
        style={{ width: 1, height: 1 }}
      >
        {said}
      </Box>
      <Typography color="textSecondary" sx={{ mt: 2, fontSize: '0.85rem' }}>
        Entrée modifie et ajoute, les flèches déplacent, Alt+↑ et Alt+↓ changent l’ordre, Alt+Entrée ouvre les détails,
        Ctrl+Suppr retire une ligne, Ctrl+Z annule. Aide à la préparation : ces résultats viennent des données saisies.
        L’évaluation de la sécurité relève de la personne qualifiée désignée au point B.4.
      </Typography>
      {detailed && (
        <LineDialog
          line={detailed}
          name={nameOfLine(detailed, shelf)}
          onClose={() => setDetailed(null)}
          onSave={(values) => {
            change(changed(lines, detailed.id, values));
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
            change(how === 'replace' ? added : [...lines.filter((line) => !isBlank(line)), ...added]);
            setPasting(null);
            // The names that are known are shown as they are known.
            void editing.saveNow();
          }}
        />
      )}
    </>
  );
}

/** What the annexes say of each line that is saved, the most urgent first; without a corpus, nothing. */
function useMarks(productId: string, { lines, revision, mode }: Formula): (line: Lines[number]) => LineMark | null {
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf(listVerdicts, { params: { id: productId } }),
    enabled: mode === 'table',
    placeholderData: keepPreviousData,
  });
  const client = useQueryClient();
  // Judged by the server once the lines are saved, never at a key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save has another revision
  useEffect(() => {
    void client.invalidateQueries({ queryKey: queryOf(listVerdicts, { params: { id: productId } }).queryKey });
  }, [client, productId, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: verdicts are of the lines they came with
  return useMemo(() => {
    const saved = new Map(lines.map((line) => [line.id, line]));
    const byLine = new Map<string, LineMark>();
    for (const { lines: ids, state, why, corpus } of urgentFirst(data?.data))
      if (corpus.id) for (const id of ids) if (!byLine.has(id)) byLine.set(id, { state, why, isStale: false });
    return (line) => {
      const mark = byLine.get(line.id);
      return mark ? { ...mark, isStale: !isSame(saved.get(line.id), line) } : null;
    };
  }, [data, dataUpdatedAt, lines]);
}

/** Two lines that the annexes are asked the same of. */
const isSame = (a: Lines[number] | undefined, b: Lines[number]): boolean =>
  a !== undefined &&
  (
    [
      'label',
      'substance_id',
      'material_id',
      'percent',
      'percent_min',
      'percent_max',
      'qs',
      'nano',
      'may_contain',
      'function',
    ] as const
  ).every((name) => a[name] === b[name]);

const urgentFirst = (verdicts: readonly Verdict[] = []): readonly Verdict[] =>
  verdicts.toSorted((a, b) => byUrgency(a.state, b.state));

/** The total, always in sight, what it misses, and whether all is kept. */
function Totals({ editing, productId, mayWrite }: { editing: Editing; productId: string; mayWrite: boolean }) {
  const { formula, lines, saving } = editing;
  const { act, busy } = useAction();
  const [asking, setAsking] = useState(false);
  const totals = useMemo(() => totalsOf(lines), [lines]);
  const sentence = lines.length > 0 ? gapSentence(totals) : null;
  const words =
    saving.state === 'failed'
      ? `Pas enregistré : ${saving.why}`
      : {
          saved: formula.revision > 0 ? 'Enregistré' : '',
          dirty: 'Modifications à enregistrer…',
          saving: 'Enregistrement…',
        }[saving.state];
  return (
    <Box
      sx={{
        position: 'sticky',
        top: { xs: 56, md: 0 },
        zIndex: 3,
        bgcolor: 'background.default',
        py: 1,
        mb: 1,
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        flexWrap: 'wrap',
      }}
    >
      <Typography sx={{ fontWeight: 600 }} role="status">
        {`Total ${printPercent(totals.total)}`}
      </Typography>
      {sentence && <Typography color="warning">{sentence}</Typography>}
      {sentence && formula.confirmed_by && saving.state === 'saved' && (
        <Typography color="textSecondary">{`Confirmé par ${formula.confirmed_by}`}</Typography>
      )}
      {sentence && mayWrite && !formula.confirmed_by && saving.state === 'saved' && totals.gap !== 0 && (
        <Button size="small" loading={busy} onClick={() => setAsking(true)}>
          Confirmer ce total
        </Button>
      )}
      <Box sx={{ flexGrow: 1 }} />
      <Typography color={saving.state === 'failed' ? 'error' : 'textSecondary'} role="status">
        {words}
      </Typography>
      {saving.state === 'failed' && (
        <Button size="small" onClick={() => void editing.saveNow()}>
          Réessayer
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Confirmer un total qui ne fait pas 100 % ?"
        text={`${sentence ?? ''} Votre nom et la date seront gardés avec cette confirmation, jusqu’à ce que les lignes changent.`}
        confirmLabel="Confirmer ce total"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void act(() => call(confirmFormula, { params: { id: productId }, body: { kind: 'total' } }), {
            done: 'Le total est confirmé.',
            refresh: ['products'],
          });
        }}
      />
    </Box>
  );
}

function Clash({ editing, shelf }: { editing: Editing; shelf: Shelf }) {
  const { clash, settle } = editing;
  if (!clash) return null;
  const names = clash.theirs.lines
    .filter(({ id }) => clash.ids.includes(id))
    .map(
      (line) =>
        shelf.substances.get(line.substance_id ?? '')?.inci ??
        shelf.materials.get(line.material_id ?? '')?.trade_name ??
        line.label ??
        'une ligne retirée',
    );
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button color="inherit" size="small" onClick={() => settle('theirs')}>
            Prendre l’autre version
          </Button>
          <Button color="inherit" size="small" onClick={() => settle('mine')}>
            Garder la mienne
          </Button>
        </Box>
      }
    >
      {`Quelqu’un a modifié les mêmes lignes que vous : ${names.join(', ') || 'une ligne retirée'}. Rien n’est enregistré tant que vous n’avez pas choisi ; les autres lignes sont réunies.`}
    </Alert>
  );
}

interface ToolsProps {
  editing: ReturnType<typeof useFormula>;
  unknown: readonly string[];
  busy: boolean;
  onPaste: () => void;
  onCreate: () => void;
}

/** What one does to the lines as a whole. */
function Tools({ editing, unknown, busy, onPaste, onCreate }: ToolsProps) {
  const { lines, change } = editing;
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 1.5 }}>
      <Button
        variant="contained"
        startIcon={<Plus size={17} />}
        onClick={() => change([...lines, newLine({ phase: lines.at(-1)?.phase ?? null })])}
      >
        Ajouter une ligne
      </Button>
      <Button variant="outlined" startIcon={<ClipboardPaste size={17} />} onClick={onPaste}>
        Coller une formule
      </Button>
      <Button startIcon={<Undo2 size={17} />} onClick={editing.undo} title="Ctrl+Z">
        Annuler
      </Button>
      <Button startIcon={<Redo2 size={17} />} onClick={editing.redo} title="Ctrl+Y">
        Rétablir
      </Button>
      {unknown.length > 0 && (
        <Button startIcon={<FlaskRound size={17} />} loading={busy} onClick={onCreate}>
          {`Créer ${counted(unknown.length, 'substance nouvelle', 'substances nouvelles')}`}
        </Button>
      )}
    </Box>
  );
}
