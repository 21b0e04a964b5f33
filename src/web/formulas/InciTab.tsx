import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Copy } from 'lucide-react';
import { useState } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import {
  confirmFormula,
  type Formula,
  getFormula,
  getInci,
  type Inci,
  updateFormula,
} from '#shared/formulas/formula.contract.ts';
import { FIRST_ALLERGENS_UNTIL } from '#shared/formulas/fragrance.allergens.ts';
import { compareLabel } from '#shared/formulas/inci.list.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import { printNumber, toMicros } from '#shared/formulas/percent.ts';
import { getConformity } from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';

const GROUPS: Record<Inci['items'][number]['group'], string> = {
  main: '1 % et plus',
  below_one: 'Moins de 1 %',
  colourant: 'Colorants',
  may_contain: 'Nuances [+/-]',
};

type Kind = Formula['confirmations'][number]['kind'];
type Decide = (kind: Kind, about: string | null, confirmed: boolean) => Promise<unknown>;

/** What a person may answer to a warning. */
const QUESTIONS = {
  left_out: [{ kind: 'left_out', words: 'La laisser hors de la liste' }],
  allergen_included: [
    { kind: 'allergen_included', words: 'Déjà compris' },
    { kind: 'allergen_apart', words: 'Ajouté en plus' },
  ],
} as const satisfies Record<string, readonly { kind: Kind; words: string }[]>;

const CONFIRMED: Partial<Record<Kind, string>> = {
  left_out: 'laissé hors de la liste',
  allergen_included: 'déjà compris dans le parfum',
  allergen_apart: 'ajouté en plus du parfum',
  old_stock: 'Stock mis sur le marché avant le 01/08/2026 : 24 premiers allergènes',
};

const say = (percent: number | null): string =>
  percent === null ? 'inconnu' : `${printNumber(toMicros(percent))}\u00a0%`;

