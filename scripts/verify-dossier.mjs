/**
 * Holds the archive of a sealed dossier against itself: every byte of it belongs to a file, each file to its list of hashes
 * and to its manifest. Needs nothing but Node and the archive: it may be copied anywhere.
 * Use: `node verify-dossier.mjs dossier.zip`. It proves that nothing changed inside; that it is the one that was sealed is
 * said by the installation that made it (`/verify`), from the SHA-256 that is printed.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createInflateRaw } from 'node:zlib';

/** Signatures of APPNOTE.TXT, 4.3. */
const [LOCAL, CENTRAL, END, END64, LOCATOR64, DESCRIPTOR] = [
  0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50, 0x08074b50,
];
const ELSEWHERE = 0xffffffff;
const CHUNK = 1 << 20;
/** Bytes of a text that is read whole: the list, the manifest. */
const TEXT_MAX = 64 << 20;
const DIRECTORY_MAX = 256 << 20;
/** What an archive holds besides its pieces. */
const [LIST, MANIFEST, NOTICE, PDF] = ['SHA256SUMS', 'manifeste.json', 'LISEZMOI.txt', 'dossier.pdf'];

/** Told of the archive, not of a fault of this program. */
class Forged extends Error {}
/** A name as it may be shown on a terminal. @param {string} name */
const shown = (name) =>
  JSON.stringify(name.slice(0, 200))
    .slice(1, -1)
    .replace(/[^\x20-\x7e\u00a1-\u024f]/g, '?');

const path = process.argv[2];
if (!path) {
  console.error('Usage : node verify-dossier.mjs dossier.zip');
  process.exit(2);
}
const file = openSync(path, 'r');
const { size } = fstatSync(file);
/** @param {number} at @param {number} length */
const bytesAt = (at, length) => {
  if (!(at >= 0 && length >= 0 && at + length <= size)) throw new Forged('archive coupée');
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) !== length) throw new Forged('archive coupée');
  return bytes;
};

function sha256OfArchive() {
  const sum = createHash('sha256');
  for (let at = 0; at < size; at += CHUNK) sum.update(bytesAt(at, Math.min(CHUNK, size - at)));
  return sum.digest('hex');
}

/** Where the directory lies: from its first byte to the record that ends the archive, nothing else. */
function directoryOf() {
  if (size < 22) throw new Forged('ce n’est pas une archive ZIP');
  const end = bytesAt(size - 22, 22);
  if (end.readUInt32LE(0) !== END) throw new Forged('l’archive ne finit pas par son répertoire');
  if (end.readUInt16LE(20) !== 0) throw new Forged('un commentaire suit le répertoire');
  if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0) throw new Forged('l’archive est en plusieurs volumes');
  let [count, length, start, until] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16), size - 22];
  // Above four gigabytes the directory is named by a record of its own.
  if (size >= 98 && bytesAt(size - 42, 4).readUInt32LE(0) === LOCATOR64) {
    const at = Number(bytesAt(size - 42, 20).readBigUInt64LE(8));
    if (at !== size - 98) throw new Forged('des octets sont hors du répertoire');
    const record = bytesAt(at, 56);
    if (record.readUInt32LE(0) !== END64) throw new Forged('archive abîmée');
    [count, length, start, until] = [
      Number(record.readBigUInt64LE(32)),
      Number(record.readBigUInt64LE(40)),
      Number(record.readBigUInt64LE(48)),
      at,
    ];
  }
  if (start + length !== until) throw new Forged('des octets sont hors du répertoire');
  if (length > DIRECTORY_MAX) throw new Forged('le répertoire est trop grand');
  return { count, start, bytes: bytesAt(start, length) };
}

/** @typedef {{ name: string, method: number, compressed: number, size: number, at: number, described: boolean }} Entry */

