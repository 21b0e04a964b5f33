import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { MissingFile, type Storage } from './storage.ts';

/** What every storage promises. */
export function storageSuite(open: () => Storage): void {
  test('gives back what it was given, with its hash and size', async () => {
    const storage = open();
    for (const bytes of [Buffer.from('é'), randomBytes(300_000), Buffer.alloc(0)]) {
      const stored = await storage.save(bytes);
      expect(stored).toMatchObject({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      expect((await storage.read(stored.id)).equals(bytes)).toBe(true);
      const chunks: Buffer[] = [];
      for await (const chunk of await storage.stream(stored.id)) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    }
  });
  test('keeps equal bytes apart', async () => {
    const storage = open();
    const [one, two] = [await storage.save(Buffer.from('x')), await storage.save(Buffer.from('x'))];
    expect(one.id).not.toBe(two.id);
    await storage.remove(one.id);
    expect((await storage.read(two.id)).toString()).toBe('x');
  });
  test('lists what it holds, and forgets what is removed', async () => {
    const storage = open();
    const { id } = await storage.save(Buffer.from('x'));
    const ids = async (): Promise<string[]> => (await Array.fromAsync(storage.list())).map((one) => one.id);
    expect(await ids()).toContain(id);
    await storage.remove(id);
    await storage.remove(id);
    expect(await ids()).not.toContain(id);
  });
  test.each(['', 'absent', '../../etc/passwd', '00000000-0000-0000-0000-000000000000', '/etc/passwd'])(
    'what is not there is missing, whatever is asked: %j',
    async (id) => {
      await expect(open().read(id)).rejects.toBeInstanceOf(MissingFile);
      await expect(open().stream(id)).rejects.toBeInstanceOf(MissingFile);
    },
  );
}
