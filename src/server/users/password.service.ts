import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { unavailable } from '../errors.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** What a hash costs: memory in KiB, and passes over it. */
export interface PasswordCost {
  memory: number;
  passes: number;
}
/** OWASP ASVS 5.0, appendix C: argon2id with at least 19 MiB and two passes. */
const FULL_COST: PasswordCost = { memory: 19_456, passes: 2 };
const TAG_LENGTH = 32;
const SALT_LENGTH = 16;

/** No more hashes at once than cores: logins wait in line rather than starve every other request. */
const line = new PQueue({ concurrency: Math.max(1, availableParallelism() - 1) });
/** Beyond this, who comes is told to come back: the last in line would wait some ten seconds. */
const WAITING_MAX = 200;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (line.size >= WAITING_MAX)
    throw unavailable('Trop de personnes se connectent en même temps. Réessayez dans un instant.');
  return line.add(work);
}

const hash = (password: string, salt: Buffer, { memory, passes }: PasswordCost): Promise<Buffer> =>
  inTurn(() =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFC'), 'utf8'),
      nonce: salt,
      parallelism: 1,
      tagLength: TAG_LENGTH,
      memory,
      passes,
    }),
  );

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** The password as `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost = FULL_COST): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const digest = await hash(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${encode(salt)}$${encode(digest)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/;

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = PHC.exec(stored);
  if (!match) return pretendToVerify(password);
  const [, memory = '', passes = '', salt = '', digest = ''] = match;
  const expected = Buffer.from(digest, 'base64');
  const found = await hash(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
  });
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/** Of who signs in by the provider of the firm alone: no password opens it. */
export const NO_PASSWORD = '';

/** Takes as long as a real check: an unknown e-mail, or one without a password, cannot be told from a wrong password. */
const decoy = hashPassword(randomBytes(16).toString('hex'));
export async function pretendToVerify(password: string): Promise<false> {
  await verifyPassword(password, await decoy);
  return false;
}

/** Easy to dictate: no 0/O, 1/l/I. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const temporaryPassword = (): string =>
  Array.from(randomBytes(16), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');
