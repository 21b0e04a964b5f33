import { constants, crc32, deflateRawSync } from 'node:zlib';
import { encodeXml } from './xml.ts';
import type { ZipEntry } from './zip.ts';

/** A document larger than Word opens: lists nested in lists multiply. */
export class TooLarge extends Error {}

/** Bytes of one part, once filled. */
const OUTPUT_MAX = 200_000_000;
/** Turns of all the lists of one part: an empty turn prints nothing, and takes time all the same. */
const TURNS_MAX = 200_000;
/** Bytes that are gathered before they are deflated: a part is never whole in memory. */
const CHUNK = 1024 * 1024;
/**
 * How hard zlib looks for what repeats, of 9: a third of the time that its own 6 takes, for a sixth more bytes of text (three
 * templates of the trade, November 2026). Word itself writes its parts « super fast » (APPNOTE 4.4.4, bits 1 and 2).
 */
const LEVEL = 3;
/** What is remembered of the end of the bytes that have gone. */
const TAIL = 64;
/** What cannot be written as it is: what XML escapes or refuses, line breaks, halves of characters. */
const SPECIAL = /[&<>"\u0000-\u001f\ufffe\uffff\ud800-\udfff]/;

/** One buffer for all that a thread writes, one document after the other. */
const gathered = Buffer.allocUnsafeSlow(CHUNK);

/** A part as it is written: gathered as UTF-8, deflated piece by piece. */
export class Output {
  readonly #chunks: Buffer[] = [];
  #at = 0;
  #gone = 0;
  #crc = 0;
  #tail: Buffer = Buffer.alloc(0);
  #turns = 0;
  #solid = 0;

  /** Bytes written so far. */
  get length(): number {
    return this.#gone + this.#at;
  }

  /** How often something was written that is no blank. */
  get solid(): number {
    return this.#solid;
  }

  turn(): void {
    this.#turns += 1;
    if (this.#turns > TURNS_MAX) throw new TooLarge('The lists of the part take too many turns');
  }

  /** XML that is bytes already. */
  push(bytes: Buffer): void {
    // Most begin with a tag: one byte is looked at.
    if (bytes.some((byte) => byte > 0x20)) this.#solid += 1;
    if (this.#at + bytes.length > CHUNK) {
      this.#flush();
      if (bytes.length > CHUNK) {
        for (let from = 0; from < bytes.length; from += CHUNK) this.push(bytes.subarray(from, from + CHUNK));
        return;
      }
    }
    gathered.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** A text of a person, as text. @param written how line breaks and tabs are written in this part */
  text(value: string, written: { lineBreak: string; tab: string }): void {
    if (value !== '') this.#solid += 1;
    const xml = SPECIAL.test(value) ? escaped(value, written) : value;
    // UTF-8 takes three bytes at most for what UTF-16 writes as one.
    if (this.#at + xml.length * 3 > CHUNK) this.push(Buffer.from(xml, 'utf8'));
    else this.#at += gathered.write(xml, this.#at, 'utf8');
  }

  endsWith(bytes: Buffer): boolean {
    if (this.#at >= bytes.length) return gathered.subarray(this.#at - bytes.length, this.#at).equals(bytes);
    const end = Buffer.concat([this.#tail, gathered.subarray(0, this.#at)]);
    return end.length >= bytes.length && end.subarray(-bytes.length).equals(bytes);
  }

  /** The part as an entry of an archive. */
  entry(name: string): ZipEntry {
    this.#deflate(constants.Z_FINISH);
    return {
      name,
      method: 8,
      crc: this.#crc,
      size: this.#gone,
      compressed: this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks),
    };
  }

  #flush(): void {
    if (this.#at > 0) this.#deflate(constants.Z_SYNC_FLUSH);
    if (this.#gone > OUTPUT_MAX) throw new TooLarge('The filled part is too large');
  }

  /** Deflated to a whole byte: pieces that are each complete make one stream when they follow each other. RFC 1951, 3.2.3 */
  #deflate(finishFlush: number): void {
    const bytes = gathered.subarray(0, this.#at);
    this.#crc = crc32(bytes, this.#crc);
    this.#chunks.push(deflateRawSync(bytes, { finishFlush, level: LEVEL }));
    this.#tail = Buffer.from(bytes.subarray(-TAIL));
    this.#gone += this.#at;
    this.#at = 0;
  }
}

function escaped(value: string, { lineBreak, tab }: { lineBreak: string; tab: string }): string {
  const text = encodeXml(value);
  if (!/[\n\t]/.test(text)) return text;
  return text.replace(/\r?\n|\t/g, (character) => (character === '\t' ? tab : lineBreak));
}
