import { withoutEnds } from '#shared/fields/text.ts';
import { ANNEXES, type Annex } from '#shared/regulation/export.read.ts';
import { badRequest, unavailable } from '../errors.ts';

/** Bytes of one export: the largest has half a million. */
export const EXPORT_BYTES = 20 * 1024 * 1024;
const DEADLINE_MS = 30_000;

/** Fetches the exports of the annexes. Nothing else in the server calls out for the law, and only when a person asks. */
export type FetchExports = () => Promise<{ annex: Annex; name: string; bytes: Buffer }[]>;

/** @param url where the annexes are: `{annex}` stands for one, or it is the folder above them */
export function exportUrl(url: string, annex: Annex): string {
  if (url.includes('{annex}')) return url.replaceAll('{annex}', annex);
  const base = withoutEnds(url, null, /\//);
  return `${base}${base.endsWith('/annexes') ? '' : '/annexes'}/${annex}/export-csv`;
}

export const createFetchExports =
  (url: string): FetchExports =>
  async () => {
    const found: { annex: Annex; name: string; bytes: Buffer }[] = [];
    for (const annex of ANNEXES) {
      const address = new URL(exportUrl(url, annex));
      const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
      if (address.protocol !== 'https:' && !isLocal)
        throw badRequest('COSING_URL doit commencer par https:// : corrigez ce réglage, puis réessayez.');
      found.push({ annex, name: `annexe-${annex}.csv`, bytes: await fetchOne(address, annex) });
    }
    return found;
  };

async function fetchOne(address: URL, annex: Annex): Promise<Buffer> {
  const failed = (): never => {
    throw unavailable(
      `L’annexe ${annex} n’a pas pu être téléchargée depuis ${address.hostname}. Réessayez, ou déposez les fichiers vous-même.`,
    );
  };
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(DEADLINE_MS) });
    if (!answer.ok || !answer.body) return failed();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      size += chunk.length;
      if (size > EXPORT_BYTES) return failed();
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks);
  } catch {
    return failed();
  }
}
