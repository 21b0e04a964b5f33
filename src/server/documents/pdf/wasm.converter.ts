import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CONVERT_DEADLINE_MS, isPdf, type PdfConverter, PdfFailure } from './converter.ts';

interface Options {
  /** How long one document may take, and how long the process may take to start (ms). */
  deadlineMs?: number;
  startMs?: number;
  /** How long the process is kept warm after its last document (ms): it holds over a gigabyte. */
  idleMs?: number;
  /** It leaks about 9 MB a document: after this many it is replaced. */
  documentsPerProcess?: number;
  /** Told once when LibreOffice is being started for the first time. */
  onStart?: () => void;
  /** The program run in the child; tests give one that hangs or dies. */
  program?: string;
}

type Answer = { ready: true } | { pdf: Uint8Array } | { error: string };

const PROGRAM = fileURLToPath(new URL('./wasm.child.ts', import.meta.url));
/** Without these it hangs on some starts; with the first it also starts faster. */
const NODE_FLAGS = ['--liftoff-only', '--single-threaded'];

/**
 * LibreOffice as WebAssembly in a child process: started when needed, one document at a time, kept warm a few minutes,
 * killed and replaced when it hangs or dies. A start that fails is tried once more.
 */
export function wasmConverter({
  deadlineMs = CONVERT_DEADLINE_MS,
  startMs = 45_000,
  idleMs = 3 * 60_000,
  documentsPerProcess = 40,
  onStart,
  program = PROGRAM,
}: Options = {}): PdfConverter {
  let child: ChildProcess | null = null;
  let made = 0;
  let line: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const letGo = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
    made = 0;
  };

  /** The next message of the child. @throws PdfFailure when it dies, or says nothing in time. */
  const nextAnswer = (from: ChildProcess, ms: number): Promise<Answer> =>
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
      const timer = setTimeout(() => settle(() => reject(new PdfFailure('timeout'))), ms);
      from.on('message', onMessage);
      from.on('exit', onExit);
      from.on('error', onError);
    });

  const start = async (): Promise<ChildProcess> => {
    onStart?.();
    const started = fork(program, {
      execArgv: NODE_FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { PATH: process.env.PATH },
    });
    try {
      await nextAnswer(started, startMs);
    } catch (error) {
      started.kill('SIGKILL');
      throw error;
    }
    // The server may end while LibreOffice is warm.
    started.unref();
    started.channel?.unref();
    made = 0;
    return started;
  };

  const convertNow = async (docx: Buffer): Promise<Buffer> => {
    clearTimeout(idle);
    if (child && (child.exitCode !== null || child.signalCode !== null || made >= documentsPerProcess)) letGo();
    child ??= await start().catch(start);
    const current = child;
    try {
      current.ref();
      current.channel?.ref();
      const answer = nextAnswer(current, deadlineMs);
      current.send({ docx });
      const given = await answer;
      made += 1;
      if (!('pdf' in given)) throw new PdfFailure('refused', 'error' in given ? new Error(given.error) : undefined);
      const pdf = Buffer.from(given.pdf);
      if (!isPdf(pdf)) throw new PdfFailure('refused');
      current.unref();
      current.channel?.unref();
      return pdf;
    } catch (error) {
      // Whatever state it is in, the next document gets a fresh one.
      letGo();
      throw error;
    } finally {
      idle = setTimeout(letGo, idleMs);
      idle.unref();
    }
  };

  return {
    name: 'wasm',
    convert(docx) {
      const mine = line.then(() => convertNow(docx));
      line = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      letGo();
    },
  };
}
