import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONVERT_DEADLINE_MS, EXPORT_OPTIONS, isPdf, type PdfConverter, PdfFailure } from './converter.ts';

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

/** LibreOffice of this machine: one document at a time, each with a profile of its own. */
export function sofficeConverter(binary: string, deadlineMs = CONVERT_DEADLINE_MS): PdfConverter {
  let line: Promise<unknown> = Promise.resolve();
  const running = new Set<ChildProcess>();

  const convertNow = async (docx: Buffer): Promise<Buffer> => {
    const folder = await mkdtemp(join(tmpdir(), 'diplo-pdf-'));
    try {
      const profile = join(folder, 'profile');
      await mkdir(join(profile, 'user'), { recursive: true });
      await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
      await writeFile(join(folder, 'document.docx'), docx);
      await run(binary, { profile, folder, deadlineMs, running });
      // It exits with 0 even when it could not open the file: only the file tells.
      const pdf = await readFile(join(folder, 'document.pdf')).catch((error) => {
        throw new PdfFailure('refused', error);
      });
      if (!isPdf(pdf)) throw new PdfFailure('refused');
      return pdf;
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };

  return {
    name: 'soffice',
    convert(docx) {
      const mine = line.then(() => convertNow(docx));
      line = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      for (const child of running) killGroup(child);
    },
  };
}

interface Run {
  profile: string;
  folder: string;
  deadlineMs: number;
  running: Set<ChildProcess>;
}

function run(binary: string, { profile, folder, deadlineMs, running }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      binary,
      [
        '--headless',
        '--norestore',
        '--nolockcheck',
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        // Forced: otherwise HTML or plain text under a .docx name would become a PDF.
        '--infilter=MS Word 2007 XML',
        '--convert-to',
        `pdf:writer_pdf_Export:${JSON.stringify(EXPORT_OPTIONS)}`,
        '--outdir',
        folder,
        join(folder, 'document.docx'),
      ],
      {
        cwd: folder,
        stdio: 'ignore',
        detached: true,
        env: { PATH: process.env.PATH, HOME: folder, LANG: 'fr_FR.UTF-8' },
      },
    );
    running.add(child);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      killGroup(child);
    }, deadlineMs);
    const done = (failure?: PdfFailure): void => {
      clearTimeout(timer);
      running.delete(child);
      if (failure) reject(failure);
      else resolve();
    };
    child.on('error', (error) => done(new PdfFailure('down', error)));
    child.on('exit', (code, signal) => {
      if (late) done(new PdfFailure('timeout'));
      else if (signal || (code !== 0 && code !== null))
        done(new PdfFailure('down', new Error(`soffice: ${code ?? signal}`)));
      else done();
    });
  });
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
