import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { testApp } from '../test/test.app.ts';
import { createTraffic } from './traffic.ts';

test('background work goes on at once while nobody asks, gives way to who does, and goes on all the same', async () => {
  const traffic = createTraffic();
  await traffic.giveWay();
  const order: string[] = [];
  const [one, other] = [traffic.began(), traffic.began()];
  const given = traffic.giveWay().then(() => order.push('work'));
  one();
  // Told twice, it counts once.
  one();
  order.push('one answered');
  other();
  order.push('all answered');
  await given;
  expect(order).toEqual(['one answered', 'all answered', 'work']);
  // Somebody who asks all day stops nothing.
  traffic.began();
  await traffic.giveWay();
});

test('between two requests of somebody at work, background work does not begin', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const traffic = createTraffic();
    traffic.began()();
    let isDone = false;
    const given = traffic.giveWay().then(() => {
      isDone = true;
    });
    const passed = async (ms: number): Promise<boolean> => {
      await setImmediate();
      await setImmediate();
      vi.advanceTimersByTime(ms);
      await setImmediate();
      return isDone;
    };
    expect(await passed(9)).toBe(false);
    const ended = traffic.began();
    expect(await passed(9)).toBe(false);
    ended();
    expect(await passed(9)).toBe(false);
    expect(await passed(1)).toBe(true);
    await given;
    // Nobody has asked since: at once.
    await traffic.giveWay();
    // Who never stops asking keeps it waiting for a fifth of a second, and no longer.
    isDone = false;
    traffic.began()();
    const last = traffic.giveWay().then(() => {
      isDone = true;
    });
    for (let asked = 0; asked < 24; asked += 1) {
      expect(await passed(8)).toBe(false);
      traffic.began()();
    }
    expect(await passed(8)).toBe(true);
    await last;
  } finally {
    vi.useRealTimers();
  }
});

test('every request is counted until it is answered, or given up', async () => {
  const app = await testApp({ engine: 'sqlite' });
  const { traffic } = app.deps;
  const { began } = traffic;
  const counts = { began: 0, ended: 0 };
  traffic.began = () => {
    counts.began += 1;
    const ended = began();
    return () => {
      counts.ended += 1;
      ended();
    };
  };
  const viewer = await app.as('viewer');
  await viewer.get('/products/?page=1&size=5');
  await viewer.get('/nowhere');
  await app.anonymous.get('/products/');
  await expect.poll(() => counts.ended).toBe(counts.began);
  expect(counts.began).toBeGreaterThan(3);
  await app.close();
});
