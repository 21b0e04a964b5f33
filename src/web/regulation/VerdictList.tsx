import Box from '@mui/material/Box';
import { useState } from 'react';
import { setCase, setDecision, type Verdict } from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { Answers, type Deciding, DecisionDialog, REFRESH } from './VerdictAnswers.tsx';
import { VerdictCard } from './VerdictCard.tsx';

/** Verdicts, each answered where it stands. */
export function VerdictList({ productId, verdicts }: { productId: string; verdicts: readonly Verdict[] }) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const keyed = (verdict: Verdict) => ({ id: productId, key: verdict.key });
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {verdicts.map((verdict) => (
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
          {mayWrite && <Answers productId={productId} verdict={verdict} act={act} busy={busy} onDecide={setDeciding} />}
        </VerdictCard>
      ))}
      {deciding && (
        <DecisionDialog
          deciding={deciding}
          busy={busy}
          onClose={() => setDeciding(null)}
          onSave={(reason) =>
            void act(
              () => {
                const { percent, why } = deciding.verdict;
                return call(setDecision, {
                  params: keyed(deciding.verdict),
                  body: { reason, applies: deciding.applies, seen: { percent, why } },
                });
              },
              { done: 'Votre réponse est gardée, avec votre nom et la date.', ...REFRESH },
            ).then((saved) => saved && setDeciding(null))
          }
        />
      )}
    </Box>
  );
}
