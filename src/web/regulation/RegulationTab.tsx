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
import { STATES, type State } from '#shared/regulation/decide.opinion.ts';
import {
  getConformity,
  listCorpora,
  listVerdicts,
  setCase,
  setDecision,
  updateConformity,
  type Verdict,
} from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { FactsCard } from './Facts.tsx';
import { Answers, DecisionDialog, REFRESH } from './VerdictAnswers.tsx';
import { VerdictCard } from './VerdictCard.tsx';
import { byUrgency, VERDICTS } from './verdict.words.ts';

/** The formula against the annexes: the facts that the law asks for, then each substance. */
export function RegulationTab({ productId }: { productId: string }) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [only, setOnly] = useState<State | null>(null);
  const [deciding, setDeciding] = useState<Verdict | null>(null);
  const corpora = useQuery(queryOf(listCorpora));
  const conformity = useQuery(queryOf(getConformity, { params: { id: productId } }));
  const verdicts = useQuery({ ...queryOf(listVerdicts, { params: { id: productId } }), staleTime: 0 });
  const failed = corpora.error ?? conformity.error ?? verdicts.error;
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
  const count = (state: State): number => all.filter((one) => one.state === state).length;
  const shown = only === null ? all : all.filter(({ state }) => state === only);
  const keyed = (verdict: Verdict) => ({ id: productId, key: verdict.key });
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
              {summaryOf(all)}
            </Typography>
            {STATES.filter((state) => count(state) > 0).map((state) => (
              <Chip
                key={state}
                label={`${VERDICTS[state].label} : ${count(state)}`}
                color={only === state ? 'primary' : 'default'}
                variant={only === state ? 'filled' : 'outlined'}
                onClick={() => setOnly(only === state ? null : state)}
                aria-pressed={only === state}
              />
            ))}
          </Box>
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            {shown.map((verdict) => (
              <VerdictCard
                key={verdict.key}
                verdict={verdict}
                busy={busy}
                {...(mayWrite
                  ? {
                      onCase: (entry_id: string, letter: string) =>
                        void act(() => call(setCase, { params: keyed(verdict), body: { entry_id, letter } }), {
                          done: 'Le cas est confirmé, avec votre nom et la date.',
                          ...REFRESH,
                        }),
                    }
                  : {})}
              >
                {mayWrite && (
                  <Answers productId={productId} verdict={verdict} act={act} busy={busy} onDecide={setDeciding} />
                )}
              </VerdictCard>
            ))}
          </Box>
        </>
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        {corpus
          ? `Corpus du ${corpus.date ? printDay(corpus.date) : 'jour'}, empreinte ${corpus.sha256.slice(0, 16)}. `
          : ''}
        Aide à la préparation : ces résultats viennent des données saisies et des annexes importées. L’évaluation de la
        sécurité relève de la personne qualifiée désignée au point B.4.{' '}
        <Link component={RouterLink} to="/regulation">
          Chercher dans les annexes
        </Link>
      </Typography>
      {deciding && (
        <DecisionDialog
          verdict={deciding}
          busy={busy}
          onClose={() => setDeciding(null)}
          onSave={(reason) =>
            void act(() => call(setDecision, { params: keyed(deciding), body: { reason } }), {
              done: 'La vérification est gardée, avec votre nom et la date.',
              ...REFRESH,
            }).then((saved) => saved && setDeciding(null))
          }
        />
      )}
    </Box>
  );
}

/** « Aucun dépassement détecté sur 14 substances, 3 à vérifier. » Never « conforme ». */
function summaryOf(all: readonly Verdict[]): string {
  const broken = all.filter(({ state }) => state === 'non_conforme').length;
  const open = all.filter(({ state, decision }) => (state === 'a_verifier' && !decision) || state === 'inconnu').length;
  const first =
    broken > 0
      ? `${counted(broken, 'substance non conforme', 'substances non conformes')} sur ${all.length}`
      : `Aucun dépassement détecté sur ${counted(all.length, 'substance')}`;
  return open > 0 ? `${first}, ${open} à vérifier.` : `${first}.`;
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
