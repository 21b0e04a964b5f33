import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { CONTROL_RECORDS, listControlRevisions } from '#shared/control/control.contract.ts';
import { queryOf } from '../api/query.ts';
import { RevisionsCard } from '../records/RevisionsCard.tsx';

/** Who changed what of the records beside the form, and when. */
export function ControlHistory({ productId, kind }: { productId: string; kind: ProductKind }) {
  const what =
    kind === 'cosmetique'
      ? 'la conformité, de l’évaluation et des allégations'
      : 'l’étiquette, du dossier de nettoyage et des allégations';
  return (
    <RevisionsCard
      title="Historique des points"
      what={`l’historique de ${what}`}
      query={queryOf(listControlRevisions, { params: { id: productId } })}
      rowsOf={({ data }) => data.map((one) => ({ ...one, key: one.record, label: CONTROL_RECORDS[one.record] }))}
    />
  );
}
