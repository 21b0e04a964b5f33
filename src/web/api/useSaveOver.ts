import { useRef } from 'react';
import type { Endpoint, OutputOf } from '#shared/contract/endpoint.ts';
import { ApiError, type CallInput, callForReply } from './client.ts';
import { useAction } from './useAction.ts';

/**
 * Changes part of a record over what the server holds now: one save after the other, each tried once more when somebody else
 * saved in between. For what two people may change side by side.
 */
export function useSaveOver() {
  const { act, busy } = useAction();
  const line = useRef<Promise<unknown>>(Promise.resolve());
  /** @returns whether it was saved */
  const saveOver = <E extends Endpoint>(
    read: { endpoint: E; input: CallInput<E> },
    write: (now: OutputOf<E>, ifMatch: string) => Promise<unknown>,
    refresh: readonly string[] = ['products'],
  ): Promise<boolean> => {
    const once = async (): Promise<void> => {
      const { data, etag } = await callForReply(read.endpoint, read.input);
      await write(data, etag ?? '*');
    };
    const saved = line.current.then(() =>
      act(
        async () => {
          await once().catch((problem: unknown) => {
            if (problem instanceof ApiError && problem.status === 412) return once();
            throw problem;
          });
          return true;
        },
        { refresh: [...refresh] },
      ),
    );
    line.current = saved;
    return saved.then((done) => done === true);
  };
  return { saveOver, busy };
}
