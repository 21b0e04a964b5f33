import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { zipStream } from './zip.stream.ts';

test('who stops reading an archive closes the file that is being written, and opens no other', async () => {
  const opened: Readable[] = [];
  const endless = () =>
    new Readable({
      read() {
        this.push(Buffer.alloc(65_536, 1));
      },
    });
  const entry = (path: string) => ({
    path,
    compress: false,
    open: async () => {
      const stream = endless();
      opened.push(stream);
      return stream;
    },
  });
  const zip = zipStream([entry('a'), entry('b')]);
  await once(zip, 'readable');
  zip.destroy();
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('a file that cannot be opened ends the archive with why', async () => {
  const zip = zipStream([
    {
      path: 'a',
      compress: false,
      open: async () => {
        throw new Error('perdu');
      },
    },
  ]);
  await expect(zip.toArray()).rejects.toThrow('perdu');
});
