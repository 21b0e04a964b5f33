import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '../http/hosts.ts';

/** What goes out: words alone. */
export interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The same at each try: a mailbox that gets two shows one. */
  messageId: string;
}

/** How long each part of the talk may take (ms). */
export interface Patience {
  /** To be connected, then to be greeted: RFC 5321, section 4.5.3.2.1 says five minutes. */
  connectMs: number;
  greetingMs: number;
  /** Between two words, and for the last answer: section 4.5.3.2.6 says ten minutes. */
  answerMs: number;
}
export const PATIENCE: Patience = { connectMs: 30_000, greetingMs: 300_000, answerMs: 600_000 };

/** Why a letter did not go, in a sentence that names nobody. */
export class MailFault extends Error {}

interface Sending {
  patience?: Patience;
  signal?: AbortSignal;
  /** Done when all of the letter is on its way but its end: what fails then, the server has not taken. */
  beforeEnd?: () => Promise<void>;
}

/** Hands a letter to a server. @throws MailFault; whatever `beforeEnd` throws */
export async function sendLetter(
  url: string,
  letter: Letter,
  { patience = PATIENCE, signal, beforeEnd = async () => undefined }: Sending = {},
): Promise<void> {
  const bytes = await new MailComposer({ ...letter, disableFileAccess: true, disableUrlAccess: true })
    .compile()
    .build();
  const { host, port, secure, credentials } = serverOf(url);
  // A transport reads a message before it is connected: only the connection itself takes it once the server has said to go on.
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    // An account and what is written never go in clear because somebody took « STARTTLS » out of the answer.
    requireTLS: !secure && credentials !== null && !isLoopback(host),
    connectionTimeout: patience.connectMs,
    dnsTimeout: patience.connectMs,
    greetingTimeout: patience.greetingMs,
    socketTimeout: patience.answerMs,
  });
  let stopped: unknown = null;
  try {
    await new Promise<void>((resolve, reject) => {
      const raw = endingAfter(bytes, beforeEnd, (error) => {
        stopped = error;
        reject(error);
        connection.close();
      });
      const step = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
      const send = (): void => connection.send({ from: letter.from, to: [letter.to] }, raw, step(resolve));
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal?.aborted) reject(signal.reason);
      connection.on('error', reject);
      connection.once('end', () => reject(new MailFault('Le serveur de courrier a raccroché.')));
      connection.connect(step(() => (credentials ? connection.login({ credentials }, step(send)) : send())));
    });
    connection.quit();
  } catch (error) {
    connection.close();
    if (stopped !== null || error instanceof MailFault) throw stopped ?? error;
    throw new MailFault(sentenceOf(error));
  }
}

/** A stream that ends once `before` is done. It is read only when the server waits for it. */
function endingAfter(bytes: Buffer, before: () => Promise<void>, onStopped: (error: unknown) => void): Readable {
  let isGiven = false;
  return new Readable({
    read() {
      if (!isGiven) {
        isGiven = true;
        this.push(bytes);
      }
      // Asked again once it has gone: the end is all that is left.
      else
        before().then(
          () => this.push(null),
          (error: unknown) => {
            onStopped(error);
            this.destroy();
          },
        );
    },
  });
}

/** Ports: RFC 6409 (587) and RFC 8314 (465). */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    credentials: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
  };
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** What a server answers may say an address: its code says enough. RFC 5321, section 4.2.3 */
function sentenceOf(error: unknown): string {
  const { code = '', responseCode, command = '' } = (error ?? {}) as SmtpError;
  const said = responseCode ? ` (${responseCode})` : code ? ` (${code})` : '';
  if (
    /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT|ERR_TLS|ERR_SSL)/.test(reasonOf(error)) ||
    code === 'ETLS'
  )
    return reasonOf(error) === ''
      ? 'Le serveur de courrier n’offre pas de connexion chiffrée (STARTTLS) : rien ne lui est confié. Vérifiez SMTP_URL.'
      : `Le certificat du serveur de courrier n’est pas valable (${reasonOf(error)}) : rien ne lui est confié.`;
  // It may know better in a while. RFC 4954, section 6
  if (responseCode === 454) return `Le serveur de courrier ne peut pas vérifier l’identifiant pour l’instant${said}.`;
  if (code === 'EAUTH' || responseCode === 535)
    return `Le serveur de courrier refuse l’identifiant ou le mot de passe de SMTP_URL${said}.`;
  if (code === 'EENVELOPE' && /RCPT/i.test(command)) return `Le serveur de courrier refuse le destinataire${said}.`;
  if (code === 'EENVELOPE') return `Le serveur de courrier refuse l’expéditeur${said} : vérifiez MAIL_FROM.`;
  if (code === 'EMESSAGE') return `Le serveur de courrier refuse le message${said}.`;
  if (
    /^(?:ETIMEDOUT|ECONNECTION|ECONNREFUSED|ECONNRESET|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|EPROTOCOL|EHOSTUNREACH|EPIPE)$/.test(
      code,
    )
  )
    return `Le serveur de courrier ne répond pas, ou a raccroché (${reasonOf(error) || code}).`;
  if (error instanceof Error && error.name === 'TimeoutError')
    return 'Le serveur de courrier ne répond pas à temps : vérifiez le port de SMTP_URL, et smtps:// pour le port 465, smtp:// pour les autres.';
  if (code === 'ABORT_ERR' || (error instanceof Error && error.name === 'AbortError'))
    return 'L’envoi a été interrompu.';
  return `L’envoi a échoué${said}.`;
}

/** The reason below the fault, as OpenSSL or the system call it. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && 'originalCode' in error ? String(error.originalCode) : '';
  return /^[A-Z0-9_]{3,60}$/.test(reason) ? reason : '';
}
