import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The server in few files: a start reads 85 instead of 1,640, and takes half as long
 * (`docs/decisions/0056-the-server-is-built.md`). They lie side by side, for `import.meta.url` is then that of the file which
 * a module is part of: see `src/server/program.ts`.
 */
const SERVER = join(import.meta.dirname, 'src/server');
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: SERVER })
    .filter((path) => !/\.test\.|^test[\\/]/.test(path))
    .map((path) => join(SERVER, path));

/** What is started by its name, and the migrations, which are read as a folder. */
const programs = [join(SERVER, 'main.ts'), ...filesOf('**/*.{worker,child}.ts')];
const migrations = filesOf('db/migrations/*.ts');
const input = Object.fromEntries([
  ...programs.map((path) => [basename(path, '.ts'), path]),
  ...migrations.map((path) => [`migrations/${basename(path, '.ts')}`, path]),
]);
if (Object.keys(input).length < programs.length + migrations.length)
  throw new Error('two workers of src/server have one name: side by side, one would take the place of the other');

export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'what-modules-read-beside-them',
      generateBundle() {
        for (const path of filesOf('**/*.txt'))
          this.emitFile({ type: 'asset', fileName: basename(path), source: readFileSync(path) });
      },
    },
  ],
  ssr: {
    noExternal: true,
    // They find files of their own by where they are: native code, WebAssembly, workers. The SDK is there for S3 alone.
    external: ['better-sqlite3', '@hyzyla/pdfium', '@matbee/libreoffice-converter', 'pdfjs-dist', '@aws-sdk/client-s3'],
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    // What an error says names functions and their files.
    minify: false,
    rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
});
