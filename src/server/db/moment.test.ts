import { expect, test } from 'vitest';
import { atOneMoment, readOnce, readOnceBeside } from './moment.ts';
import type { Db, Executor } from './open.ts';

/** A reading that says how often it was asked. */
function counting() {
  let asked = 0;
  const read = readOnce(async (id: string, more: { of?: string } = {}) => {
    asked += 1;
    return `${id}${more.of ?? ''} ${asked}`;
  });
  return { read, asked: () => asked };
}

test('outside of a moment each reading is asked anew', async () => {
  const { read } = counting();
  expect([await read('a'), await read('a')]).toEqual(['a 1', 'a 2']);
});

test('within one, the same question has one answer, whoever asks it, and at once', async () => {
  const { read, asked } = counting();
  const found = await atOneMoment(() => Promise.all([read('a'), atOneMoment(() => read('a')), read('b')]));
  expect(found).toEqual(['a 1', 'a 1', 'b 2']);
  expect(asked()).toBe(2);
  expect(
    await atOneMoment(async () => [await read('a', { of: 'x' }), await read('a', {}), await read('a', { of: 'x' })]),
  ).toEqual(['ax 3', 'a 4', 'ax 3']);
});

test('two readings of the same words are two', async () => {
  const [one, other] = [counting(), counting()];
  await atOneMoment(async () => [await one.read('a'), await other.read('a')]);
  expect([one.asked(), other.asked()]).toEqual([1, 1]);
});

test('what was started within and goes on after it reads anew', async () => {
  const { read } = counting();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let later: Promise<string> = Promise.resolve('');
  await atOneMoment(async () => {
    await read('a');
    later = over.then(() => read('a'));
  });
  end();
  expect(await later).toBe('a 2');
});

test('two moments at once know nothing of each other', async () => {
  const { read } = counting();
  const found = await Promise.all([atOneMoment(() => read('a')), atOneMoment(() => read('a'))]);
  expect(found).toEqual(['a 1', 'a 2']);
});

test('a refusal is the answer of that moment, and not of the next', async () => {
  let asked = 0;
  const read = readOnce(async (): Promise<string> => {
    asked += 1;
    if (asked === 1) throw new Error('absent');
    return 'there';
  });
  await atOneMoment(async () => {
    await expect(read()).rejects.toThrow('absent');
    await expect(read()).rejects.toThrow('absent');
  });
  expect(await atOneMoment(() => read())).toBe('there');
});

test('rooms that read by one function share its answer; a transaction reads for itself each time', async () => {
  const [db, trx] = [{} as Db, {} as Executor];
  let asked = 0;
  const store = async (executor: Executor, id: string): Promise<string> => {
    asked += 1;
    return `${id} ${executor === trx ? 'within' : 'outside'} ${asked}`;
  };
  const [one, other] = [readOnceBeside(db, store), readOnceBeside(db, store)];
  const found = await atOneMoment(async () => [
    await one(db, 'a'),
    await other(db, 'a'),
    await one(trx, 'a'),
    await other(trx, 'a'),
  ]);
  expect(found).toEqual(['a outside 1', 'a outside 1', 'a within 2', 'a within 3']);
});
