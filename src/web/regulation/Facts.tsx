import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { facts as factsSchema } from '#shared/regulation/facts.contract.ts';
import type { Conformity } from '#shared/regulation/regulation.contract.ts';
import { FactsForm } from './FactsForm.tsx';

type FactValues = ReturnType<typeof factsSchema.parse>;

/** Saved as they are chosen, one after the other: each save stands on the one before. */
function Facts({
  conformity,
  disabled,
  onSave,
}: {
  conformity: Conformity;
  disabled: boolean;
  onSave: (facts: FactValues, revision: number) => Promise<Conformity | undefined>;
}) {
  const { revision, updated_at: _, updated_by: __, ...given } = conformity;
  const [facts, setFacts] = useState<FactValues>(given);
  const kept = useRef(revision);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const wasRefused = useRef(false);
  const latest = useRef({ revision, given });
  latest.current = { revision, given };
  const adopt = (): void => {
    kept.current = latest.current.revision;
    setFacts(latest.current.given);
  };
  // What somebody else saved meanwhile is shown, once ours was refused for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts come with their revision
  useEffect(() => {
    if (!wasRefused.current) return;
    wasRefused.current = false;
    adopt();
  }, [revision]);
  return (
    <FactsForm
      facts={facts}
      disabled={disabled}
      onChange={(next) => {
        setFacts(next);
        line.current = line.current.then(async () => {
          const saved = await onSave(next, kept.current);
          if (saved) kept.current = saved.revision;
          else if (latest.current.revision === kept.current) wasRefused.current = true;
          // It came while ours was being refused.
          else adopt();
        });
      }}
    />
  );
}

/** What the law asks of the product. */
export function FactsCard(props: Parameters<typeof Facts>[0]) {
  return (
    <Card component="section" aria-label="Faits du produit" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        Ce que la loi demande du produit
      </Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem', mb: 2 }}>
        Ce qui reste à préciser laisse « à vérifier » ce qui en dépend.
      </Typography>
      <Facts {...props} />
    </Card>
  );
}
