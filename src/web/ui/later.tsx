import { type ComponentType, Suspense } from 'react';
import { screen } from './screen.ts';

/**
 * A part of a screen in a file of its own: what one came for is there before it. `load` asks for it ahead.
 * @param name what the file calls it
 */
export function later<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> & { load: () => Promise<unknown> } {
  // What `lazy` makes of it takes the same, which TypeScript cannot tell of any props.
  const Part = screen(load, name) as unknown as ComponentType<Props>;
  return Object.assign(
    (props: Props) => (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    ),
    { load },
  );
}
