/** What is asked of Google, and what it answers. */
export interface GoogleRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `/drive/v3/files`, or a whole address of the same origin. */
  url: string;
  query?: Record<string, string>;
  json?: unknown;
  body?: Uint8Array;
  headers?: Record<string, string>;
  /** Statuses that are an answer, not a fault, beside 2xx. */
  accept?: readonly number[];
  /** The answer is bytes. */
  binary?: boolean;
}

export interface GoogleAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what Google answers is read field by field
  body: any;
  bytes: Buffer;
}

export interface GoogleUpload {
  method: 'POST' | 'PATCH';
  url: string;
  query: Record<string, string>;
  metadata: Record<string, unknown>;
  /** Bytes in all, and the bytes from there on. */
  size: number;
  open: (from: number) => Promise<AsyncIterable<Buffer>>;
  mimeType: string;
  accept?: readonly number[];
}

export interface GoogleTiming {
  /** Longest wait for one answer (ms). */
  timeoutMs: number;
  /** Tries of one call, and the first pause between two of them (ms); each pause is twice the one before, 32 s at most. */
  tries: number;
  pauseMs: number;
}
