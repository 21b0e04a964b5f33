import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';

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

/** Hands a letter to a server. @param beforeEnd done when all of it is there but its end: what fails then, the server has not taken */
export async function sendLetter(
  url: string,
  letter: Letter,
  {
    patience = PATIENCE,
    signal,
    beforeEnd = async () => undefined,
  }: { patience?: Patience; signal?: AbortSignal; beforeEnd?: () => Promise<void> },
): Promise<void> {
  const bytes = await new MailComposer({ ...letter, disableFileAccess: true, disableUrlAccess: true })
    .compile()
    .build();
  let stopped: unknown = null;
  let isGiven = false;
  const raw = new Readable({
    read() {
      if (!isGiven) {
        isGiven = true;
        this.push(bytes);
        return;
      }
      // Asked again once it has gone: the end is all that is left.
      beforeEnd().then(
        () => this.push(null),
        (error: unknown) => {
          stopped = error;
          this.destroy(new Error('The letter is not to be ended'));
        },
      );
    },
  });
  const transport = createTransport({
    url,
    connectionTimeout: patience.connectMs,
    dnsTimeout: patience.connectMs,
    greetingTimeout: patience.greetingMs,
    socketTimeout: patience.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ envelope: { from: letter.from, to: letter.to }, raw, ...(signal ? { signal } : {}) });
  } catch (error) {
    throw stopped ?? new MailFault(sentenceOf(error));
  } finally {
    raw.destroy();
    transport.close();
  }
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
    return `Le certificat du serveur de courrier n’est pas valable (${reasonOf(error) || code}) : rien ne lui est confié.`;
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
  if (code === 'ABORT_ERR' || (error instanceof Error && error.name === 'AbortError'))
    return 'L’envoi a été interrompu.';
  return `L’envoi a échoué${said}.`;
}

/** The reason below the fault, as OpenSSL or the system call it. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && 'originalCode' in error ? String(error.originalCode) : '';
  return /^[A-Z0-9_]{3,60}$/.test(reason) ? reason : '';
}
