import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Pencil } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { isFilled } from '#shared/fields/field.ts';
import { getProduct, type Product } from '#shared/products/product.contract.ts';
import { FIELDS, isStoodForByFile, STEP_LIST } from '#shared/products/product.fields.ts';
import { STATUS_LABELS } from '#shared/products/product.schema.ts';
import { ApiError } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { Missing } from '../layout/Missing.tsx';
import { UnreadNote } from '../records/UnreadNote.tsx';
import { LoadError, LoadingBlocks, Page } from '../ui/Page.tsx';
import { ProductHistory } from './ProductHistory.tsx';
import { productForm } from './product.record.ts';

export function ProductPage() {
  const { id = '' } = useParams();
  const mayWrite = useMay('write');
  const { data, error, isPending, refetch } = useQuery(queryOf(getProduct, { params: { id } }));
  if (isPending)
    return (
      <Page title="Produit">
        <LoadingBlocks label="Chargement du produit…" height={220} width={420} />
      </Page>
    );
  if (error instanceof ApiError && error.status === 404)
    return <Missing title="Aucun produit trouvé" to="/products" list="Voir les produits" />;
  if (error)
    return (
      <LoadError message="Erreur lors du chargement du produit" detail={error.message} onRetry={() => void refetch()} />
    );
  const product = data.data;
  return (
    <Page
      title={product.nom_commercial ?? product.nom_produit ?? 'Produit sans nom'}
      subtitle={`Fournisseur : ${product.fournisseur ?? 'non renseigné'}`}
      actions={
        <>
          <Button component={Link} to="/products" startIcon={<ArrowLeft size={18} />}>
            Retour
          </Button>
          {mayWrite && (
            <Button component={Link} to={`/products/${id}/edit`} variant="contained" startIcon={<Pencil size={18} />}>
              Éditer
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'flex', gap: 1, mb: 2.5 }}>
        <Chip
          size="small"
          color={product.status === 'VALIDATED' ? 'success' : 'default'}
          label={STATUS_LABELS[product.status]}
        />
        <Chip size="small" variant="outlined" label={`Progression : ${product.progression}\u00a0%`} />
      </Box>
      <UnreadNote form={productForm} held={product} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
        {STEP_LIST.map((step, index) => (
          <StepCard key={step.title} product={product} index={index} title={step.title} />
        ))}
      </Box>
      <Typography variant="h2" sx={{ mt: 4, mb: 1.5 }}>
        Historique
      </Typography>
      <ProductHistory productId={id} />
    </Page>
  );
}

/** What is known of one step; what is not is counted, not listed. */
function StepCard({ product, index, title }: { product: Product; index: number; title: string }) {
  const fields = FIELDS.filter((field) => field.step === index);
  const filled = fields.filter((field) => isFilled(product[field.name]));
  const missing = fields.length - filled.length;
  return (
    <Card sx={{ p: 2.5 }} component="section" aria-label={title}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {index + 1}. {title}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' }, gap: 1, rowGap: 1.25 }}
      >
        {filled.map((field) => (
          <Box key={field.name} sx={{ display: 'contents' }}>
            <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.9rem' }}>
              {field.label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {printValueWithUnit(field, product[field.name])}
            </Typography>
          </Box>
        ))}
      </Box>
      {fields.some(isStoodForByFile) && product.has_formula_attachment && (
        <Typography>La formule est jointe en fichier.</Typography>
      )}
      {missing > 0 && (
        <Typography color="textSecondary" sx={{ mt: filled.length > 0 ? 1.5 : 0, fontSize: '0.88rem' }}>
          {filled.length === 0
            ? 'Rien n’est encore renseigné.'
            : missing === 1
              ? 'Un champ n’est pas renseigné.'
              : `${missing} champs ne sont pas renseignés.`}
        </Typography>
      )}
    </Card>
  );
}
