import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createConverter } from '@matbee/libreoffice-converter/server';
import wasmLoader from '@matbee/libreoffice-converter/wasm/loader';
import { EXPORT_OPTIONS } from './converter.ts';

/**
 * LibreOffice as WebAssembly, alone in this process: it holds over a gigabyte and may hang, so the server starts it,
 * watches it and kills it. It sees no file and no network: a document comes in as a message, a PDF goes out as one.
 */
/** When the server is gone this process goes too, even in the middle of a document, when it hears nothing. */
new Worker(
  `const parent = process.ppid; setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);`,
  { eval: true },
).unref();

const wasmPath = join(
  dirname(createRequire(import.meta.url).resolve('@matbee/libreoffice-converter/package.json')),
  'wasm',
);
const converter = await createConverter({
  wasmPath,
  wasmLoader: {
    ...wasmLoader,
    // Emscripten would run `main` in a thread while the package initialises LibreOffice here: twice at once, each waiting
    // for the other (`docs/decisions/0025-the-converter-starts-once.md`).
    createModule: (config) => wasmLoader.createModule({ ...config, noInitialRun: true }),
  },
});
process.send?.({ ready: true });

process.on('message', async ({ docx }: { docx: Uint8Array }) => {
  try {
    const { data } = await converter.convert(
      docx,
      { outputFormat: 'pdf', inputFormat: 'docx', filterOptions: JSON.stringify(EXPORT_OPTIONS) },
      'document.docx',
    );
    process.send?.({ pdf: data });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
// A terminal, or systemd, tells the whole group: the document under way is finished, and the server says when to go.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
