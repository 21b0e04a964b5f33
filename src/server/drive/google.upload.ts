import { DriveFault } from './drive.ts';
import { unreachable } from './google.faults.ts';
import type { GoogleAnswer, GoogleRequest, GoogleTiming, GoogleUpload } from './google.requests.ts';

/** Above this size a file is sent in pieces (Google: multipart uploads are for 5 MB and less). */
const MULTIPART_MAX = 5 * 1024 * 1024;

/** A piece: a multiple of 256 KiB, as Google wants. */
const PIECE = 8 * 256 * 1024;

/** A file read piece after piece; what is asked for again, or from the middle, is opened there anew. */
function createPieces(open: GoogleUpload['open']) {
  let last: { from: number; bytes: Buffer } | null = null;
  let source: AsyncIterator<Buffer> | null = null;
  let rest: Buffer = Buffer.alloc(0);
  return {
    async at(from: number): Promise<Buffer> {
      if (last?.from === from) return last.bytes;
      if (!source || last === null || from !== last.from + last.bytes.length) {
        await source?.return?.();
        source = (await open(from))[Symbol.asyncIterator]();
        rest = Buffer.alloc(0);
      }
      const chunks = [rest];
      for (let got = rest.length; got < PIECE; ) {
        const { value, done } = await source.next();
        if (done) break;
        chunks.push(value);
        got += value.length;
      }
      const bytes = Buffer.concat(chunks);
      rest = bytes.subarray(PIECE);
      last = { from, bytes: bytes.subarray(0, PIECE) };
      return last.bytes;
    },
    async close() {
      await source?.return?.();
    },
  };
}

interface GoogleUploadDeps {
  timing: GoogleTiming;
  callOnce: (request: GoogleRequest) => Promise<GoogleAnswer>;
  call: (request: GoogleRequest) => Promise<GoogleAnswer>;
}

/** Uploads, whole or in pieces. */
export function createGoogleUpload({ timing, callOnce, call }: GoogleUploadDeps) {
  const uploadWhole = async ({ method, url, query, metadata, open, mimeType, accept = [] }: GoogleUpload) => {
    const boundary = `diplo-${crypto.randomUUID()}`;
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\nContent-Type: ${mimeType}\r\n\r\n`,
      ),
      ...(await Array.fromAsync(await open(0))),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return call({
      method,
      url,
      query: { ...query, uploadType: 'multipart' },
      headers: { 'Content-Type': `multipart/related; boundary=${boundary}` },
      body,
      accept,
    });
  };

  const uploadInPieces = async ({ method, url, query, metadata, size, open, mimeType, accept = [] }: GoogleUpload) => {
    const opened = await call({
      method,
      url,
      query: { ...query, uploadType: 'resumable' },
      headers: { 'X-Upload-Content-Type': mimeType, 'X-Upload-Content-Length': String(size) },
      json: metadata,
      accept,
    });
    if (accept.includes(opened.status)) return opened;
    const session = opened.headers.get('Location');
    if (!session) throw unreachable('noSession');
    const pieces = createPieces(open);
    try {
      let from = 0;
      let failures = 0;
      for (;;) {
        let answer: GoogleAnswer;
        const piece = await pieces.at(from);
        try {
          answer = await callOnce({
            method: 'PUT',
            url: session,
            headers: { 'Content-Range': `bytes ${from}-${from + piece.length - 1}/${size}` },
            body: piece,
            accept: [308],
          });
        } catch (error) {
          failures += 1;
          if (!(error instanceof DriveFault) || error.kind === 'never' || failures >= timing.tries) throw error;
          // How much arrived is asked before going on: nothing is sent twice, nothing is left out.
          answer = await call({
            method: 'PUT',
            url: session,
            headers: { 'Content-Range': `bytes */${size}` },
            accept: [308, 404, 410],
          });
          // The session is gone: the whole file is sent again, later.
          if (answer.status === 404 || answer.status === 410) throw unreachable('sessionGone');
        }
        if (answer.status !== 308) return answer;
        const arrived = /^bytes=0-(\d+)$/.exec(answer.headers.get('Range') ?? '')?.[1];
        from = arrived ? Number(arrived) + 1 : 0;
      }
    } finally {
      await pieces.close();
    }
  };

  return {
    /** Sends bytes, in one piece or in several; `url` and `method` say whether the file is new. @throws DriveFault */
    upload: (upload: GoogleUpload): Promise<GoogleAnswer> =>
      upload.size > MULTIPART_MAX ? uploadInPieces(upload) : uploadWhole(upload),
  };
}
