import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ARCHIVE_LONG, INTAKE_LIMITS } from '#shared/intake/intake.contract.ts';
import { deflate, writeZip } from '../documents/docx/zip.ts';
import { type ArchivePart, readArchive } from '../documents/intake.work.ts';
import { createUnpacking } from './intake.unpacking.ts';

const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'diplo-archives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a whole archive answers: how many of its files are read, and why it is refused. */
async function read(entries: { name: string; says?: number }[]): Promise<{ files: number; refused: string | null }> {
  const path = `${folder}/${entries.length}.zip`;
  writeFileSync(
    path,
    writeZip(
      entries.map(({ name, says }) => {
        const entry = deflate(name, Buffer.from('a'));
        return { ...entry, size: says ?? entry.size };
      }),
    ),
  );
  const { files, next, refused } = await readArchive(path, { from: 0, most: Number.POSITIVE_INFINITY });
  expect(next).toBeNull();
  return { files: files.length, refused };
}

describe('an archive, at each of its limits', () => {
  test.each([
    [INTAKE_LIMITS.entries, null],
    [INTAKE_LIMITS.entries + 1, expect.stringMatching(/plus de 2.000 fichiers/)],
  ])('%i files', { tags: ['slow'] }, async (count, refused) => {
    const entries = Array.from({ length: count }, (_, index) => ({ name: `${index}.txt` }));
    expect(await read(entries)).toEqual({ files: refused ? 0 : count, refused });
  });

  test.each([
    [INTAKE_LIMITS.unfolded, null],
    [INTAKE_LIMITS.unfolded + 1, ARCHIVE_LONG],
  ])('%i bytes unfolded, by what it says of itself', async (bytes, refused) => {
    const half = Math.floor(bytes / 2);
    const said = await read([
      { name: 'a', says: half },
      { name: 'b', says: bytes - half },
    ]);
    expect(said.refused).toBe(refused);
  });

  test.each([
    [INTAKE_LIMITS.unfolded, []],
    [INTAKE_LIMITS.unfolded + 1, [{ file_name: 'dossiers.zip', why: ARCHIVE_LONG }]],
  ])('%i bytes unfolded, by what came out of it', async (bytes, refused) => {
    const piece = new Uint8Array(32 * MIB);
    const parts = bytes / piece.length;
    const whole = Math.floor(parts);
    const unpack = createUnpacking({
      uploadMaxMb: 50,
      files: { save: async () => ({ id: 'a', sha256: 'a', size: 1 }) } as never,
      documents: {
        firstWords: async () => ({ text: '', words: [] }),
        archive: async (_path, { from }): Promise<ArchivePart> => {
          const last = from === whole || (from === whole - 1 && whole === parts);
          const content = from === whole ? piece.subarray(0, bytes - whole * piece.length) : piece;
          return {
            files: [{ path: `${from}.bin`, bytes: content, why: null }],
            next: last ? null : from + 1,
            refused: null,
          };
        },
      },
    });
    const file = { fileName: 'dossiers.zip', mimeType: 'application/zip', content: { path: '/a', size: 1 } };
    expect((await unpack([file as never])).refused).toEqual(refused);
  });
});
