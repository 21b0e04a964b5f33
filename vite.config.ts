import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/web',
  publicDir: 'public',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Everything comes from our own files: no inlined data, no polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: { app: 'src/web/index.html', reader: 'src/web/reader.html' } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
