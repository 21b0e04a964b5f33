import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileTemplate } from '../src/server/documents/docx/compile.ts';
import { openDocx, type Texts } from '../src/server/documents/docx/docx.ts';
import { fillTemplate } from '../src/server/documents/docx/fill.ts';
import type { TemplateData } from '../src/shared/templates/placeholders.ts';
import { CARBONE, COMMANDS, type Dialect, OURS } from './docx.document.ts';

/** Our engine and the others of the trade, behind one door. The others are fetched from npm into a folder of their own. */
const PEERS = {
  carbone: '3.8.2',
  docxtemplater: '3.71.0',
  'docx-templates': '4.15.0',
  'easy-template-x': '7.2.8',
} as const;
const FOLDER = join(tmpdir(), `diplo-bench-peers-${Object.values(PEERS).join('-')}`);
type Data = Record<string, string | Record<string, string> | Record<string, string>[]>;
export type Fill = (data: Data) => unknown | Promise<unknown>;
export type Name = 'Diplo' | keyof typeof PEERS;

let opened = 0;
const peer = createRequire(join(FOLDER, 'package.json'));

/** Each engine with its template read as far as it lets one read it before. */
export const ENGINES: Record<Name, { dialect: Dialect; open: (template: Buffer) => Fill }> = {
  Diplo: {
    dialect: OURS,
    open: (template) => {
      const texts: Texts = new Map();
      const docx = openDocx(template, texts);
      const compiled = compileTemplate(docx, texts);
      if (compiled.errors.length > 0) throw new Error(compiled.errors[0]?.message);
      return (data) => fillTemplate(docx, compiled, data as TemplateData);
    },
  },
  carbone: {
    dialect: CARBONE,
    open: (template) => {
      const carbone = peer('carbone');
      opened += 1;
      const path = join(FOLDER, `template-${process.pid}-${opened}.docx`);
      writeFileSync(path, template);
      return (data) =>
        new Promise((done, failed) => {
          carbone.render(path, data, (error: Error | null, result: Buffer) => (error ? failed(error) : done(result)));
        });
    },
  },
  docxtemplater: {
    dialect: OURS,
    open: (template) => {
      const [Docxtemplater, PizZip] = [peer('docxtemplater'), peer('pizzip')];
      return (data) => {
        const document = new Docxtemplater(new PizZip(template), {
          delimiters: { start: '{{', end: '}}' },
          paragraphLoop: true,
          linebreaks: true,
        });
        document.render(data);
        return document.toBuffer({ compression: 'DEFLATE' });
      };
    },
  },
  'easy-template-x': {
    dialect: OURS,
    open: (template) => {
      const { TemplateHandler } = peer('easy-template-x');
      const handler = new TemplateHandler({ delimiters: { tagStart: '{{', tagEnd: '}}' } });
      return (data) => handler.process(template, data);
    },
  },
  'docx-templates': {
    dialect: COMMANDS,
    open: (template) => {
      const { createReport } = peer('docx-templates');
      return (data) => createReport({ template, data, cmdDelimiter: ['{{', '}}'], noSandbox: true });
    },
  },
};

export function installPeers(): void {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
  const wanted = [...Object.entries(PEERS).map(([name, version]) => `${name}@${version}`), 'pizzip@3.3.0'];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
