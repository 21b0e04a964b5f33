/** The loader ships without types. */
declare module '@matbee/libreoffice-converter/wasm/loader' {
  import type { LibreOfficeWasmOptions } from '@matbee/libreoffice-converter/server';

  const loader: NonNullable<LibreOfficeWasmOptions['wasmLoader']>;
  export default loader;
}
