import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docxOf, p } from '../../test/docx.maker.ts';
import { gotenbergServer } from '../../test/gotenberg.ts';
import { archiveParts } from '../../test/pdf.archive.ts';
import { LAYOUTS, RANDOM_DATA, randomTemplate } from '../../test/random.templates.ts';
import { compileTemplate } from '../docx/compile.ts';
import { openDocx } from '../docx/docx.ts';
import { fillTemplate } from '../docx/fill.ts';
import { converterSuite } from './converter.suite.ts';
import { type PdfConverter, PdfFailure, type Replacement } from './converter.ts';
import { gotenbergConverter } from './gotenberg.converter.ts';
import { textOfPdf } from './page.image.ts';
import { findSoffice, sofficeConverter } from './soffice.converter.ts';
import { wasmConverter } from './wasm.converter.ts';

const docx = docxOf({ body: p('bonjour') });
const faultOf = async (converter: PdfConverter): Promise<string> => {
  try {
    await converter.convert(docx);
    return 'made';
  } catch (error) {
    return error instanceof PdfFailure ? error.fault : String(error);
  } finally {
    await converter.close();
  }
};
/** How many processes have these words in their command. */
const running = (words: string): number =>
  execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .filter((line) => line.includes(words)).length;
const child = (name: string): string => join(import.meta.dirname, '../../test/programs', `${name}.child.ts`);

/** One for all that is tried of it here: it takes seconds to start. */
const wasm = wasmConverter();
afterAll(() => wasm.close());

describe('LibreOffice as WebAssembly', () => {
  converterSuite(wasm);

  test('the fonts of Word have one of the same widths: lines break where they did', async () => {
    const fonts = ['Calibri', 'Cambria', 'Arial', 'Times New Roman', 'Courier New'];
    const body = fonts.map(
      (font) =>
        `<w:p><w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${font}</w:t></w:r></w:p>`,
    );
    const { fonts: inside } = await archiveParts(await wasm.convert(docxOf({ body: body.join('') })));
    for (const name of ['Carlito', 'Caladea', 'LiberationSans', 'LiberationSerif', 'LiberationMono'])
      expect(
        inside.filter((one) => one.startsWith(name)),
        `${name} among ${inside}`,
      ).toHaveLength(1);
  });
  test.each(Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[])(
    'what random templates give opens, and shows what it says (%s)',
    async (layout) => {
      // Glyphs that no font has, and blanks at the ends of lines, are drawn or not: letters and digits are what is said.
      const said = (text: string): string => (text.match(/[a-zA-Z0-9é]/g) ?? []).join('');
      for (let seed = 1; seed <= 20; seed += 1) {
        const { body, text } = randomTemplate(layout, seed);
        const template = openDocx(docxOf({ body }));
        const filled = fillTemplate(template, compileTemplate(template), RANDOM_DATA);
        const shown = (await textOfPdf(await wasm.convert(filled))).join('');
        expect(said(shown), `seed ${seed}: ${text}`).toBe(said(text));
      }
    },
  );

  test('one that hangs is killed in time', async () => {
    const from = performance.now();
    const converter = wasmConverter({ program: child('hanging'), deadlineMs: 1_500 });
    const told: Replacement[] = [];
    converter.watch?.((why) => told.push(why));
    expect(await faultOf(converter)).toBe('timeout');
    expect(told).toEqual(['timeout']);
    expect(performance.now() - from).toBeLessThan(10_000);
  });
  test('one that dies is replaced, then given up', async () => {
    const converter = wasmConverter({ program: child('dying') });
    const told: Replacement[] = [];
    converter.watch?.((why) => told.push(why));
    expect(await faultOf(converter)).toBe('down');
    expect(told).toEqual(['died', 'died']);
  });
  test('it is let go when idle, and starts again', async () => {
    const brief = wasmConverter({ program: child('answering'), idleMs: 1 });
    const first = await brief.convert(docx);
    await expect.poll(() => running('answering.child')).toBe(0);
    expect(await brief.convert(docx)).not.toEqual(first);
    await brief.close();
  });
});