/** @returns {{ entries: Entry[], start: number }} every file of the archive, as its directory says */
function directory() {
  const { count, start, bytes } = directoryOf();
  /** @type {Entry[]} */
  const entries = [];
  let at = 0;
  for (; at + 46 <= bytes.length && bytes.readUInt32LE(at) === CENTRAL; ) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const flags = bytes.readUInt16LE(at + 8);
    const raw = bytes.subarray(at + 46, at + 46 + nameLength);
    const name = raw.toString('utf8');
    if (!Buffer.from(name, 'utf8').equals(raw)) throw new Forged('un nom n’est pas un texte');
    let [compressed, full, place] = [20, 24, 42].map((one) => bytes.readUInt32LE(at + one));
    const extra = at + 46 + nameLength;
    for (let one = extra; one + 4 <= extra + extraLength; one += 4 + bytes.readUInt16LE(one + 2)) {
      if (bytes.readUInt16LE(one) !== 1) continue;
      let value = one + 4;
      const next = () => {
        value += 8;
        return Number(bytes.readBigUInt64LE(value - 8));
      };
      if (full === ELSEWHERE) full = next();
      if (compressed === ELSEWHERE) compressed = next();
      if (place === ELSEWHERE) place = next();
    }
    const method = bytes.readUInt16LE(at + 10);
    const kind = (bytes.readUInt32LE(at + 38) >>> 16) & 0xf000;
    if (flags & 1) throw new Forged(`${shown(name)} est chiffré`);
    if (method !== 0 && method !== 8) throw new Forged(`${shown(name)} est compressé d’une façon inconnue`);
    if (kind !== 0 && kind !== 0x8000) throw new Forged(`${shown(name)} est un lien, et non un fichier`);
    entries.push({ name, method, compressed, size: full, at: place, described: (flags & 8) !== 0 });
    at += 46 + nameLength + extraLength + noteLength;
  }
  if (at !== bytes.length || entries.length !== count) throw new Forged('le répertoire ne dit pas ce qu’il contient');
  return { entries, start };
}

/** Names that one disk could take for one another, or that lead out of a folder. @param {Entry[]} entries */
function checkNames(entries) {
  const seen = new Set();
  for (const { name } of entries) {
    if (/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(name))
      throw new Forged(`un nom contient un caractère qui ne se voit pas : ${shown(name)}`);
    const parts = name.split('/');
    if (name.includes('\\') || /^[a-z]:/i.test(name) || parts.some((part) => ['', '.', '..'].includes(part)))
      throw new Forged(`un nom sort du dossier : ${shown(name)}`);
    const key = name.normalize('NFKC').toLowerCase();
    if (seen.has(key)) throw new Forged(`deux fichiers portent le même nom : ${shown(name)}`);
    seen.add(key);
  }
}

/** Every byte before the directory belongs to one file. @param {Entry[]} entries @param {number} start */
function checkPlaces(entries, start) {
  let at = 0;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.at !== at) throw new Forged('des octets ne sont d’aucun fichier');
    const head = bytesAt(at, 30);
    if (head.readUInt32LE(0) !== LOCAL) throw new Forged('archive abîmée');
    const nameLength = head.readUInt16LE(26);
    if (bytesAt(at + 30, nameLength).toString('utf8') !== entry.name)
      throw new Forged(`un fichier a deux noms : ${shown(entry.name)}`);
    entry.from = at + 30 + nameLength + head.readUInt16LE(28);
    at = entry.from + entry.compressed;
    if (!entry.described) continue;
    // With its signature, in 32 bits or in 64.
    const signed = bytesAt(at, 4).readUInt32LE(0) === DESCRIPTOR;
    if (!signed) throw new Forged('archive abîmée');
    at += bytesAt(at + 8, 4).readUInt32LE(0) === entry.compressed % 2 ** 32 && isBoundary(at + 16) ? 16 : 24;
  }
  if (at !== start) throw new Forged('des octets ne sont d’aucun fichier');

  /** @param {number} place */
  function isBoundary(place) {
    return place === start || (place + 4 <= size && bytesAt(place, 4).readUInt32LE(0) === LOCAL);
  }
}

/** Reads a file bit by bit. @param {Entry & { from?: number }} entry @param {(chunk: Buffer) => void} take */
async function read({ method, compressed, from = 0, size: expected }, take) {
  let count = 0;
  const counted = (chunk) => {
    count += chunk.length;
    if (count > expected) throw new Forged('un fichier est plus long qu’il ne le dit');
    take(chunk);
  };
  const until = from + compressed;
  const inflate = method === 8 ? createInflateRaw() : null;
  const done = inflate
    ? new Promise((ended, failed) => {
        inflate.on('data', (chunk) => {
          try {
            counted(chunk);
          } catch (error) {
            inflate.destroy(error);
          }
        });
        inflate.on('end', ended).on('error', failed);
      })
    : Promise.resolve();
  done.catch(() => undefined);
  for (let place = from; place < until && !inflate?.destroyed; ) {
    const chunk = bytesAt(place, Math.min(CHUNK, until - place));
    place += chunk.length;
    if (!inflate) counted(chunk);
    else if (!inflate.write(chunk))
      await Promise.race([new Promise((ready) => inflate.once('drain', ready)), done.catch(() => undefined)]);
  }
  inflate?.end();
  await done;
  if (count !== expected) throw new Forged('un fichier est plus court qu’il ne le dit');
}

