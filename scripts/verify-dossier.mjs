/**
 * Holds the archive of a sealed dossier against its own list of hashes. Needs nothing but Node and the archive: it may be
 * copied anywhere. Use: `node verify-dossier.mjs dossier.zip`
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createInflateRaw } from 'node:zlib';

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const CHUNK = 1 << 20;

const path = process.argv[2];
if (!path) {
  console.error('Usage : node verify-dossier.mjs dossier.zip');
  process.exit(2);
}
const file = openSync(path, 'r');
const { size } = fstatSync(file);
const bytesAt = (at, length) => {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) !== length) throw new Error('archive coupée');
  return bytes;
};

/** @returns {{ name: string, method: number, compressed: number, at: number }[]} every file of the archive */
function entries() {
  const tail = bytesAt(Math.max(0, size - 65_557), Math.min(size, 65_557));
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('ce n’est pas une archive ZIP');
  let directory = tail.readUInt32LE(end + 16);
  let length = tail.readUInt32LE(end + 12);
  // Above four gigabytes the directory is named by a record of its own. APPNOTE.TXT, 4.3.14
  if (directory === 0xffffffff || length === 0xffffffff) {
    const locator = end - 20;
    const at = Number(tail.readBigUInt64LE(locator + 8));
    const record = bytesAt(at, 56);
    length = Number(record.readBigUInt64LE(40));
    directory = Number(record.readBigUInt64LE(48));
  }
  const bytes = bytesAt(directory, length);
  const found = [];
  for (let at = 0; at < bytes.length && bytes.readUInt32LE(at) === CENTRAL; ) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    let compressed = bytes.readUInt32LE(at + 20);
    let place = bytes.readUInt32LE(at + 42);
    let extra = at + 46 + nameLength;
    const until = extra + extraLength;
    while (extra + 4 <= until) {
      const [kind, long] = [bytes.readUInt16LE(extra), bytes.readUInt16LE(extra + 2)];
      if (kind === 1) {
        let value = extra + 4;
        if (bytes.readUInt32LE(at + 24) === 0xffffffff) value += 8;
        if (compressed === 0xffffffff) {
          compressed = Number(bytes.readBigUInt64LE(value));
          value += 8;
        }
        if (place === 0xffffffff) place = Number(bytes.readBigUInt64LE(value));
      }
      extra += 4 + long;
    }
    found.push({ name, method: bytes.readUInt16LE(at + 10), compressed, at: place });
    at += 46 + nameLength + extraLength + noteLength;
  }
  return found;
}

/** Reads an entry bit by bit. @param {(chunk: Buffer) => void} take */
async function read({ method, compressed, at }, take) {
  const head = bytesAt(at, 30);
  if (head.readUInt32LE(0) !== LOCAL) throw new Error('archive abîmée');
  let place = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const until = place + compressed;
  const inflate = method === 8 ? createInflateRaw() : null;
  const done = inflate
    ? new Promise((ended, failed) => inflate.on('data', take).on('end', ended).on('error', failed))
    : Promise.resolve();
  done.catch(() => undefined);
  while (place < until) {
    const chunk = bytesAt(place, Math.min(CHUNK, until - place));
    place += chunk.length;
    if (!inflate) take(chunk);
    else if (!inflate.write(chunk))
      await Promise.race([new Promise((ready) => inflate.once('drain', ready)), done.catch(() => undefined)]);
  }
  inflate?.end();
  await done;
}

const all = new Map(entries().map((entry) => [entry.name, entry]));
const list = all.get('SHA256SUMS');
if (!list) throw new Error('cette archive n’a pas de liste SHA256SUMS : ce n’est pas un dossier scellé');
const chunks = [];
await read(list, (chunk) => chunks.push(Buffer.from(chunk)));
const faults = [];
const listed = new Set(['SHA256SUMS', 'LISEZMOI.txt']);
let same = 0;
for (const line of Buffer.concat(chunks).toString('utf8').split('\n')) {
  const [, hash, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
  if (!name) continue;
  listed.add(name);
  const entry = all.get(name);
  const sum = createHash('sha256');
  const found = entry
    ? await read(entry, (chunk) => sum.update(chunk)).then(
        () => sum.digest('hex'),
        () => 'illisible',
      )
    : 'manquant';
  if (found === hash) same += 1;
  else faults.push(`${entry ? 'changé' : 'manquant'} : ${name}`);
}
for (const name of all.keys()) if (!listed.has(name) && !name.endsWith('/')) faults.push(`ajouté : ${name}`);
closeSync(file);
for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `${same} fichiers : tous ont l’empreinte annoncée.`
    : `${same} fichiers comme annoncé, ${faults.length} non.`,
);
process.exit(faults.length === 0 ? 0 : 1);