/** The list for the label, its allergens with where they come from, and how a label's text differs from it. */
export function InciTab({ productId }: { productId: string }) {
  const toast = useToast();
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const known = useQuery(queryOf(getConformity, { params: { id: productId } }));
  const [chosen, setRinse] = useState<'true' | 'false' | null>(null);
  // What the product is known to be, unless somebody looks at the other.
  const rinse = chosen ?? (known.data?.data.rinse === 'rince' ? 'true' : 'false');
  const [label, setLabel] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(getInci, { params: { id: productId }, query: { rinse } }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  if (isPending) return <Loading label="Calcul de la liste…" />;
  if (error)
    return (
      <LoadError
        message="La liste INCI n’a pas pu être calculée."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const { text, items, allergens, warnings } = data.data;
  const below = items.filter(({ group }) => group === 'below_one').map(({ inci }) => inci);
  /** Below 1 % the order is free: it is kept with the formula. Article 19(1)(g). */
  const place = (name: string, by: number): Promise<unknown> =>
    act(
      async () => {
        const at = below.indexOf(name);
        const order = below.toSpliced(at, 1).toSpliced(at + by, 0, name);
        const formula = await call(getFormula, { params: { id: productId } });
        const { mode, lines, established_on, revision } = formula;
        await call(updateFormula, {
          params: { id: productId },
          body: { mode, lines, established_on, inci_order: order },
          headers: { 'If-Match': `"${revision}"` },
        });
      },
      { refresh: ['products'] },
    );
  const decide: Decide = (kind, about, confirmed) =>
    act(() => call(confirmFormula, { params: { id: productId }, body: { kind, about, confirmed } }), {
      done: confirmed ? 'Votre réponse est gardée, avec votre nom et la date.' : 'La réponse est retirée.',
      refresh: ['products'],
    });
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toast({ severity: 'success', message: 'La liste INCI est copiée.' }),
      () => toast({ severity: 'error', message: 'Votre navigateur n’a pas permis de copier : sélectionnez le texte.' }),
    );
  };
  const card = { p: { xs: 2, sm: 2.5 }, mb: 2, minWidth: 0 } as const;
  return (
    <>
      <RadioGroup
        row
        value={rinse}
        onChange={(_, value) => setRinse(value as 'true' | 'false')}
        aria-label="Usage"
        sx={{ mb: 1.5 }}
      >
        <FormControlLabel value="false" control={<Radio />} label="Produit non rincé (allergènes dès 0,001 %)" />
        <FormControlLabel value="true" control={<Radio />} label="Produit rincé (dès 0,01 %)" />
      </RadioGroup>
      <Card component="section" aria-label="Texte de la liste" sx={card}>
        <Typography variant="h2" sx={{ mb: 1 }}>
          Texte de l’étiquette
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere', mb: 1.5 }}>
          {text || 'La formule n’a pas encore de ligne.'}
        </Typography>
        <Button variant="contained" startIcon={<Copy size={17} />} disabled={!text} onClick={copy}>
          Copier la liste
        </Button>
      </Card>
      {warnings.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <strong>À vérifier</strong>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {warnings.map(({ message, confirm }) => (
              <li key={message}>
                {message}
                {confirm && mayWrite && (
                  <Box component="span" sx={{ ml: 1, display: 'inline-flex', gap: 0.5 }}>
                    {QUESTIONS[confirm.kind].map(({ kind, words }) => (
                      <Button
                        key={kind}
                        size="small"
                        color="inherit"
                        disabled={busy}
                        aria-label={`${words} : ${confirm.about}`}
                        onClick={() => void decide(kind, confirm.about, true)}
                      >
                        {words}
                      </Button>
                    ))}
                  </Box>
                )}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      <Confirmations productId={productId} mayWrite={mayWrite} busy={busy} onDecide={decide} />
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Card component="section" aria-label="Ordre de la liste" sx={{ ...card, mb: 0 }}>
          <Typography variant="h2">Ordre de la liste</Typography>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>INCI</TableCell>
                <TableCell align="right">%</TableCell>
                <TableCell>Provenance</TableCell>
                {mayWrite && <TableCell align="right">Ordre</TableCell>}
              </TableRow>
            </TableHead>
            <TableBody>
              {items.map((item, index) => (
                <TableRow key={`${item.group}${item.inci}`}>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>
                    {item.group !== items[index - 1]?.group && (
                      <Typography color="textSecondary" sx={{ fontSize: '0.78rem' }}>
                        {GROUPS[item.group]}
                      </Typography>
                    )}
                    {item.inci}
                  </TableCell>
                  <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                    {say(item.percent)}
                  </TableCell>
                  <TableCell sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                    {[...new Set(item.sources.map(({ name }) => name))].filter((name) => name !== item.inci).join(', ')}
                  </TableCell>
                  {mayWrite && (
                    <TableCell align="right" sx={{ whiteSpace: 'nowrap', py: 0 }}>
                      {item.group === 'below_one' && (
                        <>
                          <IconButton
                            size="small"
                            aria-label={`Monter ${item.inci}`}
                            disabled={busy || below[0] === item.inci}
                            onClick={() => void place(item.inci, -1)}
                          >
                            <ChevronUp size={16} />
                          </IconButton>
                          <IconButton
                            size="small"
                            aria-label={`Descendre ${item.inci}`}
                            disabled={busy || below.at(-1) === item.inci}
                            onClick={() => void place(item.inci, 1)}
                          >
                            <ChevronDown size={16} />
                          </IconButton>
                        </>
                      )}
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Card>
        <Card component="section" aria-label="Allergènes de parfum" sx={{ ...card, mb: 0 }}>
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
                        {`${one.entry} ; ${one.sources.map(({ name, percent }) => `${name} ${say(percent)}`).join(', ')}`}
                      </Typography>
                    </TableCell>
                    <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                      {say(one.percent)}
                    </TableCell>
                    <TableCell>
                      {one.declared ? (
                        <Chip size="small" color="primary" label="à citer" />
                      ) : (
                        `seuil ${say(one.threshold)}`
                      )}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          )}
        </Card>
      </Box>
      <Card component="section" aria-label="Comparer à une étiquette" sx={{ ...card, mt: 2 }}>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          Comparer au texte d’une étiquette
        </Typography>
        <TextField
          multiline
          minRows={3}
          label="Collez la liste imprimée"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        {label.trim() && <Difference items={items} label={label} />}
      </Card>
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        Aide à la préparation : ces résultats viennent des données saisies. L’évaluation de la sécurité relève de la
        personne qualifiée désignée au point B.4. Sources : règlement (CE) n° 1223/2009, article 19(1)(g) et annexe
        III ; règlement (UE) 2023/1545.
      </Typography>
    </>
  );
}

/** What people confirmed about the list, and may take back; and the one thing that is asked by nothing. */
function Confirmations({
  productId,
  mayWrite,
  busy,
  onDecide,
}: {
  productId: string;
  mayWrite: boolean;
  busy: boolean;
  onDecide: Decide;
}) {
  const { data } = useQuery(queryOf(getFormula, { params: { id: productId } }));
  const [asking, setAsking] = useState(false);
  const nameOf = usePersonName();
  const given = (data?.data.confirmations ?? []).filter(({ kind }) => kind in CONFIRMED);
  const isOld = given.some(({ kind }) => kind === 'old_stock');
  const ends = new Date().toISOString().slice(0, 10) > FIRST_ALLERGENS_UNTIL;
  if (given.length === 0 && (!mayWrite || ends)) return null;
  return (
    <Box sx={{ mb: 2 }}>
      {given.map(({ kind, about, by, at }) => (
        <Box key={`${kind}${about}`} sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontSize: '0.9rem' }}>
            {`${about ? `« ${about} » : ` : ''}${CONFIRMED[kind]}. Confirmé${by ? ` par ${nameOf(by)}` : ''} le ${printInstant(at)}.`}
          </Typography>
          {mayWrite && (
            <Button size="small" disabled={busy} onClick={() => void onDecide(kind, about, false)}>
              Retirer
            </Button>
          )}
        </Box>
      ))}
      {mayWrite && !isOld && !ends && (
        <Button size="small" disabled={busy} onClick={() => setAsking(true)}>
          Ces unités sont du stock d’avant le 01/08/2026…
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Du stock mis sur le marché avant le 01/08/2026 ?"
        text="Seuls les 24 premiers allergènes seront alors cités. Cela ne vaut que pour des unités déjà mises sur le marché, jusqu’au 31/07/2028 (règlement (UE) 2023/1545) : une unité mise sur le marché aujourd’hui les doit tous. Votre nom et la date seront gardés."
        confirmLabel="Confirmer"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void onDecide('old_stock', null, true);
        }}
      />
    </Box>
  );
}

function Difference({ items, label }: { items: Inci['items']; label: string }) {
  const names = readPaste(label).lines.map((line) => line.label);
  const { missing, extra, moved } = compareLabel(items, names);
  if (missing.length + extra.length + moved.length === 0)
    return (
      <Alert severity="success" role="status" sx={{ mt: 1.5 }}>
        Les mêmes noms, dans un ordre possible.
      </Alert>
    );
  const rows = [
    ['Manquent sur l’étiquette', missing],
    ['En trop sur l’étiquette', extra],
    ['À une autre place', moved],
  ] as const;
  return (
    <Alert severity="warning" role="status" sx={{ mt: 1.5 }}>
      {rows.map(([title, names]) =>
        names.length > 0 ? (
          <Box key={title}>
            <strong>{title} :</strong> {names.join(', ')}
          </Box>
        ) : null,
      )}
    </Alert>
  );
}
