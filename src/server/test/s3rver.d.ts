declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  interface Context {
    path: string;
    mountPath?: string;
    state: { vhost?: boolean };
  }
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: [] }[];
    });
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
