import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  acceptHypothesis,
  type HypothesisState,
  listHypotheses,
  type Margins,
} from '#shared/exposure/exposure.contract.ts';
import { HYPOTHESES, type Hypothesis } from '#shared/exposure/hypotheses.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LoadError } from '../ui/Page.tsx';

type Row = Margins['rows'][number];
/** What is about to be accepted: for these substances, or for all of them. */
interface Asking {
  state: HypothesisState;
  rows: readonly Row[] | null;
}

/** What is supposed for want of a measure: a person answers for each by name, once for all or substance by substance. */
export function HypothesesCard({ rows }: { rows: readonly Row[] }) {
  const mayWrite = useMay('write');
  const nameOf = usePersonName();
  const { act, busy } = useAction();
  const { data, error, refetch } = useQuery(queryOf(listHypotheses));
  const [asking, setAsking] = useState<Asking | null>(null);
  const used = (data?.data ?? []).flatMap((state) => {
    const concerned = rows.filter((row) => row.supposed.includes(state.key) || row.offered.includes(state.key));
    return concerned.length === 0 ? [] : [{ state, concerned }];
  });
  if (error && !data)
    return (
      <LoadError
        message="Les hypothèses n’ont pas pu être lues."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (used.length === 0) return null;
  const set = (state: HypothesisState, accepted: boolean, ids: readonly (string | null)[]): Promise<unknown> =>
    act(
      async () => {
        for (const substance_id of ids)
          await call(acceptHypothesis, { params: { key: state.key }, body: { accepted, substance_id } });
      },
      {
        done: accepted ? 'L’hypothèse est acceptée, à votre nom.' : 'L’hypothèse est de nouveau à confirmer.',
        refresh: ['products', 'exposure'],
      },
    );
  return (
    <Card component="section" aria-label="Hypothèses" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2">Hypothèses</Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Ce qui est supposé faute de mesure. Une personne en répond : son nom et la date sont imprimés avec les marges.
      </Typography>
      {used.map(({ state, concerned }) => {
        const { isAsked = false }: Hypothesis = HYPOTHESES[state.key];
        const own = new Map(state.substances.map((one) => [one.id, one]));
        const open = state.accepted ? [] : concerned.filter(({ substance_id }) => !own.has(substance_id));
        const accepted = concerned.filter(({ substance_id }) => own.has(substance_id));
        return (
          <Box
            component="section"
            key={state.key}
            aria-label={state.label}
            sx={{ py: 1.25, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}
          >
            <Typography variant="h3">{state.label}</Typography>
            <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
              {`Source : ${state.source}. Concerne ${concerned.map(({ inci }) => inci).join(', ')}.`}
            </Typography>
            {state.accepted && (
              <Typography>
                {`Acceptée pour toutes les substances par ${nameOf(state.accepted.by)}, le ${printInstant(state.accepted.at)}.`}
                {mayWrite && (
                  <Button size="small" disabled={busy} onClick={() => void set(state, false, [null])}>
                    Revenir dessus
                  </Button>
                )}
              </Typography>
            )}
            {!state.accepted &&
              accepted.map(({ inci, substance_id }) => (
                <Typography key={substance_id}>
                  {`Acceptée pour ${inci} par ${nameOf(own.get(substance_id)?.by ?? null)}, le ${printInstant(own.get(substance_id)?.at ?? '')}.`}
                  {mayWrite && (
                    <Button size="small" disabled={busy} onClick={() => void set(state, false, [substance_id])}>
                      Revenir dessus
                    </Button>
                  )}
                </Typography>
              ))}
            {open.length > 0 && (
              <Typography color="warning.main" sx={{ fontWeight: 600 }}>
                {`À confirmer pour ${counted(open.length, 'substance')}.`}
              </Typography>
            )}
            {mayWrite && open.length > 0 && (
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
                <Button
                  size="small"
                  variant="outlined"
                  disabled={busy}
                  onClick={() => setAsking({ state, rows: open })}
                >
                  {open.length === 1
                    ? `Accepter pour ${open[0]?.inci}`
                    : `Accepter pour ces ${counted(open.length, 'substance')}`}
                </Button>
                {!isAsked && (
                  <Button size="small" disabled={busy} onClick={() => setAsking({ state, rows: null })}>
                    Accepter pour toutes les substances
                  </Button>
                )}
              </Box>
            )}
          </Box>
        );
      })}
      <ConfirmDialog
        open={asking !== null}
        title="Accepter cette hypothèse ?"
        text={
          asking
            ? `« ${asking.state.label} », ${asking.rows ? `pour ${asking.rows.map(({ inci }) => inci).join(', ')}` : 'pour toutes les substances, dans tous les produits'}. Votre nom et la date seront imprimés dans les dossiers.`
            : ''
        }
        confirmLabel="Accepter"
        busy={busy}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          const asked = asking;
          setAsking(null);
          if (asked) void set(asked.state, true, asked.rows?.map(({ substance_id }) => substance_id) ?? [null]);
        }}
      />
    </Card>
  );
}
