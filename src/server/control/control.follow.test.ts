import { describe, expect, test } from 'vitest';
import { FOLLOWER, findSetting } from '../db/settings.ts';
import type { Jobs } from '../jobs/job.service.ts';
import { ENGINES, testApp } from '../test/test.app.ts';
import { createFollower } from './control.follow.ts';

describe.each(ENGINES)('the follower of the journal, on %s', (engine) => {
  test('when the database goes away in the middle of a pass, all of it is looked at again', async () => {
    const app = await testApp({ engine });
    const editor = await app.as('editor');
    for (const name of ['A', 'B', 'C']) await editor.post('/products', { nom_commercial: name });
    let perform: Parameters<Jobs['handle']>[1]['perform'] | undefined;
    const looked: string[] = [];
    const told: unknown[] = [];
    let fault: Error | null = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    createFollower({
      ...app.deps,
      db: app.database.db,
      jobs: {
        ...app.deps.jobs,
        handle: (_kind, handler) => {
          perform = handler.perform;
        },
      },
      traffic: { giveWay: async () => undefined },
      refreshOne: async (id) => {
        if (fault) throw fault;
        looked.push(id);
      },
      productOf: async () => null,
      ownersOfRequest: async () => [],
      onError: (error) => told.push(error),
      clock: () => new Date(),
    });
    const run = async () => perform?.({ signal: new AbortController().signal } as never);
    await expect(run()).rejects.toThrow('ECONNREFUSED');
    expect(told).toEqual([]);
    expect(await findSetting(app.database.db, FOLLOWER.day)).toBeNull();

    // One that cannot be read keeps nobody else waiting.
    fault = new SyntaxError('Unexpected end of JSON input');
    await run();
    expect(told).toHaveLength(3);
    expect(await findSetting(app.database.db, FOLLOWER.day)).not.toBeNull();
    await app.close();
  });

  test('more products than an engine takes parameters are asked for at once', async () => {
    const app = await testApp({ engine });
    const { id } = (await (await app.as('editor')).post('/products', { nom_commercial: 'Crème' })).body;
    const many = Array.from({ length: 70_000 }, (_, n) => `absent-${n}`);
    expect(await app.deps.products.labelsOf([...many, id])).toEqual([{ id, label: 'Crème' }]);
    await app.close();
  });
});
