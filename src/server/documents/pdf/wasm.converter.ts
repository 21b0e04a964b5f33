import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONVERT_DEADLINE_MS, isPdf, type PdfConverter, PdfFailure } from './converter.ts';

interface Options {
  /** How long one document may take in all (ms), restarts included. */
  deadlineMs?: number;
  /** How long the process is kept warm after its last document (ms): it holds over a gigabyte. */
  idleMs?: number;
  /** It leaks about 9 MB a document: after this many it is replaced. */
  documentsPerProcess?: number;
  /** Seconds without work after which it is taken for hung. */
  stallSeconds?: number;
  /** The program run in the child; tests give one that hangs or dies. */
  program?: string;
}

type Answer = { ready: true } | { pdf: Uint8Array } | { error: string };

const PROGRAM = fileURLToPath(new URL('./wasm.child.ts', import.meta.url));
/** Measured: without these it hangs far more often; with the first it also starts faster. */
const NODE_FLAGS = ['--liftoff-only', '--single-threaded'];
/**
 * LibreOffice's threads sometimes wait for each other for ever, at its start or on its first document: measured on one
 * core, four times in six; on two, three times in eight. It then uses 3 to 17 % of a core where working takes all it can
 * get: 37 % beside four programs that take all too (two cores). Fewer would be left beside more of them, but it still asks
 * for a whole core, running or waiting for its turn; threads that wait for each other ask for 8 to 85 %.
 */
const ATTEMPTS = 12;
const STALLED = { used: 0.25, wanted: 0.9 };
/** Where the system does not tell what waits for a core. */
const STALLED_SURELY = 0.1;

/**
 * LibreOffice as WebAssembly in a child process: started when needed, one document at a time, kept warm a few minutes;
 * killed and replaced when it hangs or dies, and the document tried again as long as its time lasts.
 */
export function wasmConverter({
  deadlineMs: defaultDeadlineMs = CONVERT_DEADLINE_MS,
  idleMs = 3 * 60_000,
  documentsPerProcess = 40,
  stallSeconds = 3,
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

  /** The next message of the child. @throws PdfFailure when it dies, hangs, or says nothing before `until`. */
  const nextAnswer = (from: ChildProcess, until: number): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        clearInterval(watch);
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
      const isStalled = stallDetector(from.pid, stallSeconds);
      const watch = setInterval(() => isStalled() && settle(() => reject(new PdfFailure('timeout'))), 1_000);
      from.on('message', onMessage);
      from.on('exit', onExit);
      from.on('error', onError);
    });

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
    if (child && (child.exitCode !== null || child.signalCode !== null || made >= documentsPerProcess)) letGo();
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
    signal?.addEventListener('abort', letGo, { once: true });
    for (let turn = 1; ; turn += 1) {
      try {
        const pdf = await attempt(docx, until);
        idle = setTimeout(letGo, idleMs);
        idle.unref();
        signal?.removeEventListener('abort', letGo);
        return pdf;
      } catch (error) {
        if (signal?.aborted) throw new PdfFailure('yielded', error);
        // Whatever state it is in, the next try gets a fresh one.
        letGo();
        const refused = error instanceof PdfFailure && error.fault === 'refused';
        if (refused || turn >= ATTEMPTS || Date.now() >= until) throw error;
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
    renew: letGo,
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

/** Tells whether a process has done next to nothing for some seconds. Only Linux says; elsewhere the deadline decides. */
function stallDetector(pid: number | undefined, seconds: number): () => boolean {
  const samples: CoreTime[] = [];
  return () => {
    const now = pid === undefined ? null : coreTimeOf(pid);
    if (now === null) return false;
    samples.push(now);
    const before = samples.at(-1 - seconds);
    if (before === undefined) return false;
    const used = (now.used - before.used) / seconds;
    if (now.wanted === null || before.wanted === null) return used < STALLED_SURELY;
    return used < STALLED.used && (now.wanted - before.wanted) / seconds < STALLED.wanted;
  };
}

/** Seconds since a process began: a core was used; one was used or waited for (`null` where the system does not tell). */
interface CoreTime {
  used: number;
  wanted: number | null;
}

/** @returns `null` where nothing of it can be known */
function coreTimeOf(pid: number): CoreTime | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    // Fields 14 and 15 of proc(5), in ticks of a hundredth of a second.
    return { used: (Number(fields[11]) + Number(fields[12])) / 100, wanted: wantedBy(pid) };
  } catch {
    return null;
  }
}

/** What its threads ran and waited for their turn, by the kernel's scheduler (`schedstat`, nanoseconds). */
function wantedBy(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
        .split(' ')
        .map(Number);
      return ran + waited;
    });
    return threads.reduce((sum, one) => sum + one, 0) / 1e9;
  } catch {
    return null;
  }
}
