import { useSearchParams } from 'react-router';

/** A filter kept in the address, so that a link leads to the filtered list and Back undoes it. */
export function useUrlFilter<Value extends string>(
  name: string,
  values: readonly Value[],
): [value: Value | '', set: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const given = params.get(name) ?? '';
  const set = (value: string): void => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  return [values.find((value) => value === given) ?? '', set];
}
