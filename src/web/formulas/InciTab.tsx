import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import {
  confirmFormula,
  type Formula,
  getFormula,
  getInci,
  type Inci,
  updateFormula,
} from '#shared/formulas/formula.contract.ts';
import { compareLabel } from '#shared/formulas/inci.list.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import { getConformity } from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { useCopy } from '../ui/useCopy.ts';
import { Allergens } from './InciAllergens.tsx';
import { Order } from './InciOrder.tsx';
import { Confirmations, Warnings } from './InciQuestions.tsx';
import { CARD } from './inci.words.ts';

export type Kind = Formula['confirmations'][number]['kind'];
export type Decide = (kind: Kind, about: string | null, confirmed: boolean) => Promise<unknown>;

/** The list for the label, its allergens with where they come from, and how a label's text differs from it. */
export function InciTab({ productId }: { productId: string }) {
  const write = useCopy();
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const known = useQuery(queryOf(getConformity, { params: { id: productId } }));
  const said = known.data?.data.rinse ?? null;
  const rinse = said === 'rince' ? 'true' : 'false';
  const [label, setLabel] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(getInci, { params: { id: productId }, query: { rinse } }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  if (isPending) return <Loading label="Calcul de la liste…" />;
  if (error && !data)
    return (
      <LoadError
        message="La liste INCI n’a pas pu être calculée."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const { text, items, allergens, warnings } = data.data;
  /** Below 1 % the order is free: it is kept with the formula. Article 19(1)(g). */
  const place = (below: readonly string[], name: string, by: number): Promise<unknown> =>
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
    write(text, 'La liste INCI est copiée.');
  };
  return (
    <>
      <Typography sx={{ mb: 1.5 }}>
        {said === null
          ? 'Rinçage non renseigné : la liste est celle d’un produit non rincé, la plus stricte (allergènes dès 0,001 %). '
          : said === 'rince'
            ? 'Produit rincé : allergènes dès 0,01 %. '
            : 'Produit non rincé : allergènes dès 0,001 %. '}
        <MuiLink component={Link} to={`/products/${productId}${PART_PATHS.conformity}`} state={{ field: 'rinse' }}>
          {said === null ? 'Le dire dans « Conformité »' : 'Dit dans « Conformité »'}
        </MuiLink>
      </Typography>
      <Card component="section" aria-label="Texte de la liste" sx={CARD}>
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
      <Warnings warnings={warnings} mayWrite={mayWrite} busy={busy} onDecide={decide} />
      <Confirmations productId={productId} mayWrite={mayWrite} busy={busy} onDecide={decide} />
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Order items={items} mayWrite={mayWrite} busy={busy} onPlace={place} />
        <Allergens allergens={allergens} />
      </Box>
      <Card component="section" aria-label="Comparer à une étiquette" sx={{ ...CARD, mt: 2 }}>
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
        personne qualifiée qui la signe. Sources : règlement (CE) n° 1223/2009, article 19(1)(g) et annexe III ;
        règlement (UE) 2023/1545.
      </Typography>
    </>
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
            <strong>{title} :</strong> {names.join(', ')}
          </Box>
        ) : null,
      )}
    </Alert>
  );
}