/** @param {Entry} entry */
async function textOf(entry) {
  if (entry.size > TEXT_MAX) throw new Forged(`${shown(entry.name)} est trop grand pour être lu`);
  const chunks = [];
  await read(entry, (chunk) => chunks.push(Buffer.from(chunk)));
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {Entry} entry */
async function hashOf(entry) {
  const sum = createHash('sha256');
  await read(entry, (chunk) => sum.update(chunk));
  return sum.digest('hex');
}

/** What the list says: a hash a name. @param {string} text */
function readList(text) {
  const found = new Map();
  if (!text.endsWith('\n')) throw new Forged(`${LIST} est coupé`);
  for (const line of text.slice(0, -1).split('\n')) {
    const [, hash, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (!name) throw new Forged(`${LIST} contient une ligne qui n’est pas une empreinte`);
    if (found.has(name)) throw new Forged(`${LIST} nomme deux fois ${shown(name)}`);
    found.set(name, hash);
  }
  return found;
}

/** What the manifest says of the pieces. @param {string} text */
function readManifest(text) {
  const found = new Map();
  let manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new Forged(`${MANIFEST} est illisible`);
  }
  if (!Array.isArray(manifest?.files)) throw new Forged(`${MANIFEST} ne nomme aucun fichier`);
  for (const one of manifest.files) {
    if (found.has(one.path)) throw new Forged(`${MANIFEST} nomme deux fois ${shown(String(one.path))}`);
    found.set(one.path, one.sha256);
  }
  found.set(PDF, manifest.pdf_sha256);
  return { named: found, schema: manifest.schema };
}

/** @returns {Promise<{ same: number, faults: string[] }>} */
async function verify() {
  const { entries, start } = directory();
  checkNames(entries);
  checkPlaces(entries, start);
  const all = new Map(entries.map((entry) => [entry.name, entry]));
  const [list, manifest] = [all.get(LIST), all.get(MANIFEST)];
  if (!list || !manifest) throw new Forged(`cette archive n’a pas de liste ${LIST} : ce n’est pas un dossier scellé`);
  const listed = readList(await textOf(list));
  const { named, schema } = readManifest(await textOf(manifest));
  const faults = [];
  let same = 0;
  for (const [name, hash] of listed) {
    const entry = all.get(name);
    if (!entry) {
      faults.push(`manquant : ${shown(name)}`);
      continue;
    }
    const found = await hashOf(entry).catch(() => 'illisible');
    if (found === hash) same += 1;
    else faults.push(`changé : ${shown(name)}`);
  }
  // The notice of the first releases was not in the list.
  for (const name of all.keys())
    if (!listed.has(name) && name !== LIST && !(name === NOTICE && !(schema >= 2)))
      faults.push(`ajouté : ${shown(name)}`);
  for (const [name, hash] of named)
    if (listed.get(name) !== hash) faults.push(`le manifeste dit autre chose de : ${shown(String(name))}`);
  for (const name of listed.keys())
    if (!named.has(name) && name !== MANIFEST && name !== NOTICE) faults.push(`absent du manifeste : ${shown(name)}`);
  if (!listed.has(MANIFEST) || !listed.has(PDF)) faults.push(`${LIST} ne nomme pas ${MANIFEST} et ${PDF}`);
  return { same, faults };
}

let result;
try {
  result = await verify();
} catch (error) {
  if (!(error instanceof Forged) && !(error instanceof RangeError) && !error?.code) throw error;
  result = { same: 0, faults: [error instanceof Forged ? error.message : 'archive abîmée'] };
}
for (const fault of result.faults) console.error(fault);
console.log(
  result.faults.length === 0
    ? `${result.same} fichiers : tous ont l’empreinte annoncée.`
    : `${result.same} fichiers comme annoncé, ${result.faults.length === 1 ? 'un défaut' : `${result.faults.length} défauts`}.`,
);
console.log(`Empreinte SHA-256 de cette archive : ${sha256OfArchive()}`);
console.log('Ce fichier se prouve lui-même : comparez avec /verify, à l’adresse de qui l’a scellé.');
closeSync(file);
process.exit(result.faults.length === 0 ? 0 : 1);
