import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Tab from '@mui/material/Tab';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileOutput, Pencil } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { Link, Navigate, Outlet, useLocation, useParams } from 'react-router';
import { isOfKind, type ProductKind } from '#shared/contract/product.kinds.ts';
import type { Right } from '#shared/contract/rights.ts';
import { getProduct } from '#shared/products/product.contract.ts';
import { productLabel, productName } from '#shared/products/product.label.ts';
import { STATUS_LABELS } from '#shared/products/product.status.ts';
import { ApiError } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { Forbidden } from '../auth/AdminOnly.tsx';
import { useMay, useRights } from '../auth/account.tsx';
import { FindingChips } from '../findings/Findings.tsx';
import { Missing } from '../layout/Missing.tsx';
import { ExampleChip } from '../ui/ExampleChip.tsx';
import { LoadingBlocks } from '../ui/LoadingBlocks.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { ScrollTabs } from '../ui/ScrollTabs.tsx';
import { generationOf } from './generation.link.ts';
import { KindChip } from './KindChip.tsx';

interface Props {
  tabs: readonly { path: string; label: string; kind?: ProductKind; right?: Right }[];
  /** What another room says of it under its name. */
  mark: ComponentType<{ productId: string }>;
}

/** The home of a product: its name, its state, the ways on, and its tabs. */
export function ProductPage({ tabs, mark: Mark }: Props) {
  const { id = '' } = useParams();
  const mayWrite = useMay('write');
  const may = useRights();
  const home = `/products/${id}`;
  const { pathname } = useLocation();
  const { data, error, isPending, refetch } = useQuery(queryOf(getProduct, { params: { id } }));
  if (isPending)
    return (
      <Page title="Produit">
        <LoadingBlocks label="Chargement du produit…" height={220} width={420} />
      </Page>
    );
  if (error instanceof ApiError && error.status === 404)
    return <Missing title="Aucun produit trouvé" to="/products" list="Voir les produits" />;
  if (error && !data)
    return (
      <Page title="Produit">
        <LoadError
          message="Erreur lors du chargement du produit"
          detail={error.message}
          onRetry={() => void refetch()}
        />
      </Page>
    );
  const product = data.data;
  const open = tabs.find(({ path }) => pathname.slice(home.length + 1).replace(/\/$/, '') === path) ?? tabs[0];
  const kind = product.type_produit;
  const shown = tabs.filter((tab) => isOfKind(tab, kind) && (!tab.right || may(tab.right)));
  // An address of the other kind of product: nothing is there to be seen.
  if (open && !isOfKind(open, kind)) return <Navigate to={home} replace />;
  return (
    <Page
      title={productLabel(product)}
      tab={[open?.path && open.label, productName(product)].filter(Boolean).join(' · ')}
      subtitle={`Fournisseur : ${product.fournisseur ?? 'non renseigné'}`}
      actions={
        <>
          <Button component={Link} to="/products" startIcon={<ArrowLeft size={18} />}>
            Retour
          </Button>
          {mayWrite && (
            <Button component={Link} to={generationOf(id)} variant="outlined" startIcon={<FileOutput size={18} />}>
              {kind === 'cosmetique' ? 'Générer un DIP' : 'Générer le document'}
            </Button>
          )}
          {mayWrite && (
            <Button
              component={Link}
              to={`${home}/edit`}
              variant="contained"
              startIcon={<Pencil size={18} />}
              title="Modifier la fiche"
            >
              Éditer
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'flex', gap: 1, mb: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Chip
          size="small"
          color={product.status === 'VALIDATED' ? 'success' : 'default'}
          label={STATUS_LABELS[product.status]}
        />
        <KindChip product={product} />
        {product.example && <ExampleChip />}
        {product.modified_since_validation && (
          <Chip
            size="small"
            color="warning"
            variant="outlined"
            label="Modifié depuis la validation"
            component={Link}
            to={`${home}/history`}
            clickable
          />
        )}
        <FindingChips productId={id} />
        <Suspense fallback={null}>
          <Mark productId={id} />
        </Suspense>
        {product.marque && <Chip size="small" variant="outlined" label={product.marque} />}
        {[product.ref_formule, product.ref_produit].map(
          (reference) => reference && <Chip key={reference} size="small" variant="outlined" label={reference} />,
        )}
      </Box>
      <ScrollTabs
        value={shown.some(({ path }) => path === open?.path) ? open?.path : false}
        aria-label="Parties de la fiche du produit"
        sx={{ mb: 2.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {shown.map(({ path, label }) => (
          <Tab
            key={path}
            value={path}
            label={label}
            component={Link}
            to={path === '' ? home : `${home}/${path}`}
            aria-current={path === open?.path ? 'page' : undefined}
          />
        ))}
      </ScrollTabs>
      <Suspense fallback={<Loading />}>
        {open?.right && !may(open.right) ? <Forbidden /> : <Outlet key={id} context={product} />}
      </Suspense>
    </Page>
  );
}
