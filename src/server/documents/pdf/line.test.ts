import { expect, test } from 'vitest';
import { type PdfConverter, PdfFailure } from './converter.ts';
import { createLine, LINE_FULL, type Purpose } from './line.ts';

/** A converter whose documents end when the test says so. */
function hand(atOnce: number) {
  const running = new Map<string, { end: () => void; deadlineMs: number }>();
  const started: string[] = [];
  const converter: PdfConverter = {
    name: 'wasm',
    atOnce,
    convert: (docx, { deadlineMs = 0, signal } = {}) =>
      new Promise((resolve, reject) => {
        const name = docx.toString();
        started.push(name);
        running.set(name, {
          deadlineMs,
          end: () => {
            running.delete(name);
            resolve(Buffer.from(`%PDF-${name}`));
          },
        });
        signal?.addEventListener('abort', () => {
          running.delete(name);
          reject(new PdfFailure('yielded'));
        });
      }),
    close: async () => undefined,
  };
  const line = createLine(converter, 30);
  const ask = (name: string, purpose: Purpose) => line.convert(async () => Buffer.from(name), purpose);
  const begun = (...names: string[]) => expect.poll(() => started).toEqual(names);
  return { ask, begun, end: (name: string) => running.get(name)?.end(), running, started };
}

test('who seals goes before who reads, and who reads before a picture', async () => {
  const { ask, begun, end } = hand(1);
  const all = [ask('first', 'seal')];
  await begun('first');
  all.push(ask('picture', 'thumbnail'), ask('reader', 'preview'), ask('sealer', 'seal'));
  end('first');
  await begun('first', 'sealer');
  end('sealer');
  await begun('first', 'sealer', 'reader');
  end('reader');
  await begun('first', 'sealer', 'reader', 'picture');
  end('picture');
  await Promise.all(all);
});

test('what only shows leaves a place free where there are several', async () => {
  const { ask, begun, end, started } = hand(2);
  const readers = [ask('reader 1', 'preview'), ask('reader 2', 'preview')];
  await begun('reader 1');
  const sealer = ask('sealer', 'seal');
  await begun('reader 1', 'sealer');
  end('sealer');
  await sealer;
  expect(started).toHaveLength(2);
  end('reader 1');
  await begun('reader 1', 'sealer', 'reader 2');
  end('reader 2');
  await Promise.all(readers);
});

test('where there is one place, what shows for long gives it to who seals', async () => {
  const { ask, begun, end } = hand(1);
  const reader = ask('reader', 'preview');
  await begun('reader');
  const refused = expect(reader).rejects.toMatchObject({ fault: 'yielded' });
  const sealer = ask('sealer', 'seal');
  await begun('reader', 'sealer');
  await refused;
  end('sealer');
  expect((await sealer).toString()).toBe('%PDF-sealer');
});

test('a picture and who reads have thirty seconds, who seals sixty', async () => {
  const { ask, end, running } = hand(4);
  const all = [ask('a', 'thumbnail'), ask('b', 'preview'), ask('c', 'seal')];
  await expect.poll(() => running.size).toBe(3);
  expect([running.get('a'), running.get('b'), running.get('c')].map((one) => one?.deadlineMs)).toEqual([
    30_000, 30_000, 60_000,
  ]);
  for (const name of ['a', 'b', 'c']) end(name);
  await Promise.all(all);
});

test('the line has a length for each, and readers that fill theirs leave that of the others', async () => {
  const { ask, begun, end, running } = hand(1);
  const first = ask('first', 'seal');
  await begun('first');
  const readers = Array.from({ length: 20 }, (_, index) => ask(`r${index}`, 'preview').catch(() => undefined));
  await expect(ask('one too many', 'preview')).rejects.toBe(LINE_FULL);
  const sealer = ask('sealer', 'seal');
  end('first');
  await begun('first', 'sealer');
  end('sealer');
  await Promise.all([first, sealer]);
  const emptied = setInterval(() => {
    for (const { end: finish } of running.values()) finish();
  }, 1);
  await Promise.all(readers);
  clearInterval(emptied);
});
