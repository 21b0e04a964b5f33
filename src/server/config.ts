import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Each setting once: its name in the environment, its default, what it means. README.md prints this table. */
export const SETTINGS = {
  PORT: { default: '3000', meaning: 'port où Diplo écoute' },
  HOST: { default: '127.0.0.1', meaning: 'adresse où Diplo écoute ; `0.0.0.0` derrière un serveur mandataire HTTPS' },
  DATA_DIR: { default: './data', meaning: 'la base, les fichiers, la clé secrète : tout ce qu’il faut sauvegarder' },
  DATABASE_URL: { default: '', meaning: '`postgres://…` ; sinon SQLite dans `DATA_DIR`' },
  ADMIN_EMAIL: { default: 'admin@diplo.local', meaning: 'premier administrateur, créé quand il n’y en a aucun' },
  ADMIN_PASSWORD: { default: '', meaning: 'son mot de passe ; sinon généré et affiché une seule fois' },
  SIGNUP: { default: 'open', meaning: 'inscription : `open`, `closed`, ou domaines séparés par des virgules' },
  MENUS_ACCESS: { default: 'public', meaning: 'menus : `public`, ou `members` pour les seules personnes connectées' },
  SECRET_KEY: { default: '', meaning: 'signe les jetons ; sinon générée et gardée dans `DATA_DIR` (droits 600)' },
  STORAGE_URL: {
    default: '',
    meaning: '`s3://clé:secret@hôte/seau?region=…` pour plusieurs instances ; sinon les fichiers dans `DATA_DIR`',
  },
  GOOGLE_API_URL: { default: '', meaning: 'autre adresse que celle de Google, pour un émulateur' },
  UPLOAD_MAX_MB: { default: '25', meaning: 'taille d’un fichier, en Mo' },
  PDF_URL: { default: '', meaning: 'adresse d’un serveur Gotenberg ; sinon LibreOffice local ou embarqué' },
  TRUST_PROXY: { default: '', meaning: 'adresse du mandataire dont l’en-tête `X-Forwarded-For` est crue' },
  LOG_LEVEL: { default: 'warn', meaning: '`info` journalise chaque requête sur la sortie standard' },
} as const;

type SettingName = keyof typeof SETTINGS;

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  adminEmail: string;
  adminPassword: string | null;
  signup: 'open' | 'closed' | readonly string[];
  menusPublic: boolean;
  secretKey: Buffer;
  uploadMaxMb: number;
  pdfUrl: string | null;
  /** Another address than Google's, for an emulator. */
  googleUrl: string | null;
  storageUrl: string | null;
  trustProxy: string | null;
  logLevel: string;
}

const SECRET_BYTES = 32;

/** Reads the settings. @throws an Error whose sentence says which setting is wrong and how to write it. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = (name: SettingName): string => environment[name]?.trim() || SETTINGS[name].default;
  const dataDir = resolve(read('DATA_DIR'));
  mkdirSync(dataDir, { recursive: true });
  return {
    port: wholeNumber('PORT', read('PORT'), 0, 65_535),
    host: read('HOST'),
    dataDir,
    databaseUrl: postgresUrl(read('DATABASE_URL')),
    adminEmail: read('ADMIN_EMAIL').toLowerCase(),
    adminPassword: read('ADMIN_PASSWORD') || null,
    signup: signupMode(read('SIGNUP')),
    menusPublic: oneOf('MENUS_ACCESS', read('MENUS_ACCESS'), ['public', 'members']) === 'public',
    secretKey: secretKey(dataDir, read('SECRET_KEY')),
    uploadMaxMb: wholeNumber('UPLOAD_MAX_MB', read('UPLOAD_MAX_MB'), 1, 1_000),
    pdfUrl: httpUrl('PDF_URL', read('PDF_URL')),
    googleUrl: httpUrl('GOOGLE_API_URL', read('GOOGLE_API_URL')),
    storageUrl: s3Url(read('STORAGE_URL')),
    trustProxy: read('TRUST_PROXY') || null,
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL'), ['silent', 'error', 'warn', 'info', 'debug']),
  };
}

function wholeNumber(name: SettingName, text: string, from: number, to: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < from || value > to)
    throw new Error(`${name} doit être un nombre entier de ${from} à ${to} (reçu : « ${text} »).`);
  return value;
}

function oneOf(name: SettingName, text: string, values: readonly string[]): string {
  if (!values.includes(text)) throw new Error(`${name} doit valoir ${values.join(' ou ')} (reçu : « ${text} »).`);
  return text;
}

function httpUrl(name: SettingName, text: string): string | null {
  if (text === '') return null;
  if (!/^https?:\/\/[^\s]+$/.test(text)) throw new Error(`${name} doit être une adresse http(s).`);
  return text.replace(/\/+$/, '');
}

function postgresUrl(text: string): string | null {
  if (text === '') return null;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('DATABASE_URL doit commencer par postgres://');
  return text;
}

function s3Url(text: string): string | null {
  if (text === '') return null;
  if (!/^s3:\/\/[^\s]+$/.test(text)) throw new Error('STORAGE_URL doit commencer par s3://');
  return text;
}

function signupMode(text: string): Config['signup'] {
  if (text === 'open' || text === 'closed') return text;
  const domains = text
    .toLowerCase()
    .split(',')
    .map((domain) => domain.trim().replace(/^@/, ''))
    .filter((domain) => domain !== '');
  if (domains.length === 0 || !domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)))
    throw new Error(`SIGNUP doit valoir open, closed, ou des domaines comme valorme.fr (reçu : « ${text} »).`);
  return domains;
}

/** The key given, or the one kept in the data folder, made at first start with mode 600. */
function secretKey(dataDir: string, given: string): Buffer {
  if (given !== '') {
    if (given.length < SECRET_BYTES)
      throw new Error(`SECRET_KEY est trop courte : ${SECRET_BYTES} caractères au moins, tirés au hasard.`);
    return Buffer.from(given, 'utf8');
  }
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (key.length < SECRET_BYTES) throw new Error(`La clé secrète ${path} est abîmée. Restaurez-la d’une sauvegarde.`);
  return key;
}
