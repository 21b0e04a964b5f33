import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Wand2 } from 'lucide-react';
import type { Generation } from '#shared/generations/generation.contract.ts';
import { getProduct, type ProductSummary } from '#shared/products/product.contract.ts';
import { getField } from '#shared/products/product.fields.ts';
import { productName } from '#shared/products/product.label.ts';
import { missingForValidation } from '#shared/products/product.progress.ts';
import type { Template } from '#shared/templates/template.contract.ts';
import { otherKindWarning } from '#shared/templates/template.kind.ts';
import { queryOf } from '../api/query.ts';
import { GeneratedDocument } from './GeneratedDocument.tsx';

interface Props {
  template: Template;
  product: ProductSummary;
  generation: Generation | null;
  generating: boolean;
  error: string | null;
  onGenerate: () => void;
  onChange: (generation: Generation) => void;
  onAnother: () => void;
}

/** Generate, finish in Word, hand back, get the sealed document. */
export function DocumentStep({
  template,
  product,
  generation,
  generating,
  error,
  onGenerate,
  onChange,
  onAnother,
}: Props) {
  const otherKind = otherKindWarning(template.placeholders, product.type_produit);
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        Le modèle <strong>{template.name}</strong> {generation ? 'est rempli' : 'sera rempli'} avec la fiche{' '}
        <strong>{productName(product)}</strong>.
      </Typography>
      {!generation && otherKind && <Alert severity="warning">{otherKind}</Alert>}
      {!generation && <MissingFields productId={product.id} />}
      {error && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {error}
        </Alert>
      )}
      <Box>
        <Button
          variant="contained"
          size="large"
          startIcon={<Wand2 size={19} />}
          loading={generating}
          loadingPosition="start"
          disabled={generation !== null}
          onClick={onGenerate}
        >
          Générer
        </Button>
      </Box>
      {generation && <GeneratedDocument generation={generation} onChange={onChange} onAnother={onAnother} />}
    </Stack>
  );
}

/** What a validated dossier would lack, before the document is made. */
function MissingFields({ productId }: { productId: string }) {
  const { data } = useQuery(queryOf(getProduct, { params: { id: productId } }));
  const missing = data ? missingForValidation(data.data, data.data.has_formula_attachment) : [];
  if (missing.length === 0) return null;
  const shown = missing.slice(0, 6).map((name) => getField(name).label);
  const rest = missing.length - shown.length;
  return (
    <Alert severity="warning">
      Des champs requis de la fiche sont vides : {shown.join(', ')}
      {rest > 0 ? ` et ${rest} ${rest === 1 ? 'autre' : 'autres'}` : ''}. Le document se génère, mais il sera incomplet.
    </Alert>
  );
}
