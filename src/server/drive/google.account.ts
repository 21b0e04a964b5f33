import { createPrivateKey } from 'node:crypto';
import { bodyFault, invalid } from '../errors.ts';

/** What of a service account's key is needed; the rest of the file is not kept. */
export interface ServiceAccount {
  client_email: string;
  private_key: string;
  private_key_id: string | null;
}

const RSA_BITS_MIN = 2048;
const FILE_MAX = 64 * 1024;
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/** Reads the JSON file that Google gives for a service account. @throws 422 saying all that lacks */
export function readServiceAccount(bytes: Buffer): ServiceAccount {
  const refuse = (...sentences: string[]): never => {
    throw invalid(sentences.map((sentence) => bodyFault('file', sentence)));
  };
  let found: unknown;
  try {
    found = bytes.length > FILE_MAX ? null : JSON.parse(bytes.toString('utf8'));
  } catch {
    found = null;
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    return refuse(
      'Le fichier doit être un fichier JSON : celui que Google donne en créant une clé du compte de service.',
    );
  const { type, client_email, private_key, private_key_id, token_uri } = found as Record<string, unknown>;
  if (type !== undefined && type !== 'service_account')
    return refuse(
      'Ces identifiants ne sont pas ceux d’un compte de service : dans Google Cloud, créez un compte de service, puis une clé JSON.',
    );
  const missing = Object.entries({ type, client_email, private_key, token_uri })
    .filter(([, value]) => typeof value !== 'string' || value.trim() === '')
    .map(([name]) => `Il manque « ${name} » dans ce fichier : téléchargez de nouveau la clé depuis Google Cloud.`);
  if (missing.length > 0) return refuse(...missing);
  if (!EMAIL.test(String(client_email))) return refuse('« client_email » n’est pas une adresse.');
  if (!isRsaKey(String(private_key)))
    return refuse(`« private_key » n’est pas une clé RSA d’au moins ${RSA_BITS_MIN} bits.`);
  return {
    client_email: String(client_email),
    private_key: String(private_key),
    private_key_id: typeof private_key_id === 'string' ? private_key_id : null,
  };
}

function isRsaKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN;
  } catch {
    return false;
  }
}
