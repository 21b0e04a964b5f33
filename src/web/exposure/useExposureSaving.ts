import { type ExposureInput, getExposure, updateExposure } from '#shared/exposure/exposure.contract.ts';
import { nameKey } from '#shared/fields/name.ts';
import { call } from '../api/client.ts';
import { useSaveOver } from '../api/useSaveOver.ts';

/** Changes what stands beside the numbers of an exposure: the assessor’s words, which substances are taken together. */
export function useExposureSaving(productId: string) {
  const { saveOver, busy } = useSaveOver();
  const save = (changed: (now: ExposureInput) => Partial<ExposureInput>): void =>
    void saveOver({ endpoint: getExposure, input: { params: { id: productId } } }, (now, ifMatch) =>
      call(updateExposure, {
        params: { id: productId },
        body: { ...now, ...changed(now) },
        headers: { 'If-Match': ifMatch },
      }),
    );
  /** About one substance. */
  const remark = (inci: string, text: string, held: string): void => {
    if (text.trim() !== held) save(({ remarks }) => ({ remarks: { ...remarks, [nameKey(inci)]: text.trim() } }));
  };
  const together = (inci: string, isOn: boolean): void =>
    save(({ aggregate }) => {
      const others = aggregate.filter((one) => one !== nameKey(inci));
      return { aggregate: isOn ? [...others, nameKey(inci)] : others };
    });
  return { remark, together, busy };
}
