import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const CONTRACT = /[\\/]src[\\/]shared[\\/].*\.contract\.ts$/;
const SCHEMAS = /[\\/]node_modules[\\/]zod[\\/]/;
/** What the description of the API says of an endpoint, and no screen. */
const DESCRIBED = new Set(['tag', 'summary']);

/** What is left of a value where nothing is parsed: schemas become `undefined`. @throws on what cannot be written down */
function written(value: unknown, place: string): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function') throw new Error(`${place} is a function: it belongs beside its contract`);
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${place} cannot be written down`);
    return value;
  }
  if ('_zod' in value) return undefined;
  if (Array.isArray(value)) return value.map((one, index) => written(one, `${place}[${index}]`));
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`${place} cannot be written down`);
  const isEndpoint = 'method' in value && 'path' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isEndpoint || !DESCRIBED.has(key))
      .map(([key, one]) => [key, written(one, `${place}.${key}`)]),
  );
}

/**
 * In a browser a contract is its endpoints and its constants. Schemas are the server's, which alone parses: without them the
 * first screen comes without the library that makes them. A schema that a screen imports from a contract is a missing export,
 * one that comes another way is found in what was built: the build fails.
 */
export function browserContracts(): Plugin {
  return {
    name: 'browser-contracts',
    load: {
      filter: { id: CONTRACT },
      async handler(id) {
        const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, {
          configFile: false,
          root: join(import.meta.dirname, '..'),
        });
        for (const file of dependencies) this.addWatchFile(file);
        return Object.entries(module)
          .map(([name, value]) => [name, typeof value === 'function' ? undefined : written(value, name)] as const)
          .flatMap(([name, left]) => (left === undefined ? [] : [`export const ${name} = ${JSON.stringify(left)};\n`]))
          .join('');
      },
    },
    generateBundle(_, bundle) {
      for (const one of Object.values(bundle))
        if (one.type === 'chunk' && one.moduleIds.some((id) => SCHEMAS.test(id)))
          throw new Error(
            `${one.fileName} brings zod along: what builds schemas stands apart from what screens import`,
          );
    },
  };
}
