import { expect, test } from 'vitest';
import { testApp } from '../test/test.app.ts';
import { createTraffic } from './traffic.ts';

test('background work goes on at once while nobody asks, gives way to who does, and goes on all the same', async () => {
  const traffic = createTraffic();
  await traffic.giveWay();
  const order: string[] = [];
  traffic.began();
  traffic.began();
  const given = traffic.giveWay().then(() => order.push('work'));
  traffic.ended();
  order.push('one answered');
  traffic.ended();
  order.push('all answered');
  await given;
  expect(order).toEqual(['one answered', 'all answered', 'work']);
  // Somebody who asks all day stops nothing.
  traffic.began();
  await traffic.giveWay();
});

test('every request is counted until it is answered, or given up', async () => {
  const app = await testApp({ engine: 'sqlite' });
  const { traffic } = app.deps;
  let asked = 0;
  const [began, ended] = [traffic.began, traffic.ended];
  Object.assign(traffic, {
    began: () => {
      asked += 1;
      began();
    },
    ended: () => {
      asked -= 1;
      ended();
    },
  });
  const viewer = await app.as('viewer');
  await viewer.get('/products/?page=1&size=5');
  await viewer.get('/nowhere');
  await app.anonymous.get('/products/');
  await expect.poll(() => asked).toBe(0);
  await app.close();
});
