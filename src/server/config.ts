import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { email as emailRule, PASSWORD_MIN } from '#shared/auth/auth.contract.ts';
import { SIGNUP_ROLES } from '#shared/contract/rights.ts';
import { withoutEnds } from '#shared/fields/text.ts';
import { isLoopback } from './http/hosts.ts';
import { realFolder } from './real.folder.ts';

interface Setting<T> {
  default: string;
  meaning: string;
  /** What is written, as the server uses it. @throws an Error whose sentence says how to write it */
  read: (text: string, name: string) => T;
}
const setting = <T>(one: Setting<T>): Setting<T> => one;

/** Each setting once: its name in the environment, its default, what it means, how it is read. README.md prints this table. */
export const SETTINGS = {
  PORT: setting({ default: '3000', meaning: 'port où Diplo écoute', read: wholeNumber(0, 65_535) }),
  HOST: setting({
    default: '127.0.0.1',
    meaning: 'adresse où Diplo écoute ; `0.0.0.0` derrière un serveur mandataire HTTPS',
    read: (text) => text,
  }),
  PUBLIC_URL: setting({
    default: '',
    meaning:
      'adresse que l’on tape, par exemple `https://diplo.exemple.fr` : une demande faite sous un autre nom est refusée. Sans elle, sur `127.0.0.1`, seules les demandes faites sous un nom de cette machine reçoivent une réponse',
    read: publicUrl,
  }),
  DATA_DIR: setting({
    default: './data',
    meaning: 'la base, les fichiers, la clé secrète : tout ce qu’il faut sauvegarder',
    read: (text) => resolve(text),
  }),
  DATABASE_URL: setting({
    default: '',
    meaning: '`postgres://…` ; sinon SQLite dans `DATA_DIR`',
    read: optional((text, name) =>
      secretUrl(matching(text, /^postgres(ql)?:\/\//, `${name} doit commencer par postgres://`), name),
    ),
  }),
  ADMIN_EMAIL: setting({
    default: 'admin@diplo.local',
    meaning: 'premier administrateur, créé quand il n’y en a aucun',
    read: (text, name) => {
      const parsed = emailRule.safeParse(text);
      if (!parsed.success) throw new Error(`${name} n’est pas une adresse email (reçu : « ${text} »).`);
      return parsed.data.toLowerCase();
    },
  }),
  ADMIN_PASSWORD: setting({
    default: '',
    meaning: 'son mot de passe ; sinon généré et affiché une seule fois',
    read: optional((text, name) => {
      if (text.length < PASSWORD_MIN) throw new Error(`${name} est trop court : ${PASSWORD_MIN} caractères au moins.`);
      return text;
    }),
  }),
  SIGNUP: setting({
    default: 'open',
    meaning:
      'inscription : `open`, `closed`, ou domaines séparés par des virgules, dont chaque compte attend alors d’être accepté par un administrateur',
    read: signupMode,
  }),
  OIDC_ISSUER: setting({
    default: '',
    meaning:
      'fournisseur d’identité (OpenID Connect) par lequel on se connecte aussi, par exemple `https://accounts.google.com` ; demande PUBLIC_URL',
    read: optional(issuerUrl),
  }),
  OIDC_CLIENT_ID: setting({
    default: '',
    meaning: 'ce que le fournisseur d’identité a donné à Diplo comme nom',
    read: optional((text) => text),
  }),
  OIDC_CLIENT_SECRET: setting({
    default: '',
    meaning: 'et comme secret',
    read: optional((text) => text),
  }),
  OIDC_LABEL: setting({
    default: 'SSO',
    meaning: 'le nom du fournisseur d’identité à l’écran (« Se connecter avec… »), par exemple `Google`',
    read: (text, name) => {
      if (text.length > LABEL_MAX) throw new Error(`${name} est trop long : ${LABEL_MAX} caractères au plus.`);
      return text;
    },
  }),
  OIDC_ROLE_CLAIM: setting({
    default: '',
    meaning: 'l’attribut qui dit les groupes d’une personne, par exemple `groups` ou `realm_access.roles`',
    read: optional((text) => text),
  }),
  OIDC_ROLES: setting({
    default: '',
    meaning:
      'le rôle que donne chacun, par exemple `dip-edition=editor,dip-lecture=viewer` ; lu à chaque connexion, jamais administrateur',
    read: optional(roleMap),
  }),
  OIDC_ONLY: setting({
    default: 'false',
    meaning: '`true` : les mots de passe ne servent plus qu’aux administrateurs',
    read: (text, name) => oneOf('true', 'false')(text, name) === 'true',
  }),
  MENUS_ACCESS: setting({
    default: 'public',
    meaning: 'menus : `public`, ou `members` pour les seules personnes connectées',
    read: oneOf('public', 'members'),
  }),
  SECRET_KEY: setting({
    default: '',
    meaning: 'signe les jetons ; sinon générée et gardée dans `DATA_DIR` (droits 600)',
    read: optional(secretText),
  }),
  STORAGE_URL: setting({
    default: '',
    meaning: '`s3://clé:secret@hôte/seau?region=…` pour plusieurs instances ; sinon les fichiers dans `DATA_DIR`',
    read: optional((text, name) =>
      secretUrl(matching(text, /^s3:\/\/[^\s]+$/, `${name} doit commencer par s3://`), name),
    ),
  }),
  GOOGLE_API_URL: setting({
    default: '',
    meaning: 'autre adresse que celle de Google, pour un émulateur',
    read: optional(httpUrl),
  }),
  COSING_URL: setting({
    default: 'https://api.tech.ec.europa.eu/cosing20/1.0/api',
    meaning: 'où les annexes du règlement sont téléchargées, quand un administrateur le demande',
    read: httpUrl,
  }),
  UPLOAD_MAX_MB: setting({ default: '25', meaning: 'taille d’un fichier, en Mo', read: wholeNumber(1, 2_048) }),
  PDF_URL: setting({
    default: '',
    meaning: 'adresse d’un serveur Gotenberg ; sinon LibreOffice local ou embarqué',
    read: optional(httpUrl),
  }),
  BACKUP_DIR: setting({
    default: '',
    meaning: 'dossier, hors de `DATA_DIR`, d’une sauvegarde quotidienne gardée 14 jours',
    read: optional((text) => resolve(text)),
  }),
  INTAKE_DIR: setting({
    default: '',
    meaning:
      'dossier, hors de `DATA_DIR`, dont les fichiers entrent dans « À classer » ; ceux qui sont pris passent dans `traités/`',
    read: optional((text) => resolve(text)),
  }),
  SMTP_URL: setting({
    default: '',
    meaning:
      '`smtp://compte:secret@hôte:587` ou `smtps://…:465` : le serveur à qui confier les courriels ; sinon aucun ne part',
    read: optional(smtpUrl),
  }),
  MAIL_FROM: setting({
    default: '',
    meaning:
      'adresse d’où partent les courriels, par exemple `diplo@exemple.fr` ; les liens demandent aussi PUBLIC_URL',
    read: optional((text, name) => {
      const parsed = emailRule.safeParse(text);
      if (!parsed.success) throw new Error(`${name} doit être une adresse email, par exemple diplo@exemple.fr.`);
      return parsed.data;
    }),
  }),
  TRUST_PROXY: setting({
    default: '',
    meaning: 'adresse du mandataire dont les en-têtes `X-Forwarded-For` et `X-Forwarded-Host` sont crus',
    read: optional(proxies),
  }),
  METRICS: setting({
    default: '',
    meaning:
      '`/api/v1/metrics` pour Prometheus : vide, fermé ; `admin`, aux administrateurs ; un jeton de 32 caractères tirés au hasard, à qui le montre aussi',
    read: optional((text, name) => (text === 'admin' ? text : secretText(text, name))),
  }),
  LOG_FORMAT: setting({
    default: 'text',
    meaning: '`text` pour une personne, `json` pour une machine : une ligne un objet, celles du démarrage aussi',
    read: oneOf('text', 'json'),
  }),
  LOG_LEVEL: setting({
    default: 'warn',
    meaning: '`info` journalise chaque requête sur la sortie standard',
    read: oneOf('silent', 'error', 'warn', 'info', 'debug'),
  }),
} as const;

type SettingName = keyof typeof SETTINGS;
/** `DATA_DIR` → `dataDir`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

/** The settings as the server uses them, inferred from the table above. */
export type Config = {
  [Name in SettingName as Camel<Name>]: Name extends 'SECRET_KEY'
    ? Buffer
    : ReturnType<(typeof SETTINGS)[Name]['read']>;
};

/** Where the secret key is in the data folder, when the environment gives none. */
export const KEY_FILE = 'secret.key';
const SECRET_BYTES = 32;
const LABEL_MAX = 60;
/** A text of one letter, however long, is no secret. */
const SECRET_LETTERS = 8;

/** The data folder that the environment names, before anything is made in it. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  SETTINGS.DATA_DIR.read(environment.DATA_DIR?.trim() || SETTINGS.DATA_DIR.default, 'DATA_DIR');

/** Reads the settings. @throws an Error whose sentence says which setting is wrong and how to write it. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, one]) => [
      camel(name),
      one.read(environment[name]?.trim() || one.default, name),
    ]),
  ) as Omit<Config, 'secretKey'> & { secretKey: string | null };
  const { dataDir, backupDir, intakeDir } = read;
  checkProvider(read);
  checkFolders({ dataDir, backupDir, intakeDir });
  ensureWritable(dataDir);
  return { ...read, secretKey: secretKey(dataDir, read.secretKey) };
}

/** @throws an Error where one folder stands in another that would take its files, links followed */
function checkFolders({ dataDir, backupDir, intakeDir }: Pick<Config, 'dataDir' | 'backupDir' | 'intakeDir'>): void {
  const isWithin = (one: string, other: string): boolean => `${realFolder(one)}/`.startsWith(`${realFolder(other)}/`);
  const areNested = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one);
  if (intakeDir && areNested(intakeDir, dataDir))
    throw new Error('INTAKE_DIR doit être hors de DATA_DIR, et ne pas le contenir : ses fichiers sont déplacés.');
  if (intakeDir && backupDir && areNested(intakeDir, backupDir))
    throw new Error('INTAKE_DIR doit être hors de BACKUP_DIR, et ne pas le contenir : ses fichiers sont déplacés.');
  if (backupDir && isWithin(backupDir, dataDir))
    throw new Error('BACKUP_DIR doit être hors de DATA_DIR : une sauvegarde dans ce qu’elle sauve ne sauve rien.');
}

/** @throws an Error that says which setting of the identity provider lacks another one */
function checkProvider(read: Omit<Config, 'secretKey'>): void {
  const others = {
    OIDC_CLIENT_ID: read.oidcClientId,
    OIDC_CLIENT_SECRET: read.oidcClientSecret,
    OIDC_ROLE_CLAIM: read.oidcRoleClaim,
    OIDC_ROLES: read.oidcRoles,
    OIDC_ONLY: read.oidcOnly || null,
  };
  if (read.oidcIssuer === null) {
    const said = Object.entries(others).find(([, value]) => value !== null);
    if (said) throw new Error(`${said[0]} ne sert à rien sans OIDC_ISSUER, l’adresse du fournisseur d’identité.`);
    return;
  }
  const needed = {
    OIDC_CLIENT_ID: read.oidcClientId,
    OIDC_CLIENT_SECRET: read.oidcClientSecret,
    PUBLIC_URL: read.publicUrl,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length > 0) throw new Error(`OIDC_ISSUER demande aussi ${missing.join(' et ')}.`);
  if ((read.oidcRoleClaim === null) !== (read.oidcRoles === null))
    throw new Error(
      'OIDC_ROLE_CLAIM et OIDC_ROLES vont ensemble : l’attribut à lire, et le rôle que chacune de ses valeurs donne.',
    );
}

/** @throws an Error that says what to do where nothing can be written */
function ensureWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const trial = join(dataDir, `.essai-${process.pid}`);
    writeFileSync(trial, '', { mode: 0o600 });
    rmSync(trial);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Error(
      `Rien ne peut être écrit dans le dossier des données ${dataDir}${code ? ` (${code})` : ''} : donnez-en les droits au compte qui lance Diplo, libérez de la place, ou choisissez un autre DATA_DIR.`,
    );
  }
}

