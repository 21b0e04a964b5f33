import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import type { ImportedDocument } from '#shared/imports/document.contract.ts';
import { getProduct, type ProductSummary } from '#shared/products/product.contract.ts';
import { queryOf } from '../api/query.ts';
import { Fold } from '../ui/Fold.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { OldFileProduct } from './OldFileProduct.tsx';
import { OldFileText } from './OldFileText.tsx';
import { OldFileValues } from './OldFileValues.tsx';
import { type Lit, placeName } from './oldFile.place.ts';

/** What an old file says, beside its text: chosen value by value, then taken. */
export function OldFile({ importId, found }: { importId: string; found: ImportedDocument }) {
  const { product, candidates } = { product: found.product.id, candidates: found.product.candidates };
  const [productId, setProductId] = useState<string | null>(
    found.applied_to ?? product ?? (candidates.length > 0 ? null : 'new'),
  );
  const [other, setOther] = useState<ProductSummary | null>(null);
  const [lit, setLit] = useState<Lit | null>(null);
  const isKnown = productId !== null && productId !== 'new';
  const chosen = useQuery({
    ...queryOf(getProduct, { params: { id: productId ?? '' } }),
    enabled: isKnown,
  });
  if (found.state === 'failed') return <Alert severity="error">{found.message}</Alert>;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 6fr) minmax(0, 5fr)' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Said of={found} />
        <OldFileProduct
          found={found}
          productId={productId}
          other={other}
          onChoose={(id, summary = null) => {
            setProductId(id);
            setOther(summary);
          }}
        />
        {isKnown && chosen.isPending && <Loading label="Chargement du produit…" />}
        {isKnown && chosen.error && !chosen.data && (
          <LoadError
            message="Ce produit n’a pas pu être chargé."
            detail={chosen.error.message}
            onRetry={() => void chosen.refetch()}
          />
        )}
        {(!isKnown || chosen.data) && (
          <OldFileValues
            key={productId}
            importId={importId}
            found={found}
            productId={productId}
            product={isKnown ? (chosen.data ?? null) : null}
            lit={lit}
            onLight={setLit}
            onTaken={setProductId}
          />
        )}
        <Unread of={found} onLight={setLit} />
      </Box>
      <OldFileText importId={importId} found={found} lit={lit} />
    </Box>
  );
}

/** What is to be known of the document as a whole. */
function Said({ of: { template, says, applied_to, attached, proposals } }: { of: ImportedDocument }) {
  const isPdf = proposals.some(({ place }) => place.page !== null);
  const percent = template ? Math.round(template.fit * 100) : 0;
  return (
    <>
      {applied_to && (
        <Alert severity="success">
          {attached ? 'Ce document a été repris, et joint à ' : 'Ce document a été repris dans '}
          <MuiLink component={Link} to={`/products/${applied_to}`}>
            son produit
          </MuiLink>
          .
        </Alert>
      )}
      {says.map(({ code, message }) => (
        <Alert key={code} severity="warning">
          {message}
        </Alert>
      ))}
      <Alert severity="info">
        {template
          ? `Ce document vient du modèle « ${template.name} » : ${percent} % de son texte fixe y est.${
              template.also.length > 0
                ? ` ${template.also.map(({ name }) => `« ${name} »`).join(', ')} conviendrait aussi : vérifiez ce qui est proposé.`
                : ''
            }`
          : proposals.length > 0
            ? isPdf
              ? 'Un PDF est lu par ses libellés : il ne dit pas où commencent et finissent ses cellules, et rien n’y est sûr.'
              : 'Aucun de vos modèles n’a produit ce document : il est lu par ses libellés.'
            : 'Aucun de vos modèles n’a produit ce document, et aucun libellé connu n’y a été trouvé.'}
      </Alert>
    </>
  );
}

/** Passages that say nothing to the program: a person reads them. */
function Unread({ of: { unread, template }, onLight }: { of: ImportedDocument; onLight: (lit: Lit) => void }) {
  if (unread.length === 0) return null;
  const title = template
    ? counted(unread.length, 'passage ajouté à la main', 'passages ajoutés à la main')
    : counted(unread.length, 'passage non lu', 'passages non lus');
  return (
    <Fold title={title}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {template
          ? 'Ces passages ne viennent pas du modèle : rien n’en est repris. Lisez-les, et saisissez ce qui doit l’être.'
          : 'Aucun libellé connu ne dit de quoi parlent ces passages : rien n’en est repris.'}
      </Typography>
      <Card variant="outlined" component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 420, overflowY: 'auto' }}>
        {unread.map(({ text, place }, index) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: two passages may say the same
            key={index}
            sx={{ px: 1.5, py: 0.75, borderTop: index > 0 ? 1 : 0, borderColor: 'divider' }}
          >
            <MuiLink
              component="button"
              type="button"
              color="inherit"
              underline="hover"
              onClick={() => onLight({ place, raw: text })}
              sx={{ textAlign: 'left', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
            >
              {text}
            </MuiLink>
            <Typography color="textSecondary" sx={{ fontSize: '0.82rem' }}>
              {placeName(place)}
            </Typography>
          </Box>
        ))}
      </Card>
    </Fold>
  );
}
