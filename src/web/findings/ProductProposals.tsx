import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { getTwins, type Twins } from '#shared/control/control.contract.ts';
import { queryOf } from '../api/query.ts';
import { type Offered, ProposalsContext } from '../records/Proposals.tsx';

interface Props {
  /** `null` while the product does not exist: nothing else says anything of it. */
  productId: string | null;
  record: Twins['proposals'][number]['record'];
  children: ReactNode;
}

/** What the rest of the file says of the fields of one record, by their name; and what it says twice, in two ways. */
export function useTwins(productId: string | null, record: Props['record']) {
  const { data } = useQuery({
    ...queryOf(getTwins, { params: { id: productId ?? '' } }),
    enabled: productId !== null,
    staleTime: 0,
  });
  const twins = productId === null ? undefined : data?.data;
  const offered = useMemo(
    () =>
      new Map(
        (twins?.proposals ?? [])
          .filter((one) => one.record === record)
          .map(({ field, value, from }): [string, Offered] => [field, { value, from }]),
      ),
    [twins, record],
  );
  return { offered, contradictions: twins?.contradictions ?? [] };
}

/** What the file says twice, in two ways: shown, never changed. */
export const Contradictions = ({ found }: { found: Twins['contradictions'] }) =>
  found.map(({ about, text }) => (
    <Alert key={about} severity="warning" sx={{ mb: 2 }}>
      {text}
    </Alert>
  ));

/** What contradicts in the file of a product, to be read where its form says what is to be known. */
export const ProductContradictions = ({ productId, record }: Omit<Props, 'children'>) => (
  <Contradictions found={useTwins(productId, record).contradictions} />
);

/** What the file says elsewhere is offered to the empty fields of a form. */
export const ProductProposals = ({ productId, record, children }: Props) => (
  <ProposalsContext value={useTwins(productId, record).offered}>{children}</ProposalsContext>
);