const camel = (name: string): string =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** True when others than the people of this machine may reach the server. */
export const isExposed = ({ host, publicUrl: url }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(host) || url !== null;

function optional<T>(read: (text: string, name: string) => T): (text: string, name: string) => T | null {
  return (text, name) => (text === '' ? null : read(text, name));
}

function wholeNumber(from: number, to: number): (text: string, name: string) => number {
  return (text, name) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < from || value > to)
      throw new Error(`${name} doit être un nombre entier de ${from} à ${to} (reçu : « ${text} »).`);
    return value;
  };
}

function oneOf<const V extends string>(...values: V[]): (text: string, name: string) => V {
  return (text, name) => {
    const found = values.find((value) => value === text);
    if (!found) throw new Error(`${name} doit valoir ${values.join(' ou ')} (reçu : « ${text} »).`);
    return found;
  };
}

function matching(text: string, rule: RegExp, sentence: string): string {
  if (!rule.test(text)) throw new Error(sentence);
  return text;
}

function httpUrl(text: string, name: string): string {
  const sentence = `${name} doit être une adresse http(s).`;
  const url = matching(text, /^https?:\/\/[^\s]+$/, sentence);
  if (!URL.canParse(url)) throw new Error(sentence);
  return withoutEnds(url, null, /\//);
}

/** What is written holds a secret: it is not said again. */
function secretUrl(text: string, name: string): string {
  if (URL.canParse(text)) return text;
  throw new Error(
    `${name} ne se lit pas : dans le compte et le secret, écrivez %23 pour #, %2F pour /, %3A pour : et %40 pour @.`,
  );
}

/** Over HTTPS, but on one's own machine: what it answers says who people are. */
function issuerUrl(text: string, name: string): URL {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (!url || !(url.protocol === 'https:' || isPlain) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error(`${name} doit être une adresse comme https://accounts.google.com (reçu : « ${text} »).`);
  return url;
}

/** `dip-edition=editor,dip-lecture=viewer`: what the provider says, and the role it gives. */
function roleMap(text: string, name: string): ReadonlyMap<string, (typeof SIGNUP_ROLES)[number]> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=');
    const [said, given] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    const role = SIGNUP_ROLES.find((one) => one === given);
    if (said === '' || !role)
      throw new Error(
        `${name} s’écrit comme dip-edition=editor,dip-lecture=viewer ; aucun groupe ne donne l’administration (reçu : « ${text} »).`,
      );
    return [said, role] as const;
  });
  return new Map(pairs);
}

