import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import { type CorpusChanges, getCorpusChanges, listCorpora } from '#shared/regulation/regulation.contract.ts';
import { queryOf } from '../api/query.ts';
import { CHANGING_MS } from '../api/useServerList.ts';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { VerdictChip } from './VerdictChip.tsx';

/** What the corpus in force changed in the products. */
export function ChangesPanel() {
  const corpora = useQuery(queryOf(listCorpora));
  const active = corpora.data?.data.find((one) => one.active);
  const changesRead = useQuery({
    ...queryOf(getCorpusChanges, { params: { id: active?.id ?? '' } }),
    enabled: active !== undefined,
    refetchInterval: (query) => (query.state.data?.data.progress ? CHANGING_MS : false),
  });
  if (corpora.data && !active)
    return <Empty title="Aucun corpus n’est en vigueur" text="Rien n’a encore été jugé : importez les annexes." />;
  const failed = [corpora, changesRead].find((query) => query.error && !query.data);
  if (failed?.error)
    return (
      <LoadError
        message="Les changements n’ont pas pu être lus."
        detail={failed.error.message}
        onRetry={() => void failed.refetch()}
      />
    );
  if (changesRead.isPending) return <Loading />;
  if (!changesRead.data) return null;
  const { corpus, progress, changes, first } = changesRead.data.data;
  const products = new Set(changes.map(({ product_id }) => product_id)).size;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h2">{`Ce que change le corpus du ${corpus.date ? printDay(corpus.date) : 'jour'}`}</Typography>
      {progress && (
        <Box role="status">
          <Typography sx={{ mb: 0.5 }}>{`Formules jugées : ${progress.done} sur ${progress.total}`}</Typography>
          <LinearProgress
            aria-label="Formules jugées"
            {...(progress.total > 0
              ? { variant: 'determinate' as const, value: (100 * progress.done) / progress.total }
              : {})}
          />
        </Box>
      )}
      {first ? (
        <First first={first} />
      ) : changes.length === 0 && !progress ? (
        <Alert severity="success">Aucun verdict n’a changé, dans aucun produit.</Alert>
      ) : (
        <>
          <Typography>{`${counted(changes.length, 'verdict change', 'verdicts changent')}, dans ${counted(products, 'produit')}. Rien n’est modifié dans les fiches, et les documents scellés gardent les verdicts de leur jour.`}</Typography>
          <Box sx={{ overflowX: 'auto' }}>
            <Table size="small" aria-label="Verdicts qui changent">
              <TableHead>
                <TableRow>
                  <TableCell>Produit</TableCell>
                  <TableCell>Substance</TableCell>
                  <TableCell>Avant</TableCell>
                  <TableCell>Après</TableCell>
                  <TableCell>Pourquoi</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {changes.map((change) => (
                  <TableRow key={`${change.product_id}${change.inci}`}>
                    <TableCell>
                      <Link component={RouterLink} to={`/products/${change.product_id}${PART_PATHS.law}`}>
                        {change.product}
                      </Link>
                    </TableCell>
                    <TableCell>{change.inci}</TableCell>
                    <TableCell>{change.from ? <VerdictChip state={change.from} /> : 'absente'}</TableCell>
                    <TableCell>{change.to ? <VerdictChip state={change.to} /> : 'absente'}</TableCell>
                    <TableCell sx={{ minWidth: 220, fontSize: '0.88rem' }}>
                      {change.why}
                      {change.regulation && ` Règlement ${change.regulation}.`}
                      {change.applies_from && ` À partir du ${printDay(change.applies_from)}.`}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
        </>
      )}
    </Box>
  );
}

/** « 60 produits jugés : 1 avec une substance interdite, 31 à vérifier. » Each number leads to its products. */
function First({ first: { judged, ...codes } }: { first: NonNullable<CorpusChanges['first']> }) {
  const said = [
    ['INTERDIT', 'avec une substance interdite'],
    ['HORS_LIMITE', 'hors d’une limite'],
    ['LOI_A_VERIFIER', 'à vérifier'],
  ] as const;
  const some = said.filter(([code]) => codes[code] > 0);
  return (
    <Alert severity={codes.INTERDIT + codes.HORS_LIMITE > 0 ? 'error' : some.length > 0 ? 'warning' : 'success'}>
      {`C’est le premier corpus : il n’y a rien à comparer. ${counted(judged, 'produit jugé', 'produits jugés')} : `}
      {some.length === 0 && 'aucun dépassement, rien à vérifier'}
      {some.map(([code, words], index) => (
        <span key={code}>
          {index > 0 && ', '}
          <Link component={RouterLink} to={`/products?finding=${code}`} color="inherit">
            {`${codes[code]} ${words}`}
          </Link>
        </span>
      ))}
      .
    </Alert>
  );
}
