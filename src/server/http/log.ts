import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '../config.ts';

/** Where the server says what it does: standard output, a line an object, or a line a person reads. No secret in either. */
export function createLogger({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): FastifyBaseLogger {
  const options = { level: logLevel, redact: ['req.headers.authorization'] };
  if (logFormat === 'json')
    return pino({
      ...options,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    });
  return pino(
    options,
    pretty({
      colorize: process.stdout.isTTY === true,
      ignore: 'pid,hostname',
      singleLine: true,
      sync: true,
      translateTime: 'SYS:dd/mm/yyyy HH:MM:ss',
    }),
  );
}