function publicUrl(text: string, name: string): URL | null {
  if (text === '') return null;
  const url = URL.parse(httpUrl(text, name));
  const isRoot = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!isRoot)
    throw new Error(
      `${name} doit être une adresse comme https://diplo.exemple.fr, sans chemin ni rien d’autre : Diplo se sert à la racine (reçu : « ${text} »).`,
    );
  return url;
}

/** What is written holds a secret: it is not said again. */
function smtpUrl(text: string, name: string): string {
  const url = URL.parse(matching(text, /^smtps?:\/\/[^\s]+$/, `${name} doit commencer par smtp:// ou smtps://`));
  const isWhole = url !== null && url.hostname !== '' && !/%(?![0-9a-f]{2})/i.test(url.username + url.password);
  if (!isWhole)
    throw new Error(
      `${name} n’est pas une adresse comme smtp://compte:secret@hôte:587 : dans le compte et le secret, écrivez %40 pour @, %2F pour / et %25 pour %.`,
    );
  return text;
}

function signupMode(text: string): 'open' | 'closed' | readonly string[] {
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

/** Addresses, networks, or the names that the framework knows; one that it cannot read stops it at the first request. */
function proxies(text: string, name: string): string {
  const isKnown = (one: string): boolean => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(one)) return true;
    const [address = '', bits] = one.split('/');
    const kind = isIP(address);
    return kind !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)));
  };
  if (text.split(',').some((one) => /\/0+$/.test(one.trim())))
    throw new Error(`${name} ne peut pas être « tout le monde » (/0) : chacun dirait alors l’adresse qu’il veut.`);
  if (!text.split(',').every((one) => isKnown(one.trim())))
    throw new Error(
      `${name} doit être l’adresse d’un mandataire, ou plusieurs séparées par des virgules, par exemple 10.0.0.5 ou 10.0.0.0/24 (reçu : « ${text} »).`,
    );
  return text;
}

/** @throws an Error in words when it could be guessed */
export function secretText(text: string, name: string): string {
  if (text.length < SECRET_BYTES || new Set(text).size < SECRET_LETTERS)
    throw new Error(`${name} est trop faible : ${SECRET_BYTES} caractères au moins, tirés au hasard.`);
  return text;
}

/** The key given, or the one kept in the data folder, made at first start with mode 600. */
function secretKey(dataDir: string, given: string | null): Buffer {
  if (given !== null) return Buffer.from(given, 'utf8');
  const path = join(dataDir, KEY_FILE);
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (key.length < SECRET_BYTES) throw new Error(`La clé secrète ${path} est abîmée. Restaurez-la d’une sauvegarde.`);
  return key;
}
