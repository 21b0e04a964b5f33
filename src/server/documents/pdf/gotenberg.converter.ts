import { CONVERT_DEADLINE_MS, isPdf, type PdfConverter, PdfFailure } from './converter.ts';

/** A Gotenberg server (https://gotenberg.dev), for several instances. @param url its address, without a path */
export function gotenbergConverter(url: string, deadlineMs = CONVERT_DEADLINE_MS): PdfConverter {
  return {
    name: 'gotenberg',
    async convert(docx) {
      const form = new FormData();
      form.append('files', new Blob([new Uint8Array(docx)]), 'document.docx');
      form.append('pdfa', 'PDF/A-2b');
      form.append('pdfua', 'true');
      let response: Response;
      let bytes: Buffer;
      try {
        response = await fetch(`${url}/forms/libreoffice/convert`, {
          method: 'POST',
          body: form,
          redirect: 'error',
          signal: AbortSignal.timeout(deadlineMs),
        });
        bytes = Buffer.from(await response.arrayBuffer());
      } catch (error) {
        const late = error instanceof Error && error.name === 'TimeoutError';
        throw new PdfFailure(late ? 'timeout' : 'down', error);
      }
      if (response.status >= 500) throw new PdfFailure('down', new Error(`Gotenberg answered ${response.status}`));
      if (!response.ok || !isPdf(bytes))
        throw new PdfFailure('refused', new Error(`Gotenberg answered ${response.status}`));
      return bytes;
    },
    close: async () => undefined,
  };
}
