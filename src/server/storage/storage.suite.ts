import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
      if (bytes.length === 0) continue;
      const rest = await Array.fromAsync(await storage.stream(stored.id, bytes.length - 1));
      expect(Buffer.concat(rest)).toEqual(bytes.subarray(-1));
    }
  });
  test('keeps a large file that has arrived, from its folder', async () => {
    const storage = open();
    const folder = mkdtempSync(join(tmpdir(), 'diplo-large-'));
    const bytes = randomBytes(17 * 1024 * 1024);
    const path = join(folder, 'large');
    writeFileSync(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const stored = await storage.save({ path, size: bytes.length, sha256 });
    expect(stored).toMatchObject({ size: bytes.length, sha256 });
    expect((await storage.read(stored.id)).equals(bytes)).toBe(true);
    rmSync(folder, { recursive: true });
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
  test('keeps bytes under the key they had before', async () => {
    const storage = open();
    const id = '0a1b2c3d-1111-4222-8333-444455556666';
    expect((await storage.save(Buffer.from('x'), id)).id).toBe(id);
    expect((await storage.read(id)).toString()).toBe('x');
  });
  test('says which files are sealed', async () => {
    const storage = open();
    const [one, two] = [await storage.save(Buffer.from('x')), await storage.save(Buffer.from('y'))];
    await storage.seal(one.id);
    const listed = await Array.fromAsync(storage.list());
    expect(listed.find(({ id }) => id === one.id)?.sealed).toBe(true);
    expect(listed.find(({ id }) => id === two.id)?.sealed).toBe(false);
    expect((await storage.read(one.id)).toString()).toBe('x');
  });
  test('puts a file aside, where it is listed no more and still read, and brings it back', async () => {
    const storage = open();
    const { id } = await storage.save(Buffer.from('x'));
    const isListed = async (): Promise<boolean> =>
      (await Array.fromAsync(storage.list())).some((found) => found.id === id);
    const isAside = async (): Promise<boolean> =>
      (await Array.fromAsync(storage.listAside())).some((found) => found.id === id);
    await storage.setAside(id);
    expect((await storage.read(id)).toString()).toBe('x');
    expect(Buffer.concat(await Array.fromAsync(await storage.stream(id))).toString()).toBe('x');
    expect([await isListed(), await isAside()]).toEqual([false, true]);
    expect(await storage.bringBack(id)).toBe(true);
    expect(await storage.bringBack(id)).toBe(false);
    expect((await storage.read(id)).toString()).toBe('x');
    expect([await isListed(), await isAside()]).toEqual([true, false]);
    await storage.setAside(id);
    await storage.removeAside(id);
    await expect(storage.read(id)).rejects.toBeInstanceOf(MissingFile);
    expect(await storage.bringBack(id)).toBe(false);
    await expect(storage.setAside('00000000-0000-0000-0000-000000000000')).rejects.toBeInstanceOf(MissingFile);
  });
  test('bears the mark of one installation', async () => {
    const storage = open();
    await storage.writeMark('une');
    expect(await storage.readMark()).toBe('une');
    await storage.writeMark('autre');
    expect(await storage.readMark()).toBe('autre');
    expect((await Array.fromAsync(storage.list())).some(({ id }) => id === 'installation')).toBe(false);
  });
  test.each(['', 'absent', '../../etc/passwd', '00000000-0000-0000-0000-000000000000', '/etc/passwd'])(
    'what is not there is missing, whatever is asked: %j',
    async (id) => {
      await expect(open().read(id)).rejects.toBeInstanceOf(MissingFile);
      await expect(open().stream(id)).rejects.toBeInstanceOf(MissingFile);
    },
  );
}
