import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SprayCan } from 'lucide-react';
import { Link } from 'react-router';
import { PRODUCT_KINDS, type ProductKind } from '#shared/contract/product.kinds.ts';
import { listTypeProposals, setProductType } from '#shared/products/product.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { Empty, LoadError, Loading, Page } from '../ui/Page.tsx';

/** Products whose names say that they may be cleaning products: of each a person says what it is. */
export function ProductTypesPage() {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const { data, error, isPending, refetch } = useQuery({ ...queryOf(listTypeProposals), staleTime: 0 });
  const say = (proposal: { id: string; label: string; revision: number }, kind: ProductKind): void =>
    void act(
      () =>
        call(setProductType, {
          params: { id: proposal.id },
          body: { type_produit: kind },
          headers: { 'If-Match': `"${proposal.revision}"` },
        }),
      { done: `« ${proposal.label} » : ${PRODUCT_KINDS[kind].toLowerCase()}.`, refresh: ['products', 'dashboard'] },
    );
  const proposals = data?.data ?? [];
  return (
    <Page
      title="Nature des produits"
      actions={
        <Button component={Link} to="/products" startIcon={<ArrowLeft size={18} />}>
          Retour aux produits
        </Button>
      }
    >
      <ReadOnlyNote what="les produits" />
      {isPending ? (
        <Loading label="Lecture des noms…" />
      ) : error && !data ? (
        <LoadError
          message="Les produits n’ont pas pu être lus."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      ) : proposals.length === 0 ? (
        <Empty
          icon={<SprayCan size={40} />}
          title="La nature de chaque produit est dite"
          text="La nature d’un produit se change en haut de sa page."
        />
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: '80ch' }}>
            Leur nom fait penser à un produit de nettoyage, dont le dossier suit une autre loi que celui d’un
            cosmétique. Rien ne change tant que personne ne le dit, et rien n’est effacé.
          </Typography>
          <List disablePadding>
            {proposals.map((proposal) => (
              <ListItem key={proposal.id} divider sx={{ gap: 1.5, flexWrap: 'wrap', px: 0 }}>
                <Box sx={{ flexGrow: 1, minWidth: 220 }}>
                  <MuiLink component={Link} to={`/products/${proposal.id}`} color="inherit" sx={{ fontWeight: 600 }}>
                    {proposal.label}
                  </MuiLink>
                  <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>{`« ${proposal.word} »`}</Typography>
                </Box>
                {mayWrite && (
                  <>
                    <Button
                      size="small"
                      variant="contained"
                      disabled={busy}
                      aria-label={`${proposal.label} : produit de nettoyage`}
                      onClick={() => say(proposal, 'nettoyage')}
                    >
                      Produit de nettoyage
                    </Button>
                    <Button
                      size="small"
                      variant="outlined"
                      disabled={busy}
                      aria-label={`${proposal.label} : cosmétique`}
                      onClick={() => say(proposal, 'cosmetique')}
                    >
                      C’est un cosmétique
                    </Button>
                  </>
                )}
              </ListItem>
            ))}
          </List>
        </>
      )}
    </Page>
  );
}
