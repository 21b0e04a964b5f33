import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { deflate, writeZip, type ZipEntry } from '../documents/docx/zip.ts';

const COMMAND = join(import.meta.dirname, '../../../scripts/verify-dossier.mjs');
const folder = mkdtempSync(join(tmpdir(), 'diplo-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
let count = 0;
/** What the command says of these bytes. */
const verified = (bytes: Buffer): Promise<{ code: number; said: string }> => {
  count += 1;
  const path = join(folder, `${count}.zip`);
  writeFileSync(path, bytes);
  return new Promise((resolve) =>
    execFile(process.execPath, [COMMAND, path], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
    ),
  );
};

const PIECES: Record<string, string> = {
  'dossier.pdf': '%PDF-1.7 le dossier',
  '07-annexes/a.pdf': '%PDF-1.7 une annexe',
};
const manifestOf = (files: Record<string, string>): string =>
  JSON.stringify({
    files: Object.entries(files).flatMap(([path, text]) =>
      path === 'dossier.pdf' ? [] : [{ path, sha256: sha256(text) }],
    ),
    pdf_sha256: sha256(files['dossier.pdf'] ?? ''),
  });
const sumsOf = (files: Record<string, string>): string =>
  Object.entries(files)
    .map(([name, text]) => `${sha256(text)}  ${name}\n`)
    .join('');
interface Parts {
  files?: Record<string, string>;
  manifest?: string;
  sums?: string;
  more?: ZipEntry[];
}
const entryOf = (name: string, text: string): ZipEntry => deflate(name, Buffer.from(text));
const archiveOf = ({ files = PIECES, manifest = manifestOf(files), sums, more = [] }: Parts = {}): Buffer => {
  const all = { ...files, 'manifeste.json': manifest, 'LISEZMOI.txt': 'lisez' };
  const list = sums ?? sumsOf(all);
  return writeZip([
    ...Object.entries({ ...all, SHA256SUMS: list }).map(([name, text]) => entryOf(name, text)),
    ...more,
  ]);
};
/** The bytes with these in another place. */
const changed = (bytes: Buffer, at: number, value: readonly number[]): Buffer => {
  const copy = Buffer.from(bytes);
  copy.set(value, at);
  return copy;
};
const centralOf = (bytes: Buffer, name: string): number => bytes.lastIndexOf(name) - 46;

describe('an archive held against itself, with nothing but Node', () => {
  test('one that is whole passes, and prints its hash, to be compared where it was sealed', async () => {
    const bytes = archiveOf();
    const { code, said } = await verified(bytes);
    expect(said).toContain('4 fichiers\u00a0: tous ont l’empreinte annoncée.');
    expect(said).toContain(sha256(bytes));
    expect(said).toContain('se prouve lui-même\u00a0: comparez avec /verify');
    expect(code).toBe(0);
  });

  test('one that was streamed passes too, and one of the first releases, whose notice is in no list', async () => {
    const manifest = manifestOf(PIECES);
    const sums = sumsOf({ ...PIECES, 'manifeste.json': manifest });
    const zip = new ZipFile();
    for (const [name, text] of Object.entries(PIECES))
      zip.addReadStreamLazy(name, { compress: !name.endsWith('.pdf') }, (done) =>
        done(null, Readable.from([Buffer.from(text)])),
      );
    for (const [name, text] of Object.entries({
      'manifeste.json': manifest,
      SHA256SUMS: sums,
      'LISEZMOI.txt': 'lisez',
    }))
      zip.addBuffer(Buffer.from(text), name);
    zip.end();
    expect((await verified(await buffer(zip.outputStream as unknown as Readable))).said).toContain(
      '3 fichiers\u00a0: tous',
    );
  });

  const good = archiveOf();
  const other = { ...PIECES, '07-annexes/a.pdf': 'une autre' };
  const second = JSON.stringify({ ...JSON.parse(manifestOf(PIECES)), schema: 2 });
  const FORGED: Record<string, Buffer> = {
    'a notice that was taken out of its list': archiveOf({
      manifest: second,
      sums: sumsOf({ ...PIECES, 'manifeste.json': second }),
    }),
    'a name twice': archiveOf({ more: [entryOf('dossier.pdf', 'un autre')] }),
    'a name twice by its capitals': archiveOf({ more: [entryOf('Dossier.PDF', 'un autre')] }),
    'two lists': archiveOf({ more: [entryOf('SHA256SUMS', sumsOf(PIECES))] }),
    'two lists by their capitals': archiveOf({ more: [entryOf('sha256sums', sumsOf(PIECES))] }),
    'an empty list': archiveOf({ sums: '' }),
    'a list of nothing': archiveOf({ sums: '\n' }),
    'a list without the pieces': archiveOf({ sums: sumsOf({ 'manifeste.json': manifestOf(PIECES) }) }),
    'a list that names a file twice': archiveOf({ sums: sumsOf(PIECES) + sumsOf(PIECES) }),
    'a list with a word': archiveOf({
      sums: `${sumsOf({ ...PIECES, 'manifeste.json': manifestOf(PIECES) })}bonjour\n`,
    }),
    'bytes after the end': Buffer.concat([good, Buffer.from('x')]),
    'bytes before the first file': Buffer.concat([Buffer.from('#!/bin/sh\n'), good]),
    'an archive hidden before another': Buffer.concat([archiveOf({ files: other }), good]),
    'bytes between two files': hiddenBetween(good),
    'a comment': commented(good),
    'a name that climbs': archiveOf({ more: [entryOf('../../x', 'x')] }),
    'a name from the root': archiveOf({ more: [entryOf('/etc/x', 'x')] }),
    'a name of Windows': archiveOf({ more: [entryOf('a\\..\\x', 'x')] }),
    'a name of a disk': archiveOf({ more: [entryOf('C:x', 'x')] }),
    'a folder': archiveOf({ more: [entryOf('dossier/', '')] }),
    'a name that clears the screen': archiveOf({ more: [entryOf('\u001b[2J\u001b[32mtous', 'x')] }),
    'a name that turns round': archiveOf({ more: [entryOf('a\u202efdp.exe', 'x')] }),
    'a link': changed(good, centralOf(good, 'dossier.pdf') + 38, [0, 0, 0xff, 0xa1]),
    'another name inside': changed(good, good.indexOf('dossier.pdf'), [...Buffer.from('dossjer.pdf')]),
    'a password': changed(good, centralOf(good, 'dossier.pdf') + 8, [1, 0]),
    'a file that was added': archiveOf({ more: [entryOf('07-annexes/b.pdf', 'b')] }),
    'a file that is missing': archiveOf({
      sums: `${sumsOf({ ...PIECES, 'manifeste.json': manifestOf(PIECES) })}${'0'.repeat(64)}  x\n`,
    }),
    'a piece that was changed': archiveOf({
      files: other,
      sums: sumsOf({ ...PIECES, 'manifeste.json': manifestOf(other) }),
    }),
    'a manifest of other pieces': archiveOf({ manifest: manifestOf(other) }),
    'a manifest of nothing': archiveOf({ manifest: '{}' }),
    'a piece that the manifest does not know': archiveOf({
      files: { ...PIECES, x: 'x' },
      manifest: manifestOf(PIECES),
    }),
    'half an archive': good.subarray(0, good.length / 2),
    'no archive': Buffer.from('bonjour'),
    nothing: Buffer.alloc(0),
  };

  test.each(Object.entries(FORGED))('%s is refused, in words that a terminal may show', async (title, bytes) => {
    const { code, said } = await verified(bytes);
    expect(code, said).toBe(1);
    expect(said).not.toContain('tous ont l’empreinte');
    if (/twice by its capitals|two lists/.test(title)) expect(said).toContain('portent le même nom');
    expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(said).not.toMatch(/at .*\.mjs/);
  });
});

/** A byte that no file has, before the second file; the directory says where all are. */
function hiddenBetween(bytes: Buffer): Buffer {
  const second = bytes.indexOf(Buffer.from([0x50, 0x4b, 3, 4]), 4);
  const moved = Buffer.concat([bytes.subarray(0, second), Buffer.from('x'), bytes.subarray(second)]);
  const end = moved.length - 22;
  moved.writeUInt32LE(moved.readUInt32LE(end + 16) + 1, end + 16);
  for (let at = moved.readUInt32LE(end + 16); at < end; ) {
    const place = moved.readUInt32LE(at + 42);
    if (place >= second) moved.writeUInt32LE(place + 1, at + 42);
    at += 46 + moved.readUInt16LE(at + 28) + moved.readUInt16LE(at + 30) + moved.readUInt16LE(at + 32);
  }
  return moved;
}
function commented(bytes: Buffer): Buffer {
  const copy = Buffer.concat([bytes, Buffer.from('bonjour')]);
  copy.writeUInt16LE(7, bytes.length - 2);
  return copy;
}
