import { describe, expect, test } from 'vitest';
import { FOLLOWER, findSetting } from '../db/settings.ts';
import type { Jobs } from '../jobs/job.service.ts';
import { ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { createFollower } from './control.follow.ts';

/** A follower that is run by hand, whose look at a product is the test's. */
function followerOf(app: TestApp) {
  const looked: string[] = [];
  const told: unknown[] = [];
  let perform: Parameters<Jobs['handle']>[1]['perform'] | undefined;
  const follower = {
    clock: () => new Date(),
    refreshOne: () => {},
    run: async () => perform?.({ signal: new AbortController().signal } as never),
  };
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
      follower.refreshOne();
      looked.push(id);
    },
    productOf: async () => null,
    ownersOfRequest: async () => [],
    onError: (error) => told.push(error),
    clock: () => follower.clock(),
  });
  return { follower, looked, told };
}

describe.each(ENGINES)('the follower of the journal, on %s', (engine) => {
  test('when the database goes away in the middle of a pass, all of it is looked at again', async () => {
    const app = await testApp({ engine });
    const editor = await app.as('editor');
    for (const name of ['A', 'B', 'C']) await editor.post('/products', { nom_commercial: name });
    const { follower, told } = followerOf(app);
    let fault: Error | null = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    follower.refreshOne = () => {
      if (fault) throw fault;
    };
    await expect(follower.run()).rejects.toThrow('ECONNREFUSED');
    expect(told).toEqual([]);
    expect(await findSetting(app.database.db, FOLLOWER.day)).toBeNull();

    // One that cannot be read keeps nobody else waiting.
    fault = new SyntaxError('Unexpected end of JSON input');
    await follower.run();
    expect(told).toHaveLength(3);
    expect(await findSetting(app.database.db, FOLLOWER.day)).not.toBeNull();
    await app.close();
  });

  test('a pass that lasts beyond midnight is done again on the day that has begun', async () => {
    const app = await testApp({ engine });
    await (await app.as('editor')).post('/products', { nom_commercial: 'Crème' });
    const { follower, looked } = followerOf(app);
    let now = new Date('2026-11-27T22:59:59Z');
    follower.clock = () => now;
    follower.refreshOne = () => {
      now = new Date('2026-11-27T23:00:01Z');
    };
    await follower.run();
    expect(looked).toHaveLength(1);
    await follower.run();
    expect(looked).toHaveLength(2);
    await follower.run();
    expect(looked).toHaveLength(2);
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
