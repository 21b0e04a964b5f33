import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { keyFor } from './secrets.ts';

const VERSION = 'v1';

/** What is locked by each key that is made from SECRET_KEY: what one use locks, another never opens. */
export const VAULTS = {
  drive: 'diplo drive credentials',
  otp: 'diplo second factors',
  signIn: 'diplo sign-in',
} as const;

/** Encrypts what is kept: AES-256-GCM, a key made from SECRET_KEY for this use alone. */
export function createVault<T>(secretKey: Buffer, use: (typeof VAULTS)[keyof typeof VAULTS]): Vault<T> {
  const key = keyFor(secretKey, use);
  const aad = createHash('sha256').update(use).digest();
  return {
    lock(value) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return [VERSION, iv, cipher.getAuthTag(), body]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.');
    },
    unlock(text) {
      const [version, iv, tag, body] = text.split('.');
      if (version !== VERSION || !iv || !tag || !body) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
          .setAAD(aad)
          .setAuthTag(Buffer.from(tag, 'base64url'));
        const plain = Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]);
        return JSON.parse(plain.toString('utf8')) as T;
      } catch {
        return null;
      }
    },
  };
}

export interface Vault<T> {
  lock(value: T): string;
  /** @returns `null` when it was locked with another key, or has been touched */
  unlock(text: string): T | null;
}
