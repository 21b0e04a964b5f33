import { CONVERT_DEADLINE_MS, isPdf, PDF_MAX_BYTES, type PdfConverter, PdfFailure } from './converter.ts';

/** Documents sent at once: a Gotenberg server keeps a line of its own. */
const AT_ONCE = 4;
/** How long it may take to say that it is there (ms). */
const CHECK_MS = 3_000;

/** A Gotenberg server (https://gotenberg.dev), for several instances. @param url its address, without a path */
export function gotenbergConverter(url: string, defaultDeadlineMs = CONVERT_DEADLINE_MS): PdfConverter {
  return {
    name: 'gotenberg',
    atOnce: AT_ONCE,
    async convert(docx, { deadlineMs = defaultDeadlineMs, signal } = {}) {
      const timeout = AbortSignal.timeout(deadlineMs);
      const form = new FormData();
      form.append('files', new Blob([new Uint8Array(docx)]), 'document.docx');
      form.append('pdfa', 'PDF/A-2b');
      form.append('pdfua', 'true');
      let response: Response;
      let bytes: Buffer | null;
      try {
        response = await fetch(`${url}/forms/libreoffice/convert`, {
          method: 'POST',
          body: form,
          redirect: 'error',
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        });
        bytes = await readAtMost(response, PDF_MAX_BYTES);
      } catch (error) {
        throw new PdfFailure(signal?.aborted ? 'yielded' : timeout.aborted ? 'timeout' : 'down', error);
      }
      // 400 and 422 speak of the document; 401, 404, 413, 429 of the way there.
      if (!response.ok && ![400, 422].includes(response.status))
        throw new PdfFailure('down', new Error(`Gotenberg answered ${response.status}`));
      if (!response.ok || !bytes || !isPdf(bytes))
        throw new PdfFailure('refused', new Error(`Gotenberg answered ${response.status}`));
      return bytes;
    },
    async check() {
      const answers = await fetch(`${url}/health`, { redirect: 'error', signal: AbortSignal.timeout(CHECK_MS) }).then(
        ({ ok }) => ok,
        () => false,
      );
      return answers ? null : 'Le serveur Gotenberg (PDF_URL) ne répond pas.';
    },
    close: async () => undefined,
  };
}

/** The body of an answer; `null`, and the connection cut, when it is larger than that. */
async function readAtMost(response: Response, max: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
