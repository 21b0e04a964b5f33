import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { counted } from '#shared/fields/counted.ts';
import type { ImportedDocument, Proposal } from '#shared/imports/document.contract.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { type FieldName, getField, STEP_LIST } from '#shared/products/product.fields.ts';
import type { Reply } from '../api/reply.ts';
import { Fold } from '../ui/Fold.tsx';
import { OldFileRow } from './OldFileRow.tsx';
import type { Lit } from './oldFile.place.ts';
import { useTaking } from './useTaking.ts';

interface Props {
  importId: string;
  found: ImportedDocument;
  /** `new` for a product to be made; `null` before one is chosen. */
  productId: string | null;
  product: Reply<Product> | null;
  lit: Lit | null;
  onLight: (lit: Lit) => void;
  onTaken: (productId: string) => void;
}

/** What each field would hold: ticked where nothing else can be meant and nothing is replaced, taken all at once. */
export function OldFileValues({ importId, found, productId, product, lit, onLight, onTaken }: Props) {
  const { proposals } = found;
  const taking = useTaking({ importId, found, productId, product, onTaken });
  const { current, isKept, isInLines, ticked, tick, chosen, choose, attach, setAttach, taken, likely, busy, apply } =
    taking;
  const kept = proposals.filter(isKept);
  const steps = STEP_LIST.map(({ title }, step) => ({
    title,
    rows: proposals.filter((one) => getField(one.field as FieldName).step === step && !isKept(one)),
  })).filter(({ rows }) => rows.length > 0);
  const row = (one: Proposal): ReactNode => (
    <OldFileRow
      key={one.field}
      proposal={one}
      current={current(one.field)}
      isKept={isKept(one)}
      isInLines={isInLines(one.field)}
      isTicked={ticked.has(one.field)}
      isLit={lit?.place === one.place}
      chosen={chosen[one.field] ?? 0}
      onTick={(on) => tick([one.field], on)}
      onChoose={(at) => choose(one.field, at)}
      onLight={onLight}
    />
  );
  return (
    <Card component="section" aria-label="Ce que dit le document" sx={{ p: 2.5 }}>
      <Typography variant="h2">Ce que dit le document</Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {proposals.length === 0
          ? 'Aucune valeur n’a été reconnue. Vous pouvez joindre le document au produit.'
          : 'Est coché ce qui est sûr et ne remplace rien. Le reste vous attend.'}
      </Typography>
      {likely.length > 0 && (
        <Button
          size="small"
          onClick={() =>
            tick(
              likely.map(({ field }) => field),
              true,
            )
          }
        >
          {`Cocher aussi ${counted(likely.length, 'valeur probable', 'valeurs probables')}`}
        </Button>
      )}
      {steps.map(({ title, rows }) => (
        <Box key={title} sx={{ mt: 1.5 }}>
          <Typography variant="h3">{title}</Typography>
          <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map(row)}
          </Box>
        </Box>
      ))}
      {kept.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Fold title={`${counted(kept.length, 'valeur')} que le produit dit déjà`}>
            <Box component="ul" aria-label="Valeurs que le produit dit déjà" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {kept.map(row)}
            </Box>
          </Fold>
        </Box>
      )}
      {product?.data.status === 'VALIDATED' && taken.length > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          Ce produit est validé : son statut reste, et la fiche devient « modifiée depuis sa validation ».
        </Alert>
      )}
      <Stack
        direction="row"
        sx={{
          gap: 2,
          alignItems: 'center',
          flexWrap: 'wrap',
          mt: 2,
          pt: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          position: 'sticky',
          bottom: 0,
          bgcolor: 'background.paper',
          pb: 1,
        }}
      >
        <Button
          variant="contained"
          loading={busy}
          disabled={productId === null || (taken.length === 0 && !attach)}
          onClick={() => void apply()}
        >
          {buttonLabel({ productId, count: taken.length, attach })}
        </Button>
        <FormControlLabel
          control={<Checkbox checked={attach} onChange={(event) => setAttach(event.target.checked)} />}
          label="Joindre le document au produit"
        />
      </Stack>
    </Card>
  );
}

const buttonLabel = ({
  productId,
  count,
  attach,
}: {
  productId: string | null;
  count: number;
  attach: boolean;
}): string => {
  if (productId === null) return 'Choisissez d’abord le produit';
  if (productId === 'new') return count > 0 ? `Créer le produit avec ${counted(count, 'valeur')}` : 'Créer le produit';
  if (count > 0) return `Reprendre ${counted(count, 'valeur')}`;
  return attach ? 'Joindre le document' : 'Rien à reprendre';
};
