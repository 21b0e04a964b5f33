import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../program.ts';
import {
  CONVERT_DEADLINE_MS,
  isPdf,
  type PdfConverter,
  PdfFailure,
  type Replacement,
  replacementOf,
} from './converter.ts';

interface Options {
  /** How long one document may take in all (ms), a restart included. */
  deadlineMs?: number;
  /** How long the process is kept warm after its last document (ms): it holds over a gigabyte. */
  idleMs?: number;
  /** It leaks about 9 MB a document: after this many it is replaced. */
  documentsPerProcess?: number;
  /** The program run in the child; tests give one that hangs or dies. */
  program?: string;
}

type Answer = { ready: true } | { pdf: Uint8Array } | { error: string };

const PROGRAM = fileURLToPath(moduleBeside(import.meta.url, 'wasm.child'));
/** It starts faster so, and takes less memory. */
const NODE_FLAGS = ['--liftoff-only', '--single-threaded'];
/** A process that died, of the machine’s memory most often, is replaced once. */
const TRIES = 2;

/** The next message of the child. @throws PdfFailure when it dies, or says nothing before `until`. */
const nextAnswer = (from: ChildProcess, until: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      from.off('message', onMessage);
      from.off('exit', onExit);
      from.off('error', onError);
      act();
    };
    const onMessage = (message: unknown): void => settle(() => resolve(message as Answer));
    const onExit = (code: number | null, signal: string | null): void =>
      settle(() => reject(new PdfFailure('down', new Error(`converter ended: ${signal ?? code}`))));
    const onError = (error: Error): void => settle(() => reject(new PdfFailure('down', error)));
    const timer = setTimeout(() => settle(() => reject(new PdfFailure('timeout'))), Math.max(0, until - Date.now()));
    from.on('message', onMessage);
    from.on('exit', onExit);
    from.on('error', onError);
  });

/**
 * LibreOffice as WebAssembly in a child process: started when needed, one document at a time, kept warm a few minutes;
 * killed when its time is over, and replaced once when it dies.
 */
export function wasmConverter({
  deadlineMs: defaultDeadlineMs = CONVERT_DEADLINE_MS,
  idleMs = 3 * 60_000,
  documentsPerProcess = 40,
  program = PROGRAM,
}: Options = {}): PdfConverter {
  let child: ChildProcess | null = null;
  let made = 0;
  let line: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let told: (why: Replacement) => void = () => undefined;

  const replace = (why: Replacement): void => {
    if (child) told(why);
    letGo();
  };
  const letGo = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
    made = 0;
  };

  const start = async (until: number): Promise<ChildProcess> => {
    const started = fork(program, {
      execArgv: NODE_FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { PATH: process.env.PATH },
    });
    child = started;
    await nextAnswer(started, until);
    return started;
  };

  const attempt = async (docx: Buffer, until: number): Promise<Buffer> => {
    if (child && (child.exitCode !== null || child.signalCode !== null)) replace('died');
    else if (made >= documentsPerProcess) replace('spent');
    const current = child ?? (await start(until));
    keepAlive(current, true);
    const answer = nextAnswer(current, until);
    current.send({ docx });
    const given = await answer;
    made += 1;
    if (!('pdf' in given)) throw new PdfFailure('refused', 'error' in given ? new Error(given.error) : undefined);
    const pdf = Buffer.from(given.pdf);
    if (!isPdf(pdf)) throw new PdfFailure('refused');
    keepAlive(current, false);
    return pdf;
  };

  const convertNow = async (
    docx: Buffer,
    { deadlineMs = defaultDeadlineMs, signal }: { deadlineMs?: number; signal?: AbortSignal },
  ): Promise<Buffer> => {
    clearTimeout(idle);
    // Its place was asked for while it waited.
    if (signal?.aborted) throw new PdfFailure('yielded');
    const until = Date.now() + deadlineMs;
    // The child that dies of it rejects what is asked of it.
    const stop = (): void => replace('yielded');
    signal?.addEventListener('abort', stop, { once: true });
    for (let turn = 1; ; turn += 1) {
      try {
        const pdf = await attempt(docx, until);
        idle = setTimeout(letGo, idleMs);
        idle.unref();
        signal?.removeEventListener('abort', stop);
        return pdf;
      } catch (error) {
        if (signal?.aborted) throw new PdfFailure('yielded', error);
        // Whatever state it is in, the next try gets a fresh one.
        replace(replacementOf(error));
        const refused = error instanceof PdfFailure && error.fault === 'refused';
        if (refused || turn >= TRIES || Date.now() >= until) throw error;
      }
    }
  };

  return {
    name: 'wasm',
    atOnce: 1,
    convert(docx, options = {}) {
      const mine = line.then(() => convertNow(docx, options));
      line = mine.catch(() => undefined);
      return mine;
    },
    watch(listener) {
      told = listener;
    },
    renew: () => replace('renewed'),
    async warm() {
      const mine = line.then(async () => {
        if (!child) keepAlive(await start(Date.now() + defaultDeadlineMs), false);
        clearTimeout(idle);
        idle = setTimeout(letGo, idleMs);
        idle.unref();
      });
      line = mine.catch(letGo);
      await mine;
    },
    async close() {
      letGo();
    },
  };
}

/** The server may end while LibreOffice is warm, not while it works. */
function keepAlive(child: ChildProcess, working: boolean): void {
  if (working) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
