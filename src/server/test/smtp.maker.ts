import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface Received {
  to: string;
  subject: string;
  messageId: string;
  text: string;
}

export interface TestSmtp {
  url: string;
  received: Received[];
  /** Cuts every talk under way, without a word. */
  hangUp(): void;
  close(): Promise<void>;
}

/**
 * A real mail server on this machine, which keeps what it is given.
 * @param take what it does with a letter that has come whole, before it answers; an error is its refusal
 */
export async function startSmtp({
  take = async () => undefined,
  ...options
}: SMTPServerOptions & { take?: (letter: Received) => Promise<void> } = {}): Promise<TestSmtp> {
  const received: Received[] = [];
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const letter = letterOf(Buffer.concat(chunks).toString('utf8'), session);
        take(letter).then(
          () => {
            received.push(letter);
            callback();
          },
          (error: Error) => callback(error),
        );
      });
    },
    ...options,
  });
  // A client that is killed hangs up.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function letterOf(source: string, { envelope }: SMTPServerSession): Received {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const header = (name: string): string => new RegExp(`^${name}: (.*(?:\\r\\n .*)*)`, 'im').exec(head)?.[1] ?? '';
  const raw = body.join('\r\n\r\n');
  const isBase64 = /base64/i.test(header('Content-Transfer-Encoding'));
  const isQuoted = /quoted-printable/i.test(header('Content-Transfer-Encoding'));
  const text = isBase64
    ? Buffer.from(raw, 'base64').toString('utf8')
    : isQuoted
      ? Buffer.from(
          raw
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
          'latin1',
        ).toString('utf8')
      : raw;
  return {
    to: envelope.rcptTo.map(({ address }) => address).join(', '),
    subject: header('Subject').replace(/=\?UTF-8\?(B|Q)\?([^?]*)\?=(?:\r\n )?/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(
            word
              .replace(/_/g, ' ')
              .replace(/=([0-9A-F]{2})/g, (__, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
            'latin1',
          ).toString('utf8'),
    ),
    messageId: header('Message-ID'),
    text: text.replace(/\r\n/g, '\n'),
  };
}
