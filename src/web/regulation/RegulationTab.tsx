import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import {
  type Corpus,
  getConformity,
  listCorpora,
  listVerdicts,
  updateConformity,
} from '#shared/regulation/regulation.contract.ts';
import { printState, sayVerdicts } from '#shared/regulation/regulation.print.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { FactsCard } from './Facts.tsx';
import { REFRESH } from './VerdictAnswers.tsx';
import { VerdictList } from './VerdictList.tsx';
import { byUrgency } from './verdict.words.ts';

/** The formula against the annexes: the facts that the law asks for, then each substance. */
export function RegulationTab({ productId }: { productId: string }) {
  const mayWrite = useMay('write');
  const { act } = useAction();
  const [only, setOnly] = useState<string | null>(null);
  const corpora = useQuery(queryOf(listCorpora));
  const conformity = useQuery(queryOf(getConformity, { params: { id: productId } }));
  const verdicts = useQuery({ ...queryOf(listVerdicts, { params: { id: productId } }), staleTime: 0 });
  const failed = [corpora, conformity, verdicts].find(({ error, data }) => error && !data)?.error;
  if (failed)
    return (
      <LoadError
        message="Les verdicts n’ont pas pu être calculés."
        detail={failed.message}
        onRetry={() => {
          void corpora.refetch();
          void conformity.refetch();
          void verdicts.refetch();
        }}
      />
    );
  if (!corpora.data || !conformity.data || !verdicts.data) return <Loading label="Lecture des annexes…" />;
  const corpus = corpora.data.data.find(({ active }) => active);
  const all = verdicts.data.data.toSorted((a, b) => byUrgency(a.state, b.state));
  const shown = only === null ? all : all.filter((one) => printState(one) === only);
  const said = [...Map.groupBy(all, printState)];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {!corpus && <NoCorpus />}
      <FactsCard
        conformity={conformity.data.data}
        disabled={!mayWrite}
        onSave={(body, revision) =>
          act(
            () =>
              call(updateConformity, {
                params: { id: productId },
                body,
                headers: { 'If-Match': `"${revision}"` },
              }),
            REFRESH,
          )
        }
      />
      {all.length === 0 ? (
        <Typography color="textSecondary" sx={{ py: 3, textAlign: 'center' }}>
          La formule n’est pas un tableau, ou n’a pas de ligne : il n’y a rien à juger.
        </Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography role="status" sx={{ fontWeight: 600, mr: 1 }}>
              {sayVerdicts(all)}
            </Typography>
            {said.map(([label, { length }]) => (
              <Chip
                key={label}
                label={`${label} : ${length}`}
                color={only === label ? 'primary' : 'default'}
                variant={only === label ? 'filled' : 'outlined'}
                onClick={() => setOnly(only === label ? null : label)}
                aria-pressed={only === label}
              />
            ))}
          </Box>
          <VerdictList productId={productId} verdicts={shown} />
        </>
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        {corpus
          ? `Corpus du ${corpus.date ? printDay(corpus.date) : 'jour'}${sayAge(corpus)}, empreinte ${corpus.sha256.slice(0, 16)}. `
          : ''}
        Aide à la préparation : ces résultats viennent des données saisies et des annexes importées. L’évaluation de la
        sécurité relève de la personne qualifiée désignée au point B.4.{' '}
        <Link component={RouterLink} to="/regulation">
          Chercher dans les annexes
        </Link>
      </Typography>
    </Box>
  );
}

function NoCorpus() {
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" component={RouterLink} to="/regulation?onglet=corpus">
          Réglementation
        </Button>
      }
    >
      Pour juger cette formule, il faut les annexes du règlement : un administrateur les importe en un clic.
    </Alert>
  );
}

const DAY_MS = 86_400_000;
/** « , vieux de 120 jours » : of the oldest of its files. */
function sayAge({ files }: Corpus): string {
  const [oldest] = files.flatMap(({ created_on }) => created_on ?? []).toSorted();
  if (!oldest) return '';
  const days = Math.floor((Date.now() - Date.parse(oldest)) / DAY_MS);
  return days > 0 ? `, exporté il y a ${counted(days, 'jour')}` : '';
}
