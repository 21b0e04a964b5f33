import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  CONVERT_DEADLINE_MS,
  EXPORT_OPTIONS,
  isPdf,
  PDF_MAX_BYTES,
  type PdfConverter,
  PdfFailure,
  type Replacement,
  replacementOf,
} from './converter.ts';

/** The path of LibreOffice on this machine, or `null`. */
export function findSoffice(path = process.env.PATH ?? ''): string | null {
  const folders = [
    ...path.split(delimiter),
    '/opt/libreoffice/program',
    '/Applications/LibreOffice.app/Contents/MacOS',
  ];
  const name = process.platform === 'win32' ? 'soffice.exe' : 'soffice';
  for (const folder of folders.filter(Boolean)) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not there: the next folder.
    }
  }
  return null;
}

/**
 * A profile that follows no link and runs no macro. With the default one a linked picture is fetched, and
 * `file:///` pictures are read from the server's disk into the PDF.
 */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetProxyType" oor:op="fuse"><value>1</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPProxyName" oor:op="fuse"><value>127.0.0.1</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPProxyPort" oor:op="fuse"><value>9</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPSProxyName" oor:op="fuse"><value>127.0.0.1</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPSProxyPort" oor:op="fuse"><value>9</value></prop></item>
</oor:items>
`;

interface Options {
  /** How long one document may take (ms). */
  deadlineMs?: number;
  /** Where profiles and documents are put for the time of a conversion: its own, emptied at start. */
  folder: string;
  /** How long a started LibreOffice waits for the next document (ms). */
  idleMs?: number;
  /** It keeps about 5 MB of each document: after this many it is replaced. */
  documentsPerProcess?: number;
}

/** Where LibreOffice puts its sockets, whatever TMPDIR says. */
const PIPES = '/tmp';
const pipePath = (name: string): string => join(PIPES, `OSL_PIPE_${process.getuid?.() ?? 0}_${name}`);
const SWEPT_EVERY = 20;
/** A document is tried again when LibreOffice died of something else than time. */
const ATTEMPTS = 2;

/**
 * LibreOffice of this machine: as many documents at once as there are cores, each in a process and a profile of its
 * own, which stays up for the next document. What fails, or is spent, gives its place to one that is started ahead.
 */
export function sofficeConverter(
  binary: string,
  {
    deadlineMs: defaultDeadlineMs = CONVERT_DEADLINE_MS,
    folder,
    idleMs = 3 * 60_000,
    documentsPerProcess = 40,
  }: Options,
): PdfConverter {
  rmSync(folder, { recursive: true, force: true });
  removeDeadPipes().catch(() => undefined);
  const offices = new Set<Office>();
  /** Started, and without a document. */
  const waiting: Office[] = [];
  let idle: NodeJS.Timeout | undefined;
  let told: (why: Replacement) => void = () => undefined;

  let ended = 0;
  const letGo = async (office: Office): Promise<void> => {
    offices.delete(office);
    await office.close();
    ended += 1;
    // Each leaves a socket or two behind.
    if (ended % SWEPT_EVERY === 0) await removeDeadPipes();
  };
  const open = (): Office => {
    const office = new Office(binary, folder);
    offices.add(office);
    return office;
  };
  /** One waits for the next document, for a while. */
  const keepOneReady = (): Office | undefined => {
    if (process.platform === 'win32') return undefined;
    if (waiting.length === 0) {
      const office = open();
      office.start();
      waiting.push(office);
    }
    clearTimeout(idle);
    idle = setTimeout(() => {
      for (const office of waiting.splice(0)) void letGo(office);
    }, idleMs);
    idle.unref();
    return waiting.at(-1);
  };

  const attempt = async (docx: Buffer, signal: AbortSignal): Promise<Buffer> => {
    const office = waiting.pop() ?? open();
    try {
      const pdf = await office.convert(docx, signal);
      const spent = office.made >= documentsPerProcess;
      if (spent) told('spent');
      if (office.stays && !spent) waiting.push(office);
      return pdf;
    } finally {
      if (!waiting.includes(office)) await letGo(office);
    }
  };

  return {
    name: 'soffice',
    atOnce: availableParallelism(),
    async convert(docx, { deadlineMs = defaultDeadlineMs, signal: given } = {}) {
      const timeout = AbortSignal.timeout(deadlineMs);
      const signal = given ? AbortSignal.any([timeout, given]) : timeout;
      for (let turn = 1; ; turn += 1) {
        try {
          const pdf = await attempt(docx, signal);
          keepOneReady();
          return pdf;
        } catch (error) {
          told(given?.aborted ? 'yielded' : timeout.aborted ? 'timeout' : replacementOf(error));
          if (given?.aborted) throw new PdfFailure('yielded', error);
          if (timeout.aborted) throw new PdfFailure('timeout', error);
          const died = error instanceof PdfFailure && error.fault === 'down';
          if (!died || turn >= ATTEMPTS) throw error;
        }
      }
    },
    watch(listener) {
      told = listener;
    },
    async warm() {
      await keepOneReady()?.ready;
    },
    async close() {
      clearTimeout(idle);
      waiting.length = 0;
      await Promise.all([...offices].map(letGo));
      await removeDeadPipes();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs a program and, when our end of its input closes, kills it with all it started: that happens when the server
 * ends, however it ends. LibreOffice's launcher starts others, which would outlive it.
 */
const GUARD =
  'exec 3<&0; "$@" 3<&- & child=$!; ( read -r _ <&3; kill -9 0 ) & wait $child; code=$?; kill $! 2>/dev/null; exit $code';

/** One LibreOffice: one profile, one folder, one document at a time. */
class Office {
  /** How many documents it has made. */
  made = 0;
  /** Whether it takes another document. */
  stays = false;
  /** Once it can be given a document, or is known not to come. */
  ready: Promise<void> | null = null;
  readonly #binary: string;
  readonly #folder: string;
  readonly #name = randomUUID();
  readonly #running = new Set<ChildProcess>();
  #prepared: Promise<void> | null = null;

  constructor(binary: string, folder: string) {
    this.#binary = binary;
    this.#folder = join(folder, this.#name);
  }

  /** Starts it ahead of its documents. Those that the launcher brings later are handed to it through its profile. */
  start(): void {
    this.ready = (async () => {
      await this.#prepare();
      this.stays = true;
      // With nothing open it would end after the first document: an empty one stays open.
      const died = this.#run(['--nologo', `--accept=pipe,name=${this.#name};urp;`, 'private:factory/swriter'])
        .catch(() => undefined)
        .then(() => {
          this.stays = false;
          return true;
        });
      // Not there in time: the document starts its own.
      for (let turn = 0; turn < 200 && !existsSync(pipePath(this.#name)); turn += 1)
        if (await Promise.race([died, pause(50).then(() => false)])) break;
    })();
    this.ready.catch(() => undefined);
  }

  /** @throws PdfFailure */
  async convert(docx: Buffer, signal: AbortSignal): Promise<Buffer> {
    const stop = (): void => {
      for (const child of this.#running) killGroup(child);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      await (this.ready ?? this.#prepare());
      await writeFile(join(this.#folder, 'document.docx'), docx);
      if (signal.aborted) throw new PdfFailure('timeout');
      await this.#run([
        // Forced: otherwise HTML or plain text under a .docx name would become a PDF.
        '--infilter=MS Word 2007 XML',
        '--convert-to',
        `pdf:writer_pdf_Export:${JSON.stringify(EXPORT_OPTIONS)}`,
        '--outdir',
        this.#folder,
        join(this.#folder, 'document.docx'),
      ]);
      const pdf = await this.#result();
      // The next document never finds this one's.
      await Promise.all(['docx', 'pdf'].map((type) => rm(join(this.#folder, `document.${type}`))));
      this.made += 1;
      return pdf;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** It exits with 0 even when it could not open the file: only the file tells. */
  async #result(): Promise<Buffer> {
    const path = join(this.#folder, 'document.pdf');
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0 || size > PDF_MAX_BYTES) throw new PdfFailure('refused');
    const pdf = await readFile(path);
    if (!isPdf(pdf)) throw new PdfFailure('refused');
    return pdf;
  }

  async close(): Promise<void> {
    const ended = [...this.#running].map(
      (child) => new Promise<void>((done) => (child.exitCode === null ? child.once('exit', () => done()) : done())),
    );
    for (const child of this.#running) killGroup(child);
    await Promise.race([Promise.all(ended), pause(2_000)]);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #prepare(): Promise<void> {
    this.#prepared ??= (async () => {
      const user = join(this.#folder, 'profile', 'user');
      await mkdir(user, { recursive: true, mode: 0o700 });
      await writeFile(join(user, 'registrymodifications.xcu'), PROFILE);
    })();
    return this.#prepared;
  }

  /** @returns once it has ended well. @throws PdfFailure `down` */
  #run(args: readonly string[]): Promise<void> {
    const all = [
      '--headless',
      '--norestore',
      '--nolockcheck',
      `-env:UserInstallation=${pathToFileURL(join(this.#folder, 'profile')).href}`,
      ...args,
    ];
    const guarded = process.platform !== 'win32';
    return new Promise((resolve, reject) => {
      const child = spawn(
        guarded ? '/bin/sh' : this.#binary,
        guarded ? ['-c', GUARD, 'sh', this.#binary, ...all] : all,
        {
          cwd: this.#folder,
          stdio: ['pipe', 'ignore', 'ignore'],
          detached: true,
          env: { PATH: process.env.PATH, HOME: this.#folder, TMPDIR: this.#folder, LANG: 'fr_FR.UTF-8' },
        },
      );
      child.stdin?.on('error', () => undefined);
      this.#running.add(child);
      const done = (failure?: Error): void => {
        this.#running.delete(child);
        killGroup(child);
        if (failure) reject(new PdfFailure('down', failure));
        else resolve();
      };
      child.on('error', done);
      child.on('exit', (code, signal) => done(code === 0 ? undefined : new Error(`soffice: ${code ?? signal}`)));
    });
  }
}

/** The launcher starts soffice.bin: killing the launcher alone would leave it running. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Takes away the sockets of LibreOffices that were killed: nobody answers behind them. */
export async function removeDeadPipes(): Promise<void> {
  if (process.platform === 'win32') return;
  const mine = `OSL_PIPE_${process.getuid?.() ?? 0}_`;
  const names = readdirSync(PIPES).filter((name) => name.startsWith(mine));
  for (const name of names) await removeIfDead(join(PIPES, name));
}

/** A socket that nobody listens to any more refuses who connects. */
const removeIfDead = (path: string): Promise<void> =>
  new Promise((done) => {
    const socket = connect(path);
    socket.on('connect', () => {
      socket.destroy();
      done();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') rmSync(path, { force: true });
      done();
    });
  });
