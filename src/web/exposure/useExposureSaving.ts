import { type ExposureInput, type Margins, updateExposure } from '#shared/exposure/exposure.contract.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';

/** Changes some of the exposure record, over the revision that is shown. */
export function useExposureSaving(productId: string, exposure: Margins['exposure']) {
  const { act, busy } = useAction();
  const { a_mg_kg_d: _, how: __, revision, updated_at: ___, updated_by: ____, ...record } = exposure;
  const save = (changed: Partial<ExposureInput>): void =>
    void act(
      () =>
        call(updateExposure, {
          params: { id: productId },
          body: { ...record, ...changed },
          headers: { 'If-Match': `"${revision}"` },
        }),
      { refresh: ['products'] },
    );
  /** The assessor’s words about one substance. */
  const remark = (inci: string, text: string): void => {
    if (text.trim() !== (record.remarks[nameKey(inci)] ?? ''))
      save({ remarks: { ...record.remarks, [nameKey(inci)]: text.trim() } });
  };
  return { save, remark, busy };
}
