import type { ComponentType } from 'react';
import { onDemand } from './screen.ts';
import { useToast } from './toast.tsx';
import { useOnDemand } from './useOnDemand.ts';

/**
 * A part of a screen in a file of its own: what one came for is there before it, and stays when it does not come.
 * @param name what the file calls it
 */
export function later<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const part = onDemand<ComponentType<Props>>(async () => (await load())[name]);
  return (props) => {
    const toast = useToast();
    const Part = useOnDemand(part, {
      onFailure: () =>
        toast({
          severity: 'error',
          message: 'Une partie de l’écran n’a pas pu être chargée. Vérifiez le réseau, puis réessayez.',
        }),
    });
    return Part ? <Part {...props} /> : null;
  };
}