describe('a Gotenberg server', () => {
  let server: Awaited<ReturnType<typeof gotenbergServer>>;
  let url = '';
  let mode: 'works' | 'hangs' | 'fails' | 'lies' | 'cuts' | 'floods' = 'works';
  let flooded = 0;
  /** A gigabyte and a half, unless who asked for it hangs up. */
  const flood = async (response: ServerResponse): Promise<void> => {
    const chunk = Buffer.alloc(4 * 1024 * 1024, 'x');
    for (flooded = 0; flooded < 1.5e9 && !response.destroyed; flooded += chunk.length)
      if (!response.write(chunk))
        await new Promise<void>((goOn) => {
          const done = (): void => {
            response.off('drain', done).off('close', done);
            goOn();
          };
          response.on('drain', done).on('close', done);
        });
    response.end();
  };
  beforeAll(async () => {
    server = await gotenbergServer(wasm, async (_, response) => {
      if (mode === 'fails') response.writeHead(503).end('busy');
      if (mode === 'lies') response.end('<html>');
      if (mode === 'floods') await flood(response);
      if (mode === 'cuts')
        response.writeHead(200, { 'content-length': '1000' }).write('%PDF-', () => response.destroy());
      return mode !== 'works';
    });
    url = server.url;
  });
  afterAll(() => server.close());

  converterSuite({
    name: 'gotenberg',
    atOnce: 4,
    convert: (bytes) => gotenbergConverter(url).convert(bytes),
    close: async () => undefined,
  });

  test.each([
    ['hangs', 'timeout'],
    ['fails', 'down'],
    ['cuts', 'down'],
    ['lies', 'refused'],
    ['floods', 'refused'],
  ] as const)('one that %s is told as %s', async (how, fault) => {
    mode = how;
    expect(await faultOf(gotenbergConverter(url, how === 'floods' ? 60_000 : 700))).toBe(fault);
    if (how === 'floods') expect(flooded).toBeLessThan(6e8);
    mode = 'works';
  });
  test('one that is not there is told as down', async () => {
    expect(await faultOf(gotenbergConverter('http://127.0.0.1:9'))).toBe('down');
  });
});

describe('LibreOffice of this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diplo-soffice-'));
  const real = findSoffice();
  let made = 0;
  const office = (binary: string, deadlineMs?: number): PdfConverter => {
    made += 1;
    return sofficeConverter(binary, { folder: join(folder, `work-${made}`), ...(deadlineMs ? { deadlineMs } : {}) });
  };
  const converter = real ? office(real) : null;
  afterAll(async () => {
    await converter?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** A program in its place that behaves as the real one is known to. */
  const standIn = (name: string, script: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  describe.runIf(converter !== null)('the real one', () => {
    if (converter) converterSuite(converter);

    test('one that stays up gives each document its own, and is replaced once it is spent', async () => {
      const up = sofficeConverter(real ?? '', { folder: join(folder, 'stays-up'), documentsPerProcess: 2 });
      const told: Replacement[] = [];
      up.watch?.((why) => told.push(why));
      await up.warm?.();
      for (const word of ['alpha', 'bêta', 'gamma', 'delta'])
        expect((await textOfPdf(await up.convert(docxOf({ body: p(word) })))).join()).toContain(word);
      expect(told).toEqual(['spent', 'spent']);
      await up.close();
    });
  });

  test('one that exits well without a file is told', async () => {
    expect(await faultOf(office(standIn('empty', 'exit 0')))).toBe('refused');
  });
  test('one that gives something else than a PDF is told', async () => {
    const script = 'while [ "$1" != --outdir ]; do shift; done; echo no > "$2/document.pdf"';
    expect(await faultOf(office(standIn('liar', script)))).toBe('refused');
  });
  test('one that dies once is tried again', async () => {
    const script = `[ -e ${folder}/died ] || { touch ${folder}/died; kill -9 $$; }; while [ "$1" != --outdir ]; do shift; done; printf %s '%PDF-1.7' > "$2/document.pdf"`;
    expect(await faultOf(office(standIn('dies-once', script)))).toBe('made');
  });
  test('one that is asked to give its place does', async () => {
    const controller = new AbortController();
    const slow = office(standIn('slow', 'sleep 3032 & wait'));
    const converting = expect(slow.convert(docx, { signal: controller.signal })).rejects.toMatchObject({
      fault: 'yielded',
    });
    await expect.poll(() => running('sleep 3032')).toBeGreaterThan(0);
    controller.abort();
    await converting;
    await slow.close();
    expect(running('sleep 3032')).toBe(0);
  });
  test('one that fails or dies is told', async () => {
    expect(await faultOf(office(standIn('fails', 'exit 77')))).toBe('down');
    expect(await faultOf(office(standIn('dies', 'kill -9 $$')))).toBe('down');
    expect(await faultOf(office(join(folder, 'absent')))).toBe('down');
  });
  test('one that hangs is killed with all it started', async () => {
    expect(await faultOf(office(standIn('hangs', 'sleep 3031 & wait'), 500))).toBe('timeout');
    await expect.poll(() => running('sleep 3031')).toBe(0);
  });
  test('it is found on the path, or not', () => {
    standIn('soffice', 'exit 0');
    expect(findSoffice(folder)).toBe(join(folder, 'soffice'));
    expect(findSoffice('/nowhere')).toBe(null);
  });
});
