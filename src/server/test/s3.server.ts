import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A real S3 server of one bucket, `diplo`, that keeps objects on disk and verifies signatures. */
export async function s3Server(): Promise<{
  /** `STORAGE_URL` for a folder of the bucket, with another key if one is given. */
  urlOf(folder: string, key?: string): string;
  close(): Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'diplo-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'diplo', configs: [] }],
  });
  // It forgets the last slash of `/diplo/` when it verifies a signature; Amazon's client writes and signs that slash.
  server.middleware.splice(-1, 0, (context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) {
      context.state.vhost = true;
      context.mountPath = '/';
    }
    return next();
  });
  const { port } = (await server.run()) as AddressInfo;
  return {
    urlOf: (folder, key = 'S3RVER:S3RVER') => `s3://${key}@127.0.0.1:${port}/diplo${folder}?tls=off`,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
